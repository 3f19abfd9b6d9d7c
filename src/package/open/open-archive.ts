import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../../base/errors.js';
import type { CrateLocation } from '../../crate/judge-base.js';
import { readBag, tryBag, verifyBag } from '../bag/bag.js';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import type { Container, ContainerEntry } from '../container/container.js';
import { type ArchiveFormat, detectKind, readFirstBytes } from '../bytes/first-bytes.js';
import { DocumentBytes } from '../bytes/document-bytes.js';
import {
  contentOf,
  CratePackage,
  fileNameOf,
  type MetadataEntry,
  type PackageParts,
  iriPath,
  type PackageWarning,
} from '../crate-package.js';
import { humanSize, inOneChunk, limitExceeded, type PackageLimits, readAll } from '../limits.js';
import { splitPath } from '../container/entry-names.js';
import { findMetadataEntries } from './find-metadata-entries.js';
import type { PackageSettings } from '../package-options.js';

/** What the caller knows about an archive, in addition to its bytes. */
export type ArchiveFacts = Pick<PackageParts, 'source' | 'name' | 'file' | 'url' | 'fetchedFrom' | 'hops'> & {
  readonly location?: CrateLocation;
  readonly warnings?: readonly PackageWarning[];
  /** Whether the archive is read over the network; then only the metadata file of a bag is checked. */
  readonly remote?: boolean;
};

/** Opens archive bytes as a container; or as a document, which gzip has only compressed. @throws CrateError */
export async function openArchiveBytes(
  kind: ArchiveFormat,
  ranges: ByteRanges,
  name: string,
  { limits }: PackageSettings,
): Promise<Container | DocumentBytes> {
  if (kind === 'zip') {
    const { ZipContainer } = await import('../container/zip-container.js');
    return new ZipContainer(name, ranges, limits);
  }
  const { TarContainer } = await import('../container/tar-container.js');
  if (kind === 'tar') return new TarContainer(name, ranges, false, limits);
  try {
    const document = await gunzippedDocument(ranges, name, limits);
    if (document === undefined) return new TarContainer(name, ranges, true, limits);
    await ranges.close();
    return document;
  } catch (error) {
    await ranges.close();
    throw error;
  }
}

/** The JSON document in a gzip file; undefined for other content. */
async function gunzippedDocument(
  ranges: ByteRanges,
  name: string,
  limits: PackageLimits,
): Promise<DocumentBytes | undefined> {
  const { head, body } = await readFirstBytes(gunzipped(ranges, name));
  if (detectKind(head) === 'json') return DocumentBytes.ofStream(body, limits.metadataBytes, name);
  await body[Symbol.asyncIterator]().return?.();
  return undefined;
}

async function* gunzipped(ranges: ByteRanges, name: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(ranges.stream(0, ranges.size));
  const done = pipeline(source, gunzip);
  done.catch(() => undefined); // the loop below throws the error; not `through`, which treats padding after the end as an error
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new CrateError('ERR_ARCHIVE_INVALID', `${name} cannot be unpacked`, { cause });
  } finally {
    source.destroy();
  }
}

/**
 * Opens the crate in an archive. Lists the archive once and reads only the bytes of the metadata file.
 * @throws CrateError ERR_NOT_A_CRATE, ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY, ERR_BAG_INVALID, ERR_CHECKSUM, ERR_LIMIT
 */
export async function openArchive(
  container: Container,
  facts: ArchiveFacts,
  settings: PackageSettings,
): Promise<CratePackage> {
  try {
    return await openCrateIn(container, facts, settings);
  } catch (error) {
    await container.close();
    throw error;
  }
}

