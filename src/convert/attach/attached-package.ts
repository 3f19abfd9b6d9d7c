import type { CrateDocument } from '../../crate/read/crate-document.js';
import { hasContent, wouldReplace } from '../../disk/existing-file.js';
import type { CrateError } from '../../errors.js';
import type { Change, Plan } from '../plan.js';
import type { RetrieveOptions } from './retrieve-options.js';

/** What became of an Attached Package. */
export interface Attached {
  /** Paths in the crate. */
  readonly files: readonly string[];
  /** Paths of files that were there already. */
  readonly kept: readonly string[];
  readonly failed: readonly { readonly change: Change; readonly error: CrateError }[];
  /** Changes that do nothing, with the reason in `why`. */
  readonly left: readonly Change[];
  /** Absolute IRI of the root, for `load --base`; only of a downloaded package. */
  readonly base?: string | undefined;
}

/**
 * A stand-in, until the retrieval of files is merged: it writes nothing, and says so.
 * @throws CrateError ERR_OUTPUT if the output exists
 */
export async function writeAttached(
  output: string,
  plan: Plan,
  _crate: { readonly document: CrateDocument },
  { force }: RetrieveOptions = {},
): Promise<Attached> {
  if (force !== true && (await hasContent(output))) throw wouldReplace(output);
  const left = plan.changes.filter(({ action }) => action === 'leave');
  return { files: [], kept: [], failed: [], left };
}
