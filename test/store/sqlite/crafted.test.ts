import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import Other from 'libsql';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { Packable } from '../../../src/store/packable.js';
import { withSnapshot } from '../../../src/store/store-snapshots.js';
import { APART_TABLE } from '../../../src/store/sqlite/apart-table.js';
import { REMOVAL_TABLE } from '../../../src/store/sqlite/removal-table.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { SPARQL_JSON } from '../../../src/base/rdf/row-formats.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { fileOf, quadsOf } from '../../helpers/stored.js';
import { FILE, INVALID, spoiltStore } from './spoilt-store.js';

const [MINE, YOURS] = ['http://example.org/mine/', 'http://example.org/yours/'];
const DATA = {
  base: MINE,
  descriptor: `${MINE}ro-crate-metadata.json`,
  baseReason: 'given',
  names: ['Mine'],
  entities: 1,
  repairs: 0,
  loaded: '2026-11-23T00:00:00.000Z',
  context: 'https://w3id.org/ro/crate/1.1/context',
};
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

const spoilt = spoiltStore(MINE, { source: '/mine', data: DATA });
const { reading, craft } = spoilt;

/** Gives the graph another piece, with all the checksums that belong to it. */
function craftPiece(nquads: string | Uint8Array, quads: number, packed: Uint8Array = deflateSync(nquads)): void {
  craft('UPDATE piece SET nquads = ?, sha256 = ?', packed, sha256(nquads));
  craft('UPDATE graph SET quads = ?, sha256 = ?', quads, sha256(sha256(nquads)));
}

/** Gives the record other data, with the checksum that belongs to it. */
function craftRecord(data: string): void {
  const digest = sha256(['/mine', '1', FILE.sha256, '1', data].join('\n'));
  craft('UPDATE record SET data = ?, digest = ?', data, digest);
}

async function dumped(store: SqliteStore): Promise<string> {
  let text = '';
  for await (const chunk of dumpStore(store)) text += Buffer.from(chunk).toString();
  return text;
}

