import { storedDocument } from '../argument/stored-crate.js';
import { CrateError } from '../../base/errors.js';
import { openBytes, reportPackage } from '../../package/open/open-crate.js';
import { openPackage } from '../../package/open/open-package.js';
import type { GraphReader } from '../../store/port.js';
import { loadRecords } from '../stored/load-records.js';
import { inventoryOf, type InventoryItem, type InventoryOptions } from './take-inventory.js';

/**
 * Compares the data entities of a crate of a store, as its graph is now, with the files at the place that it was loaded
 * from; of a merged crate, with those of all its sources, where one of them is enough.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const graph = await findGraph(store, 'data/crates/rainfall-survey');
 * for (const { path, status } of await takeStoredInventory(store, graph)) console.log(status, path);
 * @throws CrateError ERR_UNSUPPORTED for a crate from standard input, from an update, or without files, ERR_NOT_FOUND
 * if the place is gone, and as `takeInventory`
 */
export async function takeStoredInventory(
  store: GraphReader,
  graph: string,
  options: InventoryOptions = {},
): Promise<InventoryItem[]> {
  const { bytes } = await storedDocument(store, graph, options);
  const sources = (await loadRecords(store, { graph })).map(({ source }) => source);
  if (sources.length === 0) throw withoutFiles(graph, 'was made by an update');
  if (sources.includes('-')) throw withoutFiles(graph, 'was loaded from standard input');
  const items = new Map<string, InventoryItem>();
  for (const source of sources) {
    const found = await openSource(source, graph, options);
    try {
      const document = await openBytes(bytes, options);
      reportPackage(found, document);
      for (const item of await inventoryOf(found, document, options)) {
        const key = JSON.stringify([item.path, item.id]);
        if ((items.get(key)?.status ?? 'missing') === 'missing') items.set(key, item);
      }
    } finally {
      await found.close();
    }
  }
  return [...items.values()];
}

async function openSource(source: string, graph: string, { packages }: InventoryOptions) {
  try {
    return await openPackage(source, { verify: 'all', ...packages });
  } catch (error) {
    if (!(error instanceof CrateError) || error.code !== 'ERR_NOT_FOUND') throw error;
    throw new CrateError('ERR_NOT_FOUND', `<${graph}> was loaded from ${error.message}`, {
      hint: 'give the folder or archive where its files are now',
      details: { ...error.details, graph },
      cause: error,
    });
  }
}

function withoutFiles(graph: string, why: string): CrateError {
  return new CrateError('ERR_UNSUPPORTED', `<${graph}> ${why}, so the place of its files is unknown`, {
    hint: 'give the folder or archive of its files',
    details: { graph },
  });
}
