import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../errors.js';
import type { CrateLocation } from '../crate/judge-base.js';
import { readBag, verifyBag } from '../package/bag/bag.js';
import type { ByteRanges } from '../package/bytes/byte-ranges.js';
import type { Container, ContainerEntry } from '../package/container/container.js';
import { type ArchiveFormat, sniff, peek } from '../package/bytes/first-bytes.js';
import { TarContainer } from '../package/container/tar-container.js';
import { ZipContainer } from '../package/container/zip-container.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import {
  contentOf,
  CratePackage,
  fileNameOf,
  type LocatedEntry,
  type PackageParts,
  iriPath,
  type PackageProblem,
} from '../package/crate-package.js';
import { humanSize, inOneChunk, limitExceeded, type PackageLimits, readAll } from '../package/limits.js';
import { splitPath } from '../package/container/entry-names.js';
import { locate } from './find-metadata-entry.js';
import type { PackageSettings } from '../package/package-options.js';

/** What is known of an archive beside its bytes. */
export type ArchiveOrigin = Pick<PackageParts, 'source' | 'name' | 'url' | 'origin' | 'hops'> & {
  readonly location?: CrateLocation;
  readonly problems?: readonly PackageProblem[];
  /** Whether all bytes are at hand, so that a whole bag may be checked. */
  readonly remote?: boolean;
};

/** The container in archive bytes, or the document that was only compressed with gzip. @throws CrateError */
export async function archiveOf(
  kind: ArchiveFormat,
  ranges: ByteRanges,
  name: string,
  { limits }: PackageSettings,
): Promise<Container | DocumentBytes> {
  if (kind === 'zip') return new ZipContainer(name, ranges, limits);
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

/** The document in a gzip file; undefined when that holds something else. */
async function gunzippedDocument(
  ranges: ByteRanges,
  name: string,
  limits: PackageLimits,
): Promise<DocumentBytes | undefined> {
  const unpacked = await peek(gunzipped(ranges, name));
  if (sniff(unpacked.head) === 'json') return DocumentBytes.ofStream(unpacked.body, limits.metadataBytes, name);
  await unpacked.body[Symbol.asyncIterator]().return?.();
  return undefined;
}

async function* gunzipped(ranges: ByteRanges, name: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(ranges.stream(0, ranges.size));
  const done = pipeline(source, gunzip);
  done.catch(() => undefined); // the error comes out of the loop; not `through`, which takes padding after the end for one
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new CrateError('ERR_ARCHIVE_INVALID', `${name} cannot be unpacked`, { cause });
  } finally {
    source.destroy();
  }
}

/**
 * Opens the crate in an archive: one listing finds the metadata file, of which only the bytes are read.
 * @throws CrateError ERR_NOT_A_CRATE, ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY, ERR_BAG_INVALID, ERR_CHECKSUM, ERR_LIMIT
 */
export async function openArchive(
  container: Container,
  origin: ArchiveOrigin,
  settings: PackageSettings,
): Promise<CratePackage> {
  try {
    return await openListed(container, origin, settings);
  } catch (error) {
    await container.close();
    throw error;
  }
}

async function openListed(
  container: Container,
  origin: ArchiveOrigin,
  settings: PackageSettings,
): Promise<CratePackage> {
  const { limits, kind } = settings;
  const what = `${container.name}: the metadata document`;
  let held: ContainerEntry | undefined;
  let bytes: Uint8Array | undefined;
  const read = async (entry: ContainerEntry) => {
    held = entry;
    if (!container.randomAccess) bytes = await readAll(entry.content(), limits.metadataBytes, what);
  };
  const { metadata, bag: bagFolder, problems } = await locate(container, read);
  const [main, ...others] = metadata as [LocatedEntry, ...LocatedEntry[]];
  const nested = settings.entry === undefined ? undefined : metadata.find(({ path }) => path === settings.entry);
  if (settings.entry !== undefined && nested === undefined)
    throw new CrateError('ERR_NOT_FOUND', `${container.name} holds no ${settings.entry}`);
  if (nested !== undefined && nested !== main)
    [held, bytes] = [await entryAt(container, nested.path, limits.metadataBytes), undefined];
  const bag =
    bagFolder !== undefined && main.folder.startsWith(bagFolder) ? await readBag(container, bagFolder) : undefined;
  if (bag !== undefined && origin.remote !== true && settings.verify !== 'metadata') await verifyBag(container, bag);
  const entry = held as ContainerEntry;
  if (entry.size > limits.metadataBytes) throw limitExceeded(what, humanSize(limits.metadataBytes));
  const content = await DocumentBytes.ofStream(
    contentOf(bytes === undefined ? entry : holding(entry, bytes), container, bag),
    limits.metadataBytes,
    container.name,
  );
  const own = nested ?? main;
  const crateFolder = bag === undefined ? '' : main.folder.slice(bag.folder.length);
  const path = crateFolder + (own === main ? '' : relativeFolder(own.folder, main.folder));
  const { location, remote, problems: earlier = [], ...rest } = origin;
  return new CratePackage({
    ...rest,
    metadata: { name: fileNameOf(own.path), content },
    limits,
    container,
    root: splitPath(own.path).folder,
    bag,
    location: { ...location, bag: bag?.arcp, path: iriPath(path) },
    others: own === main ? others.filter(({ folder }) => folder !== main.folder) : [],
    problems: [...earlier, ...problems.map(unsafe), ...(bag !== undefined && remote === true ? [UNCHECKED] : [])],
    kind,
  });
}

const UNCHECKED: PackageProblem = {
  kind: 'payload-unchecked',
  detail: 'only the metadata file was checked against the manifest of the bag',
};

function unsafe({ path, problem }: { path: string; problem: string }): PackageProblem {
  return { kind: 'entry-unsafe', detail: `${path} ${problem}` };
}

function relativeFolder(folder: string, outer: string): string {
  return folder.startsWith(outer) ? folder.slice(outer.length) : folder;
}

async function entryAt(container: Container, path: string, bound: number): Promise<ContainerEntry> {
  for await (const entry of container.entries()) {
    if (entry.path !== path || entry.type !== 'file') continue;
    if (container.randomAccess) return entry;
    return holding(entry, await readAll(entry.content(), bound, path));
  }
  throw new CrateError('ERR_NOT_FOUND', `${container.name} holds no ${path}`);
}

/** An entry whose bytes were read while the listing stood at it. */
function holding(entry: ContainerEntry, bytes: Uint8Array): ContainerEntry {
  return { ...entry, content: () => inOneChunk(bytes) };
}
