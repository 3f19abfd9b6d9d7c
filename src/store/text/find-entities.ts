import type { QuadIndex } from '../index/quad-index.js';
import { fieldWeight, IRI_WEIGHT } from './field-weight.js';
import type { WantedPhrase } from './search-words.js';
import type { TextIndex } from './text-index.js';
import { searchableText } from './text-of-term.js';
import { wordsOf } from './text-words.js';

/** A term that has a phrase of a search, and the property of the entity whose value it is; 0 for its own IRI. */
export interface EntityMatch {
  readonly term: number;
  readonly property: number;
  readonly score: number;
}

/** An entity as one graph describes it: for each wanted phrase the best match. */
export interface EntityInGraph {
  readonly entity: number;
  readonly graph: number;
  readonly score: number;
  readonly matches: readonly EntityMatch[];
}

/** Matches by entity and graph. */
type Matches = Map<number, Map<number, EntityMatch>>;

/** What is searched. */
export interface SearchedIndex {
  readonly index: QuadIndex;
  readonly text: TextIndex;
  /** Numbers of the only graphs that count. Default: all. */
  readonly graphs?: ReadonlySet<number> | undefined;
  /** Called often: throws to end the search. */
  readonly check: () => void;
}

/** What has each wanted phrase of a search, and what has an excluded one. */
export interface PhraseMatches {
  readonly wanted: readonly Matches[];
  readonly unwanted: readonly Matches[];
}

/** Finds the phrases of a search. */
export function findPhrases(searched: SearchedIndex, phrases: readonly WantedPhrase[]): PhraseMatches {
  const find = (isExcluded: boolean): Matches[] =>
    phrases.filter((phrase) => phrase.isExcluded === isExcluded).map((phrase) => matchesOf(searched, phrase));
  return { wanted: find(false), unwanted: find(true) };
}

/** The entities that have all wanted phrases in one graph, each perhaps in another value, and no excluded one. */
export function entitiesWith({ wanted, unwanted }: PhraseMatches): EntityInGraph[] {
  const [first, ...others] = wanted;
  const found: EntityInGraph[] = [];
  for (const [entity, graphs] of first ?? [])
    for (const [graph, match] of graphs) {
      const matches = [match, ...others.flatMap((other) => other.get(entity)?.get(graph) ?? [])];
      if (matches.length < wanted.length || unwanted.some((other) => other.get(entity)?.has(graph))) continue;
      found.push({ entity, graph, score: matches.reduce((sum, { score }) => sum + score, 0), matches });
    }
  return found;
}

/**
 * The numbers of the graphs that have all wanted phrases, each perhaps in another entity, and no excluded one: the best
 * ones first, among equal ones those that say the words of themselves.
 */
export function graphsWith({ wanted, unwanted }: PhraseMatches, graphIris: Uint32Array): number[] {
  const excluded = new Set(unwanted.flatMap((matches) => [...bestByGraph(matches, graphIris).keys()]));
  const [first, ...others] = wanted.map((matches) => bestByGraph(matches, graphIris));
  const found: { readonly graph: number; score: number; own: number }[] = [];
  for (const [graph, best] of first ?? []) {
    const all = [best, ...others.flatMap((other) => other.get(graph) ?? [])];
    if (all.length < wanted.length || excluded.has(graph)) continue;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    found.push({ graph, score: sum(all.map(({ score }) => score)), own: sum(all.map(({ own }) => own)) });
  }
  return found.sort((a, b) => b.score - a.score || b.own - a.own || a.graph - b.graph).map(({ graph }) => graph);
}

/** The best score of each graph, and whether its own entity has it. */
function bestByGraph(matches: Matches, graphIris: Uint32Array): Map<number, { score: number; own: number }> {
  const best = new Map<number, { score: number; own: number }>();
  for (const [entity, graphs] of matches)
    for (const [graph, { score }] of graphs) {
      const own = graphIris[graph] === entity ? 1 : 0;
      const known = best.get(graph);
      if (known === undefined || score > known.score || (score === known.score && own > known.own))
        best.set(graph, { score, own });
    }
  return best;
}

function matchesOf(searched: SearchedIndex, phrase: WantedPhrase): Matches {
  const { index, text, graphs, check } = searched;
  const matches: Matches = new Map();
  const weights = new Map<number, number>([[0, IRI_WEIGHT]]);
  const add = (entity: number, graph: number, { term, property, score }: EntityMatch): void => {
    if (index.isGone(graph) || graphs?.has(graph) === false) return;
    let weight = weights.get(property);
    if (weight === undefined) weights.set(property, (weight = fieldWeight(index.term(property).slice(1, -1))));
    let own = matches.get(entity);
    if (own === undefined) matches.set(entity, (own = new Map()));
    if ((own.get(graph)?.score ?? 0) < score * weight) own.set(graph, { term, property, score: score * weight });
  };
  for (const [term, score] of rankTerms(text, index, phrase)) {
    check();
    const isLiteral = index.term(term).startsWith('"');
    for (const { columns, from, to } of index.rows(isLiteral ? 'ospg' : 'spog', [term])) {
      const [, entities, properties, numbers] = columns as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
      for (let row = from; row < to; row += 1)
        if (isLiteral)
          add(entities[row] as number, numbers[row] as number, { term, property: properties[row] as number, score });
        else add(term, numbers[row] as number, { term, property: 0, score });
    }
  }
  return matches;
}

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;

/** The terms that have a phrase, each with its BM25 score. */
function rankTerms(text: TextIndex, index: QuadIndex, phrase: WantedPhrase): Map<number, number> {
  let found: Map<number, { count: number; length: number }> | undefined;
  for (const { word, isPrefix } of phrase.words) {
    const having = new Map<number, { count: number; length: number }>();
    for (const { term, count, length } of text.find(word, isPrefix)) {
      if (found !== undefined && !found.has(term)) continue;
      const known = having.get(term);
      if (known === undefined) having.set(term, { count, length });
      else known.count += count;
    }
    found = having;
  }
  const scores = new Map<number, number>();
  if (found === undefined) return scores;
  if (phrase.words.length > 1)
    for (const term of found.keys()) if (!hasPhrase(searchableText(index.term(term)), phrase)) found.delete(term);
  const rarity = Math.log(1 + (text.terms - found.size + 0.5) / (found.size + 0.5));
  for (const [term, { count, length }] of found)
    scores.set(term, (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / text.meanLength)));
  return scores;
}

function hasPhrase(text: string, { words }: WantedPhrase): boolean {
  const found = [...wordsOf(text)];
  const places = new Map<number, string[]>();
  for (const { at, word } of found) places.set(at, [...(places.get(at) ?? []), word]);
  return found.some(({ at: start }) =>
    words.every(({ word, at, isPrefix }) =>
      (places.get(start + at) ?? []).some((one) => (isPrefix ? one.startsWith(word) : one === word)),
    ),
  );
}
