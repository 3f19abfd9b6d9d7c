import { Tinypool } from 'tinypool';
import { CrateError } from '../../errors.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { openStore } from '../../store/open-store.js';
import { FolderFiles } from '../../view/files/crate-files.js';
import { openStoreIndex } from '../../view/store-index.js';
import type { PageThreadData, PageOutcome } from '../open-pages.js';
import type { PageData } from '../page-data.js';
import type { PageRequest } from '../page-request.js';
import { renderPage } from '../render-page.js';
import { FileTrees } from './file-trees.js';
import { ViewCache } from './view-cache.js';

const { place, address, folders, contexts, maxBytes } = Tinypool.workerData as PageThreadData;
const store = await openStore(place);
const indexer = openStoreIndex(store, folders);
const source = openContexts(contexts);
const views = new ViewCache(store, source, maxBytes);
const served = new Map(folders.map(({ name, folder }) => [name, new FolderFiles(folder)]));
const trees = new FileTrees();

/** Renders a page in the thread. An error becomes the outcome, because a thread would lose its class. */
export default async function pageInThread(request: PageRequest): Promise<PageOutcome> {
  try {
    const index = await indexer.current();
    const data: PageData = {
      address,
      index,
      store,
      contexts: source,
      plainFolders: folders.map(({ name }) => name).filter((name) => index.crate(name) === undefined),
      files: ({ key }) => served.get(key),
      tree: async ({ key, graph }) => trees.of(await views.view(graph), served.get(key)),
      view: ({ graph }) => views.view(graph),
    };
    return { page: await renderPage(request, data) };
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    const { code, message, hint, details } = error;
    return { error: { code, message, hint, details } };
  }
}
