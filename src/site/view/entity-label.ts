import type { ViewEntity } from './crate-view.js';

/**
 * The name of an entity; without one, the end of its identifier that tells it from others, or
 * for a blank node its type.
 */
export function entityLabel({ name, id, types }: Pick<ViewEntity, 'name' | 'id' | 'types'>): string {
  return shortName(name?.trim() || (id.startsWith('_:') ? types[0] : undefined) || identifierLabel(id));
}

/** So many characters of a name are read at a glance; a page has some names many times. */
const MOST_CHARACTERS = 300;

/** A name as lists, headings and links show it: one of a megabyte is cut, and says so. */
export function shortName(name: string): string {
  return name.length <= MOST_CHARACTERS ? name : `${name.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}

/** What people read of an identifier: the name of a file, the part after `#`, the end of an address. */
export function identifierLabel(id: string): string {
  const end = /([^/#?]+)[/#]?$/.exec(id)?.[1];
  if (end === undefined || end === '.') return id;
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}
