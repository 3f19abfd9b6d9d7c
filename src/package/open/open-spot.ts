import { CrateError } from '../../base/errors.js';
import { contentOf, type CratePackage } from '../crate-package.js';
import type { FetchedFrom } from '../contexts/open-contexts.js';
import type { PrivateScope } from '../http/addresses.js';
import { withDefaults, type PackageOptions } from '../package-options.js';
import { sourceOf, type CrateSpot } from './package-place.js';
import { openPackage } from './open-package.js';
import { openStream } from './open-stream.js';

/**
 * How to open an address that a document names, not the user: as its contexts (`contextsFor`). Only public addresses
 * and the origin of a document that came from a private one, unless `allowPrivate` is given; with credentials only for
 * the origin of the document, if its own request could carry them.
 * @param from how the document was fetched; undefined for a local one
 */
export function packagesFrom(packages: PackageOptions, from: FetchedFrom | undefined, address: string): PackageOptions {
  const { http = {} } = packages;
  const origin = from && new URL(from.url).origin;
  const isOwn = origin !== undefined && URL.canParse(address) && new URL(address).origin === origin;
  const given: PrivateScope = http.allowPrivate ?? false;
  const allowPrivate = given !== true && from?.fromPrivate === true && isOwn ? origin : given;
  return { ...packages, http: { ...http, allowPrivate, ...(isOwn && from?.trusted === true ? {} : { env: {} }) } };
}

/**
 * Opens the crate in the first spot that has one.
 * @param packages how to open a spot
 * @throws CrateError of the first spot
 */
export async function openFirst(
  spots: readonly CrateSpot[],
  packages: (spot: CrateSpot) => PackageOptions,
): Promise<CratePackage> {
  let first: unknown;
  for (const spot of spots)
    try {
      return await openPackage(sourceOf(spot), packages(spot));
    } catch (error) {
      packages(spot).signal?.throwIfAborted();
      first ??= error;
    }
  throw first;
}

/** A crate inside an archive. Without random access it can only be opened before the next one is requested. */
export interface ArchiveMember {
  readonly path: string;
  open(): Promise<CratePackage>;
}

/**
 * Opens an archive again and yields crates inside of it, each once, in the order of the archive.
 * @param paths of metadata files, or of archives
 * @throws CrateError as `openPackage`
 */
export async function* archiveMembers(
  archive: string,
  paths: ReadonlySet<string>,
  packages: PackageOptions,
): AsyncGenerator<ArchiveMember> {
  const outer = await openPackage(archive, { ...packages, verify: 'metadata' });
  try {
    const container = outer.requireContainer();
    const settings = withDefaults(packages);
    const left = new Set(paths);
    for await (const entry of container.entries()) {
      if (entry.type !== 'file' || !left.delete(entry.path)) continue;
      const source = `${archive}/${entry.path}`;
      const open = () => openStream(contentOf(entry, container, outer.bag), settings, { source, name: source });
      yield { path: entry.path, open };
      if (left.size === 0) return;
    }
  } finally {
    await outer.close();
  }
}

/** The error for a reference that leads nowhere. */
export function noSpot(): CrateError {
  return new CrateError('ERR_NOT_FOUND', 'it is not in the package and has no web address');
}
