import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { crateBase } from '../../../src/crate/base.js';
import { exportPackage } from '../../../src/tasks/export/export-package.js';
import { fetchCrate } from '../../../src/tasks/fetch/fetch-crate.js';
import { takeInventory } from '../../../src/tasks/inspect/take-inventory.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { writeCrateDocument, writeCrateText } from '../../../src/tasks/rewrite/write-crate.js';
import { RoCrateSerializer } from '../../../src/tasks/rewrite/rdfjs-sinks.js';
import { findRoot } from '../../../src/tasks/stored/find-root.js';
import { diffCrates } from '../../../src/tasks/inspect/diff-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import { toDataset } from '../../../src/tasks/rewrite/crate-rdf.js';
import { rdfToCrate } from '../../../src/tasks/rewrite/rdf-to-crate.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { backupStore, openStore } from '../../../src/store/open-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { freshFolder } from '../../cli/helpers/run.js';

const FOLDER = 'data/crates/rainfall-survey';
const BASE = 'https://example.org/big/';

/** A document that takes a while to read. */
function bigDocument(entities: number): string {
  const files = Array.from({ length: entities }, (_, at) => ({
    '@id': `file-${at}.txt`,
    '@type': 'File',
    name: `${at}`,
  }));
  const descriptor = { '@id': 'ro-crate-metadata.json', about: { '@id': './' } };
  const root = { '@id': './', '@type': 'Dataset', hasPart: files.map(({ '@id': id }) => ({ '@id': id })) };
  const context = 'https://w3id.org/ro/crate/1.2/context';
  return JSON.stringify({ '@context': context, '@graph': [descriptor, root, ...files] });
}

describe('a signal that has aborted', () => {
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  const jobs: Record<string, () => Promise<unknown>> = {
    openCrateDocument: () => openCrateDocument(FOLDER, { signal }),
    toDataset: () => toDataset(FOLDER, { signal }),
    takeInventory: () => takeInventory(FOLDER, { signal }),
    diffCrates: () => diffCrates(FOLDER, FOLDER, { signal }),
    loadCrates: () => loadCrates(new MemoryStore(), FOLDER, { signal }),
    queryCrates: () => queryCrates(FOLDER, 'ASK {}', { signal }),
    rdfToCrate: () => rdfToCrate([], { signal }),
    fetchCrate: () => fetchCrate('http://127.0.0.1:9/', 'never', { signal }),
    exportCrate: () => exportCrate(new MemoryStore(), 'urn:g', { signal }),
    dumpStore: () => dumpStore(new MemoryStore(), undefined, 'nquads', { signal }).next(),
    listCrates: () => listCrates(new MemoryStore(), { signal }),
    removeCrates: () => removeCrates(new MemoryStore(), ['urn:g'], { signal }),
    verifyStore: () => verifyStore('never', { signal }),
    backupStore: () => backupStore('never', 'never', { signal }),
    findRoot: () => findRoot(new MemoryStore(), { signal }),
    'findRoot of a source': () => findRoot({ match: () => new PassThrough({ objectMode: true }) }, { signal }),
    writeDocument: () => writeCrateDocument([], { base: crateBase(BASE, 'given'), context: null, signal }),
    writeDocumentText: async () => writeCrateText([], { like: await openCrateDocument(FOLDER), signal }),
    exportPackage: () => exportPackage(new MemoryStore(), 'urn:g', 'never', { signal }),
  };
  it.each(Object.entries(jobs))('rejects with its reason: %s', async (_, job) => {
    await expect(job()).rejects.toBe(reason);
  });
});

