import type { CrateView, ViewEntity, ViewValue } from '../crate-view.js';
import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateFiles } from './crate-files.js';
import { hrefOfPath, placeOfFile } from './file-place.js';

/** A file or folder of a crate, as its description and its folder say. */
export interface FileRow {
  /** Relative to the root, folders with a final `/`; for a file on the web its address. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Its description; undefined if the crate has none. */
  readonly entity: ViewEntity | undefined;
  /** Where it opens, relative to the address of the crate; undefined if it is not there. */
  readonly href: string | undefined;
  readonly size: number | undefined;
  readonly format: string | undefined;
  readonly licence: string | undefined;
  /** What is wrong with it: nothing describes it, or the folder does not have it. */
  readonly problem: 'undescribed' | 'missing' | undefined;
}

/** All files of a crate: those of the package as a tree in the order of paths, then those on the web. */
export interface FileTree {
  readonly local: readonly FileRow[];
  readonly web: readonly FileRow[];
  /** Whether the folder of the crate was read; without it, nothing is known to be missing. */
  readonly hasFolder: boolean;
}

/** RO-Crate says what these are, so they need no description (preview and its files). */
const KNOWN = /^ro-crate-preview(?:\.html|_files\/)/;

/** Makes the tree of the files of a crate, from its entities and from its folder where there is one. */
export async function fileTree(crate: CrateView, files: CrateFiles | undefined): Promise<FileTree> {
  const found = new Map<string, { readonly size: number }>();
  for await (const { path, size } of files?.list() ?? []) found.set(path, { size });
  const described = new Map<string, ViewEntity>();
  const web: FileRow[] = [];
  for (const entity of crate.entities) {
    if (entity === crate.root || (entity !== crate.descriptor && !isData(entity))) continue;
    const place = placeOfFile(entity, crate);
    if (place === undefined) continue;
    if ('web' in place) web.push(webRow(entity, crate, place.web));
    else if (!described.has(place.path)) described.set(folderPath(place.path, entity, found), entity);
  }
  const hasFolder = files !== undefined;
  const local = withFolders([...found.keys(), ...described.keys()]).map((path): FileRow => {
    const entity = described.get(path);
    const file = found.get(path);
    const isFolder = path.endsWith('/');
    return {
      path,
      isFolder,
      entity,
      href: file === undefined ? undefined : hrefOfPath(path),
      size: isFolder ? undefined : (file?.size ?? describedSize(entity)),
      format: isFolder ? undefined : (formatOf(entity, crate) ?? mediaTypeOf(path)),
      licence: licenceOf(entity, crate),
      problem: hasFolder ? problemOf(path, { entity, isThere: file !== undefined }) : undefined,
    };
  });
  return { local, web, hasFolder };
}

function problemOf(path: string, { entity, isThere }: { entity: ViewEntity | undefined; isThere: boolean }) {
  if (entity === undefined) return path.endsWith('/') || KNOWN.test(path) ? undefined : 'undescribed';
  return isThere ? undefined : 'missing';
}

function webRow(entity: ViewEntity, crate: CrateView, href: string): FileRow {
  return {
    path: href,
    isFolder: !isFile(entity),
    entity,
    href: /^https?:/i.test(href) ? href : undefined,
    size: describedSize(entity),
    format: formatOf(entity, crate),
    licence: licenceOf(entity, crate),
    problem: undefined,
  };
}

/** Some documents write folders without the final slash. */
function folderPath(path: string, entity: ViewEntity, found: ReadonlyMap<string, unknown>): string {
  const isFolder = !path.endsWith('/') && (found.has(`${path}/`) || (!isFile(entity) && !found.has(path)));
  return isFolder && entity.types.includes('Dataset') ? `${path}/` : path;
}

/** All paths with the folders that they are in, each folder before what is in it. */
function withFolders(paths: readonly string[]): string[] {
  const all = new Set(paths);
  for (const path of paths)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) all.add(path.slice(0, at + 1));
  // As text, `a.txt` would come between `a-b/` and `a/`; the end of a name has to come first.
  const keyed = [...all].map((path) => ({ path, key: path.replaceAll('/', '\0') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ path }) => path);
}

function isData(entity: ViewEntity): boolean {
  return isFile(entity) || entity.types.includes('Dataset');
}

function isFile(entity: ViewEntity): boolean {
  return entity.types.includes('File') || entity.types.includes('MediaObject');
}

function describedSize(entity: ViewEntity | undefined): number | undefined {
  const [value] = valuesByKey(entity, 'contentSize');
  return value !== undefined && 'text' in value && /^\d{1,15}$/.test(value.text) ? Number(value.text) : undefined;
}

/** The first format that is a text, such as `text/csv`; else the name of the first. */
function formatOf(entity: ViewEntity | undefined, crate: CrateView): string | undefined {
  const values = valuesByKey(entity, 'encodingFormat');
  return nameOf(values.find((value) => 'text' in value) ?? values[0], crate);
}

function licenceOf(entity: ViewEntity | undefined, crate: CrateView): string | undefined {
  return nameOf(valuesByKey(entity, 'license')[0], crate);
}

function nameOf(value: ViewValue | undefined, crate: CrateView): string | undefined {
  if (value === undefined) return undefined;
  return 'text' in value ? value.text : (crate.entity(value.reference)?.name ?? value.reference);
}

function valuesByKey(entity: ViewEntity | undefined, name: string): readonly ViewValue[] {
  return entity?.properties.find(({ key }) => key === name)?.values ?? [];
}
