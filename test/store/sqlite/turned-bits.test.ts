import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHere } from '../../../src/store/engine/engine-here.js';
import { SparqlEngine } from '../../../src/store/engine/engine.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { inLongSuites, SEED } from '../../helpers/seed.js';
import { answersOf, makeStore, turned, type Place } from './turned-bits.js';

let folder: string;
let whole: Buffer;
let files: string[];
let right: readonly string[];
/** In this thread: a thread for each file takes longer than the rest. */
const engine = new SparqlEngine(startHere);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-bits-'));
  await makeStore(join(folder, 'store'));
  whole = await readFile(join(folder, 'store'));
  const store = new SqliteStore(join(folder, 'store'), false);
  files = (await store.records()).map(({ sha256 }) => sha256);
  right = await answersOf(store, files);
  await store.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The answers of a file with damage; those of a store that cannot be opened or read at all are the code of the error. */
async function answers(path: string): Promise<readonly string[]> {
  let store: SqliteStore | undefined;
  try {
    store = new SqliteStore(path, false, engine);
    return await answersOf(store, files);
  } catch (error) {
    return right.map(() => `refused: ${(error as { code?: string }).code ?? String(error)}`);
  } finally {
    await store?.close(); // and the engine, which starts again
  }
}

const [MANY, SOME] = inLongSuites ? [400, 400] : [20, 10];

test.each<[number, Place]>([
  [MANY, 'anywhere'],
  [MANY, 'pages'],
  [SOME, 'header'],
])(
  `%i turned bits, %s, are found by what they change, or change nothing (seed ${SEED})`,
  async (bits, place) => {
    const path = join(folder, place);
    const wrong: string[] = [];
    let found = 0;
    for (let step = 0; step < bits; step += 1) {
      const { bytes, at } = turned(whole, SEED, step, place);
      await writeFile(path, bytes);
      for (const companion of ['-wal', '-shm', '-journal']) await rm(path + companion, { force: true });
      const given = await answers(path);
      const different = given.filter((answer, index) => answer !== right[index]);
      if (different.length > 0) found += 1;
      const silent = different.filter((answer) => answer !== 'refused: ERR_STORE_INVALID');
      if (silent.length > 0) wrong.push(`step ${step}, byte ${at}: ${silent[0]?.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(bits / 20);
  },
  600_000,
);
