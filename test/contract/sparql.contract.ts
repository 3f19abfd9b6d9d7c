import type { GraphStore, Piece } from '../../src/store/port.js';
import { queryTerms, queryText } from '../../src/store/rdf-answers.js';
import { quadsOf, sizeOf } from '../helpers/stored.js';
import {
  built,
  contents,
  G1,
  G2,
  named,
  rejects,
  rows,
  testOf,
  write,
  writePieces,
  type StoreKind,
} from './store-kind.js';

const NAMES = 'SELECT ?n { ?s ?p ?n } ORDER BY ?n';
const GRAPHS = 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?n } } ORDER BY ?g';
/** A query that takes too long on any machine. */
const ENDLESS = `SELECT (COUNT(*) AS ?n) { ${Array.from({ length: 9 }, (_, i) => `?s${i} ?p${i} ?o${i} .`).join(' ')} }`;

/** Tests queries and updates of any graph store. */
export function describeSparql(kind: StoreKind): void {
  let store: GraphStore;
  beforeEach(async () => {
    store = await kind.open();
    await store.put([write(G1, 'create', named('a')), write(G2, 'create', named('b'))]);
  });
  afterEach(() => store.close());

  test('the default graph is the union of all graphs; the graphs of the query and FROM restrict it', async () => {
    const all = [{ n: 'a' }, { n: 'b' }];
    expect(await rows(store, NAMES)).toEqual(all);
    expect(await rows(store, NAMES, { graphs: [G2] })).toEqual([{ n: 'b' }]);
    expect(await rows(store, NAMES, { graphs: [G2, G1, 'urn:none'] })).toEqual(all);
    expect(await rows(store, NAMES, { graphs: [] })).toEqual([]);
    expect(await rows(store, GRAPHS, { graphs: [G2] })).toEqual([{ g: G2 }]);
    expect(await rows(store, `SELECT ?n FROM <${G1}> { ?s ?p ?n }`)).toEqual([{ n: 'a' }]);
    expect(await rows(store, `SELECT ?n FROM <${G1}> { GRAPH ?g { ?s ?p ?n } }`)).toEqual([]);
    expect(await rows(store, `SELECT ?n FROM NAMED <${G2}> { GRAPH ?g { ?s ?p ?n } }`)).toEqual([{ n: 'b' }]);
    expect(await rows(store, `SELECT ?n { GRAPH <${G2}> { ?s ?p ?n } }`)).toEqual([{ n: 'b' }]);
    expect(await rows(store, NAMES)).toEqual(all);
    expect(await rows(store, GRAPHS)).toEqual([{ g: G1 }, { g: G2 }]);
  });

  test('the default graph and the named graphs of a query may differ, whatever FROM says', async () => {
    const both = `SELECT ?n ?g { { ?s ?p ?n } UNION { GRAPH ?g { ?s ?p ?n } } } ORDER BY ?n`;
    const ask = (sparql: string, graphs: string[] | undefined, named: string[]) =>
      rows(store, sparql, { graphs, named });
    expect(await ask(both, [G1], [G2])).toEqual([{ n: 'a' }, { n: 'b', g: G2 }]);
    expect(await ask(both, [G1, G2, 'urn:none'], [])).toEqual([{ n: 'a' }, { n: 'b' }]);
    expect(await ask(both, undefined, [G1, 'urn:none'])).toEqual([{ n: 'a', g: G1 }]);
    expect(await ask(both, [], [])).toEqual([]);
    const from = both.replace('{', `FROM <${G2}> FROM NAMED <${G1}> {`);
    expect(await rows(store, from)).toEqual([{ n: 'a', g: G1 }, { n: 'b' }]);
    expect(await ask(from, [G1], [G2])).toEqual([{ n: 'a' }, { n: 'b', g: G2 }]);
    const extra = { 'urn:own': [Buffer.from(named('own').replace('@', '<urn:own>') + '\n')] };
    expect(await rows(store, both, { graphs: ['urn:own'], named: [G1], extra })).toEqual([{ n: 'a', g: G1 }, { n: 'own' }]); // prettier-ignore
    expect(await rows(store, both, { graphs: [], named: ['urn:own'], extra })).toEqual([{ n: 'own', g: 'urn:own' }]);
    expect(await rows(store, NAMES)).toEqual([{ n: 'a' }, { n: 'b' }]);
  });

  test('a query may supply extra graphs, visible to GRAPH and FROM, but not in the default graph or the next query', async () => {
    const own = 'urn:own';
    const extra = { [own]: [Buffer.from(named('own').replace('@', `<${own}>`) + '\n')] };
    for (let round = 0; round < 2; round += 1) {
      expect(await rows(store, `SELECT ?n { GRAPH <${own}> { ?s ?p ?n } }`, { extra })).toEqual([{ n: 'own' }]);
      expect(await rows(store, `SELECT ?n FROM <${own}> { ?s ?p ?n }`, { extra })).toEqual([{ n: 'own' }]);
      expect(await rows(store, NAMES, { extra })).toEqual([{ n: 'a' }, { n: 'b' }]);
      expect(await rows(store, GRAPHS, { extra, graphs: [G1] })).toEqual([{ g: G1 }, { g: own }]);
      expect(await rows(store, GRAPHS)).toEqual([{ g: G1 }, { g: G2 }]);
    }
    expect(await sizeOf(store, own)).toBe(0);
  });

  test('an update can be tried out on a snapshot, and changes nothing', async () => {
    const update = `DELETE { GRAPH ?g { ?s ?p "a" } } INSERT { GRAPH ?g { ?s ?p "x", "y" } } WHERE { GRAPH ?g { ?s ?p "a" } }`;
    const before = await contents(store);
    const snapshot = store.snapshot();
    try {
      const steps: string[] = [];
      const onProgress = (done: number, total: number, graph: string, step: string) =>
        void steps.push(`${step} ${done} of ${total}: ${graph}`);
      const tried = await snapshot.tryUpdate(update, { onProgress });
      expect(steps).toEqual([expect.stringMatching(/^read [12] of [12]: http:/), `compared 0 of 1: ${G1}`]);
      expect(tried.map(({ graph, added, removed }) => [graph, added, removed])).toEqual([[G1, 2, 1]]);
      const values = (pieces: readonly Piece[] = []) =>
        pieces.flatMap(({ content }) => Buffer.from(content.bytes).toString().match(/"."/g)).sort();
      expect(tried.map(({ kept, gained, lost }) => [kept, gained, lost].map(values))).toEqual([
        [[], ['"x"', '"y"'], ['"a"']],
      ]);
      await expect(snapshot.tryUpdate('INSERT NONSENSE')).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
      expect(await rows(store, NAMES)).toEqual([{ n: 'a' }, { n: 'b' }]);
    } finally {
      snapshot.close();
    }
    expect(await contents(store)).toEqual(before);
    expect(await store.update(update)).toEqual([{ graph: G1, added: 2, removed: 1 }]);
  });

  test('each query sees all earlier writes', async () => {
    for (const [text, change] of [
      ['c', () => store.put([write(G1, 'replace', named('c'))])],
      ['c d', () => store.put([write(G1, 'merge', named('d'))])],
      [
        'd',
        () => store.update(`DELETE DATA { GRAPH <${G1}> { <http://example.org/s> <http://schema.org/name> "c" } }`),
      ],
      ['', () => store.drop([G1])],
      ['e', () => store.put([write(G1, 'create', named('e'))])],
    ] as const) {
      await change();
      const found = await rows(store, `SELECT ?n { GRAPH <${G1}> { ?s ?p ?n } } ORDER BY ?n`);
      expect(found.map(({ n }) => n).join(' ')).toBe(text);
      expect(await rows(store, NAMES)).toEqual([{ n: 'b' }, ...found]);
    }
  });

  test('SELECT without rows has variables, CONSTRUCT returns quads, ASK a boolean', async () => {
    await store.put([write(G1, 'merge', '_:b <http://schema.org/name> "b" @ .')]);
    const none = await queryTerms(store, 'SELECT ?a ?b { ?a <http://example.org/none> ?b }');
    expect(none).toMatchObject({ kind: 'bindings', variables: ['a', 'b'] });
    expect(await queryTerms(store, 'PREFIX select: <http://e/> # SELECT\nASK { ?s ?p "a" }')).toEqual({
      kind: 'boolean',
      value: true,
    });
    const quads = await built(store, `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${G1}> { ?s ?p ?o } }`);
    expect(quads.map(({ subject }) => subject.termType).sort()).toEqual(['BlankNode', 'NamedNode']);
    expect(await built(store, 'DESCRIBE <http://example.org/s>')).toHaveLength(2);
  });

  testOf(kind, 'keepsBlankLabels')('blank nodes keep their labels in results and after an update', async () => {
    await store.put([write(G1, 'merge', '_:b7 <urn:p> "blank" @ .')]);
    expect(await rows(store, 'SELECT ?s { ?s <urn:p> "blank" }')).toEqual([{ s: 'b7' }]);
    await store.update(`INSERT DATA { GRAPH <${G1}> { <urn:s> <urn:p> "x" } }`);
    expect((await quadsOf(store, G1)).map(({ subject }) => subject.value)).toContain('b7');
  });

  test('a result is written in the media types of its query form', async () => {
    expect(await queryText(store, `SELECT ?n { GRAPH <${G1}> { ?s ?p ?n } }`, 'text/csv')).toBe('n\r\na\r\n');
    const json = await queryText(store, 'ASK { ?s ?p ?n }', 'application/sparql-results+json');
    expect(JSON.parse(json)).toMatchObject({ boolean: true });
    expect(await queryText(store, 'CONSTRUCT WHERE { ?s ?p ?n }', 'text/turtle')).toContain('"a"');
    await rejects(queryText(store, 'SELECT ?n { ?s ?p ?n }', 'text/turtle'), 'ERR_QUERY_FORMAT');
    await rejects(queryText(store, 'CONSTRUCT WHERE { ?s ?p ?n }', 'text/csv'), 'ERR_QUERY_FORMAT');
    await rejects(queryText(store, 'SELEC', 'text/csv'), 'ERR_QUERY_SYNTAX');
  });

  test('a syntax error states its position, without the stack of an engine', async () => {
    const error = (await queryTerms(store, 'SELECT * {').catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    expect(error.message).toMatch(/1:11/);
    expect(`${error.stack}${String(error.cause)}`).not.toMatch(/wasm/);
    await rejects(store.update('INSERT DATA {'), 'ERR_QUERY_SYNTAX');
    expect(await rows(store, NAMES)).toHaveLength(2);
  });

  test('an update that makes what RDF 1.1 cannot say is refused with the triple, and changes nothing', async () => {
    const before = await contents(store);
    const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
    const terms = [`STRDT("5", <${RDF}langString>)`, `STRDT("5", <${RDF}dirLangString>)`, 'TRIPLE(<urn:a>, <urn:b>, "c")', 'STRLANGDIR("x", "en", "ltr")']; // prettier-ignore
    for (const term of terms) {
      const update = `INSERT { GRAPH ?g { ?s <urn:made> ?new } } WHERE { GRAPH <${G1}> { ?s ?p ?n } BIND(${term} AS ?new) BIND(<${G1}> AS ?g) }`;
      await expect(store.update(update)).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX', message: expect.stringContaining('<urn:made>') as string }); // prettier-ignore
      const snapshot = store.snapshot();
      await rejects(snapshot.tryUpdate(update), 'ERR_RDF_SYNTAX');
      snapshot.close();
    }
    const data = (objects: string) => `INSERT DATA { GRAPH <${G1}> { <urn:s> <urn:p> ${objects} } }`;
    await rejects(store.update(data('<<( <urn:a> <urn:b> <urn:c> )>>')), 'ERR_RDF_SYNTAX');
    await rejects(store.update(data('"x"@en--rtl')), 'ERR_RDF_SYNTAX');
    expect(await contents(store)).toEqual(before);
    const texts = String.raw`"<<( --ltr", "\"@en--ltr", "\"^^<${RDF}langString>"`;
    expect(await store.update(data(texts))).toMatchObject([{ graph: G1, added: 3, removed: 0 }]);
  });

  const ends = 'a signal ends a query and an update, and the store keeps working';
  (kind.notEndless === undefined ? test : test.skip)(`${ends}${kind.notEndless ?? ''}`, async () => {
    const lines = Array.from({ length: 300 }, (_, i) => named(`${i}`));
    await store.put([write('urn:many', 'create', ...lines)]);
    const endless = `INSERT { GRAPH <urn:n> { <urn:s> <urn:p> ?n } } WHERE { GRAPH <urn:many> { ${ENDLESS.replace(/^[^{]*\{|\}$/g, '')} BIND(1 AS ?n) } }`;
    for (const work of [
      (signal: AbortSignal) => rows(store, ENDLESS, { signal }),
      (signal: AbortSignal) => store.update(endless, { signal }),
    ]) {
      await expect(work(AbortSignal.timeout(500))).rejects.toMatchObject({ name: 'TimeoutError' });
      await expect(work(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
      expect(await rows(store, `SELECT ?n { GRAPH <${G1}> { ?s ?p ?n } }`)).toEqual([{ n: 'a' }]);
    }
    await store.put([write(G1, 'merge', named('after'))]);
    expect(await store.graphs()).toEqual(new Map([[G1, 2], [G2, 1], ['urn:many', 300]])); // prettier-ignore
  });

  test('concurrent queries each get their own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => rows(store, `SELECT ?n { GRAPH <${i % 2 ? G1 : G2}> { ?s ?p ?n } }`)),
    );
    expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => [{ n: i % 2 ? 'a' : 'b' }]));
  });

  testOf(kind, 'exactDifferences')(
    'an update reports its difference for each changed graph, and for no other',
    async () => {
      const name = '<http://schema.org/name>';
      const update = `DELETE { GRAPH ?g { ?s ?p "a" } } INSERT { GRAPH ?g { ?s ?p "A", "AA" } } WHERE { GRAPH ?g { ?s ?p "a" } } ;
      INSERT DATA { GRAPH <urn:new> { <urn:s> ${name} "n" } GRAPH <${G2}> { <http://example.org/s> ${name} "b" } }`;
      const changed = await store.update(update);
      expect(changed.map(({ graph, added, removed }) => `${graph} +${added} -${removed}`).sort()).toEqual([
        `${G1} +2 -1`,
        'urn:new +1 -0',
      ]);
      expect(await store.update(`DELETE WHERE { GRAPH <${G1}> { ?s ?p ?o } }`)).toEqual([{ graph: G1, added: 0, removed: 2 }]); // prettier-ignore
      expect(await store.graphs()).toEqual(new Map([[G2, 1], ['urn:new', 1]])); // prettier-ignore
    },
  );

  testOf(kind, 'keepsLexicalForms')('an update keeps the spelling of unchanged triples', async () => {
    const spelled = ['01', '1', '2'].map(
      (n) => `<urn:n> <urn:p> "${n}"^^<http://www.w3.org/2001/XMLSchema#integer> @ .`,
    );
    await store.put([writePieces('urn:n', 'create', ...spelled)]);
    const before = await quadsOf(store, 'urn:n');
    const update = (words: string) => store.update(`${words} DATA { GRAPH <urn:n> { <urn:s> <urn:p> 7 } }`);
    expect(await update('INSERT')).toEqual([{ graph: 'urn:n', added: 1, removed: 0 }]);
    expect((await quadsOf(store, 'urn:n')).slice(0, before.length)).toEqual(before);
    expect(await sizeOf(store, 'urn:n')).toBe(4);
    expect(await update('DELETE')).toEqual([{ graph: 'urn:n', added: 0, removed: 1 }]);
    expect(await quadsOf(store, 'urn:n')).toEqual(before);
  });

  test.each([
    ['ERR_GRAPH_NOT_FOUND', 'DROP', 'http://example.org/none'],
    ['ERR_GRAPH_EXISTS', 'CREATE', G1],
  ])('%s of an update names the graph', async (code, operation, graph) => {
    await expect(store.update(`${operation} GRAPH <${graph}>`)).rejects.toMatchObject({ code, details: { graph } });
  });

  test.each([
    ['that fails in its second operation', `INSERT DATA { GRAPH <${G2}> { <x:x> <x:y> <x:z> } } ; DROP GRAPH <http://example.org/none>`, 'ERR_GRAPH_NOT_FOUND'],
    ['that loads from the web', `INSERT DATA { GRAPH <${G2}> { <x:x> <x:y> <x:z> } } ; LOAD <http://127.0.0.1:1/>`, 'ERR_UNSUPPORTED'],
    ['that inserts into the default graph', `INSERT DATA { <x:x> <x:y> <x:z> . GRAPH <${G2}> { <x:x> <x:y> <x:z> } }`, 'ERR_USAGE'],
  ])('an update %s is refused and changes nothing', async (_, update, code) => {
    const before = await contents(store);
    await rejects(store.update(update), code);
    expect(await contents(store)).toEqual(before);
    expect(await rows(store, NAMES)).toHaveLength(2);
  }); // prettier-ignore

  test('SERVICE is refused, not run', async () => {
    const asking = queryTerms(store, 'SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }');
    await rejects(asking, 'ERR_UNSUPPORTED');
  });

  test('a graph name that contains SPARQL is harmless', async () => {
    const evil = 'http://example.org/> } ; DROP ALL ; INSERT DATA { <x:x> <x:x> <x:x';
    expect(await rows(store, NAMES, { graphs: [evil] })).toEqual([]);
    expect(await contents(store)).toHaveLength(2);
  });

  test('after close a query fails', async () => {
    await store.close();
    await rejects(queryTerms(store, 'ASK {}'), 'ERR_USAGE');
  });
}
