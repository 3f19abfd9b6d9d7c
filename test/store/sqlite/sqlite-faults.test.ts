import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Other from 'libsql';
import { CrateError } from '../../../src/base/errors.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { backupFile } from '../../../src/store/sqlite/backup-store.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { inLongSuites } from '../../helpers/seed.js';
import { inPieces } from '../../helpers/stored.js';
import { operate, stateOf } from './operations.js';

const G = 'http://example.org/crate/1/';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-sqlite-'));
  path = join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (text: string | number, graph = G): string => `<urn:s> <urn:p> "${text}" <${graph}> .\n`;
const write = (mode: GraphWrite['mode'], count: number, text = ''): GraphWrite => ({
  graph: G,
  mode,
  pieces: inPieces(Array.from({ length: count }, (_, index) => line(`${text}${index}`))),
});

async function lines(nquads: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const bytes of nquads) count += Buffer.from(bytes).toString().split('\n').length - 1;
  return count;
}

/** More lines than one piece holds. */
const MANY = 10_000;

/** Processes that work at once, and turned bits: some in the quick suites, many in the long ones. */
const [WRITERS, READERS, BITS] = inLongSuites ? [8, 20, 60] : [4, 6, 20];

describe('a reader', () => {
  let store: GraphStore;
  beforeEach(async () => {
    store = await openStore(path, { mode: 'write', create: true });
    await store.put([write('create', MANY)]);
  });
  afterEach(() => store.close());

  it('reads its whole graph while a writer fails', async () => {
    const reader = store.nquads(G)[Symbol.asyncIterator]();
    const first = await reader.next();
    await expect(
      store.put([write('replace', 10), { graph: 'urn:h', mode: 'create', nquads: ['no N-Quads\n'] }]),
    ).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
    expect(await lines(rest(first.value as Uint8Array, reader))).toBe(MANY);
  });

  it('keeps its snapshot while others commit, in this process and in another one', async () => {
    const reader = store.nquads(G)[Symbol.asyncIterator]();
    const first = await reader.next();
    await store.put([write('replace', 3, 'new ')]);
    await inProcess(`await store.update('WITH <${G}> INSERT { <urn:x> <urn:y> <urn:z> } WHERE {}');`);
    expect(await lines(rest(first.value as Uint8Array, reader))).toBe(MANY);
    expect(await lines(store.nquads(G))).toBe(4);
  });

  it('sees nothing of an unfinished commit', async () => {
    let seen: Map<string, number> | undefined;
    await store.put(
      (async function* () {
        yield write('replace', 5);
        yield { graph: 'urn:h', mode: 'create' as const, nquads: [line('h', 'urn:h')] };
        seen = await store.graphs();
      })(),
    );
    expect(seen).toEqual(new Map([[G, MANY]]));
    expect(await store.graphs()).toEqual(
      new Map([
        [G, 5],
        ['urn:h', 1],
      ]),
    );
  });
});

async function otherDatabase(file: string): Promise<void> {
  await rm(file);
  const database = new Other(file);
  database.exec('CREATE TABLE other (name TEXT)');
  database.close();
}

async function* rest(first: Uint8Array, reader: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) yield next.value;
}

/** Runs a program on the store in a process of its own. */
async function inProcess(body: string, before = ''): Promise<{ status: number | null; stderr: string }> {
  const program = `import { openStore } from ${JSON.stringify(resolve('dist/store/open-store.js'))};
    const store = await openStore(${JSON.stringify(path)}, { mode: 'write', create: true });
    try { ${body} } finally { await store.close(); }`;
  const script = join(folder, `program-${Math.random()}.mjs`);
  await writeFile(script, program);
  const child = spawn('bash', ['-c', `${before} exec "$0" "$1"`, process.execPath, script]);
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}

describe('many processes', () => {
  it('write and read at once: nothing is lost, no half commit is seen', async () => {
    await (await openStore(path, { mode: 'write', create: true })).close();
    const writer = (name: number) =>
      inProcess(`for (let i = 0; i < 10; ) {
        const pair = ['a', 'b'].map((half) => ({ graph: 'urn:${name}:' + half, mode: 'merge',
          nquads: ['<urn:s> <urn:p> "' + i + '" <urn:${name}:' + half + '> .\\n'] }));
        try { await store.put(pair); i += 1; } catch (error) { if (error.code !== 'ERR_STORE_LOCKED') throw error; }
      }`);
    const reader = () =>
      inProcess(`for (let i = 0; i < 30; i += 1) {
        const sizes = await store.graphs();
        for (const [name, size] of sizes) if (sizes.get(name.slice(0, -1) + 'a') !== size) throw new Error('half');
      }`);
    const ends = await Promise.all([
      ...Array.from({ length: WRITERS }, (_, n) => writer(n)),
      ...Array.from({ length: READERS }, reader),
    ]);
    expect(ends.filter(({ status }) => status !== 0)).toEqual([]);
    const store = new SqliteStore(path, false);
    expect([...(await store.graphs()).values()]).toEqual(Array.from({ length: 2 * WRITERS }, () => 10));
    await store.close();
    expect((await verifyFile(path)).problems).toEqual([]);
  }, 120_000);

  it('create one store at once', async () => {
    const ends = await Promise.all(
      Array.from({ length: WRITERS }, (_, n) =>
        inProcess(
          `await store.put([{ graph: 'urn:${n}', mode: 'create', nquads: ['<urn:s> <urn:p> "x" <urn:${n}> .\\n'] }]);`,
        ),
      ),
    );
    expect(ends.filter(({ status }) => status !== 0)).toEqual([]);
    const store = new SqliteStore(path, false);
    expect((await store.graphs()).size).toBe(WRITERS);
    await store.close();
  });

  it('wait a short time for a writer, then report it', async () => {
    const store = new SqliteStore(path, true);
    let refused: { stderr: string } | undefined;
    await store.put(
      (async function* () {
        yield write('create', 1);
        refused = await inProcess(`await store.drop(['urn:x']);`);
      })(),
    );
    expect(refused?.stderr).toMatch(/ERR_STORE_LOCKED|another process is writing/);
    await store.close();
  });
});

