import { isMisread } from '../../../base/disk/read-file.js';
import { compareNames } from '../arrange-rows.js';
import type { CrateView, ViewEntity } from '../crate-view.js';
import type { ContentRow } from './content-row.js';
import { describedContents, type DescribedContents, type LoosePart } from './described-contents.js';
import { hrefOfPath, isFolderType } from './file-place.js';

/** What the folder on the disk has of one folder; undefined where it is not known. */
export interface ListedFolder {
  /** Paths relative to the crate; a folder ends in `/`. */
  readonly paths: ReadonlySet<string>;
  readonly isCut: boolean;
  /** The size of a file, where it is known already. */
  size(path: string): number | undefined;
}

/** RO-Crate says what these are, so they need no description (preview and its files). */
const KNOWN = /^ro-crate-preview(?:\.html|_files\/)/;

/** What is directly in a folder, as description and disk say: folders, then files, by their names. */
export function rowsOfFolder(folder: string, view: CrateView, listed: ListedFolder | undefined): ContentRow[] {
  const described = describedContents(view);
  const entities = new Map<string, ViewEntity | undefined>();
  for (const child of described.children(folder)) {
    const entity = described.entity(child);
    entities.set(entity === undefined ? child : onDisk(child, entity, { described, listed }), entity);
  }
  for (const path of listed?.paths ?? []) if (!entities.has(path)) entities.set(path, described.entity(path));
  const rows = [...entities].map(([path, entity]): ContentRow => {
    const isFolder = path.endsWith('/');
    const isThere = listed?.paths.has(path) === true;
    return {
      kind: isFolder ? 'folder' : 'file',
      key: path,
      entity,
      href: isThere && !isMisread(path) ? hrefOfPath(path) : undefined,
      size: isFolder ? undefined : listed?.size(path),
      inside: isFolder && (isThere || described.isFolder(path)) ? path : undefined,
      problem: problemOf(path, { entity, isThere, listed, isNamed: described.has(path) }),
    };
  });
  return rows.sort((a, b) => (a.kind === b.kind ? comparePaths(a.key, b.key) : a.kind === 'folder' ? -1 : 1));
}

/** The slash at the end is not in a name: `a/` comes before `a-b/`. */
function comparePaths(a: string, b: string): number {
  return compareNames(a.replace(/\/$/, ''), b.replace(/\/$/, '')) || (a < b ? -1 : 1);
}

/** The parts of a folder that are not below its path: other parts of the crate, then what is on the web. */
export function rowsOfParts(parts: Iterable<LoosePart>, view: CrateView): ContentRow[] {
  const described = describedContents(view);
  const rows = Array.from(parts, ({ id, entity, web, path }): ContentRow => {
    const hasParts = entity !== undefined && isFolderType(entity) && described.loose(entity).length > 0;
    const isFolder = path?.endsWith('/') === true;
    return {
      kind: web === undefined ? 'part' : 'web',
      key: web ?? path ?? id,
      entity,
      href: web !== undefined && /^https?:/i.test(web) ? web : undefined,
      size: undefined,
      inside: isFolder ? path : hasParts && entity !== view.root ? id : undefined,
      problem: entity === undefined ? 'undescribed' : undefined,
    };
  });
  return [...rows.filter(({ kind }) => kind === 'part'), ...rows.filter(({ kind }) => kind === 'web')];
}

interface OnDisk {
  readonly described: DescribedContents;
  readonly listed: ListedFolder | undefined;
}

/** The path that the disk has of a file or folder: some documents write folders as files, and files as folders. */
function onDisk(path: string, entity: ViewEntity, { described, listed }: OnDisk): string {
  if (listed === undefined || listed.paths.has(path) || !isFolderType(entity)) return path;
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  const isEmpty = [...described.children(path)].length === 0;
  return isEmpty && listed.paths.has(other) && !described.has(other) ? other : path;
}

interface Found {
  readonly entity: ViewEntity | undefined;
  readonly isThere: boolean;
  readonly isNamed: boolean;
  readonly listed: ListedFolder | undefined;
}

function problemOf(path: string, { entity, isThere, isNamed, listed }: Found): ContentRow['problem'] {
  if (entity === undefined && (isThere || listed === undefined)) {
    const needs = !path.endsWith('/') && !KNOWN.test(path);
    return needs ? 'undescribed' : undefined;
  }
  // A folder that only a path names may be a name in a bucket.
  const isMissed = entity !== undefined || isNamed;
  return isMissed && !isThere && listed?.isCut === false ? 'missing' : undefined;
}
