import { resolve } from 'node:path';
import type { CrateError } from '../../../src/base/errors.js';
import { findGraph, findGraphs } from '../../../src/tasks/stored/find-graph.js';
import { handlesOf } from '../../../src/tasks/stored/handles.js';
import { CATALOGUE } from '../../../src/tasks/stored/load-records.js';
import type { GraphReader, GraphStore } from '../../../src/store/port.js';
import { growth, LINEAR } from '../../helpers/growth.js';
import { namedStore, recordData, sha256Of } from '../../helpers/named-store.js';

const ATLAS = 'https://example.org/atlas/';
const SURVEY = 'arcp://ni,sha-256;abc/';
const LOOSE = 'urn:example:loose';
const WEB = 'https://w3id.example/survey';
const ADDRESS = 'https://host.example/deep/ro-crate-metadata.json';

let store: GraphStore;
beforeEach(async () => {
  store = await namedStore([
    { graph: ATLAS, source: resolve('/data/atlas/ro-crate-metadata.json'), names: ['Coastal  atlas', 'Küstenatlas'] },
    { graph: SURVEY, source: resolve('crates/bag/data/ro-crate-metadata.json'), names: ['Survey: winter 2023'] },
    { graph: LOOSE, names: ['Made here'] },
    { graph: WEB, source: 'https://short.example/7', location: ADDRESS, names: ['From the web'] },
    { graph: `${WEB}/2`, source: resolve('/data/two.zip'), names: ['Archive'] },
    { graph: 'https://example.org/stdin/', source: '-', names: ['-x'] },
  ]);
});
afterEach(() => store.close());

const failure = (name: string): Promise<CrateError> =>
  findGraph(store, name).then(
    (graph) => Promise.reject(new Error(`${name} is ${graph}`)),
    (error: CrateError) => error,
  );

describe('findGraph', () => {
  it.each([
    ['the IRI', ATLAS, ATLAS],
    ['the IRI without its last slash', 'https://example.org/atlas', ATLAS],
    ['the IRI in brackets', `<${ATLAS}>`, ATLAS],
    ['both', '<https://example.org/atlas>', ATLAS],
    ['the IRI with a slash too many', `${LOOSE}/`, LOOSE],
    ['an IRI that is a prefix of another one', WEB, WEB],
    ['a prefix of the IRI', 'https://example.org/a', ATLAS],
    ['a scheme', 'arcp:', SURVEY],
    ['the SHA-256 of the IRI', sha256Of(ATLAS), ATLAS],
    ['a handle', sha256Of(LOOSE).slice(0, 6), LOOSE],
    ['a longer handle in upper case', sha256Of(LOOSE).slice(0, 9).toUpperCase(), LOOSE],
    ['a prefix of the hash of the document', sha256Of(`document of ${ATLAS}`).slice(0, 8), ATLAS],
    ['the path of the metadata file', '/data/atlas/ro-crate-metadata.json', ATLAS],
    ['its folder', '/data/atlas', ATLAS],
    ['its folder with a slash', '/data/atlas/', ATLAS],
    ['a relative path', 'crates/bag/data/', SURVEY],
    ['another spelling of it', './crates/../crates/bag/data/ro-crate-metadata.json', SURVEY],
    ['the folder of a bag', 'crates/bag', SURVEY],
    ['the path of an archive', '/data/two.zip', `${WEB}/2`],
    ['the address of the source', 'https://short.example/7', WEB],
    ['its final address', ADDRESS, WEB],
    ['the folder of the final address', 'https://host.example/deep', WEB],
    ['the name', 'From the web', WEB],
    ['a name with other white space', ' Coastal atlas', ATLAS],
    ['another of its names, decomposed', 'Küstenatlas'.normalize('NFD'), ATLAS],
    ['a name with a colon', 'Survey: winter 2023', SURVEY],
    ['the name of a graph that nobody loaded', 'Made here', LOOSE],
  ])('takes %s', async (_, name, graph) => {
    expect(await findGraph(store, name)).toBe(graph);
    expect(await findGraphs(store, [ATLAS, name])).toEqual([ATLAS, graph]);
  });

  it.each([
    ['nothing', ''],
    ['standard input, which is no place', '-'],
    ['a part of a name', 'atlas'],
    ['the folder of an archive', '/data'],
    ['fewer digits than a handle', sha256Of(ATLAS).slice(0, 5)],
    ['an IRI without its scheme', 'example.org/atlas/'],
    ['a longer IRI', `${ATLAS}x`],
  ])('does not take %s', async (_, name) => {
    expect((await failure(name)).code).toBe('ERR_GRAPH_NOT_FOUND');
  });

  it('suggests the nearest crates', async () => {
    const handle = sha256Of(ATLAS).slice(0, 6);
    const hint = `did you mean ${handle} <${ATLAS}> ("Coastal  atlas")? see \`crategraph list\``;
    for (const slip of ['https://example.org/alas/', 'atlas', 'coastal', '/data/atlsa/', 'atlsa'])
      expect(await failure(slip)).toMatchObject({
        hint,
        details: { graph: slip, nearest: [{ handle, graph: ATLAS }] },
      });
    for (const slip of [
      handle.slice(0, 5),
      handle.slice(0, 3),
      `${handle.slice(0, 5)}${handle.endsWith('0') ? '1' : '0'}`,
    ])
      expect(await failure(slip)).toMatchObject({ hint });
    expect((await failure('quite another thing')).hint).toBe('see `crategraph list`');
    expect((await failure('x'.repeat(100_000))).hint).toBe('see `crategraph list`');
  });

  it('names the kind of thing that is missing', async () => {
    expect((await failure('urn:example:none')).message).toBe('the graph <urn:example:none> does not exist');
    expect((await failure('No: such crate')).message).toBe('the store has no crate "No: such crate"');
  });

  it('lists all candidates of an ambiguous name', async () => {
    const error = await failure('https://');
    expect(error).toMatchObject({ code: 'ERR_GRAPH_AMBIGUOUS', details: { name: 'https://' } });
    const graphs = [ATLAS, WEB, `${WEB}/2`, 'https://example.org/stdin/'];
    expect(error.details['candidates']).toEqual(
      expect.arrayContaining(graphs.map((graph) => expect.objectContaining({ graph, handle: sha256Of(graph).slice(0, 6) }))), // prettier-ignore
    );
    for (const graph of graphs) expect(error.message).toContain(`${sha256Of(graph).slice(0, 6)} <${graph}>`);
  });

  it('gives no crate a name that belongs to another one', async () => {
    const handle = sha256Of(ATLAS).slice(0, 6);
    const evil = 'urn:example:evil';
    await store.put([
      { graph: evil, mode: 'create', nquads: [`<${evil}> <urn:p> 1 <${evil}> .\n`.replace('1 <', '"1" <')], record: { source: '/evil', sha256: '0', data: recordData({ names: [handle, ATLAS], base: 'https://example.org/evil/' }) } }, // prettier-ignore
    ]);
    expect(await findGraph(store, ATLAS)).toBe(ATLAS);
    expect((await failure(handle)).details['candidates']).toHaveLength(2);
  });

  it('takes the name that a graph states now, not the one that it was loaded with', async () => {
    const name = '<http://schema.org/name>';
    await store.update(`DELETE { GRAPH ?g { ?s ${name} ?o } } INSERT { GRAPH ?g { ?s ${name} "Renamed" } }
      WHERE { GRAPH ?g { ?s ${name} ?o } FILTER (?g = <${WEB}>) }`);
    expect(await findGraph(store, 'Renamed')).toBe(WEB);
    expect((await failure('From the web')).code).toBe('ERR_GRAPH_NOT_FOUND');
    expect(await findGraph(store, 'Archive')).toBe(`${WEB}/2`);
  });

  it('reads only graphs that may have got another name, and only for a name', async () => {
    for (const [name, graphs] of [
      ['From the web', [LOOSE]],
      ['/data/atlas', []],
      [sha256Of(ATLAS).slice(0, 6), []],
    ] as const) {
      const { reader, calls } = watched(store);
      await findGraph(reader, name);
      const reads = calls.filter((call) => !call.startsWith('find '));
      expect([...new Set(reads)]).toEqual(['graphs 2', ...graphs.map((graph) => `nquads ${graph}`)]);
    }
  });

  it('refuses the catalogue', async () => {
    for (const name of [CATALOGUE, `<${CATALOGUE}>`]) expect((await failure(name)).code).toBe('ERR_USAGE');
  });
});

