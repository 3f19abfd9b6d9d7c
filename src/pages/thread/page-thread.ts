import { Tinypool } from 'tinypool';
import { CrateError } from '../../errors.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { openStore } from '../../store/open-store.js';
import { openStoreIndex } from '../../view/store-index.js';
import type { PageThreadData, PageOutcome } from '../open-pages.js';
import type { PageData } from '../page-data.js';
import type { PageRequest } from '../page-request.js';
import { renderPage } from '../render-page.js';
import { ViewCache } from './view-cache.js';

const { place, address, folders, contexts, maxBytes } = Tinypool.workerData as PageThreadData;
const store = await openStore(place);
const indexer = openStoreIndex(store, folders);
const views = new ViewCache(store, openContexts(contexts), maxBytes);
const served = new Set(folders.map(({ name }) => name));

/** Renders a page in the thread. An error becomes the outcome, because a thread would lose its class. */
export default async function pageInThread(request: PageRequest): Promise<PageOutcome> {
  try {
    const data: PageData = {
      address,
      index: await indexer.current(),
      isServed: (key) => served.has(key),
      view: ({ graph }) => views.view(graph),
    };
    return { page: await renderPage(request, data) };
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    const { code, message, hint, details } = error;
    return { error: { code, message, hint, details } };
  }
}