async function openCrateIn(
  container: Container,
  facts: ArchiveFacts,
  settings: PackageSettings,
): Promise<CratePackage> {
  const { limits, kind, signal } = settings;
  const what = `${container.name}: the metadata document`;
  let entry: ContainerEntry | undefined;
  let bytes: Uint8Array | undefined;
  const onMetadata = async (found: ContainerEntry) => {
    signal?.throwIfAborted();
    entry = found;
    if (!container.randomAccess) bytes = await readAll(found.content(), limits.metadataBytes, what);
  };
  const { metadata, bag: bagFolder, unsafe } = await findMetadataEntries(container, onMetadata);
  const [main, ...others] = metadata as [MetadataEntry, ...MetadataEntry[]];
  const nested = settings.entry === undefined ? undefined : metadata.find(({ path }) => path === settings.entry);
  if (settings.entry !== undefined && nested === undefined)
    throw new CrateError('ERR_NOT_FOUND', `${container.name} does not contain ${settings.entry}`);
  if (nested !== undefined && nested !== main) {
    entry = await findEntry(container, nested.path, limits.metadataBytes);
    bytes = undefined;
  }
  const bagChecks = settings.verify === 'later' && facts.remote !== true ? 'later' : undefined;
  const isInBag = bagFolder !== undefined && main.folder.startsWith(bagFolder);
  const read = async (folder: string) => ({ bag: await readBag(container, folder), bagError: undefined });
  const { bag, bagError } = isInBag
    ? await (bagChecks === undefined ? read(bagFolder) : tryBag(container, bagFolder))
    : {};
  if (bag !== undefined && facts.remote !== true && (settings.verify ?? 'all') === 'all')
    await verifyBag(container, bag, signal);
  const { size } = entry as ContainerEntry;
  if (size > limits.metadataBytes) throw limitExceeded(what, humanSize(limits.metadataBytes));
  const content = await DocumentBytes.ofStream(
    contentOf(withContent(entry as ContainerEntry, bytes), container, bagChecks === undefined ? bag : undefined),
    limits.metadataBytes,
    container.name,
  );
  const own = nested ?? main;
  const crateFolder = bag === undefined ? '' : main.folder.slice(bag.folder.length);
  const path = crateFolder + (own === main ? '' : relativeFolder(own.folder, main.folder));
  const { location, remote, warnings: earlier = [], ...rest } = facts;
  return new CratePackage({
    ...rest,
    metadata: { name: fileNameOf(own.path), content },
    limits,
    container,
    root: splitPath(own.path).folder,
    bag,
    bagChecks,
    bagError,
    location: { ...location, bag: bag?.arcp, path: iriPath(path) },
    nested: own === main ? others.filter(({ folder }) => folder !== main.folder) : [],
    warnings: [
      ...earlier,
      ...unsafe.map(unsafeWarning),
      ...(bag !== undefined && remote === true ? [PAYLOAD_UNCHECKED] : []),
    ],
    kind,
    signal,
  });
}

const PAYLOAD_UNCHECKED: PackageWarning = {
  kind: 'payload-unchecked',
  detail: 'only the metadata file was checked against the manifest of the bag',
};

function unsafeWarning({ path, problem }: { path: string; problem: string }): PackageWarning {
  return { kind: 'entry-unsafe', detail: `${path} ${problem}` };
}

function relativeFolder(folder: string, outer: string): string {
  return folder.startsWith(outer) ? folder.slice(outer.length) : folder;
}

async function findEntry(container: Container, path: string, limit: number): Promise<ContainerEntry> {
  for await (const entry of container.entries()) {
    if (entry.path !== path || entry.type !== 'file') continue;
    if (container.randomAccess) return entry;
    return withContent(entry, await readAll(entry.content(), limit, path));
  }
  throw new CrateError('ERR_NOT_FOUND', `${container.name} does not contain ${path}`);
}

/** An entry with its bytes if they are already read: without random access an entry can only be read while listing. */
function withContent(entry: ContainerEntry, bytes: Uint8Array | undefined): ContainerEntry {
  return bytes === undefined ? entry : { ...entry, content: () => inOneChunk(bytes) };
}
