import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOGUE, named, readCatalogue } from '../src/catalogue.js';
import { exportCrate } from '../src/export.js';
import { listCrates } from '../src/list.js';
import { loadCrates } from '../src/load/load.js';
import type { GraphStore } from '../src/store/graph-store.js';
import { openStore } from '../src/store/open.js';
import { updateStore } from '../src/update.js';
import { BUNDLED, crate } from './helpers/read.js';

const contexts = BUNDLED;
const A = 'http://example.org/a/';
const B = 'http://example.org/b/';
const NAME = '<http://schema.org/name>';

describe.each(['memory', 'directory'])('update of a %s store', (kind) => {
  let folder: string;
  let location: string;
  let store: GraphStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-update-'));
    location = kind === 'memory' ? 'memory:' : join(folder, 'store');
    store = await openStore(location, { mode: 'write', create: true });
    for (const [base, name] of [
      [A, 'First'],
      [B, 'Second'],
    ] as const) {
      const file = join(folder, `${name}-ro-crate-metadata.json`);
      await writeFile(
        file,
        JSON.stringify(
          crate([{ '@id': '#alice', '@type': 'Person', name: 'Alice' }], undefined, {
            name,
            author: [{ '@id': '#zoe' }, { '@id': '#alice' }],
          }),
          null,
          2,
        ),
      );
      await loadCrates(store, [file], { contexts, base });
    }
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const text = (graph: string) => exportCrate(store, graph, { contexts });

  it('reports the crates that changed, and by how many quads', async () => {
    const changed = await updateStore(
      store,
      `DELETE { GRAPH ?g { ?s ${NAME} ?n } } INSERT { GRAPH ?g { ?s ${NAME} "Ada", "Ali" } } WHERE { GRAPH ?g { ?s ${NAME} ?n FILTER (?n = "Alice") } }`,
    );
    expect(changed.map(({ graph, added, removed }) => [graph.value, added, removed]).sort()).toEqual([
      [A, 2, 1],
      [B, 2, 1],
    ]);
    expect(await updateStore(store, `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "First" } }`)).toEqual([]);
  });

  it('all of it or nothing: a second operation that fails takes the first one back', async () => {
    const before = [await text(A), await text(B)];
    const sparql = `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "more" } } ; LOAD <http://localhost:1/nothing>`;
    await expect(updateStore(store, sparql)).rejects.toThrow();
    await expect(
      updateStore(store, `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "more" } } ; NONSENSE`),
    ).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    expect([await text(A), await text(B)]).toEqual(before);
  });

  it('a pattern over all graphs leaves the catalogue alone', async () => {
    const records = await readCatalogue(store);
    for (const sparql of [
      `DELETE { GRAPH ?g { ?s <http://schema.org/version> ?o } } WHERE { GRAPH ?g { ?s <http://schema.org/version> ?o } }`,
      `INSERT { GRAPH ?g { ?s <http://example.org/seen> true } } WHERE { GRAPH ?g { ?s a ?t } }`,
      `DELETE WHERE { GRAPH <${CATALOGUE}> { ?s ?p ?o } }`,
    ]) {
      const changed = await updateStore(store, sparql);
      expect(changed.map(({ graph }) => graph.value)).not.toContain(CATALOGUE);
      expect(await readCatalogue(store)).toEqual(records);
    }
    expect(JSON.parse(await text(A))).toMatchObject({
      '@graph': [
        { '@id': 'ro-crate-metadata.json' },
        { '@id': './', author: [{ '@id': '#zoe' }, { '@id': '#alice' }] },
        { '@id': '#alice' },
      ],
    });
  });

  it.each([
    'CLEAR ALL',
    'DROP NAMED',
    `DROP GRAPH <${A}> ; DROP GRAPH <${B}>`,
    'DELETE WHERE { GRAPH ?g { ?s ?p ?o } }',
  ])('a crate that %s has emptied can be loaded again', async (sparql) => {
    const before = await text(A);
    await updateStore(store, sparql);
    expect(await listCrates(store)).toEqual([]);
    await expect(text(A)).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' });
    const [result] = await loadCrates(store, [join(folder, 'First-ro-crate-metadata.json')], { contexts });
    expect(result).toMatchObject({ status: 'loaded', graph: A });
    expect(await text(A)).toBe(before);
    expect((await readCatalogue(store)).filter(({ graph }) => graph === A)).toHaveLength(1);
  });

  it('a graph under another name is a crate without layout', async () => {
    await updateStore(store, `MOVE <${A}> TO <http://example.org/moved/>`);
    expect((await listCrates(store)).map(({ graph }) => graph).sort()).toEqual([B, 'http://example.org/moved/']);
    expect(await store.size(named('http://example.org/moved/'))).toBeGreaterThan(0);
    await expect(text(A)).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' });
  });

  it('loading the same crate after an update says unchanged, and the update stays', async () => {
    await updateStore(
      store,
      `DELETE DATA { GRAPH <${A}> { <${A}#alice> ${NAME} "Alice" } } ; INSERT DATA { GRAPH <${A}> { <${A}#alice> ${NAME} "Ada" } }`,
    );
    const changed = await text(A);
    expect(changed).toBe(
      (await readFile(join(folder, 'First-ro-crate-metadata.json'), 'utf8')).replace('"Alice"', '"Ada"'),
    );
    const [again] = await loadCrates(store, [join(folder, 'First-ro-crate-metadata.json')], { contexts, base: A });
    expect(again).toMatchObject({ status: 'unchanged' });
    expect(await text(A)).toBe(changed);
  });

  if (kind === 'directory') {
    it('is durable', async () => {
      await updateStore(store, `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "kept" } }`);
      const changed = await text(A);
      await store.close();
      store = await openStore(location, { mode: 'write' });
      expect(await text(A)).toBe(changed);
      expect(changed).toContain('["First", "kept"]');
    });
  }
});
