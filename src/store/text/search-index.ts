import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../index/quad-index.js';
import { compareKeys } from '../index/term-keys.js';
import type { FoundEntity, FoundTexts, SearchOptions } from './found-texts.js';
import { isNaming, lastName } from './field-weight.js';
import { entitiesWith, findPhrases, graphsWith, type EntityInGraph, type EntityMatch } from './find-entities.js';
import { searchWords } from './search-words.js';
import type { TextIndex } from './text-index.js';
import { searchableText } from './text-of-term.js';

/** Rows of an answer by default. */
export const DEFAULT_HITS = 20;

/** Graphs that an answer names for one entity; `inGraphs` counts all. */
const MOST_GRAPHS = 10;

/** An entity in all graphs that describe it, the best description first. */
interface Hit {
  readonly best: EntityInGraph;
  readonly graphs: number[];
  readonly types: ReadonlySet<number>;
  /** Whether it gives its graph its name. */
  readonly isGraph: boolean;
}

/**
 * Searches the full text of an index: the best entities first, among equal ones those that give
 * their graph its name (the roots of crates), then by their IRIs.
 * @throws CrateError ERR_USAGE for a text without a word, ERR_STORE_INVALID for a damaged index
 */
export function searchIndex(index: QuadIndex, text: TextIndex, words: string, options: SearchOptions): FoundTexts {
  const { graphs: names, type, rows = DEFAULT_HITS, offset = 0, listGraphs = false, signal } = options;
  const graphs = names && new Set(names.map((name) => index.graphOf(index.idOf(`<${name}>`))));
  const check = (): void => signal?.throwIfAborted();
  const phrases = findPhrases({ index, text, graphs, check }, searchWords(words));
  const all = hitsOf(index, entitiesWith(phrases));
  const types = new Map<number, number>();
  for (const hit of all) for (const one of hit.types) types.set(one, (types.get(one) ?? 0) + 1);
  const isOfType = (id: number): boolean => {
    const iri = iriOrLabel(index, id);
    return iri === type || lastName(iri) === type;
  };
  const wanted = type === undefined ? undefined : new Set([...types.keys()].filter(isOfType));
  const hits = wanted === undefined ? all : all.filter((hit) => [...hit.types].some((one) => wanted.has(one)));
  const iris = new Map<number, string>();
  const iri = (id: number): string => iris.get(id) ?? (iris.set(id, index.term(id)), iris.get(id) as string);
  // Finding the name of a root with thousands of parts takes time.
  const graphNames = new Map<number, string | undefined>();
  const nameOfGraph = (graph: number): string | undefined => {
    if (!graphNames.has(graph)) graphNames.set(graph, nameOf(index, index.graphIri(graph), graph));
    return graphNames.get(graph);
  };
  hits.sort(
    (one, other) =>
      other.best.score - one.best.score ||
      Number(other.isGraph) - Number(one.isGraph) ||
      compareKeys(iri(one.best.entity), iri(other.best.entity)),
  );
  return {
    total: hits.length,
    types: Array.from(types, ([id, entities]) => ({ type: iriOrLabel(index, id), entities })).sort(
      (one, other) => other.entities - one.entities || compareKeys(one.type, other.type),
    ),
    entities: hits.slice(offset, offset + rows).map((hit) => described(index, hit, nameOfGraph)),
    graphs: listGraphs ? graphsWith(phrases, index.graphIris).map((graph) => graphName(index, graph)) : undefined,
  };
}

/** One hit for an entity that several graphs describe; a blank node is one in each of them. */
function hitsOf(index: QuadIndex, found: readonly EntityInGraph[]): Hit[] {
  const type = index.idOf(`<${RDF_TYPE}>`);
  const hits = new Map<number, Hit[]>();
  for (const one of found) {
    const own = hits.get(one.entity) ?? [];
    const earlier = own[0];
    if (earlier === undefined) hits.set(one.entity, own);
    if (earlier !== undefined && !index.term(one.entity).startsWith('_:')) {
      earlier.graphs.push(one.graph);
      const isBetter = one.score > earlier.best.score;
      own[0] = { ...earlier, best: isBetter ? one : earlier.best };
      if (isBetter) earlier.graphs.unshift(earlier.graphs.pop() as number);
      continue;
    }
    const types = new Set(type === 0 ? [] : objectsOf(index, [one.entity, type]));
    own.push({ best: one, graphs: [one.graph], types, isGraph: index.graphIri(one.graph) === one.entity });
  }
  return [...hits.values()].flat();
}

/** The objects of the quads that begin so, of the graphs that are there. */
function objectsOf(index: QuadIndex, prefix: readonly number[]): number[] {
  const found: number[] = [];
  for (const { columns, from, to } of index.rows('spog', prefix))
    for (let row = from; row < to; row += 1)
      if (!index.isGone(columns[3]?.[row] as number)) found.push(columns[2]?.[row] as number);
  return found;
}

function described(
  index: QuadIndex,
  { best, graphs, types }: Hit,
  nameOfGraph: (graph: number) => string | undefined,
): FoundEntity {
  const seen = new Set<number>();
  const matches = best.matches
    .filter(({ term }) => !seen.has(term) && seen.add(term))
    .sort((one, other) => other.score - one.score)
    .map(({ term, property }: EntityMatch) => ({
      property: property === 0 ? undefined : iriOrLabel(index, property),
      text: searchableText(index.term(term)),
    }));
  return {
    entity: iriOrLabel(index, best.entity),
    name: nameOf(index, best.entity, best.graph),
    graphName: nameOfGraph(best.graph),
    types: [...types].map((id) => iriOrLabel(index, id)).sort(compareKeys),
    graphs: graphs.slice(0, MOST_GRAPHS).map((graph) => graphName(index, graph)),
    inGraphs: graphs.length,
    score: best.score,
    matches,
  };
}

/** The name of an entity in a graph; the first by the alphabet, if it has several of one property. */
function nameOf(index: QuadIndex, entity: number, graph: number): string | undefined {
  const names: string[] = [];
  for (const { columns, from, to } of index.rows('spog', [entity])) {
    const [, properties, values, graphs] = columns as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    for (let row = from; row < to; row += 1) {
      if (graphs[row] !== graph || !isNaming(iriOrLabel(index, properties[row] as number))) continue;
      const value = index.term(values[row] as number);
      if (value.startsWith('"'))
        names.push(
          `${lastName(iriOrLabel(index, properties[row] as number)) === 'name' ? 0 : 1}${searchableText(value)}`,
        );
    }
  }
  return names.sort(compareKeys)[0]?.slice(1);
}

function graphName(index: QuadIndex, graph: number): string {
  return iriOrLabel(index, index.graphIri(graph));
}

/** The IRI of an id, or the label of its blank node. */
function iriOrLabel(index: QuadIndex, id: number): string {
  const term = index.term(id);
  return term.startsWith('<') ? term.slice(1, -1) : term;
}