describe('the cost', () => {
  const graphAt = (index: number) => `https://example.org/${index}/`;
  const storeOf = (size: number) =>
    namedStore(Array.from({ length: size }, (_, at) => ({ graph: graphAt(at), source: `/data/${at}.zip` })));

  it('of an exact IRI is one lookup, in a store of any size', async () => {
    const stores = new Map([[1250, await storeOf(1250)], [10_000, await storeOf(10_000)]]); // prettier-ignore
    const { reader, calls } = watched(stores.get(10_000) as GraphStore);
    await findGraphs(reader, [graphAt(7), `<${graphAt(9_999).slice(0, -1)}>`]);
    expect(calls).toEqual(['graphs 4']);
    const times = async (size: number) => {
      const one = stores.get(size) as GraphStore;
      for (let at = 0; at < 1000; at += 1) await findGraph(one, graphAt(at));
    };
    expect(await growth(1250, times)).toBeLessThan(4);
  });

  it('of several handles is one question', async () => {
    const { reader, calls } = watched(await storeOf(1000));
    const names = [3, 500, 999].map((at) => sha256Of(graphAt(at)).slice(0, 10));
    expect(await findGraphs(reader, names)).toEqual([3, 500, 999].map(graphAt));
    expect(calls).toEqual(['graphs 6', 'find 9']);
  });

  it('of all handles is linear', async () => {
    const work = (size: number) =>
      handlesOf(
        Array.from({ length: size }, (_, at) => graphAt(at)),
        [],
      );
    expect(await growth(1250, work)).toBeLessThan(LINEAR);
  });
});

/** A reader that notes which reads there were. */
function watched(store: GraphStore): { reader: GraphReader; calls: string[] } {
  const calls: string[] = [];
  const reader: GraphReader = {
    graphs: (names) => {
      calls.push(names === undefined ? 'graphs all' : `graphs ${[...names].length}`);
      return store.graphs(names);
    },
    marks: (names) => store.marks(names),
    apart: () => store.apart(),
    records: (choice) => {
      calls.push('records');
      return store.records(choice);
    },
    eachRecord: () => {
      calls.push('records');
      return store.eachRecord();
    },
    find: (keys, choices) => {
      calls.push(`find ${choices.length}`);
      return store.find(keys, choices);
    },
    nquads: (...graphs) => {
      calls.push(`nquads ${graphs.join(' ')}`);
      return store.nquads(...graphs);
    },
    file: (sha256) => store.file(sha256),
    query: (...query) => store.query(...query),
    search: (...search) => store.search(...search),
    hits: (...search) => store.hits(...search),
  };
  return { reader, calls };
}
