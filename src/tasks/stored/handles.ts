import { createHash } from 'node:crypto';
import type { LoadRecord } from './load-records.js';

/** The number of digits of the shortest handle, and of the shortest prefix of a hash that counts as a name. */
export const HANDLE_LENGTH = 6;

/** What a hash is the hash of: the IRI of a graph, or a metadata document of that graph. */
interface HashOfGraph {
  readonly hash: string;
  readonly graph: string;
  readonly isIri: boolean;
}

/** The SHA-256 of the IRI of a graph, in hexadecimal. */
export function iriHash(graph: string): string {
  return createHash('sha256').update(graph).digest('hex');
}

/** The handle of a graph, unless another graph has the same: then a verb that gets it says so. */
export function shortHandle(graph: string): string {
  return iriHash(graph).slice(0, HANDLE_LENGTH);
}

/** What people call a graph: its handle, and the name that a record has of it. @param record of a load of the graph */
export function peopleNames(
  graph: string,
  record: Pick<LoadRecord, 'names'> | undefined,
): { readonly handle: string; readonly name?: string } {
  const [name] = record?.names ?? [];
  return { handle: shortHandle(graph), ...(name !== undefined && { name }) };
}

/**
 * Makes the handle of each graph: the shortest prefix of the SHA-256 of its IRI, of at least {@link HANDLE_LENGTH}
 * digits, that no other graph has, neither for its IRI nor for its metadata documents.
 *
 * The hash is that of the IRI, because it stays the same when the crate is edited, updated or loaded again, because a
 * graph that no load has written has one too, and because one crate has one hash in every store. When a store grows, a handle
 * may get another digit; the shorter one is then ambiguous and never names another crate without notice.
 * @example
 * const [handle] = handlesOf(['https://example.org/coastal-atlas/'], []).values();
 * console.log(handle); // 228fbf
 */
export function handlesOf(
  graphs: Iterable<string>,
  records: Iterable<Pick<LoadRecord, 'graph' | 'sha256'>>,
): Map<string, string> {
  const hashes: HashOfGraph[] = [];
  for (const graph of graphs) hashes.push({ hash: iriHash(graph), graph, isIri: true });
  for (const { graph, sha256 } of records) hashes.push({ hash: sha256, graph, isIri: false });
  hashes.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0)); // equal prefixes are now neighbours
  const handles = new Map<string, string>();
  for (const [at, { hash, graph, isIri }] of hashes.entries()) {
    if (!isIri) continue;
    const shared = Math.max(sharedDigits(hashes, at, -1), sharedDigits(hashes, at, 1));
    handles.set(graph, hash.slice(0, Math.max(HANDLE_LENGTH, shared + 1)));
  }
  return handles;
}

/** How many first digits a hash shares with the next one of another graph, in one direction. */
function sharedDigits(hashes: readonly HashOfGraph[], at: number, step: 1 | -1): number {
  const { hash, graph } = hashes[at] as HashOfGraph;
  let other = at + step;
  while (hashes[other]?.graph === graph) other += step;
  const found = hashes[other]?.hash ?? '';
  let count = 0;
  while (count < found.length && found[count] === hash[count]) count += 1;
  return count;
}
