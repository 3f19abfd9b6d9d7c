import oxigraph from 'oxigraph';
import { SparqlEngine, type EngineSnapshot } from '../../../src/store/engine/engine.js';
import { rowsIn } from '../../../src/store/engine/engine-requests.js';

const FORMATS = [
  'application/sparql-results+json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
] as const;
const [JSON_RESULTS] = FORMATS;

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
      expect([query, rowsIn(answer, format)]).toEqual([query, rows]);
    }
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
    const graphs = names.slice(-50);
    const sparql = `SELECT ?o { GRAPH ?g { ?s <urn:p> ?o } ?s <urn:p> ?o FILTER(?o IN (<${graphs.join('>,<')}>)) } LIMIT 2`;
    expect(await rowsOf(sparql, { graphs })).toBe(2);
    expect(await rowsOf('SELECT ?o { ?s <urn:p> ?o } LIMIT 1000', { graphs })).toBe(50);
    expect(read).toEqual(graphs);
  });

  it('reads all graphs if the query brings an extra one', async () => {
    const extra = { 'urn:extra': [Buffer.from('<urn:s> <urn:p> <urn:x> <urn:extra> .\n')] };
    expect(await rowsOf('SELECT ?o { GRAPH <urn:extra> { ?s <urn:p> ?o } ?s <urn:p> ?x } LIMIT 1', { extra })).toBe(1);
    expect(read).toEqual(names);
  });

  it('answers the next query after a text that it refuses', async () => {
    const wrong = 'SELECT (<urn:none>(?o) AS ?o) { ?s ?p ?o } LIMIT 1';
    await expect(engine.query(snapshot, wrong, JSON_RESULTS, {})).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    expect(await rowsOf('SELECT ?o { ?s ?p ?o }')).toBe(2 * COUNT);
    expect(read).toEqual(names);
  });
});
