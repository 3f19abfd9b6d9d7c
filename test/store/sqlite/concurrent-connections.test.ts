import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import { LOCK_TIMEOUT } from '../../../src/store/sqlite/connection.js';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { backupFile } from '../../../src/store/sqlite/backup-store.js';
import { inPieces } from '../../helpers/stored.js';

const G = 'http://example.org/crate/1/';

let folder: string;
let path: string;
let store: GraphStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-concurrent-'));
  path = join(folder, 'store');
  store = await openStore(path, { mode: 'write', create: true });
  await store.put([write('create', 'old')]);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** More lines than one piece holds. */
const write = (mode: GraphWrite['mode'], text: string, graph = G): GraphWrite => ({
  graph,
  mode,
  pieces: inPieces(Array.from({ length: 10_000 }, (_, index) => `<urn:s> <urn:p> "${text} ${index}" <${graph}> .\n`)),
});

it('closing a snapshot ends its reads with an error, never with a part of the data', async () => {
  const snapshot = store.snapshot();
  const ask = () => snapshot.query(`SELECT * { GRAPH <${G}> { ?s ?p ?o } }`, 'text/csv')[Symbol.asyncIterator]();
  const [reader, answered, late] = [snapshot.nquads(G)[Symbol.asyncIterator](), ask(), ask()];
  await reader.next();
  let text = String((await answered.next()).value);
  snapshot.close();
  await store.put([write('replace', 'new')]);
  // What was answered is whole: its rows need the store no more.
  for (let part = await answered.next(); part.done !== true; part = await answered.next()) text += String(part.value);
  expect(text.match(/old/g)).toHaveLength(10_000);
  expect(text).not.toContain('new');
  await expect(late.next()).rejects.toMatchObject({ code: 'ERR_USAGE' });
  await expect(reader.next()).rejects.toMatchObject({ code: 'ERR_USAGE' });
});

it('a writer that closes its store during a read does not block other writers', async () => {
  const reader = store.snapshot();
  const times: number[] = [];
  for (const name of ['urn:one', 'urn:two', 'urn:three']) {
    const writer = await openStore(path, { mode: 'write' });
    await writer.put([write('create', 'one', name)]);
    const start = performance.now();
    await writer.close();
    times.push(performance.now() - start);
  }
  // A writer that waits for the reader waits this long each time; one that does not may be slow on a busy machine.
  expect(Math.min(...times)).toBeLessThan(LOCK_TIMEOUT);
  reader.close();
});

it('a backup too can be read while another connection writes', async () => {
  await backupFile(path, join(folder, 'copy'));
  const [reading, writing] = [
    await openStore(join(folder, 'copy'), { mode: 'read' }),
    await openStore(join(folder, 'copy'), { mode: 'write' }),
  ];
  const snapshot = reading.snapshot();
  await writing.put([write('create', 'one', 'urn:one')]);
  expect([...(await snapshot.graphs()).keys()]).toEqual([G]);
  snapshot.close();
  await reading.close();
  await writing.close();
});

it('a commit succeeds even if the disk only has room for the log', async () => {
  await store.close();
  const script = join(folder, 'program.mjs');
  await writeFile(
    script,
    `import { openStore } from ${JSON.stringify(resolve('dist/store/open-store.js'))};
    const store = await openStore(${JSON.stringify(path)}, { mode: 'write' });
    const nquads = Array.from({ length: 2000 }, () => '<urn:s> <urn:p> "' + Math.random() + '" <urn:one> .\\n');
    await store.put([{ graph: 'urn:one', mode: 'create', nquads }]);
    await store.close();`,
  );
  const limit = Math.ceil((await stat(path)).size / 1024) + 8;
  const ended = spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f ${limit}; exec "$0" "$1"`, process.execPath, script]);
  expect([ended.status, String(ended.stderr)]).toEqual([0, '']);
  expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
  store = await openStore(path, { mode: 'read' });
  expect((await store.graphs(['urn:one'])).get('urn:one')).toBe(2000);
});
