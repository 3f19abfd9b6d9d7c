import oxigraph from 'oxigraph';
import { SparqlEngine, type EngineSnapshot } from '../../../src/store/engine/engine.js';
import { enoughTest } from '../../../src/store/engine/first-rows.js';

const FORMATS = [
  'application/sparql-results+json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
] as const;
const [JSON_RESULTS] = FORMATS;

describe('some graphs may be enough for', () => {
  it.each([
    'SELECT * { ?s ?p ?o } LIMIT 10',
    'PREFIX e: <http://e/> SELECT DISTINCT ?s { GRAPH ?g { ?s e:a/^e:b*|!e:c ?o } } LIMIT 10',
    'SELECT ?s (STR(?o) AS ?x) { { ?s ?p ?o } UNION { GRAPH <urn:g> { ?s ?p ?o } } } LIMIT 0',
    'SELECT * { ?s ?p ?o FILTER(?o IN (1, 2) && !BOUND(?x)) BIND(COALESCE(?x, 1) AS ?y) } LIMIT 10 VALUES ?s { <a:a> }',
    'ASK { ?s ?p ?o VALUES ?s { <a:a> } FILTER(<http://www.w3.org/2001/XMLSchema#integer>(?o) > 1) }',
  ])('%s', (sparql) => {
    expect(enoughTest(sparql)).toBeDefined();
  });
});

describe('all graphs are needed for', () => {
  it.each([
    'SELECT * { ?s ?p ?o }',
    'SELECT * { ?s ?p ?o } ORDER BY ?s LIMIT 10',
    'SELECT * { ?s ?p ?o } LIMIT 10 OFFSET 10',
    'SELECT REDUCED ?s { ?s ?p ?o } LIMIT 10',
    'SELECT * FROM <a:a> { ?s ?p ?o } LIMIT 10',
    'SELECT (COUNT(*) AS ?n) { ?s ?p ?o } LIMIT 10',
    'SELECT (1 + MAX(?o) AS ?n) { ?s ?p ?o } LIMIT 10',
    'SELECT ?s { ?s ?p ?o } GROUP BY ?s LIMIT 10',
    'SELECT (1 AS ?n) { ?s ?p ?o } HAVING(COUNT(*) > 1) LIMIT 10',
    'SELECT * { ?s ?p ?o OPTIONAL { ?o ?q ?x } } LIMIT 10',
    'SELECT * { ?s ?p ?o MINUS { ?s a ?o } } LIMIT 10',
    'SELECT * { { { ?s ?p ?o } UNION { ?s ?p ?o MINUS { ?s a ?o } } } } LIMIT 10',
    'SELECT * { ?s ?p ?o { SELECT ?s { ?s ?p ?o } OFFSET 1 } } LIMIT 10',
    'SELECT * { ?s ?p ?o FILTER NOT EXISTS { ?o ?q ?x } } LIMIT 10',
    'SELECT * { ?s ?p ?o FILTER(?o IN (1, EXISTS { ?o ?q ?x })) } LIMIT 10',
    'SELECT * { ?s ?p ?o BIND(EXISTS { ?o ?q ?x } AS ?y) } LIMIT 10',
    'SELECT ?s (EXISTS { ?s a ?x } AS ?y) { ?s ?p ?o } LIMIT 10',
    'SELECT * { GRAPH ?g { ?s ?p ?o OPTIONAL { ?o ?q ?x } } } LIMIT 10',
    'SELECT * { SERVICE <http://e/> { ?s ?p ?o } } LIMIT 10',
    'ASK { ?s ?p ?o FILTER NOT EXISTS { ?s a ?x } }',
    'CONSTRUCT WHERE { ?s ?p ?o } LIMIT 10',
    'DESCRIBE ?s { ?s ?p ?o } LIMIT 10',
    'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> 1 } }',
    'no SPARQL',
  ])('%s', (sparql) => {
    expect(enoughTest(sparql)).toBeUndefined();
  });
});

