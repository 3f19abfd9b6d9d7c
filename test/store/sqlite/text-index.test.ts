import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';

let folder: string;
let path: string;
let store: GraphStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-text-'));
  path = join(folder, 'store');
  store = await openStore(path, { mode: 'write', create: true });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const NAME = '<http://schema.org/name>';
const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const WORDS = ['rain', 'river', 'gauge', 'Straße', 'Ümläut', '气候数据', '数据', 'rainfall', 'ข้อมูล', 'data'];

/** A graph whose entities have names of some of the words, by numbers that look random. */
function graphAt(number: number, seed: number): string[] {
  const graph = `https://example.org/${number}/`;
  return Array.from({ length: 4 }, (_, entity) => {
    const pick = (at: number) => WORDS[(number * 7 + entity * 13 + at * 5 + seed * 3) % WORDS.length];
    const subject = entity === 0 ? graph : `${graph}e${entity}`;
    return `<${subject}> ${NAME} "${pick(0)} ${pick(1)} ${seed}" <${graph}> .\n<${subject}> <http://schema.org/description> "${pick(2)}" <${graph}> .\n<${subject}> ${TYPE} <http://schema.org/${entity === 0 ? 'Dataset' : 'File'}> <${graph}> .\n`; // prettier-ignore
  });
}

const put = (to: GraphStore, number: number, seed: number) =>
  to.put([{ graph: `https://example.org/${number}/`, mode: 'replace', nquads: graphAt(number, seed) }]);

const SEARCHES = ['rain', 'rain*', 'river gauge', '"river gauge"', '"UMLAUT data"', '数据', '气', '候数据', 'rain -river', 'มูล', 'absent', 'data 3']; // prettier-ignore

/** What is found, without the scores, which depend on what was ever in the store. */
const found = async (from: GraphStore, words: string) => {
  const { total, types, entities } = await from.search(words, { rows: 1000 });
  return { total, types, entities: entities.map(({ entity, graphs }) => `${entity} ${graphs.join()}`).sort() };
};

test('the file finds what memory finds, after each change, with the full text up to date or not', async () => {
  const memory = await openStore('memory:');
  for (let step = 0; step < 12; step += 1) {
    for (const to of [store, memory]) {
      await put(to, step % 5, step);
      if (step === 7) await to.drop(['https://example.org/1/']);
    }
    if (step % 3 === 0) await store.index({ text: true });
    if (step % 3 === 1) await store.index();
    for (const words of SEARCHES)
      expect([words, await found(store, words)]).toEqual([words, await found(memory, words)]);
  }
  expect((await found(store, 'rain*')).total).toBeGreaterThan(3);
  expect((await found(store, '气')).total).toBeGreaterThan(0);
  expect((await found(store, 'absent')).total).toBe(0);
  await store.index({ text: true });
  expect((await verifyFile(path)).problems).toEqual([]);
  await memory.close();
});

test('finds exactly the entities whose values have the words', async () => {
  for (let number = 0; number < 8; number += 1) await put(store, number, number);
  await store.index({ text: true });
  const lines = Array.from({ length: 8 }, (_, number) => graphAt(number, number)).flat();
  const having = (...wanted: string[]) =>
    lines.flatMap((text) => {
      const values = [...text.matchAll(/"(.*?)"/g)].map(([, value]) => value).join(' ').split(' '); // prettier-ignore
      return wanted.every((word) => values.includes(word)) ? [/<(.*?)>/.exec(text)?.[1] as string] : [];
    });
  for (const wanted of [['rain'], ['Straße'], ['Ümläut', 'data']]) {
    const { entities } = await store.search(wanted.join(' '), { rows: 1000 });
    expect(having(...wanted).length).toBeGreaterThan(0);
    expect(entities.map(({ entity }) => entity).sort()).toEqual(having(...wanted).sort());
  }
});

