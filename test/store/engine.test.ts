import { Engine, type Snapshot } from '../../src/store/engine/engine.js';

const G = 'urn:g';

/** A store with one graph, which counts how often it is read. */
function counted(): { snapshot: Snapshot; reads: () => number } {
  let reads = 0;
  const marks = new Map([[G, '1']]);
  const snapshot: Snapshot = {
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
  let engine: Engine;
  beforeEach(() => void (engine = new Engine()));
  afterEach(() => engine.end());

  it.each([
    ['a query that is no SPARQL', 'no SPARQL', 'ERR_QUERY_SYNTAX'],
    ['a form that the media type cannot hold', 'CONSTRUCT WHERE { ?s ?p ?o }', 'ERR_QUERY_FORMAT'],
  ])('stays warm after %s', async (_, sparql, code) => {
    const { snapshot, reads } = counted();
    await engine.query(snapshot, ASK, JSON_RESULTS, {});
    await expect(engine.query(snapshot, sparql, JSON_RESULTS, {})).rejects.toMatchObject({ code });
    expect(Buffer.from(await engine.query(snapshot, ASK, JSON_RESULTS, {})).toString()).toContain('true');
    expect(reads()).toBe(1);
  });

  it('stays warm, and as it was, after an update that is refused in its second operation', async () => {
    const { snapshot, reads } = counted();
    const update = `CLEAR GRAPH <${G}>; LOAD <http://127.0.0.1:1/>`;
    await expect(engine.update(snapshot, update, {})).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
    expect(Buffer.from(await engine.query(snapshot, ASK, JSON_RESULTS, {})).toString()).toContain('true');
    expect(reads()).toBe(1);
  });

  it('is fed anew after an update that put triples into no graph', async () => {
    const { snapshot, reads } = counted();
    await expect(engine.update(snapshot, 'INSERT DATA { <urn:a> <urn:b> <urn:c> }', {})).rejects.toMatchObject({ code: 'ERR_USAGE' }); // prettier-ignore
    const lost = 'ASK { <urn:a> ?p ?o }';
    expect(Buffer.from(await engine.query(snapshot, lost, JSON_RESULTS, {})).toString()).toContain('false');
    expect(reads()).toBe(1);
  });
});
