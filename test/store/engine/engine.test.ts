import { SparqlEngine, type EngineSnapshot } from '../../../src/store/engine/engine.js';

const G = 'urn:g';

/** A store with one graph that counts how often it is read. */
function counted(): { snapshot: EngineSnapshot; reads: () => number } {
  let reads = 0;
  const marks = new Map([[G, '1']]);
  const snapshot: EngineSnapshot = {
    graphs: async (names = marks.keys()) => new Map([...marks].filter(([name]) => [...names].includes(name))),
    nquads: () => {
      reads += 1;
      return [Buffer.from(`<urn:s> <urn:p> "o" <${G}> .\n`)];
    },
  };
  return { snapshot, reads: () => reads };
}

const ASK = 'ASK { ?s ?p ?o }';
const JSON_RESULTS = 'application/sparql-results+json';

describe('the engine', () => {
  let engine: SparqlEngine;
  beforeEach(() => void (engine = new SparqlEngine()));
  afterEach(() => engine.end());

  it.each([
    ['a query that is not SPARQL', 'no SPARQL', 'ERR_QUERY_SYNTAX'],
    ['a form that the media type cannot hold', 'CONSTRUCT WHERE { ?s ?p ?o }', 'ERR_QUERY_FORMAT'],
  ])('stays warm after %s', async (_, sparql, code) => {
    const { snapshot, reads } = counted();
    await engine.query(snapshot, ASK, JSON_RESULTS, {});
    await expect(engine.query(snapshot, sparql, JSON_RESULTS, {})).rejects.toMatchObject({ code });
    expect(Buffer.from(await engine.query(snapshot, ASK, JSON_RESULTS, {})).toString()).toContain('true');
    expect(reads()).toBe(1);
  });

  it('compares no graphs for a query of the same snapshot, and sees a graph that changed or went', async () => {
    const g = (n: number) => `urn:g${n}`;
    let marks: ReadonlyMap<string, string> = new Map([1, 2, 3].map((n) => [g(n), '1']));
    let looked = 0;
    /** A promise asks each value for `then`; everything else is a look at the graphs. */
    const watched = (map: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
      new Proxy(map, {
        get: (target, key) => {
          if (key !== 'then') looked += 1;
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
        },
      });
    const snapshot: EngineSnapshot = {
      graphs: async (names) =>
        names === undefined ? marks : new Map([...names].flatMap((one) => (marks.has(one) ? [[one, marks.get(one) ?? '']] : []))), // prettier-ignore
      nquads: (graph) => [Buffer.from(`<urn:s> <urn:p> "${marks.get(graph)}" <${graph}> .\n`)],
    };
    const values = async (sparql: string): Promise<string> => {
      const bytes = await engine.query(snapshot, sparql, 'text/csv', {});
      return Buffer.from(bytes).toString().trim().split('\r\n').slice(1).sort().join(' ');
    };
    const ALL = 'SELECT ?o { GRAPH ?g { ?s ?p ?o } }';
    const ONE = `SELECT ?o { GRAPH <${g(1)}> { ?s ?p ?o } }`;
    marks = watched(marks);
    expect(await values(ALL)).toBe('1 1 1');
    looked = 0;
    expect(await values(ALL)).toBe('1 1 1');
    expect(looked).toBe(0);
    marks = new Map([[g(1), '2'], [g(3), '1']]); // prettier-ignore
    expect(await values(ONE)).toBe('2');
    expect(await values(`SELECT ?o { GRAPH <${g(2)}> { ?s ?p ?o } }`)).toBe('');
    expect(await values(ALL)).toBe('1 2');
    marks = new Map([[g(3), '3']]);
    expect(await values(ONE)).toBe('');
    expect(await values(`SELECT ?o FROM <${g(1)}> FROM <${g(3)}> { ?s ?p ?o }`)).toBe('3');
    expect(await values(ALL)).toBe('3');
  });

  it('stays warm, and as it was, after an update that is refused in its second operation', async () => {
    const { snapshot, reads } = counted();
    const update = `CLEAR GRAPH <${G}>; LOAD <http://127.0.0.1:1/>`;
    await expect(engine.update(snapshot, update, {})).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
    expect(Buffer.from(await engine.query(snapshot, ASK, JSON_RESULTS, {})).toString()).toContain('true');
    expect(reads()).toBe(1);
  });

  it('loads its graphs again after an update that inserted into the default graph', async () => {
    const { snapshot, reads } = counted();
    await expect(engine.update(snapshot, 'INSERT DATA { <urn:a> <urn:b> <urn:c> }', {})).rejects.toMatchObject({ code: 'ERR_USAGE' }); // prettier-ignore
    const lost = 'ASK { <urn:a> ?p ?o }';
    expect(Buffer.from(await engine.query(snapshot, lost, JSON_RESULTS, {})).toString()).toContain('false');
    expect(reads()).toBe(1);
  });

  it('answers FROM from the graphs of the query only, whatever else is loaded', async () => {
    const names = ['urn:g1', 'urn:g2', 'urn:g3'];
    const snapshot: EngineSnapshot = {
      graphs: async (wanted = names) =>
        new Map([...wanted].filter((one) => names.includes(one)).map((one) => [one, '1'])),
      nquads: (graph) => [Buffer.from(`<${graph}> <urn:p> "o" <${graph}> .\n`)],
    };
    const asked = async (graphs?: readonly string[]) => {
      const query = 'SELECT ?s FROM <urn:g1> { ?s ?p ?o }';
      return Buffer.from(await engine.query(snapshot, query, 'text/csv', { graphs }))
        .toString()
        .split('\r\n')
        .slice(1, -1);
    };
    expect(await asked(['urn:g1', 'urn:g2'])).toEqual(['urn:g1']);
    await engine.query(snapshot, ASK.replace('ASK', 'SELECT *'), 'text/csv', {});
    expect(await asked(['urn:g1', 'urn:g2'])).toEqual(['urn:g1']);
    expect(await asked(['urn:g2'])).toEqual([]);
    expect(await asked()).toEqual(['urn:g1']);
  });

  it('drops a waiting query that is aborted', async () => {
    const { snapshot } = counted();
    const ten = (name: string) => `VALUES ?${name} { 0 1 2 3 4 5 6 7 8 9 }`;
    const long = `SELECT (COUNT(*) AS ?n) { ${[...'abcdefghi'].map(ten).join(' ')} }`;
    const stop = new AbortController();
    const first = engine.query(snapshot, long, 'text/csv', { signal: stop.signal });
    first.catch(() => undefined);
    const second = engine.query(snapshot, ASK, JSON_RESULTS, { signal: AbortSignal.timeout(100) });
    await expect(Promise.race([first, second])).rejects.toMatchObject({ name: 'TimeoutError' });
    stop.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(Buffer.from(await engine.query(snapshot, ASK, JSON_RESULTS, {})).toString()).toContain('true');
  });

  it.each(['catalogue', 'waiting:deleted:urn:g'])('refuses a graph with a reserved name: %s', async (name) => {
    const { snapshot } = counted();
    const update = `INSERT { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH <${G}> { ?s ?p ?o } BIND(IRI(CONCAT("urn:crate", "graph:${name}")) AS ?g) }`;
    await expect(engine.update(snapshot, update, {})).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('begins anew when it has dropped more than it holds, because dropped quads stay in memory', async () => {
    const megabyte = Buffer.from(`<urn:s> <urn:p> "${'x'.repeat(2 ** 20)}" <${G}> .\n`);
    const other = Buffer.from('<urn:s> <urn:p> "o" <urn:other> .\n');
    let [mark, reads] = [0, 0];
    const snapshot: EngineSnapshot = {
      graphs: async (names = [G, 'urn:other']) => {
        const marks = new Map([[G, String(mark)], ['urn:other', '0']]); // prettier-ignore
        return new Map([...names].map((name) => [name, marks.get(name) as string]));
      },
      nquads: (graph) => {
        if (graph === G) return [megabyte];
        reads += 1;
        return [other];
      },
    };
    for (mark = 0; mark < 7; mark += 1) await engine.query(snapshot, ASK, JSON_RESULTS, {});
    expect(reads).toBe(4);
  });
});
