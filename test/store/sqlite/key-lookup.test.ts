import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import Other from 'libsql';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphReader, GraphStore } from '../../../src/store/port.js';
import { findByReading } from '../../../src/store/graph-keys.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { keyHead } from '../../../src/store/sqlite/key-table.js';
import { updateKeys } from '../../../src/store/sqlite/update-keys.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { findGraph } from '../../../src/tasks/stored/find-graph.js';
import { choicesOf, CHANGED_CRATES, CRATE_KEYS, referringTo, withHash } from '../../../src/tasks/stored/graph-names.js';
import { namedStore, recordData, sha256Of } from '../../helpers/named-store.js';
import { tries } from '../../helpers/seed.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const graphAt = (at: number) => `https://example.org/${at}/`;
const crateAt = (at: number) => ({ graph: graphAt(at), source: `/data/${at}.zip`, names: [`Crate ${at % 5}`] });

const numberOf = (graph: string) => Number(/\d+/.exec(graph)?.[0]);

/** Makes the lookup, however few graphs there are. */
async function makeLookup(path: string): Promise<void> {
  const connection = new Connection(path);
  await connection.transaction(async () => updateKeys(connection, CRATE_KEYS));
  connection.emptyLog();
  connection.close();
}

function newStore(name: string): Promise<GraphStore> {
  return openStore(join(folder, name), { mode: 'write', create: true });
}

const CHOICES = [
  ...Array.from({ length: 6 }, (_, at) => choicesOf(`Crate ${at}`)),
  ...Array.from({ length: 6 }, (_, at) => choicesOf(graphAt(at))),
  choicesOf('https://'),
  choicesOf('/data/3.zip'),
  [withHash(sha256Of(graphAt(2)).slice(0, 6)), withHash('a')],
  [referringTo(graphAt(1))],
  [CHANGED_CRATES],
];

async function expectRight(reader: GraphReader): Promise<void> {
  for (const choices of CHOICES) {
    const [found, expected] = [
      await reader.find(CRATE_KEYS, choices),
      await findByReading(reader, CRATE_KEYS, choices),
    ];
    expect([choices, [...found]]).toEqual([choices, [...expected]]);
  }
}

const step = fc.record({
  kind: fc.constantFrom('load', 'replace', 'merge', 'drop', 'rename', 'refer', 'lookup'),
  at: fc.nat(5),
  to: fc.nat(5),
});

test('whatever is written, a lookup leads to the same graphs as reading all records', async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const name = `steps-${(number += 1)}`;
      const store = await namedStore([0, 1, 2].map(crateAt), await newStore(name));
      await makeLookup(join(folder, name));
      for (const { kind, at, to } of steps) {
        const graph = graphAt(at);
        const record = { source: `/data/${to}.zip`, sha256: sha256Of(String(to)), data: recordData({ base: graph, names: [`Crate ${to}`] }) }; // prettier-ignore
        const nquads = [`<${graph}> <http://schema.org/name> "Crate ${to}" <${graph}> .\n`];
        const known = (await store.graphs()).has(graph);
        if (kind === 'lookup') await makeLookup(join(folder, name));
        else if (kind === 'load') await store.put([{ graph, mode: 'merge', nquads, record }]);
        else if (kind === 'replace' || kind === 'merge') await store.put([{ graph, mode: kind, nquads, record }]);
        else if (kind === 'drop') await store.drop(known ? [graph] : []);
        else if (kind === 'rename')
          await store.update(`INSERT DATA { GRAPH <${graph}> { <${graph}> <urn:p> "${to}" } }`);
        else {
          const data = recordData({ base: graph, references: [{ id: graphAt(to), graph: graphAt(to) }] });
          const [first] = await store.records({ graph });
          if (first !== undefined) await store.put([{ graph, mode: 'merge', pieces: [], record: { source: first.source, sha256: '', data, dataOnly: true } }]); // prettier-ignore
        }
        await expectRight(store);
      }
      await store.close();
      expect((await verifyStore(join(folder, name))).problems).toEqual([]);
    }),
    tries(40),
  );
});

