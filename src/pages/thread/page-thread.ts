import { setTimeout as wait } from 'node:timers/promises';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { openStore } from '../../store/open-store.js';
import { serveThread } from '../../threads/serve-thread.js';
import { FolderFiles } from '../../view/files/crate-files.js';
import type { StoreIndex } from '../../view/store-index.js';
import { openStoreIndex, type StoreIndexer } from '../../view/store-indexer.js';
import type { PageData } from '../page-data.js';
import type { PageRequest, RenderedPage } from '../page-request.js';
import { renderPage } from '../render-page.js';
import type { PageJob, PageThreadData } from './page-messages.js';
import { FileTrees } from './file-trees.js';
import { ViewCache } from './view-cache.js';

/** Milliseconds between two looks for commits; longer where a look is much work. */
const LOOK = 1000;

/** Reads the index, and after it the views of the largest crates, also after commits, so that nobody waits for them. */
async function keepReady(indexer: StoreIndexer, views: ViewCache): Promise<never> {
  for (let seen: StoreIndex | undefined; ;) {
    const begin = performance.now();
    try {
      const index = await indexer.current();
      if (index !== seen) await views.warm();
      seen = index;
    } catch {
      // It recurs when a page asks, which then says so.
    }
    await wait(LOOK + 4 * (performance.now() - begin));
  }
}

await serveThread<PageThreadData, PageJob, RenderedPage>(async (options) => {
  const { place, address, folders, contexts, maxBytes } = options;
  const store = await openStore(place);
  const indexer = openStoreIndex(store, folders);
  const source = openContexts(contexts);
  const views = new ViewCache(store, source, maxBytes);
  const served = new Map(folders.map(({ name, folder }) => [name, new FolderFiles(folder)]));
  const trees = new FileTrees();
  void keepReady(indexer, views);
  return {
    async answer({ request, text }) {
      const index = await indexer.current(patienceFor(request));
      const data: PageData = {
        address,
        index,
        store,
        search: text === 'pending' ? undefined : (words, options) => store.search(words, options),
        contexts: source,
        plainFolders: folders.map(({ name }) => name).filter((name) => index.crate(name) === undefined),
        files: ({ key }) => served.get(key),
        tree: async ({ key, graph }) => trees.of(await views.view(graph), served.get(key)),
        view: ({ graph }) => views.view(graph),
      };
      return renderPage(request, data);
    },
  };
});

/** How long a page waits for crates that are not in the index yet, in milliseconds. */
function patienceFor(request: PageRequest): number {
  switch (request.page) {
    case 'crate': // only its statistics are in the index
      return new URLSearchParams(request.search).get('view') === 'statistics' ? Infinity : 0;
    case 'query':
    case 'bound-query':
      return 0;
    case 'query-terms':
    case 'links':
      return Infinity;
    default: // these say what is missing
      return 1000;
  }
}
