import { CrateError } from '../../base/errors.js';
import type { RecordChoice, RecordData, StoredRecord } from '../port.js';
import { checksumOf } from './checksum.js';
import type { Connection } from './connection.js';
import { namedRows } from './graph-rows.js';
import { checkTable, compareIndexes } from './table-checks.js';
import { bytesOf, checkedName, damaged, integerOf, textOf } from './text.js';

interface RecordRow {
  readonly id: number;
  readonly iri: Uint8Array | null;
  readonly graph: number | null;
  readonly source: Uint8Array;
  readonly sha256: Uint8Array;
  readonly kept: number | null;
  readonly version: number | null;
  readonly changed: 0 | 1;
  readonly data: Uint8Array;
  readonly digest: Uint8Array;
}

const COLUMNS = `record.id, ${bytesOf('graph.iri', 'iri')}, ${integerOf('record.graph', 'graph')}, ${bytesOf('source')},
  ${bytesOf('record.sha256', 'sha256')}, ${integerOf('kept')}, ${integerOf('record.version', 'version')},
  record.version <> graph.version AS changed, ${bytesOf('data')}, ${bytesOf('digest')}`;
const ALL = `SELECT ${COLUMNS} FROM record LEFT JOIN graph ON graph.id = record.graph`;
/** An index only leads to the rows: what it says about them is compared with the rows themselves. */
const CHOSEN: Readonly<Record<keyof RecordChoice, string>> = {
  graph: 'record.id IN (SELECT id FROM record INDEXED BY record_graph WHERE graph = ?)',
  source: 'record.id IN (SELECT id FROM record WHERE source = ?)',
  sha256: 'record.id IN (SELECT id FROM record INDEXED BY record_sha256 WHERE sha256 = ?)',
};

/** Records that are read at once. */
const PIECE = 1000;

/**
 * All records, in the order in which they were written.
 * @throws CrateError ERR_STORE_INVALID for one that is damaged
 */
export function* eachStoredRecord(connection: Connection): Generator<StoredRecord> {
  checkTable(connection, 'record');
  checkTable(connection, 'graph');
  for (const row of allRows(connection)) yield recordOf(row);
}

/** Records in the order in which they were written. @throws CrateError ERR_STORE_INVALID for one that is damaged */
export function storedRecords(connection: Connection, { graph, source, sha256 }: RecordChoice = {}): StoredRecord[] {
  const fields = { graph, sha256 };
  if (source === undefined && graph === undefined && sha256 === undefined) return [...eachStoredRecord(connection)];
  compareIndexes(connection, 'record');
  const sources = source === undefined ? [undefined] : new Set([source].flat());
  const choices = Array.from(sources, (one) => ({ ...fields, source: one }));
  const rows = choices.flatMap((choice) => chosenRows(connection, choice)).sort((a, b) => a.id - b.id);
  return rows.map(recordOf);
}

/** The rows with these texts, at least one of them. @throws CrateError ERR_STORE_INVALID for a damaged index */
function chosenRows(connection: Connection, choice: RecordChoice): RecordRow[] {
  const chosen = (Object.entries(choice) as [keyof RecordChoice, string | undefined][]).filter(
    (one): one is [keyof RecordChoice, string] => one[1] !== undefined,
  );
  const id = choice.graph === undefined ? undefined : namedRows(connection, [choice.graph])[0]?.id;
  if (choice.graph !== undefined && id === undefined) return [];
  const where = chosen.map(([field]) => CHOSEN[field]).join(' AND ');
  const values = chosen.map(([field, value]) => (field === 'graph' ? (id as number) : value));
  const rows = connection.rows<RecordRow>(`${ALL} WHERE ${where} ORDER BY record.id`, ...values);
  if (rows.some((row) => chosen.some(([field, value]) => recordOf(row)[field] !== value)))
    throw damaged('index of the records');
  return rows;
}

/** All records, each a function that checks it, so that one bad row does not hide the others. */
export function* uncheckedRecords(connection: Connection): Generator<() => StoredRecord> {
  for (const row of allRows(connection)) yield () => recordOf(row);
}

function* allRows(connection: Connection): Generator<RecordRow> {
  const piece = (where: string, ...values: number[]) =>
    connection.rows<RecordRow>(`${ALL} ${where} ORDER BY record.id LIMIT ${PIECE}`, ...values);
  for (let rows = piece(''); ;) {
    yield* rows;
    const last = rows.at(-1)?.id;
    if (last === undefined || rows.length < PIECE) return;
    // No load gives such a number, and the next piece would begin anywhere.
    if (!Number.isSafeInteger(last)) throw damaged(`record ${last}`);
    rows = piece('WHERE record.id > ?', last);
  }
}

function recordOf({ id, iri, kept, version, changed, ...row }: RecordRow): StoredRecord {
  const what = `record ${id}`;
  const source = textOf(row.source, `the source of ${what}`);
  const [sha256, data, digest] = [row.sha256, row.data, row.digest].map((text) => textOf(text, what)) as ThreeTexts;
  if (iri === null) throw new CrateError('ERR_STORE_INVALID', `the record of ${source} has no graph`);
  if (checksumOf(source, String(version), sha256, String(kept), data) !== digest) throw damaged(`record of ${source}`);
  const graph = checkedName(textOf(iri, `the name of the graph of ${what}`), row.graph ?? undefined);
  return { graph, source, sha256, kept: kept === 1, changed: changed === 1, data: dataOf(data, source) };
}

type ThreeTexts = [string, string, string];

function dataOf(text: string, source: string): RecordData {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as RecordData;
  } catch {
    // reported below
  }
  throw new CrateError('ERR_STORE_INVALID', `the record of ${source} in the store is not a JSON object`);
}