describe('counts the rows of an answer', () => {
  const store = new oxigraph.Store();
  store.update(`INSERT DATA {
    <a:a> <a:p> "1,\\n\\"2\\"\\r\\n3\\t", "<result>", "{}", "" , "true", _:b . <a:a> <a:q> 1 }`);
  const all = 'SELECT * { ?s <a:p> ?o }';

  it.each(FORMATS)('in %s', (format) => {
    for (const [query, rows] of [
      [all, 6],
      ['SELECT ?none { ?s <a:p> ?o }', 6],
      ['SELECT * {}', 1],
      ['SELECT * { ?s <a:none> ?o }', 0],
    ] as const) {
      const answer = store.query(query, { results_format: format }) as string;
      const isEnough = (limit: number) => enoughTest(`${all} LIMIT ${limit}`)?.(answer, format);
      expect([query, isEnough(rows), isEnough(rows + 1)]).toEqual([query, true, false]);
    }
  });

  it.each(FORMATS)('and of an ASK only if it is true, in %s', (format) => {
    const isTrue = (query: string) =>
      enoughTest(query)?.(store.query(query, { results_format: format }) as string, format);
    expect([isTrue('ASK { ?s <a:q> 1 }'), isTrue('ASK { ?s <a:q> 2 }')]).toEqual([true, false]);
  });
});

describe('the engine', () => {
  const COUNT = 200;
  const text = 'long '.repeat(4000);
  let engine: SparqlEngine;
  let read: string[];
  const names = Array.from({ length: COUNT }, (_, index) => `urn:g${index}`);
  const snapshot: EngineSnapshot = {
    graphs: async (wanted = names) => new Map([...wanted].map((name) => [name, '1'])),
    *nquads(name) {
      read.push(name);
      yield Buffer.from(`<urn:s> <urn:p> <${name}> <${name}> .\n<urn:s> <urn:long> "${text}" <${name}> .\n`);
    },
  };
  const rowsOf = async (sparql: string, options = {}): Promise<number> => {
    const answer = Buffer.from(await engine.query(snapshot, sparql, JSON_RESULTS, options)).toString();
    return (JSON.parse(answer) as { results: { bindings: unknown[] } }).results.bindings.length;
  };

  beforeEach(() => {
    engine = new SparqlEngine();
    read = [];
  });
  afterEach(() => engine.end());

  it('reads only the graphs that a LIMIT needs, and the others on demand', async () => {
    expect(await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 5')).toBe(5);
    const first = [...read];
    expect(first.length).toBeLessThan(COUNT / 4);
    expect(await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 4')).toBe(4);
    expect(read).toEqual(first);
    expect(await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 20')).toBe(20);
    expect(read.length).toBeLessThan(COUNT);
    expect(await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 1000')).toBe(COUNT);
    expect(read).toEqual(names);
  });

  it('returns the same rows each time', async () => {
    const sparql = 'SELECT ?o { ?s <urn:p> ?o } LIMIT 5';
    const answers = new Set<string>();
    for (const one of [new SparqlEngine(), new SparqlEngine(), engine])
      for (let time = 0; time < 2; time += 1) {
        answers.add(Buffer.from(await one.query(snapshot, sparql, JSON_RESULTS, {})).toString());
        if (time === 1) await one.end();
      }
    expect(answers.size).toBe(1);
  });

  it('reads only the graphs of the query', async () => {
    await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 5');
    const graphs = names.slice(-50);
    const sparql = `SELECT ?o { GRAPH ?g { ?s <urn:p> ?o } ?s <urn:p> ?o FILTER(?o IN (<${graphs.join('>,<')}>)) } LIMIT 2`;
    expect(await rowsOf(sparql, { graphs })).toBe(2);
    expect(await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 1000', { graphs })).toBe(50);
    expect(read.length).toBeLessThan(COUNT);
  });

  it('reads all graphs if the query brings an extra one', async () => {
    const extra = { 'urn:extra': [Buffer.from('<urn:s> <urn:p> <urn:x> <urn:extra> .\n')] };
    expect(await rowsOf('SELECT ?o { GRAPH <urn:extra> { ?s <urn:p> ?o } ?s <urn:p> ?x } LIMIT 1', { extra })).toBe(1);
    expect(read).toEqual(names);
  });

  it('contains only whole graphs after a text that it refuses', async () => {
    const wrong = 'SELECT (<urn:none>(?o) AS ?o) { ?s ?p ?o } LIMIT 1';
    await expect(engine.query(snapshot, wrong, JSON_RESULTS, {})).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    expect(await rowsOf('SELECT ?o { ?s ?p ?o }')).toBe(2 * COUNT);
    expect(read).toEqual(names);
  });
});