describe('a line of a store file from somebody else', () => {
  const good = `<urn:s> <urn:p> "x" <${MINE}> .\n`;

  it.each([
    ['of another graph', `<urn:s> <urn:p> "planted" <${YOURS}> .\n`, 'it belongs to another graph'],
    ['of the default graph', '<urn:s> <urn:p> "planted" .\n', 'it belongs to another graph'],
    ['with a second quad', `<urn:s> <urn:p> "x" <${YOURS}> . <urn:s> <urn:p> "x" <${MINE}> .\n`, ''],
    ['that is no N-Quads', 'hello\n', ''],
    ['that is empty', '\n', 'it is empty'],
    ['without an end', `<urn:s> <urn:p> "x" <${MINE}> .`, 'it has no end'],
    ['with a relative IRI', `<s> <urn:p> "x" <${MINE}> .\n`, ''],
    ['with an IRI that is not legal', `<urn:s%zz> <urn:p> "x" <${MINE}> .\n`, 'is not a legal IRI'],
    ['with a language that is none', `<urn:s> <urn:p> "x"@a <${MINE}> .\n`, 'language tag'],
    ['with a datatype that needs a language', `<urn:s> <urn:p> "x"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> <${MINE}> .\n`, ''], // prettier-ignore
    ['with a quoted triple', `<urn:s> <urn:p> <<( <urn:a> <urn:b> <urn:c> )>> <${MINE}> .\n`, ''],
    ['with two spaces', `<urn:s>  <urn:p> "x" <${MINE}> .\n`, 'it is not in canonical N-Quads'],
    ['with a comment', `<urn:s> <urn:p> "x" <${MINE}> . # more\n`, 'it is not in canonical N-Quads'],
    ['that is a comment', `# <urn:s> <urn:p> "x" <${MINE}> .\n`, 'it is empty'],
    ['that is not UTF-8', Buffer.from([0x3c, 0xff, 0x0a]), 'the text is not UTF-8'],
  ])('%s is refused by every read and every copy', async (_, line, reason) => {
    const piece = Buffer.concat([Buffer.from(good), Buffer.from(line)]);
    craftPiece(piece, 2);
    const target = new MemoryStore();
    const refused = {
      ...INVALID,
      message: expect.stringMatching(
        /^the graph <http:\/\/example\.org\/mine\/> is damaged in the store: line \d of piece 1: /,
      ),
    };
    await expect(reading((store) => pushCrates(store, target))).rejects.toMatchObject(refused);
    expect((await target.graphs()).size).toBe(0);
    await expect(reading(dumped)).rejects.toMatchObject(refused);
    await expect(reading((store) => quadsOf(store, MINE))).rejects.toMatchObject(INVALID);
    const { problems } = await verifyStore(spoilt.path);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
    expect([...(await reading((store) => store.graphs())).keys()]).toEqual([MINE]);
  });

  it.each([
    ['as our writers write them', `<urn:s> <urn:p> "a\\"\\\\\\n\\r\t\u{1f600}"@en-GB <${MINE}> .\n_:c1_a-0020 <http://h:80/%41?q#f> _:b.c <${MINE}> .\n`], // prettier-ignore
    [
      'with letters of all languages in IRIs',
      `<http://example.org/caf\u00e9/\u6587> <urn:p> <urn:\u00fc> <${MINE}> .\n`,
    ],
    ['with unusual hosts', `<http://u@[::1]:80/> <urn:p> "x"^^<http://h/#a> <${MINE}> .\n`],
    [
      'with unusual languages',
      `<urn:s> <urn:p> "x"@de-Latn-DE-1996 <${MINE}> .\n<urn:s> <urn:p> "x"@x-mine <${MINE}> .\n`,
    ],
    ['as engines escape them', `<urn:s> <urn:p> "\\t\\b\\u0001 \\u007F" <${MINE}> .\n`],
    ['with thousands of escapes', `<urn:s> <urn:p> "${'\\n\\t'.repeat(100_000)}"@en <${MINE}> .\n`],
  ])('is read if it is legal: %s', async (_, lines) => {
    craftPiece(lines, lines.split('\n').length - 1);
    expect(await reading(dumped)).toBe(lines);
    expect((await verifyStore(spoilt.path)).problems).toEqual([]);
  });

  it.each([
    ['too few', 3, 'it has 1 instead of 3 quads'],
    ['too many', 0, 'row of graph 1'],
  ])('that the graph has counted otherwise is an error: %s', async (_, quads, reason) => {
    craftPiece(good, quads);
    await expect(reading(dumped)).rejects.toMatchObject(INVALID);
    expect((await verifyStore(spoilt.path)).problems.join()).toContain(reason);
  });
});

describe('packed bytes that become many', () => {
  it('are refused before they are unpacked', async () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000, '\n'), { level: 9 });
    craftPiece('', 1, bomb);
    // One at a time: what the first has left may not be collected yet while the second runs.
    const added = async (work: () => Promise<void>): Promise<number> => {
      const before = process.memoryUsage().arrayBuffers;
      await work();
      return process.memoryUsage().arrayBuffers - before;
    };
    const dumping = () => expect(reading(dumped)).rejects.toMatchObject(INVALID);
    expect(await added(dumping)).toBeLessThan(90_000_000);
    const verifying = async () =>
      expect((await verifyStore(spoilt.path)).problems).toEqual([
        expect.stringContaining(`graph <${MINE}> is damaged`),
      ]);
    expect(await added(verifying)).toBeLessThan(90_000_000);
    craft('UPDATE document SET content = ?', bomb);
    await expect(reading((store) => fileOf(store, FILE.sha256))).rejects.toMatchObject(INVALID);
  });

  it('are never written: what packs too well is not packed', () => {
    const long = Packable.of(Buffer.alloc(70_000_000, 'x'));
    expect(Packable.packed(long.pack()).bytes.length).toBe(70_000_000);
    expect(Packable.of(Buffer.alloc(1_000_000, 'x')).packed.length).toBeLessThan(10_000);
  });
});

