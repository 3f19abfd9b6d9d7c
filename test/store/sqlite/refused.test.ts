import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Other from 'libsql';
import type { CrateError } from '../../../src/base/errors.js';
import type { GraphWrite } from '../../../src/store/port.js';
import { storeFailure } from '../../../src/store/sqlite/failure.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';

const G = 'http://example.org/crate/1/';
const WRITE: GraphWrite = { graph: G, mode: 'replace', nquads: [`<urn:s> <urn:p> "x" <${G}> .\n`] };

/** What these tests run as: jest itself, or one of its workers. */
const RUNS = `node ${basename(process.argv[1] as string)}`;

let folder: string;
let path: string;
let store: SqliteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-refused-'));
  path = join(folder, 'store');
  store = new SqliteStore(path, true);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const writerFile = (): string => `${path}-writer`;
const isThere = async (): Promise<boolean> => (await readdir(folder)).includes('store-writer');

/** Writes, and does the work while it has the lock. */
async function writing(work: () => Promise<unknown>): Promise<void> {
  await store.put(
    (async function* () {
      yield WRITE;
      await work();
    })(),
  );
}

async function untilNoted(): Promise<void> {
  while (!(await isThere())) await wait(10);
}

/** The error of a writer while another program, which writes no writer file, has the lock. */
async function refusal(act = () => store.put([WRITE]) as Promise<unknown>): Promise<CrateError> {
  const other = new Other(path);
  other.exec('BEGIN IMMEDIATE');
  try {
    return await act().then(
      () => Promise.reject(new Error('it was not refused')),
      (error: CrateError) => error,
    );
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
}

/** The error of a writer that finds a lock. */
const lockedError = (): CrateError => storeFailure({ rawCode: 5 }, path) as CrateError;

const note = (fields: object = {}): string =>
  JSON.stringify({
    pid: process.pid,
    host: hostname(),
    runs: 'crategraph load',
    since: '2026-01-02T03:04:05.000Z',
    ...fields,
  });

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'close');
  return child.pid as number;
}

describe('a writer that is refused', () => {
  it('learns who writes and since when, as long as the other has the lock', async () => {
    const second = new SqliteStore(path, false);
    const begun = Date.now();
    let error: CrateError | undefined;
    await writing(async () => {
      error = await second.put([WRITE]).then(undefined, (refused: CrateError) => refused);
    });
    await second.close();
    const writer = error?.details['writer'] as Record<string, string>;
    expect(error).toMatchObject({ code: 'ERR_STORE_LOCKED', details: { store: path } });
    expect(writer).toEqual({ pid: process.pid, host: hostname(), runs: RUNS, since: expect.any(String) });
    expect(Math.abs(Date.parse(writer['since'] as string) - begun)).toBeLessThan(60_000);
    expect(error?.message).toBe(
      `another process is writing to the store ${path}: process ${process.pid} (${RUNS}) since ${writer['since']}, according to ${path}-writer`,
    );
    expect(await isThere()).toBe(false);
  });

  it('waits without blocking its process', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    await refusal();
    clearInterval(counting);
    expect(turns).toBeGreaterThan(20);
  });

  it('writes as soon as the other writer is done', async () => {
    const other = new Other(path);
    other.exec('BEGIN IMMEDIATE');
    const written = store.put([WRITE]);
    await wait(300);
    other.exec('ROLLBACK');
    expect(await written).toEqual([{ graph: G, before: 0, after: 1 }]);
    other.close();
  });

  it.each(['another process', 'this one'])('stops waiting for %s when its signal aborts', async (who) => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    const late = new AbortController();
    setTimeout(() => late.abort(reason), 100);
    const insert = `INSERT DATA { GRAPH <${G}> { <urn:a> <urn:b> <urn:c> } }`;
    const updates = () => [signal, late.signal].map((one) => store.update(insert, { signal: one }));
    const refused = async () => {
      const ends = await Promise.allSettled(updates());
      expect(ends).toEqual(ends.map(() => ({ status: 'rejected', reason })));
      throw reason;
    };
    if (who === 'this one') await writing(() => refused().catch(() => undefined));
    else expect(await refusal(refused)).toBe(reason);
    // No other writer starts early, or is blocked.
    expect(await store.put([WRITE])).toMatchObject([{ after: 1 }]);
  });

  it.each([
    [
      'of a process on another machine',
      note({ host: 'build7', pid: 12 }),
      ': process 12 on build7 (crategraph load) since ',
    ],
    [
      'with an invalid program',
      note({ runs: 'x\u001b[2J https://user:secret@host' }),
      `: process ${process.pid} since `,
    ],
    ['that is empty', '', undefined],
    ['that is half written', note().slice(0, 20), undefined],
    ['that makes no sense', note({ pid: -1 }), undefined],
    ['without a time', note({ since: 'yesterday' }), undefined],
    ['that is something else', 'my thesis', undefined],
  ])('trusts only the valid parts of a writer file %s', async (_, text, words) => {
    await writeFile(writerFile(), text);
    const { code, message, details } = lockedError();
    expect(code).toBe('ERR_STORE_LOCKED');
    if (words === undefined) expect(message).toBe(`another process is writing to the store ${path}`);
    else expect(message).toContain(words);
    expect(`${message}${JSON.stringify(details)}`).not.toContain('secret');
    expect('writer' in details).toBe(words !== undefined);
  });

  it('ignores the file of a process that has ended', async () => {
    await writeFile(writerFile(), note({ pid: await endedProcess() }));
    expect(lockedError().message).toBe(`another process is writing to the store ${path}`);
  });
});

describe('a writer file', () => {
  it.each([
    ['of a killed one', () => note({ since: '2020-01-01T00:00:00.000Z' })],
    ['that was not finished', () => note().slice(0, 3)],
  ])('replaces an earlier one %s', async (_, old) => {
    await writeFile(writerFile(), old());
    await writing(async () => {
      while (!(await readFile(writerFile(), 'utf8').catch(() => '')).includes(RUNS)) await wait(10);
    });
    expect(await isThere()).toBe(false);
  });

  it.each([
    ['a file of another program', () => writeFile(writerFile(), 'my thesis')],
    ['a folder', () => mkdir(writerFile())],
    ['a link', () => symlink(join(folder, 'elsewhere'), writerFile())],
  ])('is not written where %s is in the way, and the commit goes on', async (_, make) => {
    await make();
    await writing(() => wait(250));
    expect(await store.graphs()).toEqual(new Map([[G, 1]]));
    expect((await readdir(folder)).sort()).toEqual(expect.arrayContaining(['store', 'store-writer']));
    expect(await readdir(folder)).not.toContain('elsewhere');
    await expect(readFile(writerFile(), 'utf8').catch(() => 'my thesis')).resolves.toBe('my thesis');
  });

  it('is removed when the write fails', async () => {
    const failed = writing(async () => {
      await untilNoted();
      throw new Error('broken');
    });
    await expect(failed).rejects.toThrow('broken');
    expect(await isThere()).toBe(false);
  });

  it('of the next writer stays when the lock was lost', async () => {
    await writing(async () => {
      await untilNoted();
      await writeFile(writerFile(), note({ host: 'next' }));
    });
    expect(await readFile(writerFile(), 'utf8')).toBe(note({ host: 'next' }));
  });
});
