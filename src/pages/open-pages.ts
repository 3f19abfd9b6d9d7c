import { unpackError } from '../errors.js';
import type { ContextOptions } from '../package/contexts/open-contexts.js';
import type { PageRequest, RenderedPage } from './page-request.js';
import type { PageFolder, PageThreadData } from './thread/page-messages.js';
import type { Pages } from './render-page.js';
import { PageWorker } from './thread/page-worker.js';

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
}

/**
 * Opens the pages of a store. One thread renders them, with its own connection. It reads a large crate in slices, between
 * which it renders other pages.
 * @param place path of the store file
 */
export function openPages(
  place: string,
  { address, folders = [], contexts = {}, maxBytes = 1 << 28 }: PagesOptions,
): Pages {
  const data: PageThreadData = { place, address, folders, contexts, maxBytes };
  let worker = new PageWorker(data); // at once: it reads crates before somebody asks
  return {
    async render(request: PageRequest): Promise<RenderedPage> {
      if (worker.hasFailed) worker = new PageWorker(data);
      const outcome = await worker.render(request);
      if ('page' in outcome) return outcome.page;
      if ('fault' in outcome) throw Object.assign(new Error(outcome.fault.message), outcome.fault);
      throw unpackError(outcome.error);
    },
    close: () => worker.end(),
  };
}
