import { PLAIN_BRANDING } from '../../../../src/site/branding/branding.js';
import { loadCrates } from '../../../../src/tasks/load/load-crates.js';
import type { PageData } from '../../../../src/site/pages/page-data.js';
import { MemoryStore } from '../../../../src/store/memory-store.js';
import type { GraphStore } from '../../../../src/store/port.js';
import { CrateChecks } from '../../../../src/site/view/crate-check.js';
import { openStoredView } from '../../../../src/site/view/open-crate-view.js';
import { CrateContents } from '../../../../src/site/view/files/crate-contents.js';
import { StoreIndexer } from '../../../../src/site/view/store-indexer.js';
import { StoreStatistics } from '../../../../src/site/view/store-statistics.js';
import { BUNDLED } from '../../../helpers/read.js';

/** The address of the root of the crate that {@link pageDataOf} loads. */
export const ROOT = 'https://example.org/crate/';

/** Loads documents and gives what their pages are made of. The first one has the root {@link ROOT}. */
export async function pageDataOf(...documents: object[]): Promise<PageData & { readonly store: GraphStore }> {
  const store = new MemoryStore();
  for (const [at, document] of documents.entries())
    await loadCrates(store, document as never, { base: at === 0 ? ROOT : `https://example.org/${at}/`, contexts: BUNDLED }); // prettier-ignore
  const index = await new StoreIndexer().of(store.snapshot());
  const statistics = new StoreStatistics(store);
  const checks = new CrateChecks(BUNDLED);
  return {
    store,
    search: (words, options) => store.search(words, options),
    contexts: BUNDLED,
    address: 'http://localhost/',
    index,
    branding: PLAIN_BRANDING,
    plainFolders: [],
    check: async ({ graph }, isQuick) =>
      checks.of((await openStoredView(store, graph, BUNDLED)).view, store.snapshot(), isQuick),
    statistics: ({ graph }) => statistics.of(store.snapshot(), graph),
    sumOfStatistics: () => statistics.sum(),
    files: () => undefined,
    isEdited: () => Promise.resolve(false),
    contents: (view, files) => new CrateContents(view, files),
    view: async ({ graph }) => (await openStoredView(store, graph, BUNDLED)).view,
  };
}
