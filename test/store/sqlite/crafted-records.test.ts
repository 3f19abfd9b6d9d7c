import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Other from 'libsql';
import { exportCrate } from '../../../src/export/export-crate.js';
import { loadCrates } from '../../../src/load/load-crates.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyStore } from '../../../src/stored/check-store.js';
import { loadRecords } from '../../../src/stored/load-records.js';
import { serve } from '../../package/helpers/server.js';

const GRAPH = 'http://example.org/crafted/';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-records-'));
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

function crate(context: string): Uint8Array {
  const graph = [
    { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
    { '@id': './', '@type': 'Dataset', name: 'Crafted', mine: 'x' },
  ];
  return Buffer.from(
    JSON.stringify({ '@context': ['https://w3id.org/ro/crate/1.1/context', context], '@graph': graph }),
  );
}

/** Changes the data of the only record as somebody can who sends the file, with the checksum that belongs to it. */
function craftRecord(change: Record<string, unknown>): void {
  const database = new Other(path);
  const row = database.prepare('SELECT source, version, sha256, kept, data FROM record').all()[0] as Record<string, string>; // prettier-ignore
  const data = JSON.stringify({ ...(JSON.parse(row['data'] as string) as object), ...change });
  const text = [row['source'], String(row['version']), row['sha256'], String(row['kept']), data].join('\n');
  database.prepare('UPDATE record SET data = ?, digest = ?').run(data, createHash('sha256').update(text).digest('hex'));
  database.close();
}

describe('a store file that says whom to trust', () => {
  it.each([
    ['as an earlier version wrote it', true],
    ['without an address', false],
  ])('is read, and not believed: %s', async (_, hasAddress) => {
    const server = await serve((_request, response) =>
      response.end('{"@context": {"mine": "http://example.org/mine"}}'),
    );
    const { port } = new URL(server.url);
    const contexts = (name: string, allowPrivate = false) =>
      openContexts({
        cacheDir: join(folder, name),
        http: { allowPrivate, env: { [`CRATEGRAPH_TOKEN_127_0_0_1_${port}`]: 'secret' } },
      });
    const bytes = crate(`${server.url}/context.json`);
    await reading((store) => loadCrates(store, [bytes], { base: GRAPH, contexts: contexts('one', true) }));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    server.requests.length = 0;
    craftRecord({ origin: hasAddress ? { url: `${server.url}/`, fromPrivate: true, trusted: true } : {} });
    expect((await verifyStore(path)).problems).toEqual([]);
    for (const options of [{ layout: false }, { contextForm: 'embed' }] as const)
      await expect(
        reading((store) => exportCrate(store, GRAPH, { ...options, contexts: contexts('two') })),
      ).rejects.toMatchObject({ code: 'ERR_CONTEXT_UNAVAILABLE' });
    expect(server.requests).toHaveLength(0);
    await reading((store) => exportCrate(store, GRAPH, { layout: false, contexts: contexts('two', true) }));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(await reading((store) => loadRecords(store))).toEqual([expect.not.objectContaining({ origin: expect.anything() as unknown })]); // prettier-ignore
  });
});
