import { CrateError } from '../errors.js';
import { isMetadataFileName, METADATA_FILE_NAMES } from '../crate/metadata-names.js';
import type { Container, ContainerEntry } from '../package/container/container.js';
import { nameProblem, splitPath, tidyPath } from '../package/container/entry-names.js';
import type { MetadataEntry } from '../package/crate-package.js';

/** What one listing of a container told. */
export interface Listing {
  /** Metadata files, the one that counts first. */
  readonly metadata: readonly MetadataEntry[];
  /** Folder of the bag, with a last `/`, when there is a `bagit.txt`. */
  readonly bag: string | undefined;
  /** Entries that could not be unpacked safely, with the reason; at most 20. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

const MOST_PROBLEMS = 20;

/**
 * Lists a container and finds its metadata file: an exact file name before a prefixed one, then the shallowest; the
 * others are nested crates. What systems leave behind (`__MACOSX`, `._x`) does not count.
 * @param onMetadata called while the entry can be read, for the one that is the best so far
 * @throws CrateError ERR_NOT_A_CRATE, ERR_ARCHIVE_ENTRY for the same metadata file twice, ERR_ROOT_AMBIGUOUS
 */
export async function locate(
  container: Container,
  onMetadata: (entry: ContainerEntry) => Promise<void>,
): Promise<Listing> {
  const metadata: MetadataEntry[] = [];
  const problems: { path: string; problem: string }[] = [];
  let best: MetadataEntry | undefined;
  let bag: string | undefined;
  for await (const entry of container.entries()) {
    const problem = nameProblem(entry.path) ?? (entry.type === 'link' ? 'is a link' : undefined);
    if (problem !== undefined && container.kind !== 'folder' && problems.length < MOST_PROBLEMS)
      problems.push({ path: entry.path, problem });
    if (entry.type !== 'file') continue;
    const { folder, name } = splitPath(entry.path);
    if (name === 'bagit.txt' && (bag === undefined || folder.length < bag.length)) bag = folder;
    if (!isMetadataFileName(name) || name.startsWith('._') || /(?:^|\/)__MACOSX\//.test(folder)) continue;
    const located = { path: entry.path, folder };
    if (metadata.some(({ path }) => path === entry.path)) {
      throw new CrateError('ERR_ARCHIVE_ENTRY', `${container.name}: entry ${entry.path} is there twice`, {
        details: { entry: entry.path },
      });
    }
    metadata.push(located);
    if (best === undefined || compare(located, best) < 0) {
      best = located;
      await onMetadata(entry);
    }
  }
  metadata.sort(compare);
  if (best === undefined) throw new CrateError('ERR_NOT_A_CRATE', `${container.name} holds no RO-Crate metadata file`);
  refuseSiblings(container, metadata);
  return { metadata, bag, problems };
}

/** Two crates side by side: nothing decides between them. */
function refuseSiblings({ name }: Container, metadata: readonly MetadataEntry[]): void {
  const [first, ...others] = metadata as [MetadataEntry, ...MetadataEntry[]];
  const rivals = others.filter(
    (other) => other.folder !== first.folder && rank(other)[0] === rank(first)[0] && depth(other) === depth(first),
  );
  if (rivals.length === 0) return;
  const candidates = [first, ...rivals].map(({ path }) => path);
  throw new CrateError(
    'ERR_ROOT_AMBIGUOUS',
    `${name} holds ${candidates.length} crates side by side: ${candidates.slice(0, 5).join(', ')}`,
    {
      hint: 'unpack it and load the folder',
      details: { candidates },
    },
  );
}

function compare(a: MetadataEntry, b: MetadataEntry): number {
  const [exactA, orderA] = rank(a);
  const [exactB, orderB] = rank(b);
  return exactA - exactB || depth(a) - depth(b) || orderA - orderB || (a.path < b.path ? -1 : 1);
}

function rank({ path }: MetadataEntry): [exact: number, order: number] {
  const order = (METADATA_FILE_NAMES as readonly string[]).indexOf(splitPath(path).name);
  return order < 0 ? [1, 0] : [0, order];
}

function depth({ folder }: MetadataEntry): number {
  return tidyPath(folder).split('/').length;
}
