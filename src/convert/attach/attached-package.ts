import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { CrateError } from '../../errors.js';
import type { PackageOptions } from '../../package/package-options.js';
import type { Change, Plan } from '../plan.js';

/** How to write an Attached Package. */
export interface WriteAttachedOptions {
  readonly packages?: PackageOptions | undefined;
  /** Requests at once. Default 8. */
  readonly parallel?: number | undefined;
  /** Bytes of one file or archive. */
  readonly maxSize?: number | undefined;
  /** Bytes of all files and archives together. */
  readonly maxTotal?: number | undefined;
  /** Replace what the folder or archive contains. Default false. */
  readonly force?: boolean | undefined;
  readonly onProgress?: ((done: number, total: number | undefined, name: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What was written. */
export interface WrittenPackage {
  /** Paths in the crate. */
  readonly files: readonly string[];
  /** Paths of files that were there already. */
  readonly kept: readonly string[];
  readonly failed: readonly { readonly change: Change; readonly error: CrateError }[];
  /** What stays on the web because the plan says so. */
  readonly left: readonly Change[];
  /** Absolute IRI of the root, for `load --base`; only of a downloaded package. */
  readonly base?: string | undefined;
}

/** Retrieves the files of a plan and writes the package. @throws CrateError ERR_OUTPUT, ERR_PLAN_INVALID, ERR_LIMIT */
export function writeAttached(
  _output: string,
  _plan: Plan,
  _crate: { readonly document: CrateDocument },
  _options: WriteAttachedOptions,
): Promise<WrittenPackage> {
  throw new Error('to be written');
}
