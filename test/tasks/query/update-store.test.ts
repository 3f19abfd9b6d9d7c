import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOGUE, loadRecords } from '../../../src/tasks/stored/load-records.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import type { GraphStore } from '../../../src/store/port.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { openStore } from '../../../src/store/open-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { quadsOf, sizeOf } from '../../helpers/stored.js';

const contexts = BUNDLED;
const A = 'http://example.org/a/';
const B = 'http://example.org/b/';
const NAME = '<http://schema.org/name>';

describe.each(['memory', 'file'])('update of a %s store', (kind) => {
  let folder: string;
  let location: string;
  /** One for all tests, emptied after each: the engine takes longer to start than a test to run. */
  let store: GraphStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-update-'));
    location = kind === 'memory' ? 'memory:' : join(folder, 'store');
    store = await openStore(location, { mode: 'write', create: true });
  });

  it('can be stopped while its graphs are written, and then has changed none', async () => {
    const update = `DELETE { GRAPH ?g { ?s ${NAME} ?n } } WHERE { GRAPH ?g { ?s ${NAME} ?n } }`;
    const controller = new AbortController();
    const before = (await quadsOf(store)).map(quadToNQuads);
    const run = updateStore(store, update, {
      signal: controller.signal,
      onProgress: (done, _total, _graph, step) => {
        if (step !== 'read' && done === 1) controller.abort(new Error(`stopped: ${step}`));
      },
    });
    await expect(run).rejects.toThrow('stopped');
    expect((await quadsOf(store)).map(quadToNQuads)).toEqual(before);
    expect(await updateStore(store, update)).toHaveLength(2);
  });

  it('refuses to copy into the default graph, which no store of crates has', async () => {
    for (const update of [`COPY <${A}> TO DEFAULT`, `ADD SILENT <${A}> TO DEFAULT`])
      await expect(updateStore(store, update, { crate: A })).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  beforeEach(async () => {
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

  afterEach(async () => store.drop((await store.graphs()).keys()));

  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const text = (graph: string) => exportCrate(store, graph, { contexts });

  it('reports the crates that changed, and by how many quads', async () => {
    const changed = await updateStore(
      store,
      `DELETE { GRAPH ?g { ?s ${NAME} ?n } } INSERT { GRAPH ?g { ?s ${NAME} "Ada", "Ali" } } WHERE { GRAPH ?g { ?s ${NAME} ?n FILTER (?n = "Alice") } }`,
    );
    expect(changed.map(({ graph, added, removed }) => [graph, added, removed]).sort()).toEqual([
      [A, 2, 1],
      [B, 2, 1],
    ]);
    expect(await updateStore(store, `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "First" } }`)).toEqual([]);
  });

  it('all of it or nothing: a second operation that fails rolls the first one back', async () => {
    const before = [await text(A), await text(B)];
    const sparql = `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "more" } } ; LOAD <http://localhost:1/nothing>`;
    await expect(updateStore(store, sparql)).rejects.toThrow();
    await expect(
      updateStore(store, `INSERT DATA { GRAPH <${A}> { <${A}> ${NAME} "more" } } ; NONSENSE`),
    ).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    expect([await text(A), await text(B)]).toEqual(before);
  });

  it('a pattern over all graphs does not reach the catalogue', async () => {
    const records = await loadRecords(store);
    for (const sparql of [
      `DELETE { GRAPH ?g { ?s <http://schema.org/version> ?o } } WHERE { GRAPH ?g { ?s <http://schema.org/version> ?o } }`,
      `INSERT { GRAPH ?g { ?s <http://example.org/seen> true } } WHERE { GRAPH ?g { ?s a ?t } }`,
    ]) {
      const changed = await updateStore(store, sparql);
      expect(changed.map(({ graph }) => graph)).not.toContain(CATALOGUE);
      expect((await loadRecords(store)).map((record) => ({ ...record, changed: false }))).toEqual(records);
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
    `DELETE WHERE { GRAPH <${CATALOGUE}> { ?s ?p ?o } }`,
    `INSERT DATA { GRAPH <${CATALOGUE}> { <urn:s> <urn:p> "o" } }`,
    `INSERT { GRAPH <${CATALOGUE}> { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }`,
    `PREFIX c: <urn:crategraph:> INSERT DATA { GRAPH c:catalogue { <urn:s> <urn:p> "o" } }`,
    'INSERT DATA { <urn:s> <urn:p> "o" }',
    `INSERT DATA { GRAPH <${A}> { <urn:s> <urn:p> "o" } } ; DELETE { ?s ?p "o" } WHERE { GRAPH ?g { ?s ?p "o" } }`,
    `INSERT { GRAPH <${A}> { ?s ?p ?o } } WHERE { ?s ?p ?o }`,
  ])('refuses the catalogue, and triples outside named graphs: %s', async (sparql) => {
    const before = [await text(A), await text(B)];
    await expect(updateStore(store, sparql)).rejects.toMatchObject({ code: 'ERR_USAGE' });
    expect([await text(A), await text(B)]).toEqual(before);
    expect(await store.graphs([CATALOGUE])).toEqual(new Map());
  });

  it.each([
    [`INSERT DATA { <${A}> ${NAME} "more" }`, 1, 0],
    [`DELETE DATA { <${A}> ${NAME} "First" } ; INSERT DATA { <${A}> ${NAME} "more" }`, 1, 1],
    [`DELETE WHERE { ?s ${NAME} "Alice" }`, 0, 1],
    [`DELETE { ?s ${NAME} ?n } INSERT { ?s ${NAME} "Ada" } WHERE { ?s ${NAME} ?n FILTER (?n = "Alice") }`, 1, 1],
    [`INSERT { ?s <http://schema.org/alternateName> ?n } WHERE { GRAPH <${B}> { ?s ${NAME} ?n } }`, 2, 0],
  ])('puts triples outside named graphs into the given crate: %s', async (sparql, added, removed) => {
    const other = await text(B);
    expect(await updateStore(store, sparql, { crate: A })).toEqual([{ graph: A, added, removed }]);
    expect(await text(B)).toBe(other);
  });

  it.each([
    [`BASE <${A}x/y> INSERT DATA { <../#alice> <https://schema.org/email> "e" }`, `${A}#alice`],
    [`PREFIX e: <http://example.org/> INSERT DATA { e:a\\/b\\#c <urn:p> "e" }`, `${A}b#c`],
    [`INSERT DATA { <http://example.org/\\u00e9> <urn:p> "e" }`, 'http://example.org/é'],
    [`PREFIX e: <http://example.org/> DELETE { ?s ?p "Alice" } INSERT { e:a\\/ ?p "e" } WHERE { ?s ?p "Alice" }`, A],
  ])('reads IRIs for it as the engine does: %s', async (sparql, subject) => {
    await updateStore(store, sparql, { crate: A });
    const added = (await quadsOf(store)).filter(({ object }) => object.value === 'e');
    expect(added.map((quad) => [quad.subject.value, quad.graph.value])).toEqual([[subject, A]]);
  });

  it.each([
    `INSERT DATA { <urn:s> <urn:p> "a\u2028b\u2029c" . <urn:t> <urn:p> "d" }`,
    `DELETE { ?s ?p ?o } INSERT { ?s ?p "a\u2028b\u2029c" . ?s ?p "d" } WHERE { ?s ?p ?o FILTER (?o = "First") }`,
  ])('keeps every character of a string for it: %j', async (sparql) => {
    await updateStore(store, sparql, { crate: A });
    expect((await quadsOf(store, A)).map(({ object }) => object.value)).toContain('a\u2028b\u2029c');
  });

  it('refuses a crate that the store does not contain', async () => {
    const updating = updateStore(store, `INSERT DATA { <${A}> ${NAME} "more" }`, { crate: 'http://nowhere.example/' });
    const details = { graph: 'http://nowhere.example/' };
    await expect(updating).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND', details });
  });

  it('keeps the spelling of unchanged triples', async () => {
    const line = (n: string) => `<urn:n> <urn:p> "${n}"^^<http://www.w3.org/2001/XMLSchema#integer> <${A}> .`;
    await store.put([{ graph: A, mode: 'merge', nquads: ['01', '2'].map((n) => `${line(n)}\n`) }]);
    await updateStore(store, `DELETE DATA { GRAPH <${A}> { <urn:n> <urn:p> 2 } } ; INSERT DATA { GRAPH <${A}> { <urn:n> <urn:p> 3 } }`); // prettier-ignore
    const nquads = (await quadsOf(store, A)).map(quadToNQuads);
    expect(nquads.filter((one) => one.startsWith('<urn:n>')).sort()).toEqual(['01', '3'].map((n) => `${line(n)}\n`));
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
    const [result] = await loadCrates(store, [join(folder, 'First-ro-crate-metadata.json')], { contexts, base: A });
    expect(result).toMatchObject({ status: 'loaded', graph: A });
    expect(await text(A)).toBe(before);
    expect((await loadRecords(store)).filter(({ graph }) => graph === A)).toHaveLength(1);
  });

  it('a graph under another name is a crate without original', async () => {
    await updateStore(store, `MOVE <${A}> TO <http://example.org/moved/>`);
    expect((await listCrates(store)).map(({ graph }) => graph).sort()).toEqual([B, 'http://example.org/moved/']);
    expect(await sizeOf(store, 'http://example.org/moved/')).toBeGreaterThan(0);
    await expect(text(A)).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' });
  });

  it('loading the same crate after an update reports unchanged, and the update stays', async () => {
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

  if (kind === 'file') {
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