test('a store makes its lookup when there are many crates, and finds each of them by it', async () => {
  const store = await namedStore(Array.from({ length: 300 }, (_, at) => crateAt(at)), await newStore('many')); // prettier-ignore
  const path = join(folder, 'many');
  const state = () => {
    const connection = new Connection(path);
    const head = keyHead(connection);
    connection.close();
    return head?.state;
  };
  expect(await findGraph(store, graphAt(7))).toBe(graphAt(7));
  expect(state()).toBeUndefined();
  for (const at of [0, 150, 299]) expect(await findGraph(store, sha256Of(graphAt(at)).slice(0, 8))).toBe(graphAt(at));
  const made = state();
  expect(made).toBeDefined();
  await namedStore([{ graph: 'https://example.org/more/', source: '/one.zip', names: ['One more'] }], store);
  expect(await findGraph(store, 'One more')).toBe('https://example.org/more/');
  expect(state()).toBe(made); // one graph is read faster
  await namedStore(Array.from({ length: 300 }, (_, at) => crateAt(1000 + at)), store); // prettier-ignore
  expect(await findGraph(store, '/data/1299.zip')).toBe(graphAt(1299));
  expect(state()).not.toBe(made);
  await expectRight(store);
  await store.close();
  expect((await verifyStore(path)).problems).toEqual([]);
});

test('a glance finds so many for each choice, with a lookup the first by their keys', async () => {
  const store = await namedStore(Array.from({ length: 50 }, (_, at) => crateAt(at)), await newStore('glance')); // prettier-ignore
  const choices = [
    { key: '<https://', isPrefix: true },
    { key: '"Crate 4', isPrefix: true },
  ];
  const glance = async () => [...(await store.find(CRATE_KEYS, choices, 3)).keys()];
  expect(await glance()).toHaveLength(6);
  await makeLookup(join(folder, 'glance'));
  expect(await glance()).toEqual([0, 1, 10, 4, 9, 14].map(graphAt).sort((a, b) => numberOf(a) - numberOf(b)));
  await store.close();
});

describe('a lookup that lies', () => {
  let made: string;
  beforeAll(async () => {
    made = join(folder, 'made');
    await (await namedStore(Array.from({ length: 120 }, (_, at) => crateAt(at)), await newStore('made'))).close(); // prettier-ignore
    await makeLookup(made);
  });

  type Entries = [number, [string, number][]];
  const edit = (number: number, change: (content: never) => unknown) => (database: Other.Database) => {
    const { content } = database.prepare('SELECT content FROM key_block WHERE number = ?').get([number]) as {
      content: Buffer;
    };
    const packed = deflateSync(JSON.stringify(change(JSON.parse(inflateSync(content).toString()) as never)));
    database.prepare('UPDATE key_block SET content = ? WHERE number = ?').run([packed, number]);
  };
  const sql = (text: string) => (database: Other.Database) => void database.exec(text);

  it.each<readonly [string, RegExp, (database: Other.Database) => void]>([
    ['a block is taken out', /lookup of names is damaged/, sql('DELETE FROM key_block WHERE number = 3')],
    ['a block has the content of another one', /lookup of names is damaged/, sql('UPDATE key_block SET content = (SELECT content FROM key_block WHERE number = 2) WHERE number = 3')], // prettier-ignore
    ['a block is a text', /lookup of names is damaged/, sql("UPDATE key_block SET content = 'text' WHERE number = 2")],
    ['the head is taken out', /lookup of names is damaged/, sql('DELETE FROM key_block WHERE number = 0')],
    ['there is a block too many', /belong to no part/, sql("INSERT INTO key_block VALUES (99, x'00')")],
    ['an entry is missing', /does not have the graph/, edit(3, ([number, entries]: Entries) => [number, entries.slice(0, -1)])], // prettier-ignore
    ['an entry is added', /does not have the graph/, edit(2, ([number, entries]: Entries) => [number, [...entries, [`${entries.at(-1)?.[0]}x`, 5]]])], // prettier-ignore
    ['two entries are swapped', /not sorted/, edit(2, ([number, [a, b, ...more]]: Entries) => [number, [b, a, ...more]])], // prettier-ignore
    ['a graph is missing', /lacks the graph/, edit(1, ([number, { rows, versions }]: [number, { rows: number[]; versions: number[] }]) => [number, { rows: rows.slice(1), versions: versions.slice(1) }])], // prettier-ignore
  ])('%s: `verify` finds it', async (name, problem, damage) => {
    const path = join(folder, name.replaceAll(' ', '-'));
    await copyFile(made, path);
    const database = new Other(path);
    damage(database);
    database.close();
    expect((await verifyStore(path)).problems.join('\n')).toMatch(problem);
  });

  test('a damaged block is an error, not another answer', async () => {
    const path = join(folder, 'damaged');
    await copyFile(made, path);
    const database = new Other(path);
    database.exec("UPDATE key_block SET content = x'0102' WHERE number > 1");
    database.close();
    const store = await openStore(path);
    await expect(findGraph(store, '/data/7.zip')).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    expect(await findGraph(store, graphAt(7))).toBe(graphAt(7));
    await store.close();
  });
});
