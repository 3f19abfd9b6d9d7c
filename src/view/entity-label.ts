import type { ViewEntity } from './crate-view.js';

/** The name of an entity; without one, the end of its identifier that tells it from others, or for a blank node its type. */
export function entityLabel({ name, id, types }: Pick<ViewEntity, 'name' | 'id' | 'types'>): string {
  return name?.trim() || (id.startsWith('_:') ? types[0] : undefined) || identifierLabel(id);
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