describe('a schema that is not ours', () => {
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT';

  it.each([
    ['a view in place of a table', `DROP VIEW crate; DROP TABLE graph; CREATE VIEW graph AS ${endless} i AS id, 'urn:g' AS iri, 1 AS quads, 1 AS version, '' AS sha256 FROM n`, 'view "graph"'], // prettier-ignore
    ['another view', `CREATE VIEW more AS ${endless} i FROM n`, 'view "more"'],
    ['our view with another text', `DROP VIEW crate; CREATE VIEW crate AS ${endless} i FROM n`, 'view "crate"'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON graph BEGIN DELETE FROM record; END', 'trigger "t"'],
    ['another table', 'CREATE TABLE "a\u001b[2Jb" (x)', 'table "a\\\\u001b[2Jb"'],
    ['a column more', 'ALTER TABLE piece ADD COLUMN more AS (length(nquads))', 'table "piece"'],
    ['an index that computes', 'CREATE INDEX i ON graph (upper(iri))', 'index "i"'],
  ])('is refused at once: %s', async (_, sql, named) => {
    craft(sql);
    const message = expect.stringMatching(`has a ${named.replace(/[[\]]/g, '\\$&')} that no store of ours has`);
    expect(() => new SqliteStore(spoilt.path, false)).toThrow(expect.objectContaining({ ...INVALID, message }));
    await expect(verifyStore(spoilt.path)).rejects.toMatchObject({ ...INVALID, message });
  });

  it('is refused when something is missing', () => {
    craft('DROP INDEX record_graph');
    expect(() => new SqliteStore(spoilt.path, false)).toThrow(expect.objectContaining(INVALID));
  });

  it.each([
    ['the statistics of SQLite', 'ANALYZE'],
    ['no index of numbers, as an earlier version wrote it', 'DROP INDEX graph_numbers'],
    [
      'the first view of this version',
      `DROP VIEW crate; CREATE VIEW crate AS
      SELECT graph.iri AS graph, data ->> '$.names[0]' AS name, record.source, data ->> '$.location' AS location,
        data ->> '$.base' AS base, data ->> '$.version' AS version, graph.quads, data ->> '$.entities' AS entities,
        data ->> '$.repairs' AS repairs, data ->> '$.loaded' AS loaded, record.sha256
      FROM graph LEFT JOIN record ON record.graph = graph.id ORDER BY record.id`,
    ],
  ])('is ours with %s', async (_, sql) => {
    craft(sql);
    expect([...(await reading((store) => store.graphs([MINE]))).keys()]).toEqual([MINE]);
    expect((await verifyStore(spoilt.path)).problems).toEqual([]);
    await reading((store) => store.put([{ graph: YOURS, mode: 'create', nquads: [`<urn:s> <urn:p> "y" <${YOURS}> .\n`] }])); // prettier-ignore
    expect((await reading((store) => store.graphs())).size).toBe(2);
    const database = new Other(spoilt.path);
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'graph_numbers'").all()).toHaveLength(1);
    database.close();
  });
});

describe('an odd row', () => {
  it.each([
    ['a name that ends an IRI', `UPDATE graph SET iri = 'urn:g> .'`],
    ['a name with a control character', `UPDATE graph SET iri = 'urn:g' || char(27) || '[2J'`],
    ['a relative name', `UPDATE graph SET iri = 'crate'`],
    ['an empty name', `UPDATE graph SET iri = ''`],
    ['bytes for a name', `UPDATE graph SET iri = x'00ff'`],
    ['text for a number', `UPDATE graph SET quads = 'many'`],
    ['text for a number that is not UTF-8', `UPDATE graph SET quads = CAST(x'41ff' AS TEXT)`],
    ['a number below zero', 'UPDATE graph SET version = -1'],
    ['a number that is too large', 'UPDATE graph SET quads = 9223372036854775807'],
    ['no checksum', `UPDATE graph SET sha256 = 'none'`],
  ])('of a graph is an error that names it: %s', async (_, sql) => {
    craft(sql);
    for (const read of [(store: SqliteStore) => store.graphs(), dumped])
      await expect(reading<unknown>(read)).rejects.toMatchObject(INVALID);
    const { problems } = await verifyStore(spoilt.path);
    expect(problems.join('\n')).toMatch(/graph 1\b/);
  });

  const data = (change: object): string => JSON.stringify({ ...DATA, ...change });
  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['no JSON', '{'],
    ['no names', data({ names: undefined })],
    ['names that are none', data({ names: [null] })],
    ['a base that is no IRI', data({ base: 'here' })],
    ['a descriptor that ends an IRI', data({ descriptor: 'urn:d> <urn:p> <urn:o> <urn:g> .\n<urn:x' })],
    ['a reference that ends an IRI', data({ references: [{ id: 'urn:a', graph: 'urn:g> .' }] })],
    ['a reference that is null', data({ references: [null] })],
    ['a number that is text', data({ entities: '<b>' })],
    ['a time that is none', data({ loaded: 'yesterday' })],
  ])('of a record is an error that names it: %s', async (_, text) => {
    craftRecord(text);
    await expect(reading((store) => loadRecords(store))).rejects.toMatchObject({
      ...INVALID,
      message: expect.stringContaining('the record of /mine in the store '),
    });
    const { problems } = await verifyStore(spoilt.path);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.startsWith('the record of /mine in the store '))).toBe(true);
  });

  const noteOf = (graph: string, time: string, isThere: 0 | 1 = 0) => [graph, time, isThere, sha256(`${graph}\n${time}\n${isThere}`)] as const; // prettier-ignore
  const TIME = '2026-11-29T08:00:00.000Z';
  it.each<readonly [string, readonly [string, string, number, string], string]>([
    ['without its checksum', [YOURS, TIME, 0, sha256('else')], 'the note of the removal of graph'],
    ['of a relative name', noteOf('crate', TIME), 'a name that is not an IRI'],
    ['of a time that is none', noteOf(YOURS, '9999-99-99T99:99:99.999Z'), 'the note of the removal of graph'],
    ['of a graph that is there', noteOf(MINE, TIME), 'is there, and noted as removed'],
    ['of a graph that is gone', noteOf(YOURS, TIME, 1), 'is gone, and noted as there'],
  ])('of what was removed is found by verify: %s', async (_, values, problem) => {
    craft(REMOVAL_TABLE);
    craft('INSERT INTO removal VALUES (?, ?, ?, ?)', ...values);
    expect((await verifyStore(spoilt.path)).problems).toEqual([expect.stringContaining(problem)]);
    const removals = reading((store) => withSnapshot(store, (one) => one.removals()));
    if (problem.startsWith('is ')) expect(await removals).toHaveLength(1);
    else await expect(removals).rejects.toMatchObject(INVALID);
  });

  it.each<readonly [string, readonly [string, string], string]>([
    ['without its checksum', [MINE, sha256('else')], 'the mark of the graph apart'],
    ['of a relative name', ['crate', sha256('crate')], 'a name that is not an IRI'],
    ['of a graph that is gone', [YOURS, sha256(YOURS)], 'is gone, and marked as apart'],
  ])('of what is apart is found by verify: %s', async (_, values, problem) => {
    craft(APART_TABLE);
    craft('INSERT INTO apart VALUES (?, ?)', ...values);
    expect((await verifyStore(spoilt.path)).problems).toEqual([expect.stringContaining(problem)]);
    const apart = reading((store) => store.apart());
    const asked = reading((store) => queryText(store, 'SELECT * { ?s ?p ?o }', SPARQL_JSON));
    if (problem.startsWith('is '))
      expect([[...(await apart)], await asked]).toEqual([[YOURS], expect.stringContaining('bindings')]);
    else for (const one of [apart, asked]) await expect(one).rejects.toMatchObject(INVALID);
  });

  it('does not hide other odd rows from verify', async () => {
    await reading((store) => store.put([{ graph: YOURS, mode: 'create', nquads: [`<urn:s> <urn:p> "y" <${YOURS}> .\n`], record: { source: '/yours', sha256: 'b', data: {} } }])); // prettier-ignore
    craftRecord('null');
    craft(`UPDATE graph SET iri = 'name ' || id WHERE id = 2`);
    const text = (await verifyStore(spoilt.path)).problems.join('\n');
    expect(text).toContain('the record of /mine in the store is not a JSON object');
    expect(text).toContain('graph 2 of the store has a name that is not an IRI: "name 2"');
  });
});

test('a graph cannot be written under a name that no reader accepts', async () => {
  const write = (graph: string) => ({ graph, mode: 'create', pieces: [] }) as const;
  for (const graph of ['crate', 'urn:g> .', ''])
    await expect(reading((store) => store.put([write(graph)]))).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
});
