import { handlesOf, iriHash } from './handles.js';
import type { LoadRecord } from './load-records.js';

/** A crate folder that is served, as the list of crates needs it. */
export interface KeyedFolder {
  /** Its name in addresses. */
  readonly name: string;
  /** Its graph in the store; undefined if the store does not have it. */
  readonly graph: string | undefined;
}

/**
 * The name of each crate in addresses, `/crates/<key>/`: that of its served folder, or else its handle, with another
 * digit where a folder has that name. @returns the keys by graph
 */
export function crateKeys(
  graphs: Iterable<string>,
  records: Iterable<Pick<LoadRecord, 'graph' | 'sha256'>>,
  folders: readonly KeyedFolder[],
): Map<string, string> {
  const names = new Set(folders.map(({ name }) => name));
  const keys = handlesOf(graphs, records);
  for (const [graph, handle] of keys) {
    if (!names.has(handle)) continue;
    const hash = iriHash(graph);
    let length = handle.length;
    while (names.has(hash.slice(0, length))) length += 1;
    keys.set(graph, hash.slice(0, length));
  }
  for (const { name, graph } of folders) if (graph !== undefined && keys.has(graph)) keys.set(graph, name);
  return keys;
}

/** The address of a crate on a website. @param website its address, with `/` at its end */
export function crateAddress(website: string, key: string): string {
  return `${website}crates/${encodeURIComponent(key)}/`;
}
