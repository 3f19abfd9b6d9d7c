import { dirname, resolve } from 'node:path';
import fc from 'fast-check';
import type { CrateError } from '../../../src/base/errors.js';
import { findGraph } from '../../../src/tasks/stored/find-graph.js';
import { handlesOf } from '../../../src/tasks/stored/handles.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { namedStore, sha256Of, type NamedCrateParts } from '../../helpers/named-store.js';
import { tries } from '../../helpers/seed.js';

/** Few letters, so that names collide. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 3 });
const part: fc.Arbitrary<NamedCrateParts> = fc.record({
  graph: fc.oneof(word, word.map((text) => `${text}/`)).map((text) => `https://example.org/${text}`), // prettier-ignore
  source: fc.option(fc.oneof(word.map((text) => resolve(text, 'ro-crate-metadata.json')), word.map((text) => `https://web.example/${text}`), fc.constant('-')), { nil: undefined }), // prettier-ignore
  names: fc.array(word.map((text) => `Name ${text}`), { maxLength: 2 }), // prettier-ignore
  sha256: word.map(sha256Of),
});

/** Every name of a crate, of each form. */
function namesOf({ graph, source, names = [], sha256 }: NamedCrateParts, handle: string): string[] {
  const places = source === undefined || source === '-' ? [] : [source, ...(source.endsWith('.json') ? [dirname(source), dirname(source).slice(process.cwd().length + 1)] : [])]; // prettier-ignore
  const recorded = source === undefined ? [] : [sha256 as string, (sha256 as string).slice(0, 6)];
  return [graph.slice(0, -1), handle, sha256Of(graph), ...places, ...recorded, ...names];
}

test('every crate is found by each of its names, or is a candidate', async () => {
  const unique = fc.uniqueArray(part, { selector: ({ graph }) => graph, minLength: 1, maxLength: 8 });
  const seen = { found: 0, ambiguous: 0 };
  await fc.assert(
    fc.asyncProperty(unique, async (crates) => {
      const store = await namedStore(crates);
      const handles = handlesOf(crates.map(({ graph }) => graph), await loadRecords(store)); // prettier-ignore
      for (const one of crates) {
        for (const exact of [one.graph, `<${one.graph}>`, handles.get(one.graph) as string])
          expect(await findGraph(store, exact)).toBe(one.graph);
        for (const name of namesOf(one, handles.get(one.graph) as string)) {
          const isIri = crates.some(({ graph }) => [name, `${name}/`, name.replace(/\/$/, '')].includes(graph));
          const candidates = await findGraph(store, name).then(
            (graph) => ((seen.found += 1), [graph]),
            ({ code, details }: CrateError) => {
              seen.ambiguous += 1;
              expect([name, code]).toEqual([name, 'ERR_GRAPH_AMBIGUOUS']);
              return (details['candidates'] as { graph: string }[]).map(({ graph }) => graph);
            },
          );
          if (!isIri) expect({ name, candidates }).toEqual({ name, candidates: expect.arrayContaining([one.graph]) });
        }
      }
      await store.close();
    }),
    tries(300),
  );
  expect(Math.min(seen.found, seen.ambiguous)).toBeGreaterThan(10);
});
