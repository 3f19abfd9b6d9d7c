import { idOfPath, pathOfId } from '../../../package/file-ids.js';
import type { CrateView, ViewEntity } from '../crate-view.js';

/** Where a data entity is: a path of the package with its address relative to the crate, or an address on the web. */
export type FilePlace = { readonly path: string; readonly href: string } | { readonly web: string };

/** Finds out where a data entity is; undefined if its identifier is neither a path nor an address on the web. */
export function placeOfFile(entity: ViewEntity, crate: CrateView): FilePlace | undefined {
  const local =
    entity.iri.startsWith(crate.iri) && crate.iri.endsWith('/') ? entity.iri.slice(crate.iri.length) : entity.id;
  const path = pathOfId(local);
  if (path !== undefined && path !== '') return { path, href: hrefOfPath(path) };
  return /^(?:https?|ftp):/i.test(entity.iri) && !entity.iri.startsWith(`${crate.iri}#`)
    ? { web: entity.iri }
    : undefined;
}

/** The address of a file, relative to that of its crate. */
export function hrefOfPath(path: string): string {
  const id = idOfPath(path);
  return id.startsWith('./') ? id : `./${id}`;
}

/** Whether an entity is a file, by its types. */
export function isFileType({ types }: Pick<ViewEntity, 'types'>): boolean {
  return types.includes('File') || types.includes('MediaObject');
}

/** Whether an entity has the type of a folder. */
export function isFolderType({ types }: ViewEntity): boolean {
  return types.includes('Dataset');
}
