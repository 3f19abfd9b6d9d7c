import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import type { KeyedFolder } from '../../view/crate-keys.js';

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
