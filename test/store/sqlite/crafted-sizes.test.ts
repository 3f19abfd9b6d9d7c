import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import Other from 'libsql';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { FILE_CHUNK, fileChunks } from '../../../src/store/packable.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { storedDocument } from '../../../src/tasks/argument/stored-crate.js';

const GRAPH = 'http://example.org/large/';
const INVALID = { code: 'ERR_STORE_INVALID' };
const sha256 = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-sizes-'));
  path = join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function reading<T>(read: (store: SqliteStore) => Promise<T>): Promise<T> {
  const store = new SqliteStore(path, true);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

/** A crate whose document has at least so many bytes, the last ones blank. */
function crate(length = 0, description = 'A crate'): Uint8Array {
  const text = JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
      { '@id': './', '@type': 'Dataset', name: 'Large', description },
    ],
  });
  return Buffer.from(text.padEnd(length));
}

const load = (length?: number) => reading((store) => loadCrates(store, [crate(length)], { base: GRAPH }));

/** Changes the file as somebody can who sends it. */
function craft(change: (database: InstanceType<typeof Other>) => void): void {
  const database = new Other(path);
  change(database);
  database.close();
}

/** Gives the crate another document, with all the checksums that belong to it. */
function craftDocument(parts: readonly Uint8Array[], packed = parts.map((part) => deflateSync(part, { level: 9 }))) {
  craft((database) => {
    const digest = sha256(...parts);
    const [{ source, version, data }] = database.prepare('SELECT source, version, data FROM record').all() as [
      { source: string; version: number; data: string },
    ];
    database.prepare('DELETE FROM document').run();
    const add = database.prepare('INSERT INTO document VALUES (?, ?, ?)');
    packed.forEach((bytes, index) => add.run(digest, index + 1, bytes));
    const record = sha256([source, String(version), digest, '1', data].join('\n'));
    database.prepare('UPDATE record SET sha256 = ?, digest = ?').run(digest, record);
  });
}

/** Gives the graph other pieces, with all the checksums that belong to them. */
function craftPieces(pieces: readonly (string | Uint8Array)[], quads: number): void {
  craft((database) => {
    database.prepare('DELETE FROM piece').run();
    const add = database.prepare('INSERT INTO piece VALUES (1, ?, ?, ?)');
    pieces.forEach((piece, index) => add.run(index + 1, sha256(piece), deflateSync(piece, { level: 9 })));
    database
      .prepare('UPDATE graph SET quads = ?, sha256 = ?')
      .run(quads, sha256(pieces.map((piece) => sha256(piece)).join('\n')));
  });
}

