import type { CrateView, ViewEntity } from './crate-view.js';
import { entityKind, KIND_NAMES, type KindOfEntity } from './entity-kind.js';
import { entityLabel } from './entity-label.js';

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
  /** How many other entities it is linked with. */
  readonly links: number;
  /** How many entities the node stands for. */
  readonly count: number;
}

/** References from one node to another. */
export interface GraphEdge {
  /** Places in `nodes`. */
  readonly source: number;
  readonly target: number;
  /** The properties that refer, as written. */
  readonly keys: readonly string[];
}

/** What a picture of a crate may show. */
export interface CrateGraphOptions {
  /** At most so many nodes: the root and what is nearest to it, the most linked first. */
  readonly most: number;
  /** Draw entities that have the same kind and the same links as one. */
  readonly isBundled: boolean;
}

/** So many entities that are alike become one node. */
const BUNDLE = 5;

interface Draft {
  readonly entity: ViewEntity;
  readonly kind: KindOfEntity;
  readonly edges: DraftEdge[];
  count: number;
}

interface DraftEdge {
  readonly source: Draft;
  readonly target: Draft;
  readonly keys: string[];
}

/** Makes the graph of a crate. The Metadata Descriptor is no part of it, nor is what the crate only refers to. */
export function crateGraph(view: CrateView, { most, isBundled }: CrateGraphOptions): CrateGraph {
  const all = draftGraph(view);
  const notes: string[] = [];
  const single = isBundled ? bundle(all, view.root, notes) : all;
  const drawn = nearestRoot(single, most, view.root);
  const left = single.reduce((sum, one) => sum + one.count, 0) - drawn.reduce((sum, one) => sum + one.count, 0);
  if (left > 0) {
    const kept = drawn.length.toLocaleString('en');
    notes.push(`This picture shows ${kept} entities around the crate; ${counted(left)} ${are(left)} left out.`);
  }
  return { ...finished(drawn), notes };
}

function draftGraph(view: CrateView): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const entity of view.entities) {
    if (entity === view.descriptor || drafts.has(entity.iri)) continue;
    drafts.set(entity.iri, { entity, kind: entityKind(entity), edges: [], count: 1 });
  }
  for (const source of drafts.values()) {
    const outgoing = new Map<Draft, DraftEdge>();
    for (const { key, values } of source.entity.properties) {
      for (const value of values) {
        const target = 'iri' in value ? drafts.get(value.iri) : undefined;
        if (target === undefined || target === source) continue;
        const edge = outgoing.get(target);
        if (edge === undefined) outgoing.set(target, { source, target, keys: [key] });
        else if (edge.keys.at(-1) !== key) edge.keys.push(key);
      }
    }
    for (const edge of outgoing.values()) {
      edge.source.edges.push(edge);
      edge.target.edges.push(edge);
    }
  }
  return [...drafts.values()];
}

/** Entities of one kind whose references lead to and come from the same entities become one: files of a folder. */
function bundle(all: readonly Draft[], root: ViewEntity, notes: string[]): Draft[] {
  const numbers = new Map(all.map((draft, number) => [draft, number]));
  const groups = new Map<string, Draft[]>();
  for (const draft of all) {
    const ends = draft.edges.map(({ source, target, keys }) =>
      source === draft ? `>${numbers.get(target)} ${keys.join()}` : `<${numbers.get(source)} ${keys.join()}`,
    );
    const sameness = draft.entity === root ? 'root' : JSON.stringify([draft.kind, ...ends.sort()]);
    const group = groups.get(sameness);
    if (group === undefined) groups.set(sameness, [draft]);
    else group.push(draft);
  }
  const hidden = new Set<Draft>();
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length < BUNDLE) continue;
    first.count = group.length;
    for (const other of group.slice(1)) hidden.add(other);
  }
  if (hidden.size > 0) notes.push('Entities of one kind with the same links are drawn as one, with their number.');
  return all.filter((draft) => !hidden.has(draft));
}

/**
 * The root, then what it is linked with, the most linked first, then what these are linked with: every node of the
 * picture has a way to the root. What has none comes last, and what has no links is left out.
 */
function nearestRoot(all: readonly Draft[], most: number, root: ViewEntity): readonly Draft[] {
  if (all.length <= most) return all;
  const byLinks = [...all].sort((a, b) => b.edges.length - a.edges.length);
  const places = new Map(byLinks.map((draft, place) => [draft, place]));
  const kept = new Set<Draft>();
  const reach = (start: Draft): void => {
    kept.add(start);
    let ring = [start];
    while (ring.length > 0 && kept.size < most) {
      const next = new Set(ring.flatMap(({ edges }) => edges.flatMap(({ source, target }) => [source, target])));
      ring = [...next].filter((draft) => places.has(draft) && !kept.has(draft));
      ring.sort((a, b) => places.get(a)! - places.get(b)!);
      for (const draft of ring.slice(0, Math.max(most - kept.size, 0))) kept.add(draft);
    }
  };
  const linked = byLinks.filter(({ edges }) => edges.length > 0);
  for (const draft of [...all.filter(({ entity }) => entity === root), ...linked])
    if (kept.size < most && !kept.has(draft)) reach(draft);
  return all.filter((draft) => kept.has(draft));
}

function finished(drafts: readonly Draft[]): Pick<CrateGraph, 'nodes' | 'edges'> {
  const numbers = new Map(drafts.map((draft, number) => [draft, number]));
  const edges = drafts.flatMap((draft) =>
    draft.edges.flatMap(({ source, target, keys }) => {
      const from = numbers.get(source);
      const to = numbers.get(target);
      return source !== draft || from === undefined || to === undefined ? [] : [{ source: from, target: to, keys }];
    }),
  );
  const links = new Map<number, number>();
  for (const { source, target } of edges) {
    links.set(source, (links.get(source) ?? 0) + 1);
    links.set(target, (links.get(target) ?? 0) + 1);
  }
  const nodes = drafts.map(({ entity, kind, count }, number) => ({
    id: entity.id,
    label: count === 1 ? entityLabel(entity) : `${count.toLocaleString('en')} × ${KIND_NAMES[kind].toLowerCase()}`,
    types: shownTypes(entity),
    kind,
    links: links.get(number) ?? 0,
    count,
  }));
  return { nodes, edges };
}

function counted(entities: number): string {
  return entities === 1 ? '1 other' : `${entities.toLocaleString('en')} others`;
}

function are(entities: number): string {
  return entities === 1 ? 'is' : 'are';
}

/** The types that a node says: people read no more of them. */
const MOST_TYPES = 10;

function shownTypes({ types }: ViewEntity): readonly string[] {
  return types.length <= MOST_TYPES ? types : [...types.slice(0, MOST_TYPES), '…'];
}
