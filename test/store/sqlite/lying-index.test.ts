import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Other from 'libsql';
import { openStore } from '../../../src/store/open-store.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { isIndexed } from '../../../src/store/sqlite/update-index.js';
import { operate } from './operations.js';

let folder: string;
let indexed: string;
const expected: string[] = [];

/** One for each order and part. */
const QUERIES = [
  'SELECT * { ?s ?p ?o }',
  'SELECT * { GRAPH ?g { ?s <http://schema.org/name> ?o } }',
  'SELECT * { ?s ?p "all 3" }',
  'SELECT * { GRAPH ?g { <http://example.org/crate/1/#7> ?p ?o } }',
  'ASK { ?s ?p "nowhere" }',
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-index-'));
  indexed = join(folder, 'indexed');
  const store = await openStore(indexed, { mode: 'write', create: true });
  for (const step of [0, 1, 3, 2, 4, 5, 6]) {
    await operate(store, 4, step);
    await store.index();
  }
  for (const query of QUERIES) expected.push(await answer(indexed, query));
  await store.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The rows of an answer, sorted; or the code of the error. */
async function answer(path: string, query: string): Promise<string> {
  const store = await openStore(path);
  try {
    let text = '';
    for await (const chunk of store.query(
      query,
      query.startsWith('ASK') ? 'application/sparql-results+json' : 'text/tab-separated-values',
    ))
      // prettier-ignore
      text += Buffer.from(chunk).toString();
    return text.split('\n').sort().join('\n');
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await store.close();
  }
}

/** The index that is made again is right, whatever became of the one before. */
async function expectRebuilt(damaged: string, at: number): Promise<void> {
  const path = `${damaged}-${at}`; // its log is no other file's
  await copyFile(damaged, path);
  const store = await openStore(path, { mode: 'write' });
  await store.index({ rebuild: true });
  await store.close();
  expect((await verifyFile(path)).problems).toEqual([]);
  for (const [number, query] of QUERIES.entries()) expect(await answer(path, query)).toBe(expected[number]);
}

interface Block {
  readonly rowid: number;
  readonly content: Buffer;
}

type Damage = (database: Other.Database, blocks: readonly Block[], at: number) => void;

const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['a block is taken out', (database, blocks, at) => database.prepare('DELETE FROM index_block WHERE rowid = ?').run(blocks[at]?.rowid)], // prettier-ignore
  ['a bit of a block is turned', (database, blocks, at) => setContent(database, blocks[at] as Block, turned(blocks[at]?.content as Buffer, at))], // prettier-ignore
  ['a block has the content of another one', (database, blocks, at) => setContent(database, blocks[at] as Block, blocks[(at + 1) % blocks.length]?.content as Buffer)], // prettier-ignore
  ['a block is no block', (database, blocks, at) => setContent(database, blocks[at] as Block, Buffer.from('zero'))],
  ['a block is a text', (database, blocks, at) => database.prepare("UPDATE index_block SET content = 'text' WHERE rowid = ?").run(blocks[at]?.rowid)], // prettier-ignore
];

function setContent(database: Other.Database, { rowid }: Block, content: Buffer): void {
  database.prepare('UPDATE index_block SET content = ? WHERE rowid = ?').run(content, rowid);
}

function turned(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  const place = (at * 7919) % copy.length;
  copy[place] = (copy[place] as number) ^ (1 << (at % 8));
  return copy;
}

test.each(DAMAGES)('%s: queries give the same answer or an error, and `verify` finds it', async (name, damage) => {
  const path = join(folder, name.replaceAll(' ', '-'));
  const all = new Other(indexed);
  const blocks = all.prepare('SELECT rowid, content FROM index_block').all() as unknown as Block[];
  const contents = blocks.map(({ rowid, content }) => ({ rowid, content: Buffer.from(content) }));
  all.close();
  let errors = 0;
  let harmless = 0;
  for (let at = 0; at < contents.length; at += 1) {
    await copyFile(indexed, path);
    const database = new Other(path);
    damage(database, contents, at);
    database.close();
    let failed = 0;
    for (const [number, query] of QUERIES.entries()) {
      const found = await answer(path, query);
      if (found === 'ERR_STORE_INVALID') failed += 1;
      else expect(found).toBe(expected[number]);
    }
    errors += failed;
    const { problems } = await verifyFile(path);
    // Two bits of the two bytes before the packed data say nothing about it (RFC 1950, section 2.2).
    if (problems.length === 0 && failed === 0 && name.includes('bit')) harmless += 1;
    else expect(problems.join()).toMatch(/index/);
    if (at % 10 === 0) await expectRebuilt(path, at);
  }
  expect(errors).toBeGreaterThan(contents.length);
  expect(harmless).toBeLessThanOrEqual(2);
});

test('blocks of no part of the index, and a header that lies, are found', async () => {
  const path = join(folder, 'loose');
  await copyFile(indexed, path);
  const database = new Other(path);
  database
    .prepare('INSERT OR IGNORE INTO index_block SELECT 77, part, number, content FROM index_block WHERE segment > 0')
    .run();
  database.close();
  expect((await verifyFile(path)).problems.join()).toMatch(/blocks of the index belong to no part of it/);
  for (const [number, query] of QUERIES.entries()) expect(await answer(path, query)).toBe(expected[number]);
});

test('an index that is gone is made again', async () => {
  const path = join(folder, 'dropped');
  await copyFile(indexed, path);
  const database = new Other(path);
  database.exec('DROP TABLE index_block');
  database.close();
  for (const [number, query] of QUERIES.entries()) expect(await answer(path, query)).toBe(expected[number]);
  const store = await openStore(path, { mode: 'write' });
  await store.index();
  await store.close();
  const connection = new Connection(path);
  expect(isIndexed(connection)).toBe(true);
  connection.close();
  expect((await verifyFile(path)).problems).toEqual([]);
});
