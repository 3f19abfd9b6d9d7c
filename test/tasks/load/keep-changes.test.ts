import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';
import { BUNDLED } from '../../helpers/read.js';
import { rawZip } from '../../package/helpers/raw-zip.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions, type LoadResult } from '../../../src/tasks/load/load-crates.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';

const ROOT = 'http://example.org/kept/';
const PREFIX = `PREFIX s: <http://schema.org/> PREFIX : <${ROOT}>`;

const PLACES: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  memory: async () => 'memory:',
  file: async (folder) => join(folder, 'store'),
  endpoint: async () => (await startOxigraph()).address,
};

const PEOPLE = [
  { '@id': '#alice', '@type': 'Person', name: 'Alice' },
  { '@id': '#bob', '@type': 'Person', name: 'Bob', email: 'bob@example.org' },
];
const NODES = [
  { '@id': '_:here', '@type': 'Place', name: 'Here' },
  { '@id': '_:there', '@type': 'Place', name: 'There', geo: { '@id': '_:point' } },
  { '@id': '_:point', '@type': 'GeoCoordinates', latitude: 1 },
];
const MORE = {
  author: [{ '@id': '#alice' }, { '@id': '#bob' }],
  keywords: ['one', 'two'],
  spatialCoverage: [{ '@id': '_:here' }, { '@id': '_:there' }],
};
const PARTS: CrateParts = { name: 'First', more: MORE, entities: [...PEOPLE, ...NODES] };

