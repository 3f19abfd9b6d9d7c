import { syncCatalogue, type SyncOptions, type SyncReport } from '../../../../src/tasks/sync/sync-catalogue.js';
import type { ItemResult } from '../../../../src/tasks/sync/sync-commits.js';
import type { GraphStore } from '../../../../src/store/port.js';
import { crate } from '../../../cli/helpers/crates.js';
import { BUNDLED } from '../../../helpers/read.js';

/** What a sync has reported. */
export interface Synced extends SyncReport {
  readonly items: readonly ItemResult[];
}

/** Syncs with the bundled contexts only. */
export async function syncHere(store: GraphStore, place: string, options: SyncOptions = {}): Promise<Synced> {
  const items: ItemResult[] = [];
  const report = await syncCatalogue(store, place, {
    contexts: BUNDLED,
    onItem: (item) => void items.push(item),
    ...options,
  });
  return { ...report, items };
}

/** The statuses of items by their sources, in the order of the sources. */
export function statuses({ items }: Synced): Readonly<Record<string, string>> {
  return Object.fromEntries(items.map(({ source, status }) => [source, status] as const).sort());
}

/** The text of a metadata document. */
export function crateText(name: string): string {
  return JSON.stringify(crate({ name }));
}
