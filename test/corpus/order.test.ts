import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crateToRdf } from '../../src/tasks/rewrite/crate-rdf.js';
import { flattenCrate } from '../../src/tasks/rewrite/flatten-crate.js';
import { openCrateDocument } from '../../src/package/open/open-crate.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { iriOf, parseDocument } from '../helpers/independent.js';
import { describeWithShared } from '../helpers/shared.js';

const BASE = 'http://example.org/c/';

type Json = Readonly<Record<string, unknown>>;

/** The properties of entities that have several distinct values: `entity key` and the values in order. */
function severalValues(document: Json): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const iri = (id: string) => iriOf(id, document, BASE);
  for (const entity of [document['@graph']].flat() as (Json | null)[]) {
    if (typeof entity?.['@id'] !== 'string') continue;
    for (const [key, written] of Object.entries(entity)) {
      if (key.startsWith('@') || !Array.isArray(written)) continue;
      const values = [...new Set(written.map((value) => textOf(value, iri)))];
      // If an entity is described twice, the order of its values is undefined.
      const name = `${iri(entity['@id'])} ${key}`;
      if (values.length > 1 && !values.includes(undefined))
        found.set(name, found.has(name) ? [] : (values as string[]));
    }
  }
  return found;
}

/** A value in canonical form; undefined for nodes without `@id`. */
function textOf(value: unknown, iri: (id: string) => string): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { '@id': id, '@value': plain } = value as Json;
  if (plain !== undefined) return JSON.stringify(plain);
  return typeof id === 'string' ? `<${iri(id)}>` : undefined;
}

/** Finds properties whose values are the same in another order; properties with other values are ignored. */
function changed(before: Json, after: Json): { compared: number; moved: string[] } {
  const afterwards = severalValues(after);
  const moved: string[] = [];
  let compared = 0;
  for (const [name, values] of severalValues(before)) {
    const now = afterwards.get(name);
    if (now === undefined || [...now].sort().join() !== [...values].sort().join()) continue;
    compared += 1;
    if (now.join() !== values.join()) moved.push(name);
  }
  return { compared, moved };
}

describeWithShared('the order of values in documents found in the wild', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
    'id' | 'kind' | 'file',
    string
  >[];
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const ways: Readonly<Record<string, (bytes: Uint8Array) => Promise<Json>>> = {
    flatten: async (bytes) => (await flattenCrate(bytes, { contexts, base: BASE })).document,
    'convert --format jsonld': async (bytes) => {
      let text = '';
      for await (const chunk of crateToRdf(
        await openCrateDocument(bytes, { contexts, base: BASE }),
        'jsonld',
        contexts,
      ))
        text += chunk as string;
      return JSON.parse(text) as Json;
    },
  };

  it.each(Object.entries(ways))('is kept by %s', async (_, way) => {
    const reordered: string[] = [];
    let compared = 0;
    for (const { id, kind, file } of manifest) {
      if (kind !== 'real') continue;
      const bytes = readFileSync(join(folder, file));
      const found = changed(parseDocument(bytes), await way(bytes));
      compared += found.compared;
      if (found.moved.length > 0)
        reordered.push(`${id}: ${found.moved.length} of ${found.compared}, as ${found.moved[0]}`);
    }
    expect(compared).toBeGreaterThan(1000);
    expect(reordered).toEqual([]);
  });
});