describe('a kept document of a store from somebody else', () => {
  const blank = (length: number): Uint8Array => Buffer.alloc(length, ' ');
  const json = crate();

  it.each([
    ['in a chunk that is larger than a store writes', () => [json, blank(60_000_000), blank(60_000_000)]],
    ['in one such chunk', () => [Buffer.concat([json, blank(FILE_CHUNK)])]],
    ['in chunks of several sizes', () => [json, blank(1000), blank(1000)]],
    ['whose last chunk is the largest', () => [json, blank(json.length), blank(json.length + 1)]],
    ['packed tighter than any store packs', () => Array<Uint8Array>(40).fill(blank(FILE_CHUNK))],
  ])('is refused before it is unpacked: %s', async (_, parts) => {
    await load();
    craftDocument(parts());
    let received = 0;
    await expect(
      reading(async (store) => {
        const [record] = await store.records();
        for await (const chunk of store.file(record?.sha256 ?? '')) received += chunk.length;
      }),
    ).rejects.toMatchObject({ ...INVALID, message: expect.stringMatching(/^the file [\da-f]{64} is damaged in the store/) }); // prettier-ignore
    expect(received).toBeLessThan(5_000_000);
    await expect(reading((store) => exportCrate(store, GRAPH))).rejects.toMatchObject(INVALID);
    expect((await verifyStore(path)).problems).toEqual([expect.stringMatching(/^the file [\da-f]{64} is damaged/)]);
  });

  it.each([
    ['before the first', -1],
    ['instead of the first', 0],
    ['after a gap', 7],
  ])('is refused with a chunk that nobody reads: %s', async (_, number) => {
    await load();
    craft((database) => database.prepare('INSERT INTO document SELECT sha256, ?, content FROM document').run(number));
    await expect(reading((store) => exportCrate(store, GRAPH))).rejects.toMatchObject(INVALID);
    expect((await verifyStore(path)).problems).toHaveLength(1);
  });

  it('is read whatever size its chunks have, also those of earlier versions', async () => {
    const document = crate(2_500_000);
    await load();
    for (const size of [1 << 20, FILE_CHUNK, 2_500_000, 1_250_000]) {
      const parts: Uint8Array[] = [];
      for (let at = 0; at < document.length; at += size) parts.push(document.subarray(at, at + size));
      craftDocument(parts);
      expect(await reading((store) => exportCrate(store, GRAPH))).toBe(document.toString());
      expect((await verifyStore(path)).problems).toEqual([]);
    }
  });

  it('is read if it is large, and packs well', async () => {
    await reading((store) => loadCrates(store, [crate(0, 'x'.repeat(70_000_000))], { base: GRAPH }));
    expect((await verifyStore(path)).problems).toEqual([]);
    expect(await reading(async (store) => (await storedDocument(store, GRAPH)).bytes.length)).toBeGreaterThan(
      70_000_000,
    );
  });

  it('may be as large as a metadata document', async () => {
    await load(10_000);
    const options = { packages: { limits: { metadataBytes: 9_999 } } };
    const refused = { code: 'ERR_LIMIT', message: expect.stringContaining('the metadata document: more than 10 kB') };
    await expect(reading((store) => exportCrate(store, GRAPH, options))).rejects.toMatchObject(refused);
    await expect(reading((store) => exportCrate(store, GRAPH, { ...options, keepBase: true }))).rejects.toMatchObject(refused); // prettier-ignore
    await expect(reading((store) => storedDocument(store, GRAPH, options))).rejects.toMatchObject(refused);
    expect(await reading((store) => exportCrate(store, GRAPH, { packages: { limits: { metadataBytes: 10_000 } } }))).toHaveLength(10_000); // prettier-ignore
  });

  it('is kept in chunks of one size', () => {
    const sizes = (length: number) => [...fileChunks({ length, read: (start, end) => blank(end - start) })].map(({ bytes }) => bytes.length); // prettier-ignore
    expect(sizes(0)).toEqual([0]);
    expect(sizes(FILE_CHUNK)).toEqual([FILE_CHUNK]);
    expect(sizes(2 * FILE_CHUNK + 1)).toEqual([FILE_CHUNK, FILE_CHUNK, 1]);
  });
});

describe('the pieces of a graph from somebody else', () => {
  const line = (value: string): string => `<urn:s> <urn:p> "${value}" <${GRAPH}> .\n`;
  const numbered = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => line(`${from + index}`)).join('');

  it('are refused if they become too many bytes together', async () => {
    await load();
    const piece = line('a'.repeat(30_000_000));
    craftPieces([piece, piece, piece, piece], 4);
    let received = 0;
    await expect(
      reading(async (store) => {
        for await (const chunk of dumpStore(store)) received += chunk.length;
      }),
    ).rejects.toMatchObject({
      ...INVALID,
      message: expect.stringContaining('packed tighter than any store packs them'),
    });
    expect(received).toBeLessThan(64_000_000);
    expect((await verifyStore(path)).problems).toEqual([expect.stringContaining('packed tighter')]);
  });

  it('are refused if one of them becomes too many', async () => {
    await load();
    craftPieces([line('a'.repeat(70_000_000))], 1);
    const before = process.memoryUsage().arrayBuffers;
    await expect(reading((store) => exportCrate(store, GRAPH, { layout: false }))).rejects.toMatchObject(INVALID);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(68_000_000);
    expect((await verifyStore(path)).problems).toEqual([expect.stringContaining(`graph <${GRAPH}> is damaged`)]);
  });

  it.each([
    ['in one piece', (twice: string) => [line('a') + twice + line('b') + twice], 'line 4 of piece 1'],
    ['in two', (twice: string) => [line('a') + twice, line('b') + twice], 'line 2 of piece 2'],
    ['far apart', (twice: string) => [twice + numbered(0, 20_000), numbered(20_000, 40_000), twice], 'line 1 of piece 3'], // prettier-ignore
  ])('have no line twice, which verify finds: %s', async (_, pieces, place) => {
    await load();
    const all = pieces(line('\u00e9 twice'));
    craftPieces(all, all.join('').split('\n').length - 1);
    expect((await verifyStore(path)).problems).toEqual([`graph <${GRAPH}> has ${place} twice`]);
  });

  it('have lines that differ, and verify says so', async () => {
    await load();
    craftPieces([numbered(0, 100_000), numbered(100_000, 200_000)], 200_000);
    expect((await verifyStore(path)).problems).toEqual([]);
  });
});