let store: GraphStore;
let folder: string;
const put = (parts: CrateParts) => writeCrate(join(folder, 'c'), crate({ ...PARTS, ...parts }));
const load = async (options: Partial<LoadOptions> = {}): Promise<LoadResult> => {
  const [result] = await loadCrates(store, join(folder, 'c'), { contexts: BUNDLED, base: ROOT, ...options });
  return result as LoadResult;
};
const change = (text: string) =>
  updateStore(store, `${PREFIX} ${text.replaceAll('{{', `{ GRAPH <${ROOT}> {`).replaceAll('}}', '} }')}`);
const exported = async () => exportCrate(store, ROOT, { contexts: BUNDLED });
const entity = async (id: string) => {
  const { '@graph': entities } = JSON.parse(await exported()) as { '@graph': { '@id': string }[] };
  return entities.find((one) => one['@id'] === id);
};

describe.each(Object.keys(PLACES))('in a store: %s', (kind) => {
  beforeEach(async () => {
    folder = await freshFolder('keep');
    store = await openStore(await (PLACES[kind] as (typeof PLACES)[string])(folder), {
      mode: 'write',
      create: true,
    });
    await put({});
    await load();
  });
  afterEach(() => store.close());

  it('an edited source keeps what was changed in the store, and follows the new document', async () => {
    await change(
      `DELETE DATA {{ :\\#bob s:email "bob@example.org" }} ; INSERT DATA {{ : s:license <http://l.example/> }}`,
    );
    expect((await listCrates(store))[0]).toMatchObject({ changed: true });
    await put({ name: 'Second' });
    expect(await load()).toMatchObject({ status: 'merged', keptChanges: 2, dropped: 0 });
    const text = await exported();
    const document = JSON.stringify(crate({ ...PARTS, name: 'Second' }), null, 2).split('\n');
    expect(text.split('\n').filter((line) => !document.includes(line))).toEqual([
      '      "license": {',
      '        "@id": "http://l.example/"',
      '      "name": "Bob"',
    ]);
    expect(await entity('./')).toMatchObject({ name: 'Second', license: { '@id': 'http://l.example/' }, ...MORE });
    expect(await entity('#bob')).toEqual({ '@id': '#bob', '@type': 'Person', name: 'Bob' });
    expect(await load()).toMatchObject({ status: 'unchanged' });
    await put({ name: 'Third' });
    expect(await load()).toMatchObject({ status: 'merged', keptChanges: 2 });
    expect(await entity('./')).toMatchObject({ name: 'Third', license: { '@id': 'http://l.example/' } });
  });

  it('a change that the document makes too is no change any more', async () => {
    await change('DELETE DATA {{ : s:name "First" }} ; INSERT DATA {{ : s:name "Second" }}');
    await put({ name: 'Second' });
    const result = await load();
    expect(result).toMatchObject({ status: 'replaced' });
    expect(result).not.toHaveProperty('keptChanges');
    expect((await listCrates(store))[0]).toMatchObject({ changed: false });
    expect(await exported()).toBe(JSON.stringify(crate({ ...PARTS, name: 'Second' }), null, 2));
  });

  it('both may add to values that are there', async () => {
    await change('INSERT DATA {{ : s:keywords "mine" }}');
    await put({ more: { ...MORE, keywords: ['one', 'two', 'three'] } });
    expect(await load()).toMatchObject({ status: 'merged', keptChanges: 1 });
    expect(await entity('./')).toMatchObject({ keywords: ['one', 'two', 'three', 'mine'] });
  });

  it('changes of nodes without name find them in the new document', async () => {
    await change(
      'INSERT { GRAPH ?g { ?n s:latitude 2 . ?p s:geo [ s:latitude 3 ] } } WHERE { GRAPH ?g { ?n s:latitude ?x . ?p s:name "Here" } }',
    );
    await put({ name: 'Second', entities: [{ '@id': '#new', '@type': 'Person', address: { name: 'nested' } } as never, ...PEOPLE, ...NODES] }); // prettier-ignore
    expect(await load()).toMatchObject({ status: 'merged', keptChanges: 3 });
    expect(await entity('_:point')).toMatchObject({ latitude: [1, 2] });
    const here = (await entity('_:here')) as unknown as { readonly geo: { '@id': string } };
    expect(await entity(here.geo['@id'])).toMatchObject({ latitude: 3 });
  });

  it('without an original to merge with, a changed graph is not replaced', async () => {
    const file = join(folder, 'c.nt');
    const name = (text: string) =>
      `<${ROOT}ro-crate-metadata.json> <http://schema.org/about> <${ROOT}> .\n<${ROOT}> a <http://schema.org/Dataset> ; <http://schema.org/name> "${text}" .\n`;
    await writeFile(file, name('one'));
    const loadRdf = async (mode?: 'replace') =>
      (await loadCrates(store, file, { contexts: BUNDLED, from: 'turtle', root: ROOT, mode }))[0] as LoadResult;
    expect(await loadRdf('replace')).toMatchObject({ status: 'replaced' });
    await change('INSERT DATA {{ : s:license "mine" }}');
    await writeFile(file, name('two'));
    expect(await loadRdf()).toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_CHANGED', details: { changes: 2 } } }); // prettier-ignore
    expect(await loadRdf('replace')).toMatchObject({ status: 'replaced', discardedChanges: 2 });
    expect(await loadRdf()).toMatchObject({ status: 'unchanged' });
  });

  it('a root that moves away does not take changes with it', async () => {
    await writeCrate(join(folder, 'm'), crate({ root: 'http://example.org/m1/' }));
    const loadMoved = async (mode?: 'replace') =>
      (await loadCrates(store, join(folder, 'm'), { contexts: BUNDLED, mode }))[0] as LoadResult;
    await loadMoved();
    await updateStore(store, 'INSERT DATA { GRAPH <http://example.org/m1/> { <urn:s> <urn:p> "kept" } }');
    await writeCrate(join(folder, 'm'), crate({ root: 'http://example.org/m2/' }));
    expect(await loadMoved()).toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_CHANGED' } });
    expect((await store.graphs()).has('http://example.org/m1/')).toBe(true);
    expect(await loadMoved('replace')).toMatchObject({ status: 'replaced', discardedChanges: 1 });
    expect((await store.graphs()).has('http://example.org/m1/')).toBe(false);
  });
});

describe('what another program has changed at an endpoint, with as many quads as before', () => {
  let endpoint: WritableEndpoint;
  beforeEach(async () => {
    folder = await freshFolder('keep');
    endpoint = await startOxigraph();
    store = await openStore(endpoint.address, { mode: 'write', create: true });
    await put({});
    await load();
  });
  afterEach(() => store.close());

  const changeThere = async (text: string) => {
    const all = `${PREFIX} ${text.replaceAll('{{', `{ GRAPH <${ROOT}> {`).replaceAll('}}', '} }')}`;
    const answer = await fetch(`${endpoint.address}/update`, { method: 'POST', headers: { 'content-type': 'application/sparql-update' }, body: all }); // prettier-ignore
    expect(answer.status).toBe(204);
  };
  const EDIT =
    'DELETE DATA {{ :\\#bob s:email "bob@example.org" }} ; INSERT DATA {{ :\\#alice s:telephone "curated" }}';

  it('stays when an edited source is loaded, though nothing has marked the graph', async () => {
    await changeThere(EDIT);
    expect((await listCrates(store))[0]).toMatchObject({ changed: false });
    await put({ name: 'Second' });
    expect(await load()).toMatchObject({ status: 'merged', keptChanges: 2, dropped: 0 });
    expect((await listCrates(store))[0]).toMatchObject({ changed: true });
    expect(await entity('./')).toMatchObject({ name: 'Second' });
    expect(await entity('#alice')).toMatchObject({ telephone: 'curated' });
    expect(await entity('#bob')).toEqual({ '@id': '#bob', '@type': 'Person', name: 'Bob' });
  });

  it('is a conflict where both changed the same, and --mode replace counts what it discards', async () => {
    await changeThere('DELETE DATA {{ : s:name "First" }} ; INSERT DATA {{ : s:name "Curated" }}');
    await put({ name: 'Second' });
    expect(await load()).toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_CHANGED', details: { changes: 2 } } }); // prettier-ignore
    expect(endpoint.lines().join()).toContain('"Curated"');
    expect(await load({ mode: 'replace' })).toMatchObject({ status: 'replaced', discardedChanges: 2 });
  });

  it('is replaced with --mode replace if the original is damaged', async () => {
    await changeThere(`${EDIT} ; DELETE WHERE { GRAPH <urn:crategraph:store> { ?r <urn:crategraph:store#keeps> ?f . ?f ?p ?o } }`); // prettier-ignore
    await put({ name: 'Second' });
    expect(await load()).toMatchObject({ status: 'failed' });
    expect(await load({ mode: 'replace' })).toMatchObject({ status: 'replaced' });
    expect(await exported()).toBe(JSON.stringify(crate({ ...PARTS, name: 'Second' }), null, 2));
  });

  it('is looked for only in graphs that are replaced', async () => {
    const tree = join(folder, 'tree');
    const write = (name: string) => writeCrate(join(tree, name), crate({ name }));
    for (let index = 0; index < 70; index += 1) await write(`crate ${index}`);
    const loadTree = () => loadCrates(store, tree, { contexts: BUNDLED });
    await loadTree();
    const before = endpoint.requests.length;
    const results = await loadTree();
    expect(results.every(({ status }) => status === 'unchanged')).toBe(true);
    // Between the note of who writes and its end: other writers, records, sizes and states.
    const reads = Array.from({ length: 6 }, () => 'POST /query');
    expect(endpoint.requests.slice(before)).toEqual(['POST /update', ...reads, 'POST /update']);
  });
});

describe('what cannot be merged', () => {
  beforeEach(async () => {
    folder = await freshFolder('keep');
    store = await openStore('memory:');
    await put({});
    await load();
  });
  afterEach(() => store.close());

  const CONFLICTS: readonly (readonly [what: string, update: string, parts: CrateParts])[] = [
    ['the value', 'DELETE DATA {{ : s:name "First" }} ; INSERT DATA {{ : s:name "Mine" }}', { name: 'Theirs' }],
    ['a new value each', 'INSERT DATA {{ : s:license "mine" }}', { more: { ...MORE, license: 'theirs' } }],
    ['an entity that the document removed', 'INSERT DATA {{ :\\#bob s:affiliation "here" }}', { entities: [...PEOPLE.slice(0, 1), ...NODES] }], // prettier-ignore
    ['a reference to an entity that the document removed', 'INSERT DATA {{ :\\#alice s:knows :\\#bob }}', { entities: [...PEOPLE.slice(0, 1), ...NODES] }], // prettier-ignore
    ['an entity that the document refers to anew, removed', 'DELETE WHERE {{ ?s s:author :\\#bob }} ; DELETE WHERE {{ :\\#bob ?p ?o }}', { more: { ...MORE, editor: { '@id': '#bob' } } }], // prettier-ignore
    ['a node without name that the document changed', 'INSERT { GRAPH ?g { ?n s:url "x" } } WHERE { GRAPH ?g { ?n s:name "Here" } }', { entities: [...PEOPLE, { '@id': '_:here', '@type': 'Place', name: 'Not here' }, ...NODES.slice(1)] }], // prettier-ignore
    ['a node without name that the document moved', 'INSERT { GRAPH ?g { ?n s:url "x" } } WHERE { GRAPH ?g { ?n s:name "Here" } }', { more: { ...MORE, spatialCoverage: { '@id': '_:there' }, contentLocation: { '@id': '_:here' } } }], // prettier-ignore
    ['a value of an entity that the document renamed, removed', 'DELETE WHERE {{ :\\#bob s:email ?x }}', { entities: [PEOPLE[0]!, { ...PEOPLE[1]!, '@id': '#robert' }, ...NODES] }], // prettier-ignore
    ['an entity that the document renamed, removed', 'DELETE WHERE {{ ?s s:author :\\#bob }} ; DELETE WHERE {{ :\\#bob ?p ?o }}', { entities: [PEOPLE[0]!, { ...PEOPLE[1]!, '@id': '#robert' }, ...NODES], more: { ...MORE, author: { '@id': '#alice' }, editor: { '@id': '#robert' } } }], // prettier-ignore
  ];
  it.each(CONFLICTS)('the same changed on both sides is an error: %s', async (_, update, parts) => {
    await change(update);
    const before = await exported();
    await put(parts);
    const { status, error } = await load();
    expect([status, error?.code]).toEqual(['failed', 'ERR_GRAPH_CHANGED']);
    expect(error?.message).toMatch(/has \d+ changes? made in the store since its load/);
    expect(error?.hint).toMatch(/crategraph diff .*crategraph export .*--mode replace/);
    expect(await exported()).toBe(before);
    expect((await load({ mode: 'replace' })).discardedChanges).toBe(error?.details['changes']);
    expect(await exported()).toBe(JSON.stringify(crate({ ...PARTS, ...parts }), null, 2));
  });

  it('and what can: each crate of a tree and of a ZIP for itself', async () => {
    const tree = join(folder, 'tree');
    const names = ['a', 'b', 'c'];
    const write = async (text: string) => {
      for (const name of names) await writeCrate(join(tree, name), crate({ name: `${text} ${name}` }));
      await writeFile(join(tree, 'z.zip'), rawZip([{ name: 'ro-crate-metadata.json', data: JSON.stringify(crate({ name: `${text} z` })) }])); // prettier-ignore
    };
    const loadTree = () => loadCrates(store, tree, { contexts: BUNDLED });
    await write('old');
    const [z, a, b, c] = (await loadTree()).map(({ graph = '' }) => graph) as [string, string, string, string];
    const insert = (graph: string, name: string) =>
      updateStore(store, `INSERT DATA { GRAPH <${graph}> { <${graph}> <http://schema.org/${name}> "mine" } }`);
    await insert(a, 'license');
    await updateStore(store, `DELETE WHERE { GRAPH <${b}> { <${b}> <http://schema.org/name> ?n } }`);
    await insert(z, 'license');
    await write('new');
    const results = await loadTree();
    expect(results.map(({ graph, status }) => [graph, status])).toEqual([[z, 'merged'], [a, 'merged'], [undefined, 'failed'], [c, 'replaced']]); // prettier-ignore
    expect((await listCrates(store)).map(({ name }) => name).sort()).toEqual(['First', 'new a', 'new c', 'new z', undefined]); // prettier-ignore
  });

  it('nor is a graph of two sources, but a merge adds to it', async () => {
    await writeCrate(join(folder, 'd'), crate({ name: 'Other' }));
    const other = () => loadCrates(store, join(folder, 'd'), { contexts: BUNDLED, base: ROOT, mode: 'merge' });
    await other();
    await change('INSERT DATA {{ : s:license "mine" }}');
    await put({ name: 'Second' });
    expect(await load()).toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_EXISTS' } });
    expect(await load({ mode: 'merge' })).toMatchObject({ status: 'merged' });
    expect(await entity('./')).toMatchObject({ license: 'mine' });
    expect(await load({ mode: 'replace' })).toMatchObject({ status: 'replaced', discardedChanges: expect.any(Number) });
  });
});
