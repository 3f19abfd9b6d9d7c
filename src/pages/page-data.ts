import type { CrateView } from '../view/crate-view.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';

/** What pages are made of, at one moment. */
export interface PageData {
  /** The address of the website, with `/` at its end. */
  readonly address: string;
  readonly index: StoreIndex;
  /** Whether the crate of a key has its files on this server, at `/crates/<key>/<path>`. */
  isServed(key: string): boolean;
  /** @throws CrateError ERR_CONTEXT_UNAVAILABLE and others, if the crate cannot be read */
  view(crate: CrateSummary): Promise<CrateView>;
}