describe('a signal that aborts', () => {
  it('stops a stream that waits for data, and closes it', async () => {
    const controller = new AbortController();
    const stream = new PassThrough();
    stream.write('{ "@graph": [');
    const opening = openCrateDocument(stream, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    expect(stream.destroyed).toBe(true);
  });

  it('stops a web stream that waits for data, and cancels it', async () => {
    const controller = new AbortController();
    let cancelled: unknown;
    const stream = new ReadableStream<Uint8Array>({ cancel: (reason) => void (cancelled = reason) });
    const opening = openCrateDocument(stream, { signal: controller.signal });
    setImmediate(() => controller.abort('enough'));
    await expect(opening).rejects.toBe('enough');
    expect(cancelled).toBe('enough');
  });

  it('stops reading a document in memory', async () => {
    const controller = new AbortController();
    const document = await openCrateDocument(bigDocument(20_000), { signal: controller.signal, base: BASE });
    setImmediate(() => controller.abort());
    await expect(document.check()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('stops writing a document, from quads in memory or in a stream', async () => {
    const dataset = await toDataset(bigDocument(20_000), { base: BASE });
    const like = await openCrateDocument(bigDocument(20_000), { base: BASE });
    const jobs = [
      (signal: AbortSignal) => rdfToCrate(dataset, { signal }),
      (signal: AbortSignal) => writeCrateText(dataset, { like, signal }),
      (signal: AbortSignal) => new RoCrateSerializer({ signal }).import(dataset).toArray(),
    ];
    for (const job of jobs) {
      const controller = new AbortController();
      setImmediate(() => controller.abort());
      await expect(job(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    }
  });

  it('stops looking for the root of a source that never answers', async () => {
    const controller = new AbortController();
    const match = () => {
      setTimeout(() => controller.abort('enough'), 20);
      return new PassThrough({ objectMode: true });
    };
    await expect(findRoot({ match }, { signal: controller.signal })).rejects.toBe('enough');
  });

  it('stops reading a store: list, dump, verify, backup', async () => {
    const folder = await freshFolder('signals-read');
    const path = `${folder}/store`;
    const store = await openStore(path, { mode: 'write', create: true });
    const graphs = Array.from({ length: 500 }, (_, at) => ({ graph: `urn:g${at}`, mode: 'create' as const }));
    await store.put(
      graphs.map((one) => ({ ...one, nquads: [`<urn:s> <urn:p> "${'x'.repeat(10_000)}" <${one.graph}> .\n`] })),
    );
    const jobs: readonly ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => listCrates(store, { signal }),
      (signal) => Readable.from(dumpStore(store, undefined, 'trig', { signal })).toArray(),
      (signal) => verifyStore(path, { signal }),
      (signal) => backupStore(path, `${folder}/copy`, { signal }),
    ];
    for (const job of jobs) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1);
      await expect(job(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    }
    expect(readdirSync(folder).filter((name) => !name.startsWith('store'))).toEqual([]);
    await store.close();
  });

  it('stops waiting for another writer', async () => {
    const path = `${await freshFolder('signals-lock')}/store`;
    const store = await openStore(path, { mode: 'write', create: true });
    await loadCrates(store, 'data/crates/coastal-atlas');
    const other = await openStore(path, { mode: 'write' });
    const controller = new AbortController();
    async function* writes() {
      setTimeout(() => controller.abort(), 20);
      const removing = removeCrates(other, ['https://example.org/coastal-atlas/'], { signal: controller.signal });
      await expect(removing).rejects.toMatchObject({ name: 'AbortError' });
      yield* [];
    }
    await store.put(writes());
    expect(await listCrates(store)).toHaveLength(1);
    await Promise.all([store.close(), other.close()]);
  });

  it.each(['memory:', 'file'])('leaves the store unchanged (%s)', async (place) => {
    const location = place === 'file' ? `${await freshFolder('signals')}/store` : place;
    const store = await openStore(location, { mode: 'write', create: true });
    await loadCrates(store, 'data/crates/coastal-atlas');
    const before = [...(await store.graphs())];
    const controller = new AbortController();
    const crates = [FOLDER, bigDocument(20_000), 'data/crates/herbarium-scans'];
    const onProgress = (done: number) => done === 1 && setImmediate(() => controller.abort());
    const loading = loadCrates(store, crates, {
      signal: controller.signal,
      onProgress: (done) => void onProgress(done),
    });
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect([...(await store.graphs())]).toEqual(before);
    expect((await loadCrates(store, FOLDER)).map(({ status }) => status)).toEqual(['loaded']);
    await store.close();
  });

  it('stops an export, and leaves nothing behind', async () => {
    const store = new MemoryStore();
    await loadCrates(store, bigDocument(20_000), { base: BASE });
    await store.update(`INSERT DATA { GRAPH <${BASE}> { <${BASE}> <http://schema.org/name> "new" } }`);
    const controller = new AbortController();
    const folder = await freshFolder('signals-export');
    const exporting = exportPackage(store, BASE, `${folder}/out.zip`, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(exporting).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(folder)).toEqual([]);
    await store.close();
  });
});

describe('a signal and a server that never answers', () => {
  let server: Server;
  let address: string;
  let open = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/slow')
        return void response.writeHead(200, { 'content-type': 'application/json' }).write('{ ');
    });
    server.on('connection', (socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => void (server.closeAllConnections(), server.close(resolve))));

  it.each(['/never', '/slow'])('closes the connection: %s', async (path) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.once('request', () => setImmediate(() => controller.abort(reason)));
    const before = open;
    const folder = await freshFolder('signals-fetch');
    await expect(fetchCrate(address + path, `${folder}/`, { signal: controller.signal })).rejects.toBe(reason);
    while (open > before) await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stops a document that waits for its context', async () => {
    const controller = new AbortController();
    server.once('request', () => setImmediate(() => controller.abort()));
    const text = readFileSync(`${FOLDER}/ro-crate-metadata.json`, 'utf8');
    const document = { ...(JSON.parse(text) as object), '@context': `${address}/never` };
    const { openContexts } = await import('../../../src/package/contexts/open-contexts.js');
    const contexts = openContexts({ http: { allowPrivate: true }, cacheDir: await freshFolder('signals-cache') });
    const opening = openCrateDocument(document as never, { contexts, signal: controller.signal });
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  });
});
