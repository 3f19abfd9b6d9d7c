import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { exportCrate } from '../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { openStore } from '../../src/store/open-store.js';
import { updateStore } from '../../src/tasks/query/update-store.js';
import { canonicalOf, graphOf, lineDiff } from '../crate/follow/helpers.js';
import { describeWithShared } from '../helpers/shared.js';
import { quadsOf } from '../helpers/stored.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { BASE, BIG, layoutsOf, lines } from './helpers/layouts.js';

describeWithShared('documents found in the wild, through a store', 'corpus', (folder) => {
  const { cases, contexts, reading, load, changed } = layoutsOf(folder);
  let work: string;
  beforeAll(async () => void (work = await scratch()));

  it('renaming a node changes only its `@id` and the references to it', async () => {
    const failures: string[] = [];
    let count = 0;
    for (const [id, file] of cases.filter((_, index) => index % 4 === 0)) {
      const loaded = await load(file);
      const quads = await quadsOf(loaded.store, loaded.graph);
      const names = new Set(quads.map(({ subject }) => subject.value).filter((name) => name.startsWith(BASE)));
      const old = [...names].findLast((name) => name !== BASE && !name.includes('metadata.json'));
      for (const name of loaded.text.length < BIG ? [BASE, old] : []) {
        if (name === undefined || !names.has(name)) continue;
        const other = (term: Quad['subject'] | Quad['object']) =>
          term.termType === 'NamedNode' && term.value === name
            ? DataFactory.namedNode(`${BASE}renamed-by-a-test`)
            : term;
        const out = quads.filter(({ subject, object }) => [subject, object].some((term) => other(term) !== term));
        if (out.some(({ subject, object }) => [subject, object].some(({ termType }) => termType === 'BlankNode')))
          continue;
        const into = out.map((quad) => DataFactory.quad(other(quad.subject) as never, quad.predicate as never, other(quad.object) as never) as Quad); // prettier-ignore
        const diff = lineDiff(loaded.text, await changed(loaded, out, into));
        count += 1;
        const own = diff.filter((line) => !/"@id"|renamed-by-a-test/.test(line));
        const isOneLine = loaded.text.split('\n').length <= 10;
        if ((own.length > 0 && !isOneLine) || lines(diff, '-') !== lines(diff, '+'))
          failures.push(`${id} ${name}: ${diff.slice(0, 6).join(' | ')}`);
      }
      await loaded.store.close();
    }
    console.log({ count, failures });
    expect(count).toBeGreaterThan(30);
    expect(failures).toEqual([]);
  });

  it('two merged documents state what both stated, and are exported unchanged after another load', async () => {
    let count = 0;
    for (const [index, [, file]] of cases.entries()) {
      const second = cases[index + 1]?.[1];
      if (index % 4 !== 0 || second === undefined || [file, second].some((one) => readFileSync(one).length > BIG / 2))
        continue;
      const store = await openStore('memory:', { mode: 'write' });
      const results = await loadCrates(store, [file, second], { contexts, base: BASE, mode: 'merge' });
      if (results[1]?.status === 'merged') {
        const graph = results[1].graph as string;
        const quads = await quadsOf(store, graph);
        // JSON-LD cannot write an IRI whose scheme is a prefix of the context. One document has such IRIs.
        if (quads.some(({ predicate }) => /^(?:schema|owl):/.test(predicate.value))) continue;
        const text = await exportCrate(store, graph, { contexts });
        expect(await graphOf(text, reading)).toEqual(await canonicalOf(quads));
        const merged = join(work, `merged-${index}.json`);
        writeFileSync(merged, text);
        const reloaded = await load(merged);
        expect(reloaded.text).toBe(text);
        await reloaded.store.close();
        count += 1;
      }
      await store.close();
    }
    console.log({ merged: count });
    expect(count).toBeGreaterThan(15);
  });

  it('ten rounds of load and export change nothing, in a store on disk and in memory', async () => {
    const some = cases.filter((_, index) => index % 6 === 0);
    for (const [id, file] of some) {
      let text = '';
      const copy = join(work, `${id}.json`);
      writeFileSync(copy, readFileSync(file));
      for (let round = 0; round < 10; round += 1) {
        const { store, text: exported } = await load(copy, round % 2 === 0 ? 'memory:' : join(work, `${id}-${round}`));
        if (text !== '') expect(exported).toBe(text);
        text = exported;
        writeFileSync(copy, text);
        await store.close();
      }
      expect(text).toBe(readFileSync(file, 'utf8'));
    }
  });

  it('a store on disk keeps the order after an update and reopening', async () => {
    for (const [id, file] of cases.filter((_, index) => index % 12 === 0)) {
      const location = join(work, `disk-${id}`);
      const { store, graph, text } = await load(file, location);
      await updateStore(store, `INSERT DATA { GRAPH <${graph}> { <${BASE}#x> <http://schema.org/name> "X" } }`);
      const changedText = await exportCrate(store, graph, { contexts });
      await store.close();
      const reopened = await openStore(location, { mode: 'write' });
      expect(await exportCrate(reopened, graph, { contexts })).toBe(changedText);
      await updateStore(reopened, `DELETE DATA { GRAPH <${graph}> { <${BASE}#x> <http://schema.org/name> "X" } }`);
      expect(await exportCrate(reopened, graph, { contexts })).toBe(text);
      await reopened.close();
    }
  });
});
