import { nodeOf, type CrateGraph, type FoldList, type GraphEdge, type GraphNode } from './crate-graph.js';
import type { CrateView, ViewEntity } from './crate-view.js';
import type { KindOfEntity } from './entity-kind.js';
import { foldEntities, type Fold, type FoldOptions } from './fold-entities.js';
import { linkedEntities, otherEnd, type LinkedEntities } from './linked-entities.js';
import { nearestTree, neighbourTree } from './nearest-tree.js';
import { oncePer } from './once-per.js';

/** What was found in a crate. */
export interface FoundGraph {
  /** The entities that match, in the order of the document. */
  readonly found: readonly ViewEntity[];
  /** These with what leads from each to the root. */
  readonly graph: CrateGraph;
}

/** Makes the graph of a whole crate, folded so that it can be read. */
export const overviewGraph = oncePer((view: CrateView): CrateGraph => {
  const linked = linkedEntities(view);
  return foldedGraph({ linked, tree: treeOf(view) });
});

const treeOf = oncePer((view: CrateView) => {
  const linked = linkedEntities(view);
  return nearestTree(linked, linked.root);
});

/** Makes the graph of one entity and what it is linked with; undefined of one that has no node. */
export function graphAround(view: CrateView, entity: ViewEntity): CrateGraph | undefined {
  const linked = linkedEntities(view);
  const start = linked.entities.indexOf(entity);
  if (start < 0) return undefined;
  const tree = neighbourTree(linked, start);
  return foldedGraph({ linked, tree, scope: new Set(tree.order), marked: new Set([start]) });
}

/** Finds the entities whose name, identifier or types have all the words, and makes their graph. */
export function foundGraph(view: CrateView, words: string): FoundGraph {
  const linked = linkedEntities(view);
  const marked = new Set(matching(linked, words));
  const tree = treeOf(view);
  const scope = new Set<number>([linked.root]);
  for (let one of marked)
    while (!scope.has(one)) {
      scope.add(one);
      const link = tree.hangsOn[one];
      if (link !== undefined) one = otherEnd(link, one);
    }
  const found = [...marked].map((one) => linked.entities[one]!);
  return { found, graph: foldedGraph({ linked, tree, scope, marked }) };
}

/** So much of a name is searched: nobody looks for what comes behind. */
const SEARCHED = 2000;
/** A search has no more words. */
const MOST_WORDS = 20;

function matching({ entities }: LinkedEntities, text: string): number[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  return [...entities.keys()].filter((one) => {
    const { name = '', id, types } = entities[one]!;
    const said = [name, id, types.join(' ')].map((part) => part.slice(0, SEARCHED)).join('\n').toLowerCase(); // prettier-ignore
    return words.every((word) => said.includes(word));
  });
}

function foldedGraph(options: FoldOptions): CrateGraph {
  const { linked, marked } = options;
  const folds = foldEntities(options);
  const edges = edgesBetween(folds, options);
  const links = new Uint32Array(folds.length);
  for (const { source, target } of edges) {
    links[source]! += 1;
    links[target]! += 1;
  }
  const nodes = folds.map((fold, place): GraphNode => {
    const [first = 0] = fold.members;
    const node = nodeOf(linked, first, links[place]!);
    const drawn = fold.members.length === 1 ? node : { ...node, ...foldedNode(fold, options) };
    return marked?.has(first) === true ? { ...drawn, isMatch: true } : drawn;
  });
  return { nodes, edges, notes: notesOn(folds) };
}

function foldedNode(fold: Fold, options: FoldOptions): Pick<GraphNode, 'label' | 'types' | 'count' | 'list'> {
  const { entities, kinds } = options.linked;
  const { members, isRest } = fold;
  const types = sharedTypes(members.map((one) => entities[one]!));
  const noun = nounOf(types, kinds[members[0]!]!);
  const count = members.length.toLocaleString('en');
  const label = isRest ? `${count} more ${noun}` : `${count} × ${noun}`;
  return { label, types, count: members.length, list: listOf(fold, options) ?? typeList(types) };
}

/** The list of what an entity refers to by a property, or of what mentions it. */
function listOf({ members, parent }: Fold, { linked, tree }: FoldOptions): FoldList | undefined {
  const link = tree.hangsOn[members[0]!];
  if (parent?.members.length !== 1 || link === undefined) return undefined;
  const { id } = linked.entities[parent.members[0]!]!;
  return link.source === parent.members[0] ? { id, key: link.keys[0]! } : { mentions: id };
}

function typeList(types: readonly string[]): FoldList | undefined {
  return types[0] === undefined ? undefined : { type: types[0] };
}

/** The types that all of some entities have. */
function sharedTypes(entities: readonly ViewEntity[]): readonly string[] {
  const [first, ...rest] = entities;
  return rest.reduce(
    (shared, { types }) => (shared.length === 0 ? shared : shared.filter((type) => types.includes(type))),
    (first?.types ?? []).slice(0, 10),
  );
}

/** Types with a word that everybody knows. */
const PLAIN: Readonly<Record<string, string>> = { File: 'files', Person: 'people', Place: 'places' };

const NOUNS: Readonly<Record<KindOfEntity, string>> = {
  dataset: 'datasets',
  file: 'files',
  software: 'software and workflows',
  action: 'actions',
  person: 'people and groups',
  place: 'places',
  document: 'documents',
  term: 'terms and values',
  other: 'other things',
};

/** What several entities are called: by their type where they share one. */
function nounOf(types: readonly string[], kind: KindOfEntity): string {
  const special = types.find((type) => !Object.hasOwn(PLAIN, type));
  if (special !== undefined) return special;
  return types[0] === undefined ? NOUNS[kind] : PLAIN[types[0]]!;
}

/** So many properties an edge names. */
const MOST_KEYS = 6;

/** The references between folds; of what is left over, only what it hangs on. */
function edgesBetween(folds: readonly Fold[], { linked: { links }, tree }: FoldOptions): GraphEdge[] {
  const places = new Map(folds.flatMap(({ members }, place) => members.map((one) => [one, place] as const)));
  const edges = new Map<number, { source: number; target: number; keys: Set<string> }>();
  for (const [one, source] of places)
    for (const link of links[one]!) {
      const target = places.get(link.target);
      if (link.source !== one || target === undefined || target === source) continue;
      const isLoose = folds[source]!.isRest || folds[target]!.isRest;
      if (isLoose && tree.hangsOn[link.target] !== link && tree.hangsOn[one] !== link) continue;
      const number = source * folds.length + target;
      const edge = edges.get(number) ?? { source, target, keys: new Set() };
      edges.set(number, edge);
      for (const key of link.keys) if (edge.keys.size < MOST_KEYS) edge.keys.add(key);
    }
  return [...edges.values()].map(({ source, target, keys }) => ({ source, target, keys: [...keys] }));
}

function notesOn(folds: readonly Fold[]): string[] {
  const all = folds.reduce((sum, { members }) => sum + members.length, 0);
  if (all === folds.length) return [];
  const rest = folds.filter(({ isRest }) => isRest).reduce((sum, { members }) => sum + members.length, 0);
  const far =
    rest === 0 ? '' : `, and ${rest.toLocaleString('en')} that are farther away or left over (“more”) by kind`;
  return [
    `${all.toLocaleString('en')} entities in ${folds.length} nodes: those of one kind that hang on the same place are drawn as one${far}.`,
  ];
}
