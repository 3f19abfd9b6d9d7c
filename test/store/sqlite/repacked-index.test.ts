import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrateError } from '../../../src/base/errors.js';
import type { BlockPlace } from '../../../src/store/index/packed-block.js';
import type { SegmentPart } from '../../../src/store/index/segment-parts.js';
import type { SegmentContent } from '../../../src/store/index/write-segment.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphReader } from '../../../src/store/port.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { updateKeys } from '../../../src/store/sqlite/update-keys.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { choicesOf, CRATE_KEYS } from '../../../src/tasks/stored/graph-names.js';
import { namedStore } from '../../helpers/named-store.js';
import { RepackedIndex, type Table } from './repacked-index.js';

let folder: string;
let indexed: string;
let right: readonly string[];

const graphAt = (at: number) => `https://example.org/${at}/`;
const crateAt = (at: number) => ({
  graph: graphAt(at),
  source: `/data/${at}.zip`,
  names: [`Crate ${at % 5}`, `rain ${at}`],
});
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

const QUERIES = [
  'SELECT * { ?s ?p ?o }',
  'SELECT * { GRAPH ?g { ?s <http://schema.org/name> ?o } }',
  'SELECT * { ?s ?p "Crate 3" }',
  `SELECT * { GRAPH ?g { <${graphAt(7)}> ?p ?o } }`,
  'SELECT (COUNT(*) AS ?n) { ?s <http://schema.org/name> ?o }',
  `SELECT * { GRAPH <${graphAt(101)}> { ?s ?p ?o } }`,
  'SELECT REDUCED * { ?s <http://schema.org/identifier> ?o }',
];
const SEARCHES = ['rain', 'crate', 'rain 7', 'cra*', '101'];
const NAMES = ['Crate 3', graphAt(101), '/data/7.zip'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-repacked-'));
  indexed = join(folder, 'indexed');
  const store = await openStore(indexed, { mode: 'write', create: true });
  await namedStore(numbers(0, 100).map(crateAt), store);
  await store.index({ text: true });
  await namedStore(numbers(100, 104).map(crateAt), store);
  await store.index({ text: true });
  await store.close();
  const connection = new Connection(indexed);
  await connection.transaction(async () => updateKeys(connection, CRATE_KEYS));
  connection.emptyLog();
  connection.close();
  right = await answers(indexed);
  const header = within(indexed, (index) => index.header);
  expect([header.segments.length, header.texts.length]).toEqual([2, 2]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a store answers: each answer is a text, or the code of its error; an error that is not ours fails the test. */
async function answers(path: string): Promise<string[]> {
  const store = await openStore(path);
  const all: string[] = [];
  const ask = async (question: (reader: GraphReader) => Promise<unknown>): Promise<void> => {
    try {
      all.push(JSON.stringify(await question(store)));
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      expect(error.hint).toMatch(/`crategraph (?:index --rebuild|verify)`/);
      all.push(error.code);
    }
  };
  for (const query of QUERIES)
    await ask(async (reader) => {
      let text = '';
      for await (const chunk of reader.query(query, 'text/csv')) text += Buffer.from(chunk).toString();
      return text.split('\n').sort();
    });
  for (const words of SEARCHES)
    await ask(async (reader) => {
      const { total, entities } = await reader.search(words, { rows: 1000 });
      return [total, entities.map(({ entity }) => entity).sort()];
    });
  for (const name of NAMES) await ask(async (reader) => [...(await reader.find(CRATE_KEYS, choicesOf(name))).keys()]);
  await store.close();
  return all;
}

function within<T>(path: string, work: (index: RepackedIndex) => T): T {
  const index = new RepackedIndex(path);
  try {
    return work(index);
  } finally {
    index.close();
  }
}

const place = (segment: number, part: SegmentPart, number = 0): BlockPlace => ({ segment, part, number });
const column = (table: Table, at: number): number[] => table[at] as number[];
const [FIRST, LAST] = [
  (index: RepackedIndex) => index.header.segments[0] as number,
  (index: RepackedIndex) => index.header.segments[1] as number,
];

/** The content with the rows that a test keeps, and others. */
function withQuads(content: SegmentContent, change: (rows: Table) => Table): SegmentContent {
  const { s, p, o, g } = content.quads;
  const rows = Array.from(s, (_, at) => [s[at], p[at], o[at], g[at]] as number[]);
  const changed = change(rows);
  const [cs, cp, co, cg] = [0, 1, 2, 3].map((at) => Uint32Array.from(changed, (row) => row[at] as number)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  return { ...content, quads: { s: cs, p: cp, o: co, g: cg } };
}

/** Each lie leaves all checksums right. */
const LIES: Readonly<Record<string, (index: RepackedIndex) => void>> = {
  'a row is taken out of spog': (index) =>
    index.rows(place(FIRST(index), 'spog'), (table) => table.map((one) => one.slice(1))),
  'a row is taken out of posg': (index) =>
    index.rows(place(FIRST(index), 'posg'), (table) => table.map((one) => one.slice(0, -1))),
  'a row is taken out of ospg': (index) =>
    index.rows(place(LAST(index), 'ospg'), (table) => table.map((one) => one.slice(1))),
  'a row is there twice': (index) =>
    index.rows(place(FIRST(index), 'posg'), (table) => table.map((one) => [one[0] as number, ...one])),
  'rows of an order are not sorted': (index) =>
    index.rows(place(FIRST(index), 'posg'), (table) => table.map((one) => [...one].reverse())),
  'a row is taken out of all orders': (index) =>
    index.segment(FIRST(index), (content) => withQuads(content, (rows) => rows.slice(1))),
  'a row is added to all orders': (index) =>
    index.segment(FIRST(index), (content) =>
      withQuads(content, (rows) => [...rows, (rows[0] as number[]).with(2, rows[9]?.[2] as number)]),
    ),
  'a row is of another graph': (index) =>
    index.segment(FIRST(index), (content) =>
      withQuads(content, (rows) => rows.map((row, at) => (at === 5 ? row.with(3, (row[3] as number) + 1) : row))),
    ),
  'a row is of a graph that nobody knows': (index) =>
    index.segment(FIRST(index), (content) =>
      withQuads(content, (rows) => [...rows, (rows[0] as number[]).with(3, 9999)]),
    ),
  'a row has a term that nobody knows': (index) =>
    index.segment(FIRST(index), (content) =>
      withQuads(content, (rows) => [...rows, (rows[0] as number[]).with(2, 999_999)]),
    ),
  'a term has another text': (index) =>
    index.segment(FIRST(index), (content) => ({
      ...content,
      terms: content.terms.map((term) => (term === '"Crate 3"' ? '"Crate 3 of somebody else"' : term)),
    })),
  'two terms have swapped their ids': (index) =>
    index.rows(place(FIRST(index), 'ids'), (table) => {
      const ids = column(table, 0);
      [ids[3], ids[4]] = [ids[4] as number, ids[3] as number];
    }),
  'two terms have swapped their ranks': (index) =>
    index.rows(place(FIRST(index), 'ranks'), (table) => {
      const ranks = column(table, 0);
      [ranks[3], ranks[4]] = [ranks[4] as number, ranks[3] as number];
    }),
  'a term is there twice': (index) =>
    index.segment(LAST(index), (content) => ({ ...content, terms: ['"Crate 3"', ...content.terms.slice(1)] })),
  'a term says more statements': (index) =>
    index.segment(FIRST(index), (content) => ({
      ...content,
      terms: content.terms.map((term) =>
        term === '"Crate 3"' ? `"x" <${graphAt(7)}> .\r<urn:evil> <urn:p> "Crate 3"` : term,
      ),
    })),
  'a term is no term': (index) =>
    index.segment(FIRST(index), (content) => ({
      ...content,
      terms: content.terms.map((term) => (term === '"Crate 3"' ? 'nonsense' : term)),
    })),
  'two blocks of segments are swapped': (index) => {
    const [one, other] = [place(FIRST(index), 'spog'), place(LAST(index), 'spog')];
    const [first, last] = [index.read(one), index.read(other)];
    index.write(one, last);
    index.write(other, first);
  },
  'two orders are swapped': (index) => {
    const segment = FIRST(index);
    const [first, last] = [index.read(place(segment, 'spog')), index.read(place(segment, 'posg'))];
    index.write(place(segment, 'spog'), last);
    index.write(place(segment, 'posg'), first);
  },
  'two graphs have swapped their IRIs': (index) =>
    index.rows(place(FIRST(index), 'graphs'), (table) => {
      const iris = column(table, 1);
      [iris[3], iris[4]] = [iris[4] as number, iris[3] as number];
    }),
  'two graphs have swapped their rows': (index) =>
    index.rows(place(FIRST(index), 'graphs'), (table) => {
      const rows = column(table, 2);
      [rows[3], rows[4]] = [rows[4] as number, rows[3] as number];
    }),
  'a graph is of an IRI that nobody knows': (index) =>
    index.rows(place(FIRST(index), 'graphs'), (table) => void (column(table, 1)[3] = 999_999)),
  'the head knows other blocks': (index) =>
    index.json(place(FIRST(index), 'head'), (head) => ({
      ...head,
      firstRows: { ...(head['firstRows'] as object), spog: [[1], [1], [1], [9]] },
    })),
  'the head knows fewer blocks': (index) =>
    index.json(place(FIRST(index), 'head'), (head) => ({
      ...head,
      firstRows: { ...(head['firstRows'] as object), posg: [[], [], [], []] },
    })),
  'the head has no terms': (index) =>
    index.json(place(FIRST(index), 'head'), (head) => ({ ...head, termKeys: [], termRanks: [] })),
  'the head has fewer graphs': (index) => index.json(place(FIRST(index), 'head'), (head) => ({ ...head, graphs: 5 })),
  'the head has other ids': (index) => index.json(place(LAST(index), 'head'), (head) => ({ ...head, firstId: 3 })),
  'the head is of something else': (index) => index.json(place(LAST(index), 'head'), () => ({})),
  'the head is null': (index) => index.json(place(LAST(index), 'head'), () => null),
  'a segment is forgotten': (index) => index.changeHeader((header) => ({ ...header, segments: [FIRST(index)] })),
  'a segment is there twice': (index) =>
    index.changeHeader((header) => ({ ...header, segments: [FIRST(index), LAST(index), LAST(index)] })),
  'a graph is said to be gone': (index) => index.changeHeader((header) => ({ ...header, gone: [7] })),
  'the header is of something else': (index) => index.changeHeader(() => ({})),
  'the header is a list': (index) => index.changeHeader(() => []),
  'the header has texts for segments': (index) => index.changeHeader((header) => ({ ...header, segments: 'ab' })),
  'the header has a segment of a kind that is none': (index) =>
    index.changeHeader((header) => ({ ...header, segments: [{}] })),
  'there is no header': (index) => index.sql('DELETE FROM index_block WHERE segment = 0'),
  'a word is missing in the full text': (index) =>
    index.text(
      { segment: index.header.texts[0] as number, number: 1 },
      (words) => void (words[words.indexOf('rain')] = 'snow'),
    ),
  'a term has lost a word in the full text': (index) =>
    index.text({ segment: index.header.texts[0] as number, number: 1 }, (_, columns) => {
      for (const one of columns) one.pop();
    }),
  'a term has gained a word in the full text': (index) =>
    index.text({ segment: index.header.texts[0] as number, number: 1 }, (_, columns) => {
      for (const one of columns) one.push(one[0] as number);
    }),
  'the full text has a term that nobody knows': (index) =>
    index.text({ segment: index.header.texts[0] as number, number: 1 }, (words, columns) => {
      const at = column(columns, 0).indexOf(words.indexOf('rain'));
      column(columns, 1)[at] = 999_999;
    }),
  'the full text says that it has more terms': (index) =>
    index.json(place(index.header.texts[1] as number, 'text'), (head) => ({ ...head, to: Number(head['to']) + 5 })),
  'the full text counts other words': (index) =>
    index.json(place(index.header.texts[0] as number, 'text'), (head) => ({ ...head, length: 1, terms: 0 })),
  'the full text has a hole': (index) =>
    index.changeHeader((header) => ({ ...header, texts: [(header['texts'] as number[])[1]] })),
  'the full text has a head of something else': (index) =>
    index.json(place(index.header.texts[0] as number, 'text'), () => ({})),
  'blocks of the full text have swapped their segments': (index) => {
    const [one, other] = index.header.texts.map((segment) => place(segment, 'text', 1)) as [BlockPlace, BlockPlace];
    const [first, last] = [index.read(one), index.read(other)];
    index.write(one, last);
    index.write(other, first);
  },
  'a name is missing in the lookup': (index) => index.keys<unknown[]>(2, (entries) => entries.slice(1)),
  'a name in the lookup leads to another graph': (index) =>
    index.keys<[string, number][]>(2, (entries) =>
      entries.map(([key, row], at) => (at === 4 ? [key, row + 1] : [key, row])),
    ),
  'a name is added to the lookup': (index) =>
    index.keys<[string, number][]>(2, (entries) => [[entries[0]?.[0], 99] as never, ...entries]),
  'the lookup leads to a graph that nobody knows': (index) =>
    index.keys<[string, number][]>(2, (entries) => entries.map(([key]) => [key, 9999])),
  'the lookup lacks a block': (index) =>
    index.keys<{ first: string[] }>(0, (head) => ({ ...head, first: head.first.slice(1) })),
  'the lookup has the blocks in another order': (index) => {
    index.sql('UPDATE key_block SET number = -5 WHERE number = 2');
    index.sql('UPDATE key_block SET number = 2 WHERE number = 3');
    index.sql('UPDATE key_block SET number = 3 WHERE number = -5');
  },
  'the lookup lacks a graph': (index) =>
    index.keys<{ rows: number[]; versions: number[] }>(1, ({ rows, versions }) => ({
      rows: rows.slice(1),
      versions: versions.slice(1),
    })),
  'the lookup has a head of something else': (index) => index.keys(0, () => ({})),
  'the lookup has no graphs': (index) => index.keys(1, () => null),
};

test.each(Object.keys(LIES))('%s: `verify` finds it, and a rebuilt index is right', async (lie) => {
  const path = join(folder, lie.replaceAll(/\W/g, '-'));
  await copyFile(indexed, path);
  within(path, (index) => LIES[lie]?.(index));
  const { problems, derived } = await verifyStore(path);
  expect(derived.length).toBeGreaterThan(0);
  expect(problems).toEqual(derived);
  expect(await answers(path)).toHaveLength(right.length); // whatever they say, nothing else is thrown
  const store = await openStore(path, { mode: 'write' });
  await store.index({ rebuild: true });
  await store.indexKeys(CRATE_KEYS);
  await store.close();
  expect((await verifyStore(path)).problems).toEqual([]);
  expect(await answers(path)).toEqual(right);
});
