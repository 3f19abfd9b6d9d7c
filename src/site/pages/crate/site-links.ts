import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import { outsideHref } from '../../../base/net/outside-href.js';
import type { CrateLinks } from './scene.js';

/** Links within the pages of one crate, which are all at `/crates/<key>/`. @param isServed the files are there too */
export function siteLinks(view: CrateView, isServed: boolean): CrateLinks {
  return {
    entity: (entity) => (entity === view.root ? './' : entityHref(entity.id)),
    values: ({ id }, key) => `${entityHref(id)}&property=${encodeURIComponent(key.toWellFormed())}`,
    file: (entity) => fileHref(entity, view, isServed),
  };
}

/** The page of a crate. @param crates what leads to all of them. Default: from any page of a crate */
export function crateHref(key: string, crates = '../'): string {
  return `${crates}${encodeURIComponent(key)}/`;
}

/** The page of an entity, from any page of its crate. */
export function entityHref(id: string): string {
  return `?entity=${encodeURIComponent(id.toWellFormed())}`;
}

const FILES: ReadonlySet<string> = new Set(['http://schema.org/MediaObject', 'https://schema.org/MediaObject']);
const FOLDERS: ReadonlySet<string> = new Set(['http://schema.org/Dataset', 'https://schema.org/Dataset']);

/**
 * Where the content of a file or folder is: next to the page if it is below the root and its crate is served, or else
 * on the web; undefined for other entities.
 */
export function fileHref(entity: ViewEntity, view: CrateView, isHere: boolean): string | undefined {
  const types = entity.types.map((type) => view.typeIri(type) ?? '');
  if (entity === view.root || !types.some((type) => FILES.has(type) || FOLDERS.has(type))) return undefined;
  const path = entity.iri.startsWith(view.iri) ? entity.iri.slice(view.iri.length) : '';
  if (path !== '' && !/^[?#]/.test(path)) return isHere ? `./${path}` : outsideHref(entity.iri);
  return outsideHref(entity.iri);
}
