import { addToList } from '../base/list-map.js';
import type { GraphKeys, GraphReader, KeyChoice, StoredRecord } from './port.js';

/** Makes the test whether a graph, by its keys, fits at least one of the choices. */
export function keyTest(choices: readonly KeyChoice[]): (own: Iterable<string>) => boolean {
  const whole = new Set(choices.filter(({ isPrefix }) => isPrefix !== true).map(({ key }) => key));
  const prefixes = choices.filter(({ isPrefix }) => isPrefix === true).map(({ key }) => key);
  return (own) => {
    for (const key of own) if (whole.has(key) || prefixes.some((prefix) => key.startsWith(prefix))) return true;
    return false;
  };
}

/** A glance at a store without a lookup reads so many records. */
const GLANCE = 1000;

/** Finds graphs by their keys in a store without a lookup: it reads all records, or the first ones for a glance. */
export async function findByReading(
  reader: Pick<GraphReader, 'graphs' | 'records' | 'eachRecord'>,
  keys: GraphKeys,
  choices: readonly KeyChoice[],
  most = Infinity,
): Promise<Map<string, readonly StoredRecord[]>> {
  const found = new Map<string, readonly StoredRecord[]>();
  if (choices.length === 0) return found;
  const fits = keyTest(choices);
  const isGlance = most < Infinity;
  const read = isGlance ? await firstOf(reader.eachRecord(), GLANCE) : await reader.records();
  const records = groupedRecords(read);
  const graphs = isGlance && read.length === GLANCE ? records : await reader.graphs();
  for (const graph of graphs.keys()) {
    const own = records.get(graph) ?? [];
    if (fits(keys.of(graph, own))) found.set(graph, own);
    if (found.size >= most * choices.length) break;
  }
  return found;
}

async function firstOf<T>(items: AsyncIterable<T>, most: number): Promise<T[]> {
  const first: T[] = [];
  for await (const item of items) if (first.push(item) === most) break;
  return first;
}

/** Groups records by their graphs, each group in the order of the records. */
export function groupedRecords<T extends Pick<StoredRecord, 'graph'>>(records: Iterable<T>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const record of records) {
    addToList(groups, record.graph, record);
  }
  return groups;
}
