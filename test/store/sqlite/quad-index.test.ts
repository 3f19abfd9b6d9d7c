import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuadIndex } from '../../../src/store/index/quad-index.js';
import { QUAD_ORDERS, type QuadOrder } from '../../../src/store/index/segment-parts.js';
import { openStore } from '../../../src/store/open-store.js';
import { eachLine } from '../../../src/store/pieces.js';
import type { GraphStore } from '../../../src/store/port.js';
import type { IndexWork } from '../../../src/store/port.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { indexChange, prepareIndexTables, writeIndexChange } from '../../../src/store/sqlite/update-index.js';
import { readIndex } from '../../../src/store/sqlite/read-index.js';
import { utf8Text } from '../../../src/store/utf8-text.js';
import { valueLine } from '../../../src/store/value-line.js';
import { operate } from './operations.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-index-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The lines that an index has in one of its orders. */
function linesOf(index: QuadIndex, order: QuadOrder): string[] {
  const places = ['s', 'p', 'o'].map((name) => order.indexOf(name));
  const lines: string[] = [];
  for (const { columns, from, to } of index.rows(order, []))
    for (let row = from; row < to; row += 1) {
      const graph = columns[3]?.[row] as number;
      if (index.isGone(graph)) continue;
      const terms = places.map((at) => index.term(columns[at]?.[row] as number));
      lines.push(`${terms.join(' ')} ${index.term(index.graphIris[graph] as number)} .`);
    }
  return lines.sort();
}

async function storedLines(store: GraphStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const piece of store.nquads()) eachLine(utf8Text(piece), (line) => lines.push(valueLine(line)));
  return lines.sort();
}

/** Reads for a change of the index, and writes it; something may happen in between. */
async function update(
  connection: Connection,
  work?: IndexWork,
  most?: number,
  between: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  await connection.transaction(async () => prepareIndexTables(connection));
  connection.exec('BEGIN');
  const change = await indexChange(connection, work, most);
  connection.exec('ROLLBACK');
  await between();
  return change === undefined || connection.transaction(async () => writeIndexChange(connection, change));
}

test('what others write while an index is made is not lost, and two that make it do not mix', async () => {
  const path = join(folder, 'store');
  const store = await openStore(path, { mode: 'write', create: true });
  const [one, other] = [new Connection(path), new Connection(path)];
  for (const step of [0, 1, 2]) await operate(store, 8, step);
  const write = async (graph: string): Promise<void> => {
    await store.put([{ graph, mode: 'create', nquads: [`<urn:s> <urn:p> "${graph}" <${graph}> .\n`] }]);
  };
  expect(await update(one, {}, undefined, () => write('urn:first'))).toBe(false);
  for (const order of QUAD_ORDERS) expect(linesOf(readIndex(other), order)).toEqual(await storedLines(store));
  const both = async (): Promise<void> => {
    expect(await update(other)).toBe(true);
  };
  await write('urn:second');
  expect(await update(one, {}, undefined, both)).toBe(false);
  expect(await update(one)).toBe(true);
  for (const order of QUAD_ORDERS) expect(linesOf(readIndex(one), order)).toEqual(await storedLines(store));
  expect((await verifyFile(path)).problems).toEqual([]);
  for (const connection of [one, other]) connection.close();
  await store.close();
});

test.each([1, 2, 3])('an index has the quads of its store after each change (%s)', async (seed) => {
  const path = join(folder, 'store');
  const store = await openStore(path, { mode: 'write', create: true });
  const connection = new Connection(path);
  for (let step = 0; step < 16; step += 1) {
    await operate(store, seed, step);
    const lines = await storedLines(store);
    if (step % 3 !== 2) await update(connection); // else what it lacks is in memory
    for (const order of QUAD_ORDERS) expect(linesOf(readIndex(connection), order)).toEqual(lines);
  }
  connection.close();
  await store.close();
});

