import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dumpShards, type ShardManifest, type ShardOptions } from '../../../src/tasks/export/dump-shards.js';
import { planShards } from '../../../src/tasks/export/plan-shards.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { contents, named, write } from '../../contract/store-kind.js';

const GRAPHS = Array.from({ length: 20 }, (_, index) => `urn:${index}`);

/** The lines of a graph, as many as its number says, and one with a blank node. */
const linesOf = (graph: string) => [
  ...Array.from({ length: Number(graph.slice(4)) }, (_, index) => named(`_:b ${index}`)),
  '_:b <urn:p> _:c @ .',
];

let folder: string;
let store: GraphStore;
const at = (...names: string[]) => join(folder, ...names);

async function storeOf(graphs: readonly string[]): Promise<GraphStore> {
  const made = await openStore('memory:');
  await made.put(graphs.map((graph) => write(graph, 'create', ...linesOf(graph))));
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-shards-'));
  store = await storeOf(GRAPHS);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const dump = (name: string, options: Partial<ShardOptions> = {}, from = store) =>
  dumpShards(from, at(name), { shards: 3, ...options });

/** The lines of all shards, and what each of them contains. */
async function shardsIn(name: string, { files }: ShardManifest): Promise<string[][]> {
  const shards: string[][] = [];
  for (const { file, bytes, sha256, quads } of files) {
    const content = await readFile(at(name, file));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    const lines = gunzipSync(content).toString().trim().split('\n');
    expect(lines.filter((line) => line !== '')).toHaveLength(quads);
    shards.push(lines);
  }
  return shards;
}

const graphOf = (line: string) => / <([^<>]*)> \.$/.exec(line)?.[1] ?? '';

test('shards have each crate whole in one file, about the same quads, and all lines of the store', async () => {
  const manifest = await dump('all', { generator: 'test 1' });
  expect(JSON.parse(await readFile(at('all', 'manifest.json'), 'utf8'))).toEqual(manifest);
  expect(manifest).toMatchObject({ generator: 'test 1', crates: 20, quads: 210, blankNodes: 'labels' });
  expect(manifest.files.map(({ quads }) => quads)).toEqual([71, 70, 69]);
  const shards = await shardsIn('all', manifest);
  expect(shards.flat().sort()).toEqual((await contents(store)).map((line) => line.trim()));
  const graphs = shards.map((lines) => new Set(lines.map(graphOf)));
  expect(graphs.map(({ size }) => size)).toEqual(manifest.files.map(({ crates }) => crates));
  expect(new Set(graphs.flatMap((one) => [...one])).size).toBe(20);
});

test('the same crates give the same bytes, in whatever order the store has them', async () => {
  const other = await storeOf([...GRAPHS].reverse());
  await dump('one');
  await dump('two', {}, other);
  for (const name of await readdir(at('one')))
    expect(Buffer.compare(await readFile(at('one', name)), await readFile(at('two', name)))).toBe(0);
  await other.close();
});

test('blank nodes become IRIs on demand, and the manifest says so', async () => {
  const manifest = await dump('skolem', { skolem: true, graphs: ['urn:1'], shards: 1 });
  expect(manifest.blankNodes).toBe('iris');
  expect(await shardsIn('skolem', manifest)).toEqual([
    [expect.stringContaining('"_:b 0"'), '<urn:crategraph:blank:b> <urn:p> <urn:crategraph:blank:c> <urn:1> .'],
  ]);
});

test('more shards than crates are empty files', async () => {
  const manifest = await dump('many', { graphs: ['urn:1', 'urn:2'], shards: 3 });
  expect(manifest.files.map(({ crates }) => crates)).toEqual([1, 1, 0]);
  await shardsIn('many', manifest);
});

test('a folder is replaced only if it is an earlier dump, and with force', async () => {
  await dump('again', { shards: 5 });
  await expect(dump('again')).rejects.toMatchObject({ code: 'ERR_OUTPUT', hint: expect.stringContaining('--force') as string }); // prettier-ignore
  await dump('again', { force: true });
  expect((await readdir(at('again'))).sort()).toEqual(['manifest.json', 'shard-1-of-3.nq.gz', 'shard-2-of-3.nq.gz', 'shard-3-of-3.nq.gz']); // prettier-ignore
  await writeFile(at('again', 'mine.txt'), 'mine');
  await expect(dump('again', { force: true })).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
  await writeFile(at('file'), 'mine');
  await expect(dump('file', { force: true })).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
  await mkdir(at('empty'));
  await dump('empty');
}); // prettier-ignore

test.each([
  ['a graph that does not exist', { graphs: ['urn:not'] }, 'ERR_GRAPH_NOT_FOUND'],
  ['no shards', { shards: 0 }, 'ERR_USAGE'],
  ['half a shard', { shards: 1.5 }, 'ERR_USAGE'],
])('%s writes nothing', async (_, options, code) => {
  const before = await readdir(folder);
  await expect(dump('none', options)).rejects.toMatchObject({ code });
  expect(await readdir(folder)).toEqual(before);
});

test('a folder appears whole or not at all', async () => {
  const before = await readdir(folder);
  const broken = await storeOf(['urn:1', 'urn:2']);
  const snapshot = broken.snapshot();
  const failing = Object.assign(snapshot, {
    nquads: async function* () {
      yield Buffer.from('');
      throw new Error('damaged');
    },
  });
  broken.snapshot = () => failing;
  await expect(dump('half', {}, broken)).rejects.toThrow('damaged');
  expect(await readdir(folder)).toEqual(before);
});

test('a plan is balanced within the largest crate', () => {
  const sizes = new Map(Array.from({ length: 10_000 }, (_, index) => [`urn:${index}`, 1 + ((index * 7919) % 500)]));
  const quads = planShards(sizes, 16).map((shard) => shard.quads);
  expect(Math.max(...quads) - Math.min(...quads)).toBeLessThanOrEqual(500);
});
