import type { ContextOptions } from '../package/contexts/open-contexts.js';
import type { PageRequest, RenderedPage } from './page-request.js';
import type { PageFolder, PageThreadData } from './thread/page-messages.js';
import type { Pages } from './render-page.js';
import { threadCode } from '../threads/thread-code.js';
import { ThreadPool } from '../threads/thread-pool.js';

/** What the pages of a server show. */
export interface PagesOptions {
  /** The address of the website, with `/` at its end. */
  readonly address: string;
  /** The crate folders that are served. */
  readonly folders?: readonly PageFolder[] | undefined;
  /** How the thread opens contexts. Default: as `openContexts` does. */
  readonly contexts?: ContextOptions | undefined;
  /** Bytes of memory for the crates that were shown last, estimated from their documents. */
  readonly maxBytes?: number | undefined;
  /** Seconds that a page may take. Default: no limit. */
  readonly seconds?: number | undefined;
}

/** Milliseconds after which the thread is called stuck: sorting a large crate takes a second or two. */
const LONGEST = 4000;
/** Requests that take turns in the thread; the others wait, because each holds a snapshot of the store. */
const AT_ONCE = 64;

/**
 * Opens the pages of a store. One thread renders them, with its own connection. It reads a large crate in slices, between
 * which it renders other pages. A page that takes too long, or kills the thread, fails, and no other.
 * @param place path of the store file
 */
export function openPages(
  place: string,
  { address, folders = [], contexts = {}, maxBytes = 1 << 28, seconds }: PagesOptions,
): Pages {
  const data: PageThreadData = { place, address, folders, contexts, maxBytes };
  const code = threadCode('page-thread');
  const thread = new ThreadPool<PageRequest, RenderedPage>({ code, data, isShared: true, atOnce: AT_ONCE });
  thread.start(); // at once: it reads crates before somebody asks
  return {
    render: (request) => thread.ask(request, { doing: 'the page', seconds }),
    isAnswering: () => thread.isAnswering(LONGEST),
    close: () => thread.close(),
  };
}