test('a large index is made in several transactions, between which others write, and is right at all times', async () => {
  const path = join(folder, 'store');
  const store = await openStore(path, { mode: 'write', create: true });
  const connection = new Connection(path);
  const progress: (readonly [number, number])[] = [];
  for (const step of [1, 2, 3]) await operate(store, 6, step);
  let unfinished = 0;
  for (let transaction = 0, isDone = false; !isDone || transaction < 6; transaction += 1) {
    const onProgress = (...sizes: readonly [number, number]): void => void progress.push(sizes);
    isDone = await update(connection, { onProgress }, 20);
    if (!isDone) unfinished += 1;
    if (transaction < 4) await operate(store, 6, 4 + transaction);
    for (const order of QUAD_ORDERS) expect(linesOf(readIndex(connection), order)).toEqual(await storedLines(store));
  }
  expect(unfinished).toBeGreaterThan(1);
  expect(progress.every(([done, total]) => done < total)).toBe(true);
  expect((await verifyFile(path)).problems).toEqual([]);
  connection.close();
  await store.close();
});

test('a connection keeps what it has read as long as it is true', async () => {
  const path = join(folder, 'store');
  const store = await openStore(path, { mode: 'write', create: true });
  const [connection, other] = [new Connection(path), new Connection(path)];
  for (const step of [1, 2, 3, 4]) {
    await operate(store, 5, step);
    if (step === 2) await store.index();
  }
  const lacking = readIndex(connection);
  expect(readIndex(connection)).toBe(lacking);
  expect(readIndex(connection, ['urn:none'])).toBe(lacking);
  await store.index();
  expect(readIndex(connection)).not.toBe(lacking);
  const lines = await storedLines(store);
  expect(linesOf(readIndex(connection), 'posg')).toEqual(lines);
  // Made again by somebody else: its segments have the numbers of those that were there, and other ids.
  await other.transaction(async () => {
    other.exec('DELETE FROM index_block');
  });
  await update(other);
  for (const order of QUAD_ORDERS) expect(linesOf(readIndex(connection), order)).toEqual(lines);
  await operate(store, 5, 5);
  for (const order of QUAD_ORDERS) expect(linesOf(readIndex(connection), order)).toEqual(await storedLines(store));
  for (const one of [connection, other]) one.close();
  await store.close();
});

test('finds each term, and rows by the beginning of each order', async () => {
  const path = join(folder, 'store');
  const store = await openStore(path, { mode: 'write', create: true });
  const connection = new Connection(path);
  for (const step of [1, 2, 3, 4, 5, 6]) {
    await operate(store, 7, step);
    await update(connection);
  }
  const index = readIndex(connection);
  for (let id = 1; id < index.nextId; id += 1) expect(index.idOf(index.term(id))).toBe(id);
  expect(index.idOf('"nowhere"')).toBe(0);
  const all = [...index.rows('posg', [])].flatMap(({ columns, from, to }) =>
    Array.from({ length: to - from }, (_, at) => columns.map((column) => column[from + at] as number)),
  );
  for (const row of all.filter((_, at) => at % 500 === 0))
    for (let length = 1; length <= 4; length += 1) {
      const prefix = row.slice(0, length);
      const same = all.filter((other) => prefix.every((number, at) => other[at] === number)).length;
      const found = [...index.rows('posg', prefix)].reduce((sum, { from, to }) => sum + to - from, 0);
      expect(found).toBe(same);
      expect(index.count('posg', prefix) > 0).toBe(true);
    }
  connection.close();
  await store.close();
});

test('a graph that becomes the one it was is indexed again, and long texts with one beginning are told apart', async () => {
  const path = join(folder, 'store');
  const store = await openStore(path, { mode: 'write', create: true });
  const connection = new Connection(path);
  const graph = 'urn:g';
  const texts = Array.from({ length: 300 }, (_, at) => `"${'x'.repeat(450 + at)}"`);
  const lines = texts.map((text) => `<urn:s> <urn:p> ${text} <${graph}> .\n`);
  for (const mode of ['create', 'replace', 'replace'] as const) {
    await store.put([{ graph, mode, nquads: lines }]);
    await update(connection);
    const index = readIndex(connection);
    for (const text of texts) expect(index.term(index.idOf(text))).toBe(text);
    expect(linesOf(index, 'spog')).toHaveLength(texts.length);
  }
  connection.close();
  await store.close();
});
