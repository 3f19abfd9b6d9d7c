import type { GraphNode } from '../../view/crate-graph.js';
import { entityHref } from '../crate/site-links.js';

/** Where a node leads to: the page of its entity, or a list of those that it stands for. */
export function nodeHref({ id, count, list }: Pick<GraphNode, 'id' | 'count' | 'list'>): string {
  if (count === 1) return entityHref(id);
  if (list === undefined) return './#entities';
  if ('type' in list) return `?type=${encodeURIComponent(list.type.toWellFormed())}#of-type`;
  if ('mentions' in list) return `${entityHref(list.mentions)}#mentions`;
  return `${entityHref(list.id)}&property=${encodeURIComponent(list.key.toWellFormed())}`;
}

/** The picture of an entity and what it is linked with. */
export function aroundHref(id: string): string {
  return `?view=graph&around=${encodeURIComponent(id.toWellFormed())}`;
}
