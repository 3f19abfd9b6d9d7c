import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import { PLAIN_BRANDING, type Branding } from '../branding/branding.js';
import type { PageFolder, PageJob, PageThreadData, PartState } from './thread/page-messages.js';
import type { PageRequest, Pages, RenderedPage } from './page-request.js';
import { readSearch } from '../view/crate-search.js';
import { isSearchInCrate } from '../view/crate-words.js';
import { threadCode } from '../../base/thread-code.js';
import { ThreadPool } from '../../base/threads/thread-pool.js';

/** What the pages of a server show. */
export interface PagesOptions {
  /** The address of the website, with `/` at its end. */
  readonly address: string;
  /** How the website presents itself. Default: as crategraph. */
  readonly branding?: Branding | undefined;
  /** The crate folders that are served. */
  readonly folders?: readonly PageFolder[] | undefined;
  /** How the thread opens contexts. Default: as `openContexts` does. */
  readonly contexts?: ContextOptions | undefined;
  /** Bytes of memory for the crates that were shown last, estimated from their documents. */
  readonly maxBytes?: number | undefined;
  /** Seconds that a page may take. Default: no limit. */
  readonly seconds?: number | undefined;
  /** Who keeps the index of the store up to date. Default: the thread makes what it needs. */
  readonly index?: PagesIndex | undefined;
}

/** The index of a store, which its keeper brings up to date. */
export interface PagesIndex {
  /** Waits for the index of the quads, and for the full text if `text`; false if it is not available. */
  ready(text?: boolean): Promise<boolean>;
}

/** Milliseconds after which the thread is called stuck: sorting a large crate takes a second or two. */
const LONGEST = 4000;
/** Requests that take turns in the thread; the others wait, because each holds a snapshot of the store. */
const AT_ONCE = 64;

/** How long a script waits for the names of all crates, in milliseconds. */
const LONG = 30_000;

/** How long a page waits for what it shows of all crates, in milliseconds. */
const PATIENCE = 1000;

/** How long a page waits for crates that are not in the index yet, in milliseconds. */
function patienceFor(request: PageRequest): number {
  switch (request.page) {
    case 'entity-facts':
    case 'dataset-facts':
    case 'store-facts':
    case 'statistics': // these need nothing of the index
    case 'references':
    case 'query':
    case 'bound-query':
      return 0;
    case 'crate': // this needs it only for a search
      return isSearch(request) ? PATIENCE : 0;
    case 'query-terms':
    case 'links':
      return LONG;
    default: // these say what is missing
      return PATIENCE;
  }
}

/**
 * Opens the pages of a store. One thread renders them, with its own connection. It reads a large crate in slices,
 * between which it renders other pages. A page that takes too long, or kills the thread, fails, and no other.
 * @param place path of the store file
 */
export function openPages(
  place: string,
  { address, branding = PLAIN_BRANDING, folders = [], contexts = {}, maxBytes = 1 << 28, seconds, index }: PagesOptions,
): Pages {
  const data: PageThreadData = { place, address, branding, folders, contexts, maxBytes };
  const code = threadCode('page-thread');
  const thread = new ThreadPool<PageJob, RenderedPage>({ code, data, isShared: true, atOnce: AT_ONCE });
  thread.start(); // at once: it reads crates before the first request
  return {
    render: async (request) => {
      const patience = patienceFor(request);
      const quads = await within(index?.ready(), patience);
      const text = isSearch(request) ? await within(index?.ready(true), patience) : 'pending';
      return thread.ask({ request, quads, text }, { doing: 'the page', seconds });
    },
    isAnswering: () => thread.isAnswering(LONGEST),
    close: () => thread.close(),
  };
}

/** Whether a page needs the full text. */
function isSearch(request: PageRequest): boolean {
  if (request.page === 'crates') return readSearch(request.search).q !== '';
  return request.page === 'crate' && isSearchInCrate(new URLSearchParams(request.search));
}

/** Waits for a part of the index, but not longer than so many milliseconds. */
async function within(ready: Promise<boolean> | undefined, milliseconds: number): Promise<PartState> {
  if (ready === undefined) return 'missing';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => (timer = setTimeout(() => resolve('pending'), milliseconds)));
  // The page says what is wrong with the store.
  const state = ready.then((isReady): PartState => (isReady ? 'ready' : 'missing')).catch((): PartState => 'missing');
  return Promise.race([state, late]).finally(() => clearTimeout(timer));
}
