import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportChunks } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED, crate } from '../../helpers/read.js';

const BASE = 'http://example.org/crate/';

/** A document of 18 MB: too large for memory, and kept in several chunks. */
const TEXT = JSON.stringify(
  crate(
    Array.from({ length: 18 }, (_, index) => ({
      '@id': `#${index}`,
      '@type': 'Person',
      description: createHash('sha256').update(`${index}`).digest('base64').repeat(24_000),
    })),
  ),
);

let store: GraphStore;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await freshFolder('large');
  file = join(folder, 'ro-crate-metadata.json');
  await writeFile(file, TEXT);
  store = await openStore(join(folder, 'store'), { mode: 'write', create: true });
});
afterEach(() => store.close());

test('a large document is exported byte for byte, in chunks', async () => {
  const options = { contexts: BUNDLED, base: BASE };
  expect(await loadCrates(store, [file], options)).toMatchObject([{ status: 'loaded', dropped: 0 }]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportChunks(store, BASE, options)) chunks.push(chunk);
  expect(chunks).toHaveLength(5);
  expect(Buffer.concat(chunks).equals(Buffer.from(TEXT))).toBe(true);
  await store.close();
  expect((await verifyFile(join(folder, 'store'))).problems).toEqual([]);
});

const changes: readonly [string, (file: number) => void][] = [
  ['other bytes', (file) => void writeSync(file, 'Q', TEXT.length - 100)],
  ['fewer', (file) => ftruncateSync(file, TEXT.length - 100)],
];
test.each(changes)(
  'a document that changes during the load (%s) is an error, and nothing is stored',
  async (_, change) => {
    const onProgress = () => {
      const handle = openSync(file, 'r+');
      change(handle);
      closeSync(handle);
    };
    const loading = loadCrates(store, [file], { contexts: BUNDLED, base: BASE, onProgress });
    await expect(loading).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect(await store.graphs()).toEqual(new Map());
    expect(await store.records()).toEqual([]);
  },
);
