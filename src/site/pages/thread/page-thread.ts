import { setTimeout as wait } from 'node:timers/promises';
import { openContexts } from '../../../package/contexts/open-contexts.js';
import { openStore } from '../../../store/open-store.js';
import type { GraphStore } from '../../../store/port.js';
import { withSnapshot } from '../../../store/store-snapshots.js';
import { serveThread } from '../../../base/threads/serve-thread.js';
import { FolderFiles } from '../../view/files/crate-files.js';
import { CrateChecks } from '../../view/crate-check.js';
import { StoreIndexer } from '../../view/store-indexer.js';
import { StoreStatistics } from '../../view/store-statistics.js';
import type { PageData } from '../page-data.js';
import type { RenderedPage } from '../page-request.js';
import { renderPage } from '../render-page.js';
import type { PageJob, PageThreadData } from './page-messages.js';
import { ViewCache } from './view-cache.js';
import type { CrateView } from '../../view/crate-view.js';
import { searchCrateTexts } from '../../../tasks/stored/reference-graphs.js';
import { EditedFolders } from '../../view/files/edited-folders.js';
import { CrateContents } from '../../view/files/crate-contents.js';
import { FewPer } from '../../view/once-per.js';

/** Milliseconds between two looks for commits; longer where a look is much work. */
const LOOK = 1000;

/**
 * How long the page of statistics waits for crates that were not read yet, in milliseconds; it says what is missing.
 */
const PATIENCE = 1000;

/** Graphs of a store that the pages read into memory where the index cannot be written; more would make others wait. */
const MOST_READ = 2000;

/** Reads what lists need of all crates, and the views of the largest ones, also after commits, so that no reader waits. */
async function keepReady(store: GraphStore, indexer: StoreIndexer, views: ViewCache): Promise<never> {
  for (let seen: object | undefined; ;) {
    const begin = performance.now();
    try {
      const { moment } = await withSnapshot(store, (snapshot) => indexer.of(snapshot, 'indexed'));
      if (moment !== seen) await views.warm();
      seen = moment;
    } catch {
      // It recurs when a page asks, which then says so.
    }
    await wait(LOOK + 4 * (performance.now() - begin));
  }
}

await serveThread<PageThreadData, PageJob, RenderedPage>(async (options) => {
  const { place, address, branding, folders, contexts, maxBytes } = options;
  const store = await openStore(place);
  const indexer = new StoreIndexer(folders);
  const statistics = new StoreStatistics(store);
  const source = openContexts(contexts);
  const views = new ViewCache(store, source, maxBytes);
  const served = new Map(folders.map(({ name, folder }) => [name, new FolderFiles(folder)]));
  const edited = new EditedFolders();
  const contents = new FewPer<CrateView, CrateContents>();
  const checks = new CrateChecks(source);
  void keepReady(store, indexer, views);
  return {
    answer: ({ request, quads, text }) =>
      withSnapshot(store, async (snapshot) => {
        const isReadHere = quads === 'missing' && (await snapshot.marks()).size <= MOST_READ;
        const index = await indexer.of(snapshot, isReadHere ? 'all' : 'indexed');
        const data: PageData = {
          address,
          branding,
          index,
          store: snapshot,
          search: text === 'pending' ? undefined : (words, asked) => searchCrateTexts(snapshot, words, asked),
          contexts: source,
          plainFolders: folders.map(({ name }) => name).filter((name) => index.crate(name) === undefined),
          files: ({ key }) => served.get(key),
          isEdited: async ({ key }, records) => {
            const folder = folders.find(({ name }) => name === key);
            return folder !== undefined && edited.has(folder, records);
          },
          contents: (view, files) =>
            contents.of(view, files === undefined ? '' : 'folder', () => new CrateContents(view, files)),
          view: ({ graph }, isKept) => views.view(graph, isKept),
          check: async ({ graph }, isQuick) => checks.of(await views.view(graph), snapshot, isQuick),
          statistics: ({ graph }) => statistics.of(snapshot, graph),
          sumOfStatistics: () => statistics.sum(PATIENCE),
        };
        return renderPage(request, data);
      }),
  };
});
