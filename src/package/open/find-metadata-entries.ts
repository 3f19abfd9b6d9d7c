import { CrateError } from '../../base/errors.js';
import { quotedName } from '../../base/quoted-name.js';
import { isMetadataFileName, METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import type { Container, ContainerEntry } from '../container/container.js';
import { nameProblem, splitPath, tidyPath } from '../container/entry-names.js';
import type { MetadataEntry } from '../crate-package.js';

/** The result of listing a container once. */
export interface ContainerListing {
  /** Metadata files: first that of the crate, then those of nested crates. */
  readonly metadata: readonly MetadataEntry[];
  /** Folder of the bag, ending in `/`; undefined without `bagit.txt`. */
  readonly bag: string | undefined;
  /** Entries that are not safe to unpack, with the reason; at most 20. */
  readonly unsafe: readonly { readonly path: string; readonly problem: string }[];
}

const MOST_UNSAFE = 20;

/**
 * Finds the metadata files of a container. That of the crate has an exact name rather than a prefixed one, and then the
 * shallowest path; the others belong to nested crates. Files of the operating system (`__MACOSX`, `._x`) do not count.
 * @param onMetadata called with each entry that is the best so far, while its content can be read
 * @throws CrateError ERR_NOT_A_CRATE, ERR_ARCHIVE_ENTRY for a duplicate metadata file, ERR_ROOT_AMBIGUOUS
 */
export async function findMetadataEntries(
  container: Container,
  onMetadata: (entry: ContainerEntry) => Promise<void>,
): Promise<ContainerListing> {
  const metadata: MetadataEntry[] = [];
  const unsafe: { path: string; problem: string }[] = [];
  let best: MetadataEntry | undefined;
  let bag: string | undefined;
  for await (const entry of container.entries()) {
    const problem = nameProblem(entry.path) ?? (entry.type === 'link' ? 'is a link' : undefined);
    if (problem !== undefined && container.kind !== 'folder' && unsafe.length < MOST_UNSAFE)
      unsafe.push({ path: entry.path, problem });
    if (entry.type !== 'file') continue;
    const { folder, name } = splitPath(entry.path);
    if (name === 'bagit.txt' && (bag === undefined || folder.length < bag.length)) bag = folder;
    if (!isMetadataFileName(name) || name.startsWith('._') || /(?:^|\/)__MACOSX\//.test(folder)) continue;
    const found = { path: entry.path, folder };
    if (metadata.some(({ path }) => path === entry.path)) {
      throw new CrateError('ERR_ARCHIVE_ENTRY', `${container.name}: entry ${entry.path} is a duplicate`, {
        details: { entry: entry.path },
      });
    }
    metadata.push(found);
    if (best === undefined || compareEntries(found, best) < 0) {
      best = found;
      await onMetadata(entry);
    }
  }
  metadata.sort(compareEntries);
  if (best === undefined)
    throw new CrateError('ERR_NOT_A_CRATE', `${quotedName(container.name)} has no RO-Crate metadata file`);
  refuseSiblings(container, metadata);
  return { metadata, bag, unsafe };
}

/** Refuses crates in sibling folders: no rule chooses between them. */
function refuseSiblings({ name }: Container, metadata: readonly MetadataEntry[]): void {
  const [first, ...others] = metadata as [MetadataEntry, ...MetadataEntry[]];
  const rivals = others.filter(
    (other) =>
      other.folder !== first.folder &&
      nameRank(other)[0] === nameRank(first)[0] &&
      folderDepth(other) === folderDepth(first),
  );
  if (rivals.length === 0) return;
  const candidates = [first, ...rivals].map(({ path }) => path);
  throw new CrateError(
    'ERR_ROOT_AMBIGUOUS',
    `${quotedName(name)} contains ${candidates.length} crates side by side: ${candidates.slice(0, 5).join(', ')}`,
    {
      hint: 'unpack it and load the folder',
      details: { candidates },
    },
  );
}

function compareEntries(a: MetadataEntry, b: MetadataEntry): number {
  const [exactA, orderA] = nameRank(a);
  const [exactB, orderB] = nameRank(b);
  return exactA - exactB || folderDepth(a) - folderDepth(b) || orderA - orderB || (a.path < b.path ? -1 : 1);
}

function nameRank({ path }: MetadataEntry): [exact: number, order: number] {
  const order = (METADATA_FILE_NAMES as readonly string[]).indexOf(splitPath(path).name);
  return order < 0 ? [1, 0] : [0, order];
}

function folderDepth({ folder }: MetadataEntry): number {
  return tidyPath(folder).split('/').length;
}