describe('a store in trouble', () => {
  beforeEach(async () => {
    const store = new SqliteStore(path, true);
    for (const step of [0, 1, 2, 3, 4, 5]) await operate(store, 3, step);
    await store.close();
  });

  async function state(): Promise<string> {
    const store = new SqliteStore(path, false);
    try {
      return await stateOf(store);
    } finally {
      await store.close();
    }
  }

  it('does not change when the disk is full', async () => {
    const before = await state();
    const kilobytes = Math.ceil((await stat(path)).size / 1024) + 64;
    const random = `Array.from({ length: 50_000 }, () => '<urn:s> <urn:p> "' + Math.random() + '" <urn:full> .\\n')`;
    const ended = await inProcess(
      `await store.put([{ graph: 'urn:full', mode: 'create', nquads: ${random} }]);`,
      `trap '' XFSZ; ulimit -f ${kilobytes};`,
    );
    expect(ended.status).not.toBe(0);
    expect(ended.stderr).toMatch(/ERR_OUTPUT/);
    expect((await verifyFile(path)).problems).toEqual([]);
    expect(await state()).toBe(before);
  });

  it('never gives a wrong answer after a bit has flipped', async () => {
    const before = await state();
    const whole = await readFile(path);
    const broken = join(folder, 'broken');
    for (let round = 0; round < BITS; round += 1) {
      const at = Math.floor((whole.length * (round + 0.5)) / BITS) + round;
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ (1 << (round % 8));
      await writeFile(broken, bytes);
      const answer = await answerOf(broken);
      if (answer !== before) expect(answer).toBe('refused');
    }
  });

  async function answerOf(file: string): Promise<string> {
    try {
      if ((await verifyFile(file)).problems.length > 0) return 'refused';
      const store = new SqliteStore(file, false);
      try {
        return await stateOf(store);
      } finally {
        await store.close();
      }
    } catch (error) {
      if (error instanceof CrateError) return error.code === 'ERR_STORE_INVALID' ? 'refused' : error.code;
      throw error;
    }
  }

  it.each([
    ['cut short', (file: string) => truncate(file, 5000)],
    ['another file', (file: string) => writeFile(file, 'no store at all, but some text that is long enough')],
    ['a database of others', otherDatabase],
  ])('is refused when it is %s, and does not change', async (_, spoil) => {
    await spoil(path);
    const bytes = await readFile(path);
    for (const mode of ['read', 'write'] as const)
      await expect(
        openStore(path, { mode, create: true }).then(async (store) => stateOf(store).finally(() => store.close())),
      ).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    expect(await readFile(path)).toEqual(bytes);
  });

  it('can be copied while a writer is at work', async () => {
    const before = await state();
    const store = new SqliteStore(path, false);
    await store.put(
      (async function* () {
        yield { graph: 'urn:new', mode: 'create' as const, nquads: [line('new', 'urn:new')] };
        await backupFile(path, join(folder, 'copy'));
      })(),
    );
    await store.close();
    await copyFile(join(folder, 'copy'), path);
    await rm(`${path}-wal`, { force: true });
    expect(await state()).toBe(before);
    await expect(backupFile(path, join(folder, 'copy'))).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
  });

  it('can be copied next to any other file, and an error about the copy names the copy', async () => {
    const target = join(folder, 'copy');
    await writeFile(`${target}.part`, 'somebody else’s');
    expect(await backupFile(path, target)).toBe((await stat(target)).size);
    expect(await readFile(`${target}.part`, 'utf8')).toBe('somebody else’s');
    for (const none of [join(folder, 'no-such-folder', 'copy'), join(target, 'copy')])
      await expect(backupFile(path, none)).rejects.toMatchObject({
        code: 'ERR_OUTPUT',
        message: expect.stringContaining(none),
      });
    expect((await readdir(folder)).filter((name) => /^copy|crategraph/.test(name)).sort()).toEqual([
      'copy',
      'copy.part',
    ]);
  });
});
