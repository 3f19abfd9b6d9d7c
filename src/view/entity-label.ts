import type { ViewEntity } from './crate-view.js';

/** The name of an entity; without one, the end of its identifier that tells it from others. */
export function entityLabel({ name, id }: Pick<ViewEntity, 'name' | 'id'>): string {
  return name?.trim() || identifierLabel(id);
}

/** What people read of an identifier: the name of a file, the part after `#`, the end of an address. */
export function identifierLabel(id: string): string {
  const end = /([^/#?]+)[/#]?$/.exec(id)?.[1];
  if (end === undefined) return id;
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}
