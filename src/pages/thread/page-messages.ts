import type { PackedError } from '../../errors.js';
import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import type { KeyedFolder } from '../../view/crate-keys.js';
import type { PageRequest, RenderedPage } from '../page-request.js';

/** A crate folder that is served, with its files. */
export interface PageFolder extends KeyedFolder {
  /** Absolute path. */
  readonly folder: string;
}

/** What the thread gets when it starts. */
export interface PageThreadData {
  readonly place: string;
  readonly address: string;
  readonly folders: readonly PageFolder[];
  readonly contexts: ContextOptions;
  readonly maxBytes: number;
}

/** What the thread returns for a page. */
export type PageOutcome =
  | { readonly page: RenderedPage }
  | { readonly error: PackedError }
  /** An error that nobody expects. */
  | { readonly fault: { readonly message: string; readonly stack: string | undefined } };

/** A request as the thread gets it; the outcome comes back with its number. */
export interface NumberedRequest {
  readonly number: number;
  readonly request: PageRequest;
}

/** What the thread sends for a request. */
export interface NumberedOutcome {
  readonly number: number;
  readonly outcome: PageOutcome;
}
