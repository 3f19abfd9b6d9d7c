import type { CrateBase } from './base.js';
import { isPrefixedDescriptorId } from './metadata-names.js';

/** The two kinds of RO-Crate Package (format document, section 1; RO-Crate 1.2, Structure). */
export type PackageKind = 'attached' | 'detached';

/** What is known of a package before its document is read. */
export interface KindFacts {
  /** The kind that the user says. */
  readonly given?: PackageKind | undefined;
  /** Name of the metadata file. */
  readonly fileName: string;
  /** Whether the metadata file is in a folder, an archive or a bag. */
  readonly hasFiles: boolean;
}

/**
 * Tells Attached from Detached: what the user says, or Detached by the prefix of the file name, or Attached with files
 * around the metadata file, whatever the `@id` of the root.
 * @returns undefined where only the document can tell, see {@link documentKind}
 */
export function packageKind({ given, fileName, hasFiles }: KindFacts): PackageKind | undefined {
  if (given !== undefined) return given;
  if (isPrefixedDescriptorId(fileName)) return 'detached';
  return hasFiles ? 'attached' : undefined;
}

/**
 * Tells the kind of a document without a package around it: Detached if its root is elsewhere, in each version,
 * although only those since 1.2 have a word for it.
 * @param root IRI of the Root Data Entity, if there is one
 */
export function documentKind(root: string | undefined, base: CrateBase): PackageKind {
  return root?.startsWith(base.root) === false ? 'detached' : 'attached';
}
