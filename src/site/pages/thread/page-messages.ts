import type { ContextOptions } from '../../../package/contexts/open-contexts.js';
import type { KeyedFolder } from '../../../tasks/stored/crate-keys.js';
import type { Branding } from '../../branding/branding.js';
import type { FolderWithMetadata } from '../../view/files/edited-folders.js';
import type { PageRequest } from '../page-request.js';

/** A crate folder that is served, with its files. */
export interface PageFolder extends KeyedFolder, FolderWithMetadata {}

/** What the thread gets when it starts. */
export interface PageThreadData {
  readonly place: string;
  readonly address: string;
  readonly branding: Branding;
  readonly folders: readonly PageFolder[];
  readonly contexts: ContextOptions;
  readonly maxBytes: number;
}

/** Whether a part of the index is there, is on its way, or is not available: then the thread makes it for itself. */
export type PartState = 'ready' | 'pending' | 'missing';

/** A page that the thread is to render. */
export interface PageJob {
  readonly request: PageRequest;
  /** The index of the quads. */
  readonly quads: PartState;
  /** The full text. */
  readonly text: PartState;
}
