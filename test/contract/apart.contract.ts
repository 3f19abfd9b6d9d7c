import type { GraphStore, GraphWrite } from '../../src/store/port.js';
import { match } from '../../src/store/rdf-answers.js';
import { withSnapshot } from '../../src/store/store-snapshots.js';
import { contents, G1, G2, named, rejects, rows, testOf, write, type StoreKind } from './store-kind.js';

const ONTOLOGY = 'http://example.org/ontology';
const NAMES = 'SELECT ?n { ?s ?p ?n } ORDER BY ?n';
const GRAPHS = 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?n } } ORDER BY ?g';
/** What the index alone cannot answer. */
const BY_ENGINE = 'BIND(RAND() AS ?any)';

/** Tests graphs that are apart from the union of all graphs. */
export function describeApart(kind: StoreKind): void {
  let store: GraphStore;
  beforeEach(async () => {
    store = await kind.open();
    await store.put([write(G1, 'create', named('a')), write(G2, 'create', named('b'))]);
  });
  afterEach(() => store.close());

  const ontology = (apart: boolean | undefined, mode: GraphWrite['mode'] = 'create', ...names: string[]): GraphWrite =>
    ({ ...write(ONTOLOGY, mode, ...names.map(named)), apart }); // prettier-ignore
  const names = async (sparql: string, options = {}) => (await rows(store, sparql, options)).map(({ n }) => n);
  const graphs = async (sparql: string, options = {}) => (await rows(store, sparql, options)).map(({ g }) => g);

  if (!kind.capabilities.keepsApart) {
    test('it refuses a graph apart, and writes nothing of it', async () => {
      await rejects(store.put([ontology(true, 'create', 'c')]), 'ERR_UNSUPPORTED');
      expect(await names(NAMES)).toEqual(['a', 'b']);
      expect(await store.apart()).toEqual(new Set());
      await store.put([ontology(false, 'create', 'c')]);
      expect(await names(NAMES)).toEqual(['a', 'b', 'c']);
    });
  }

  describe.each([
    ['', ''],
    [' that needs the engine', BY_ENGINE],
  ])('a query%s', (_, bind) => {
    const also = (sparql: string) => sparql.replace(/\}( ORDER BY ..)?$/, `${bind} }$1`);

    testOf(kind, 'keepsApart')('sees a graph apart only where it names it', async () => {
      await store.put([ontology(true, 'create', 'c')]);
      let plan = '';
      const onPlan = ({ by }: { by: string }) => void (plan = by);
      expect(await names(also(NAMES), { onPlan })).toEqual(['a', 'b']);
      expect(plan).toBe(bind === '' ? 'index' : 'engine');
      expect(await graphs(also(GRAPHS))).toEqual([G1, G2]);
      expect(await names(also(`SELECT ?n { GRAPH <${ONTOLOGY}> { ?s ?p ?n } } ORDER BY ?n`))).toEqual(['c']);
      expect(await names(also(`SELECT ?n FROM <${ONTOLOGY}> FROM <${G1}> { ?s ?p ?n } ORDER BY ?n`))).toEqual(['a', 'c']); // prettier-ignore
      expect(await graphs(also(`SELECT ?g FROM NAMED <${ONTOLOGY}> { GRAPH ?g { ?s ?p ?n } } ORDER BY ?g`))).toEqual([ONTOLOGY]); // prettier-ignore
      expect(await graphs(also(`SELECT ?g { VALUES ?g { <${ONTOLOGY}> <${G1}> } GRAPH ?g { ?s ?p ?n } } ORDER BY ?g`))).toEqual([G1, ONTOLOGY]); // prettier-ignore
      for (const choice of [`FILTER(?g = <${ONTOLOGY}>)`, `FILTER(?g IN (<${ONTOLOGY}>))`, `BIND(<${ONTOLOGY}> AS ?g)`])
        expect(await names(also(`SELECT ?n { ${choice} GRAPH ?g { ?s ?p ?n } } ORDER BY ?n`))).toEqual(['c']);
      const joined = `SELECT ?n { ?s ?p ?m . GRAPH <${ONTOLOGY}> { ?s ?p ?n } FILTER(?m = "a") } ORDER BY ?n`;
      expect(await names(also(joined))).toEqual(['c']);
      // Its terms begin with its IRI: that does not name it.
      const prefixed = `PREFIX o: <${ONTOLOGY}#> SELECT ?g { GRAPH ?g { ?s ?p ?n } FILTER(?n != o:x) } ORDER BY ?g`;
      expect(await graphs(also(prefixed))).toEqual([G1, G2]);
    });

    testOf(kind, 'keepsApart')('sees a graph apart that its caller names', async () => {
      await store.put([ontology(true, 'create', 'c')]);
      expect(await names(also(NAMES), { graphs: [ONTOLOGY, G1] })).toEqual(['a', 'c']);
      expect(await graphs(also(GRAPHS), { graphs: [ONTOLOGY] })).toEqual([ONTOLOGY]);
      expect(await names(also(NAMES), { graphs: [G1], named: [ONTOLOGY] })).toEqual(['a']);
      expect(await graphs(also(GRAPHS), { graphs: [G1], named: [ONTOLOGY] })).toEqual([ONTOLOGY]);
      const extra = { 'urn:own': [Buffer.from(named('own').replace('@', '<urn:own>') + '\n')] };
      expect(await names(also(NAMES), { extra })).toEqual(['a', 'b']);
      expect(await graphs(also(GRAPHS), { extra })).toEqual([G1, G2, 'urn:own']);
    });
  });

  testOf(kind, 'keepsApart')('a triple that a crate has too stays in the default graph', async () => {
    await store.put([ontology(true, 'create', 'a', 'c')]);
    expect(await names(NAMES)).toEqual(['a', 'b']);
    expect(await rows(store, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual([{ n: '2' }]);
    expect(await graphs('DESCRIBE <http://example.org/s>').catch(() => 'quads')).toBe('quads');
  });

  testOf(kind, 'keepsApart')('a graph stays apart until a write says otherwise, or it is removed', async () => {
    const apart = async () => [...(await store.apart())];
    await store.put([ontology(true, 'create', 'c')]);
    const before = store.snapshot();
    expect(await apart()).toEqual([ONTOLOGY]);
    await store.put([ontology(undefined, 'merge', 'd')]);
    expect(await apart()).toEqual([ONTOLOGY]);
    await store.put([ontology(undefined, 'replace', 'e')]);
    await store.update(`INSERT DATA { GRAPH <${ONTOLOGY}> { <urn:s> <urn:p> "f" } }`);
    expect(await apart()).toEqual([ONTOLOGY]);
    expect(await names(`SELECT ?n { GRAPH <${ONTOLOGY}> { ?s ?p ?n } } ORDER BY ?n`)).toEqual(['e', 'f']);
    await store.put([ontology(false, 'merge')]);
    expect([await apart(), await names(NAMES)]).toEqual([[], ['a', 'b', 'e', 'f']]);
    await store.put([ontology(true, 'merge')]);
    expect([await apart(), await names(NAMES)]).toEqual([[ONTOLOGY], ['a', 'b']]);
    await store.drop([ONTOLOGY]);
    await store.put([ontology(undefined, 'create', 'g')]);
    expect([await apart(), await names(NAMES)]).toEqual([[], ['a', 'b', 'g']]);
    await store.put([ontology(true, 'replace', 'h')]);
    await store.update(`DELETE WHERE { GRAPH <${ONTOLOGY}> { ?s ?p ?o } }`);
    expect(await apart()).toEqual([]);
    expect([...(await before.apart())]).toEqual([ONTOLOGY]);
    before.close();
  });

  testOf(kind, 'keepsApart')('a record is changed without its graph, and the graph set apart', async () => {
    const record = { source: 'onto.ttl', sha256: '0'.repeat(64), data: { at: 1 } };
    await store.put([{ ...ontology(false, 'create', 'c'), record }]);
    await store.put([{ ...ontology(true, 'merge'), record: { ...record, data: { at: 2 }, dataOnly: true } }]);
    expect(await store.records({ graph: ONTOLOGY })).toMatchObject([{ changed: false, data: { at: 2 } }]);
    expect([...(await store.apart())]).toEqual([ONTOLOGY]);
    expect(await names(NAMES)).toEqual(['a', 'b']);
    await store.put([{ ...ontology(undefined, 'merge'), record: { ...record, data: { at: 3 }, dataOnly: true } }]);
    expect([...(await store.apart())]).toEqual([ONTOLOGY]);
  });

  testOf(kind, 'keepsApart')('an update neither sees nor changes a graph apart that it does not name', async () => {
    await store.put([ontology(true, 'create', 'c')]);
    const text = (place: string) => `DELETE { GRAPH ?g { ?s ?p ?n } } INSERT { GRAPH ?g { ?s ?p "x" } } WHERE { ${place} GRAPH ?g { ?s ?p ?n } }`; // prettier-ignore
    await withSnapshot(store, async (one) =>
      expect((await one.tryUpdate(text(''))).map(({ graph }) => graph).sort()).toEqual([G1, G2]),
    );
    await store.update(text(''));
    expect(await names(`SELECT ?n { GRAPH <${ONTOLOGY}> { ?s ?p ?n } }`)).toEqual(['c']);
    await store.update(text(`VALUES ?g { <${ONTOLOGY}> }`));
    expect(await names(`SELECT ?n { GRAPH <${ONTOLOGY}> { ?s ?p ?n } }`)).toEqual(['x']);
    await store.update(`INSERT { GRAPH <${G1}> { ?s <urn:p> "y" } } USING <${ONTOLOGY}> WHERE { ?s ?p "x" }`);
    expect(await names(NAMES)).toEqual(['x', 'y']);
    const computed = `INSERT { GRAPH ?g { <urn:s> <urn:p> "z" } } WHERE { BIND(IRI(CONCAT("${ONTOLOGY}", "")) AS ?g) }`;
    await expect(store.update(computed)).rejects.toMatchObject({ code: 'ERR_USAGE', message: expect.stringContaining('is apart') }); // prettier-ignore
    await store.update('DROP ALL');
    expect(await contents(store)).toEqual([named('x').replace('@', `<${ONTOLOGY}>`) + '\n']);
  });

  testOf(kind, 'keepsApart')('match and nquads read it as all graphs', async () => {
    await store.put([ontology(true, 'create', 'c')]);
    let quads = 0;
    for await (const { graph } of match(store)) if (graph.value === ONTOLOGY) quads += 1;
    expect(quads).toBe(1);
    expect((await contents(store)).length).toBe(3);
    expect((await store.graphs()).get(ONTOLOGY)).toBe(1);
  });
}
