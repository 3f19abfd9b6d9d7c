import type { CrateView, ViewEntity } from './crate-view.js';
import type { KindOfEntity } from './entity-kind.js';
import { entityLabel } from './entity-label.js';
import { linkedEntities, type LinkedEntities } from './linked-entities.js';
import { nearestTree } from './nearest-tree.js';

/** The entities of a crate as nodes, their references as edges; plain data, fit for JSON. */
export interface CrateGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** What the graph does not show as it is, in whole sentences; empty if it shows all. */
  readonly notes: readonly string[];
}

/** An entity of the picture, or several that are alike. */
export interface GraphNode {
  /** The entity, as the document writes its identifier; of several, the first. */
  readonly id: string;
  readonly label: string;
  readonly types: readonly string[];
  readonly kind: KindOfEntity;
  /** With how many nodes it is linked. */
  readonly links: number;
  /** How many entities the node stands for. */
  readonly count: number;
  /** Of several: where a list has them. */
  readonly list?: FoldList | undefined;
  /** Whether it is what was looked for. */
  readonly isMatch?: true;
}

/** A list that has the entities of a fold: what one entity refers to or is mentioned by, or those of a type. */
export type FoldList =
  { readonly id: string; readonly key: string } | { readonly mentions: string } | { readonly type: string };

/** References from one node to another. */
export interface GraphEdge {
  /** Places in `nodes`. */
  readonly source: number;
  readonly target: number;
  /** The properties that refer, as written. */
  readonly keys: readonly string[];
}

/** No graph of single entities has more nodes. */
const MOST = 20_000;

/** Makes a graph with a node for each entity; of very many, the root and what is nearest to it, the most linked first. */
export function wholeGraph(view: CrateView, most = MOST): CrateGraph {
  const linked = linkedEntities(view);
  const { entities, links } = linked;
  const kept = entities.length <= most ? [...entities.keys()] : nearest(linked, most);
  const places = new Map(kept.map((one, place) => [one, place]));
  const edges = kept.flatMap((one) =>
    links[one]!.flatMap(({ source, target, keys }) => {
      const to = places.get(target);
      return source !== one || to === undefined ? [] : [{ source: places.get(one)!, target: to, keys }];
    }),
  );
  const counts = new Uint32Array(kept.length);
  for (const { source, target } of edges) {
    counts[source]! += 1;
    counts[target]! += 1;
  }
  const nodes = kept.map((one, place) => nodeOf(linked, one, counts[place]!));
  return { nodes, edges, notes: leftOut(entities.length - kept.length, kept.length) };
}

function nearest(linked: LinkedEntities, most: number): number[] {
  const { order } = nearestTree(linked, linked.root);
  return order.slice(0, most).sort((a, b) => a - b);
}

function leftOut(left: number, kept: number): string[] {
  if (left === 0) return [];
  const others = left === 1 ? '1 other is' : `${left.toLocaleString('en')} others are`;
  return [`This picture shows ${kept.toLocaleString('en')} entities around the crate; ${others} left out.`];
}

/** The node of one entity. */
export function nodeOf({ entities, kinds }: LinkedEntities, one: number, links: number): GraphNode {
  const entity = entities[one]!;
  return { id: entity.id, label: entityLabel(entity), types: shownTypes(entity), kind: kinds[one]!, links, count: 1 };
}

/** The types that a node says: people read no more of them. */
const MOST_TYPES = 10;

function shownTypes({ types }: ViewEntity): readonly string[] {
  return types.length <= MOST_TYPES ? types : [...types.slice(0, MOST_TYPES), '…'];
}