test('names count more than descriptions, these more than other values, and roots come first among equals', async () => {
  const graph = 'https://example.org/r/';
  const say = (subject: string, property: string, text: string) =>
    `<${graph}${subject}> <http://schema.org/${property}> "${text}" <${graph}> .\n`;
  const nquads = [say('c', 'award', 'glacier'), say('b', 'description', 'glacier'), say('a', 'name', 'glacier'), say('', 'name', 'glacier')]; // prettier-ignore
  await store.put([{ graph, mode: 'create', nquads }]);
  const { entities } = await store.search('glacier');
  expect(entities.map(({ entity }) => entity.slice(graph.length))).toEqual(['', 'a', 'b', 'c']);
  expect(entities[2]).toMatchObject({ graphName: 'glacier', inGraphs: 1, matches: [{ property: 'http://schema.org/description', text: 'glacier' }] }); // prettier-ignore
});

test('searches a type, some graphs, and pages of an answer', async () => {
  for (let number = 0; number < 6; number += 1) await put(store, number, number);
  const all = await store.search('r*', { rows: 1000 });
  const sets = await store.search('r*', { rows: 1000, type: 'Dataset' });
  expect(sets.total).toBe(all.types.find(({ type }) => type.endsWith('Dataset'))?.entities);
  expect(sets.types).toEqual(all.types);
  expect(await store.search('r*', { type: 'http://schema.org/Dataset', rows: 1000 })).toEqual(sets);
  const graphs = ['https://example.org/1/', 'https://example.org/none/'];
  const some = await store.search('r*', { rows: 1000, graphs });
  expect(some.entities.map(({ entity }) => entity).sort()).toEqual(
    all.entities.map(({ entity }) => entity).filter((entity) => entity.startsWith(graphs[0] as string)).sort(), // prettier-ignore
  );
  expect(some.total).toBeGreaterThan(0);
  expect((await store.search('r*', { graphs: [] })).total).toBe(0);
  const pages = [0, 3].map((offset) => store.search('r*', { rows: 3, offset }));
  expect((await Promise.all(pages)).flatMap(({ entities }) => entities)).toEqual(all.entities.slice(0, 6));
});

test('an entity of several graphs is one row', async () => {
  for (const number of [1, 2, 3]) {
    const graph = `https://example.org/${number}/`;
    const nquads = [`<https://orcid.org/1> ${NAME} "Ada Brook" <${graph}> .\n_:b ${NAME} "Ada Blank" <${graph}> .\n`];
    await store.put([{ graph, mode: 'create', nquads }]);
  }
  expect((await store.search('brook')).entities).toMatchObject([{ entity: 'https://orcid.org/1', inGraphs: 3 }]);
  expect((await store.search('blank')).total).toBe(3);
});

test('a full text that lies or is damaged is found', async () => {
  for (let number = 0; number < 6; number += 1) await put(store, number, number);
  await store.index({ text: true });
  await put(store, 9, 9);
  await store.index({ text: true });
  await store.close();
  const database = new Database(path);
  const rows = database.prepare('SELECT segment, number, content FROM index_block WHERE part = 8').all() as { segment: number; number: number; content: ArrayBuffer }[]; // prettier-ignore
  expect(rows.length).toBeGreaterThan(1);
  for (const { segment, number, content } of rows) {
    const of = [segment, number] as const;
    const bytes = Buffer.from(content);
    const damaged = Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)));
    database.prepare('UPDATE index_block SET content = ? WHERE part = 8 AND segment = ? AND number = ?').run(damaged, ...of); // prettier-ignore
    expect((await verifyFile(path)).problems).not.toEqual([]);
    database.prepare('DELETE FROM index_block WHERE part = 8 AND segment = ? AND number = ?').run(...of);
    expect((await verifyFile(path)).problems).not.toEqual([]);
    database.prepare('INSERT INTO index_block (segment, part, number, content) VALUES (?, 8, ?, ?)').run(...of, bytes);
    expect((await verifyFile(path)).problems).toEqual([]);
  }
  const last = rows[0] as { segment: number };
  database.prepare("INSERT INTO index_block (segment, part, number, content) VALUES (?, 8, 999, x'00')").run(last.segment); // prettier-ignore
  expect((await verifyFile(path)).problems).toEqual(['the full text does not have the words of the index as they are']);
  database.prepare('DELETE FROM index_block WHERE number = 999').run();
  database.prepare("UPDATE index_block SET content = x'00' WHERE part = 8 AND number = 1").run();
  database.close();
  store = await openStore(path, { mode: 'read' });
  await expect(store.search('rain')).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
});
