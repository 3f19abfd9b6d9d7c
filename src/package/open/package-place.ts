import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { trimAddress } from '../../crate/context/context-address.js';
import { METADATA_FILE_NAME, METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { CrateError } from '../../base/errors.js';
import { FolderContainer } from '../container/folder-container.js';
import type { CratePackage } from '../crate-package.js';
import type { FetchedFrom } from '../contexts/open-contexts.js';
import { addressOfId, pathOfId } from '../file-ids.js';
import { isWebAddress } from '../package-options.js';
import { isFile } from './path-kind.js';

/** Where the parts of a crate are: plain data, so that the crate need not stay open. */
export interface PackagePlace {
  readonly kind: 'folder' | 'archive' | 'web';
  /** Absolute path of the outermost folder, or of the archive; the address of the archive or document. */
  readonly at: string;
  /** Folders with their IRI, which ends in `/`, and their path in the package; that of the crate first. */
  readonly folders: readonly { readonly iri: string; readonly path: string }[];
  /** Paths of the metadata files of other crates in an archive. */
  readonly nested: ReadonlySet<string>;
  /** How it was fetched; undefined for a local crate. */
  readonly from?: FetchedFrom | undefined;
}

/** Where a crate may be: a local file, a file in an archive, or an address. */
export type CrateSpot =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'member'; readonly archive: string; readonly path: string }
  | { readonly kind: 'web'; readonly address: string };

/** The place of an open crate; undefined if nothing but its document is there. @param iri of the crate root */
export function packagePlace(opened: CratePackage, iri: string): PackagePlace | undefined {
  const { container, root, source, url, nested, fetchedFrom: from } = opened;
  const folders = [{ iri, path: root }];
  if (container instanceof FolderContainer)
    return { kind: 'folder', at: container.folder, folders, nested: new Set(), from };
  if (container !== undefined && source !== '-')
    return { kind: 'archive', at: source, folders, nested: new Set(nested), from };
  return url === undefined ? undefined : { kind: 'web', at: url, folders, nested: new Set(), from };
}

/** The place of a crate in the package of another one. @param iri of the crate root @param path of its folder */
export function placeInside(outer: PackagePlace, iri: string, path: string): PackagePlace {
  return { ...outer, folders: [{ iri, path }, ...outer.folders] };
}

/** The source of what is in a spot: how a store recognises it. */
export function sourceOf(spot: CrateSpot): string {
  if (spot.kind === 'web') return trimAddress(spot.address);
  return spot.kind === 'file' ? spot.path : `${spot.archive}/${spot.path}`;
}

/** What an IRI names: a crate, a part that may be one, or a file that is one. */
export type WantedSpot = 'crate' | 'part' | 'file';

/**
 * Where a crate is that another one names: in the package of the other one if it is below its base, else on the web. Of
 * a part only the metadata file in its folder counts.
 * @throws CrateError ERR_ARCHIVE_ENTRY for a link that leaves the package
 */
export function spotOf(iri: string, place: PackagePlace | undefined, wanted: WantedSpot): CrateSpot | undefined {
  const folder = place?.folders.find((one) => iri.startsWith(one.iri));
  if (place === undefined || folder === undefined) return webSpot(iri, wanted);
  const reference = iri.slice(folder.iri.length);
  if (place.kind === 'web') return webSpot(addressOfId(reference, place.at).href, wanted);
  const path = pathOfId(reference);
  const inside = path === undefined ? undefined : spotInside(place, folder.path + path, wanted);
  return inside ?? (wanted === 'part' ? undefined : webSpot(iri, wanted));
}

function webSpot(iri: string, wanted: WantedSpot): CrateSpot | undefined {
  if (!isWebAddress(iri) || !URL.canParse(iri)) return undefined;
  if (wanted !== 'part') return { kind: 'web', address: iri };
  const url = new URL(iri);
  url.pathname = `${url.pathname.replace(/\/*$/, '/')}${METADATA_FILE_NAME}`;
  return { kind: 'web', address: url.href };
}

function spotInside(place: PackagePlace, path: string, wanted: WantedSpot): CrateSpot | undefined {
  const folder = path === '' || path.endsWith('/') ? path : `${path}/`;
  const inFolder = wanted === 'file' ? [] : METADATA_FILE_NAMES.map((name) => folder + name);
  const itself = wanted === 'part' || path === folder ? [] : [path];
  if (place.kind === 'archive') {
    const [file] = [...inFolder.filter((one) => place.nested.has(one)), ...itself];
    return file === undefined ? undefined : { kind: 'member', archive: place.at, path: file };
  }
  const bag = isFile(join(place.at, folder, 'bagit.txt'))
    ? inFolder.map((file) => file.replace(folder, `${folder}data/`))
    : [];
  const file = [...inFolder, ...bag, ...itself].find((one) => isFile(join(place.at, one)));
  return file === undefined ? undefined : { kind: 'file', path: withoutLinks(place.at, file) };
}

/**
 * The path of a file in a package, with links inside of it resolved.
 * @throws CrateError ERR_ARCHIVE_ENTRY if one leaves it
 */
function withoutLinks(top: string, path: string): string {
  const root = realpathSync(top);
  const real = realpathSync(join(top, path));
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return join(top, relative(root, real));
  throw new CrateError('ERR_ARCHIVE_ENTRY', `${path} is behind a link that leaves the package`);
}
