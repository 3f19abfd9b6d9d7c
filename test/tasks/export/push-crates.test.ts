import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrateError } from '../../../src/base/errors.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { shortHandle } from '../../../src/tasks/stored/handles.js';
import { publishCrates } from '../../../src/tasks/export/publish-crates.js';
import { pushCrates, type PushOptions, type PushResult } from '../../../src/tasks/export/push-crates.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { contents } from '../../contract/store-kind.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { sha256Of } from '../../helpers/named-store.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';

const contexts = BUNDLED;
const base = (name: string) => `http://example.org/${name}/`;

/** A document whose bytes no writer of ours would choose. */
const textOf = (name: string, ...entities: JsonObject[]) =>
  `\ufeff${JSON.stringify(
    crate([{ '@id': '#a', '@type': 'Person', name, knows: { '@id': '_:x' } }, { '@id': '_:x', name: 'X' }, ...entities], undefined, { name, author: { '@id': '#a' } }),
    null,
    3,
  )}\n\n`; // prettier-ignore

describe.each([
  ['file', 'file'],
  ['memory', 'file'],
  ['file', 'memory'],
])('a push from a %s to a %s', (...kinds) => {
  let folder: string;
  let from: GraphStore;
  let to: GraphStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-push-'));
    const locations = kinds.map((kind, index) => (kind === 'memory' ? 'memory:' : join(folder, `store-${index}`)));
    [from, to] = (await Promise.all(locations.map((one) => openStore(one, { mode: 'write', create: true })))) as [
      GraphStore,
      GraphStore,
    ];
  });
  afterEach(async () => {
    await Promise.all([from.close(), to.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  /** Loads a document from a folder of its own, which depends on its content. */
  async function load(store: GraphStore, name: string, text = textOf(name), more: LoadOptions = {}): Promise<void> {
    const place = join(folder, sha256Of(text).slice(0, 8));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'ro-crate-metadata.json'), text);
    const [result] = await loadCrates(store, place, { contexts, base: base(name), ...more });
    expect(result?.error).toBeUndefined();
  }

  const push = async (options?: PushOptions) =>
    Object.fromEntries((await pushCrates(from, to, options)).map((one) => [one.graph, one.status]));
  const insert = (store: GraphStore, name: string, value: string) =>
    updateStore(store, `INSERT DATA { GRAPH <${base(name)}> { <urn:s> <urn:p> '${value}' } }`);

  /** Crates of every kind, by name. */
  async function fill(): Promise<string[]> {
    for (const name of ['plain', 'changed', 'merged', 'twice']) await load(from, name);
    await load(from, 'bare', textOf('bare'), { layout: false });
    await insert(from, 'changed', 'é "x"');
    await load(from, 'merged', textOf('other', { '@id': '#b', '@type': 'Place', latitude: 1.5 }), { mode: 'merge' });
    await load(from, 'twice', textOf('more'), { mode: 'merge' });
    await insert(from, 'twice', 'v');
    await insert(from, 'made', 'by an update');
    await updateStore(
      from,
      `INSERT { GRAPH <${base('made')}> { [] <urn:p> ?o } } WHERE { GRAPH ?g { ?s <urn:p> ?o } }`,
    );
    return ['plain', 'changed', 'merged', 'twice', 'bare'];
  }

  async function exportsOf(store: GraphStore, names: readonly string[]): Promise<string[]> {
    return Promise.all(names.map((name) => exportCrate(store, base(name), { contexts })));
  }

  test('copies crates of every kind so that their exports are the same bytes', async () => {
    const names = await fill();
    expect(new Set(Object.values(await push()))).toEqual(new Set(['pushed']));
    expect(await contents(to)).toEqual(await contents(from));
    expect(await loadRecords(to)).toEqual(await sortedByGraph(from));
    expect(await exportsOf(to, names)).toEqual(await exportsOf(from, names));
    expect((await exportsOf(to, ['plain']))[0]).toBe(textOf('plain'));
    const before = await to.marks();
    for (const mode of ['create', 'replace', 'merge'] as const)
      expect(new Set(Object.values(await push({ mode })))).toEqual(new Set(['unchanged']));
    expect(await to.marks()).toEqual(before);
  });

  /** The records of a store in the order of a push: graph by graph. */
  async function sortedByGraph(store: GraphStore) {
    const records = await loadRecords(store);
    return [...(await store.graphs()).keys()].flatMap((graph) => records.filter((one) => one.graph === graph));
  }

  test('reports a graph with other content and pushes the others', async () => {
    await load(from, 'a');
    await load(from, 'b');
    await load(to, 'a', textOf('another'));
    const results = await pushCrates(from, to);
    expect(results).toEqual([
      { graph: base('a'), handle: shortHandle(base('a')), name: expect.any(String) as string, status: 'failed', quads: expect.any(Number) as number, error: expect.objectContaining({ code: 'ERR_GRAPH_EXISTS' }) as CrateError },
      { graph: base('b'), handle: shortHandle(base('b')), name: expect.any(String) as string, status: 'pushed', quads: expect.any(Number) as number },
    ] satisfies PushResult[]); // prettier-ignore
    expect(await exportCrate(to, base('a'), { contexts })).toBe(textOf('another'));
    expect(await push({ mode: 'replace' })).toEqual({ [base('a')]: 'replaced', [base('b')]: 'unchanged' });
    expect(await exportCrate(to, base('a'), { contexts })).toBe(textOf('a'));
  });

  test('merges as a load does', async () => {
    await load(from, 'a');
    await load(to, 'a', textOf('another'));
    const other = await openStore('memory:');
    await load(other, 'a', textOf('another'));
    await load(other, 'a', textOf('a'), { mode: 'merge' });
    const [result] = await pushCrates(from, to, { mode: 'merge' });
    expect(result).toMatchObject({ status: 'merged', quads: (await other.graphs()).get(base('a')) });
    expect(await contents(to)).toEqual(await contents(other));
    expect(await exportCrate(to, base('a'), { contexts })).toBe(await exportCrate(other, base('a'), { contexts }));
    expect(await push({ mode: 'merge' })).toEqual({ [base('a')]: 'unchanged' });
    await other.close();
  });

  test.each([
    ['the source', () => insert(from, 'a', 'x')],
    ['the target', () => insert(to, 'a', 'x')],
    ['both, differently', async () => [await insert(from, 'a', 'x'), await insert(to, 'a', 'y')]],
    ['the source, which was loaded again with another base for its fragments', () =>
      load(from, 'a', undefined, { base: `${base('a')}ro-crate-metadata.json` })],
  ])('sees that somebody has changed %s since', async (_, change) => {
    await load(from, 'a');
    await push();
    await change();
    expect(await push()).toEqual({ [base('a')]: 'failed' });
    expect(await push({ mode: 'replace' })).toEqual({ [base('a')]: 'replaced' });
    expect(await contents(to)).toEqual(await contents(from));
    expect(await push()).toEqual({ [base('a')]: 'unchanged' });
  }); // prettier-ignore

  test('takes the same update in both stores for the same content', async () => {
    await load(from, 'a');
    await push();
    await insert(from, 'a', 'x');
    await insert(to, 'a', 'x');
    expect(await push()).toEqual({ [base('a')]: 'unchanged' });
  });

  test('pushes the named graphs only, and nothing if one does not exist', async () => {
    await load(from, 'a');
    await load(from, 'b');
    await expect(pushCrates(from, to, { graphs: [base('a'), 'urn:not'] })).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' }); // prettier-ignore
    expect(await to.graphs()).toEqual(new Map());
    expect(await push({ graphs: [base('b')] })).toEqual({ [base('b')]: 'pushed' });
  });

  test('writes nothing in a dry run', async () => {
    await fill();
    const planned = await push({ dryRun: true });
    expect(await to.graphs()).toEqual(new Map());
    expect(await push()).toEqual(planned);
  });

  test('goes on where an abort has stopped it', async () => {
    const lines = (graph: string) => [`<urn:s> <urn:p> "${'x'.repeat(9_000_000)}" <${graph}> .\n`];
    const graphs = ['urn:1', 'urn:2', 'urn:3', 'urn:4', 'urn:5'];
    await from.put(graphs.map((graph) => ({ graph, mode: 'create', nquads: lines(graph) })));
    const controller = new AbortController();
    const seen: number[] = [];
    const stop = (done: number) => {
      seen.push(done);
      controller.abort(new Error('enough'));
    };
    await expect(pushCrates(from, to, { signal: controller.signal, onCommitted: stop })).rejects.toThrow('enough');
    expect(seen).toEqual([2]);
    expect([...(await to.graphs()).keys()]).toEqual(['urn:1', 'urn:2']);
    expect(Object.values(await push())).toEqual(['unchanged', 'unchanged', 'pushed', 'pushed', 'pushed']);
    expect(await contents(to)).toEqual(await contents(from));
  });

  test('writes to an endpoint with one claim, in batches that are whole when the source fails', async () => {
    const lines = (graph: string) => [`<urn:s> <urn:p> "${'x'.repeat(9_000_000)}" <${graph}> .\n`];
    const graphs = ['urn:1', 'urn:2', 'urn:3', 'urn:4', 'urn:5', 'urn:6', 'urn:7'];
    await from.put(graphs.map((graph) => ({ graph, mode: 'create', nquads: lines(graph) })));
    let claims = 0;
    const { address, lines: held } = await startOxigraph({
      before: (request, body) => {
        if (request === 'POST /update' && /^INSERT DATA.*#writer>/s.test(body)) claims += 1;
      },
    });
    const endpoint = await openStore(address, { mode: 'write' });
    try {
      const controller = new AbortController();
      const seen: number[] = [];
      const onProgress = (done: number) => {
        if (done === 5) controller.abort(new Error('enough'));
      };
      const options = { signal: controller.signal, onProgress, onCommitted: (done: number) => seen.push(done) };
      await expect(pushCrates(from, endpoint, options)).rejects.toThrow('enough');
      // Three fill a batch, which was on its way when the sixth was read.
      expect(seen).toEqual([3]);
      expect([...(await endpoint.graphs()).keys()].sort()).toEqual(graphs.slice(0, 3));
      expect(held().filter((line) => /store#(?:open|writer)>/.test(line))).toEqual([]);
      const done: number[] = [];
      await pushCrates(from, endpoint, { onCommitted: (count) => done.push(count) });
      expect(done).toEqual([6, 7, 7]);
      expect(claims).toBe(2);
      expect(await contents(endpoint)).toEqual(await contents(from));
    } finally {
      await endpoint.close();
    }
  });

  test('asks an endpoint as often for many crates as for few; a plain graph is one request', async () => {
    const requestsFor = async (count: number, plain: boolean) => {
      const source = await openStore('memory:');
      const graphs = Array.from({ length: count }, (_, at) => `urn:g${at}`);
      await source.put(graphs.map((graph) => ({ graph, mode: 'create', nquads: [`_:b <urn:p> "a" <${graph}> .\n`] })));
      const { address, requests, lines } = await startOxigraph();
      if (plain) await publishCrates(source, address);
      else {
        const target = await openStore(address, { mode: 'write' });
        await pushCrates(source, target);
        await target.close();
      }
      expect(lines().filter((line) => line.includes('<urn:p>'))).toHaveLength(count);
      await source.close();
      const puts = requests.filter((request) => request.startsWith('PUT')).length;
      return { puts, others: requests.length - puts };
    };
    const [few, many] = [await requestsFor(2, true), await requestsFor(40, true)];
    expect([few.puts, many.puts]).toEqual([2, 40]);
    expect(many.others).toBe(few.others);
    expect(await requestsFor(40, false)).toEqual(await requestsFor(2, false));
  });

  test('shows the source at one moment', async () => {
    await load(from, 'a');
    await load(from, 'b');
    const change = async (done: number) => {
      if (done === 0) await from.drop([base('b')]);
    };
    await pushCrates(from, to, { onProgress: (done) => void change(done) });
    expect([...(await to.graphs()).keys()]).toEqual([base('a'), base('b')]);
  });
});
