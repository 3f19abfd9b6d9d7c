import { randomUUID } from 'node:crypto';
import { DataFactory } from 'n3';
import type { IriTerm, Pattern, SparqlQuery, Triple } from 'sparqljs';
import type { Term } from '@rdfjs/types';
import { CrateError } from '../../base/errors.js';
import { termToNQuads } from '../../base/rdf/nquads.js';
import { generateSparql } from '../engine/parse-sparql.js';
import { mayHaveNoStep, type NeededQuads, type Path } from '../needed/needed-quads.js';
import { isReadable, type FoundTriple, type ReadableGraphs } from '../needed/quad-request.js';
import { isSearch, type SearchedQuery, type SearchTriple } from './search-triples.js';
import { bestOfEach, scoreTerm, type TextHit } from './text-hit.js';

/** Begins the IRIs that stand for what a search finds. It is secret, so no data can have it. */
const MARK = `urn:uuid:${randomUUID()}:`;

/** A search of a query, and where it looks. */
interface PlacedSearch {
  readonly number: number;
  readonly triple: SearchTriple;
  readonly graph: NeededQuads['graph'];
}

/** A query with searches as an engine can answer it that has no full text: what they find are triples. */
export interface EngineSearch {
  readonly sparql: string;
  /**
   * The triples of what is found, in the graphs where it is; '' is the default graph, which has
   * the best of each entity.
   */
  triples(hits: (words: string) => Iterable<TextHit>, readable: ReadableGraphs): Iterable<FoundTriple>;
}

/**
 * Writes a query with searches for an engine: `?entity cg:search "words"` becomes `_:hit <entity> ?entity`, with a
 * property of its own. A variable that stands for any property must not see these: that is a filter beside its triple.
 * @throws CrateError ERR_UNSUPPORTED for a path that would see them
 */
export function engineSearch({ query }: SearchedQuery): EngineSearch {
  const writer = new SearchWriter();
  const sparql = generateSparql(writer.written(query, 'default') as SparqlQuery);
  return {
    sparql,
    *triples(hits, readable) {
      for (const search of writer.searches) yield* triplesOf(search, hits, readable);
    },
  };
}

class SearchWriter {
  readonly searches: PlacedSearch[] = [];

  written(part: unknown, graph: NeededQuads['graph']): unknown {
    if (Array.isArray(part)) return part.flatMap((one) => this.#withFilters(one, graph));
    if (part === null || typeof part !== 'object' || 'termType' in part) return part;
    const node = part as Readonly<Record<string, unknown>>;
    if (node['type'] === 'bgp') return { ...node, triples: this.#triples(node['triples'] as Triple[], graph) };
    const name = node['type'] === 'graph' ? (node['name'] as IriTerm) : undefined;
    const inside = name === undefined ? graph : name.termType === 'NamedNode' ? name : 'named';
    const { type, operator } = node;
    const isAlone = type === 'union' || operator === 'exists' || operator === 'notexists';
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key === 'template') return [key, value];
        return [key, isAlone && Array.isArray(value) ? this.#groups(value, inside) : this.written(value, inside)];
      }),
    );
  }

  /** Patterns that are not one group: each with its filters in a group of its own. */
  #groups(patterns: readonly unknown[], graph: NeededQuads['graph']): unknown[] {
    return patterns.map((one) => {
      const written = this.#withFilters(one, graph);
      return written.length === 1 ? written[0] : { type: 'group', patterns: written };
    });
  }

  #withFilters(part: unknown, graph: NeededQuads['graph']): unknown[] {
    const written = this.written(part, graph);
    if ((part as Partial<Pattern> | null)?.type !== 'bgp') return [written];
    const { triples } = part as { readonly triples: readonly Triple[] };
    const names = triples.flatMap(({ predicate }) =>
      'termType' in predicate && predicate.termType === 'Variable' ? [predicate] : [],
    );
    return [written, ...names.map(noHit)];
  }

  #triples(triples: readonly Triple[], graph: NeededQuads['graph']): Triple[] {
    return triples.flatMap((triple): Triple[] => {
      if (!isSearch(triple)) return [allowed(triple)];
      const number = this.searches.push({ number: this.searches.length, triple, graph }) - 1;
      const subject = DataFactory.blankNode(`hit${number}`);
      return placesOf(triple).map(
        ([name, object]) => ({ subject, predicate: DataFactory.namedNode(iriOf(number, name)), object }) as Triple,
      );
    });
  }
}

type PlaceName = 'entity' | 'words' | 'score' | 'text';

/** What a triple of the engine says of a hit, and the terms there. Words that are constant need none. */
function placesOf({ subject, object, score, text }: SearchTriple): (readonly [PlaceName, Term])[] {
  return [
    ['entity', subject],
    ...(object.termType === 'Variable' ? [['words', object] as const] : []),
    ...(score === undefined ? [] : [['score', score] as const]),
    ...(text === undefined ? [] : [['text', text] as const]),
  ];
}

function iriOf(number: number, name: string): string {
  return `${MARK}${number}:${name}`;
}

/** A triple whose path does not see hits. */
function allowed(triple: Triple): Triple {
  const { subject, predicate, object } = triple;
  if ('termType' in predicate) return triple;
  const isFixed = [subject, object].some(({ termType }) => termType === 'NamedNode');
  if (!isNegated(predicate as Path) && (isFixed || !mayHaveNoStep(predicate as Path))) return triple;
  throw new CrateError(
    'ERR_UNSUPPORTED',
    'this query needs the engine, which cannot follow one of its paths beside cg:search',
    {
      hint: 'search in a query of its own, or write the path without !, * and ? (+ is allowed)',
    },
  );
}

function isNegated(path: Path): boolean {
  return !('termType' in path) && (path.pathType === '!' || path.items.some(isNegated));
}

function noHit(name: Term): unknown {
  const operation = (operator: string, ...args: unknown[]): unknown => ({ type: 'operation', operator, args });
  const isHit = operation('strstarts', operation('str', name), DataFactory.literal(MARK));
  return { type: 'filter', expression: operation('!', isHit) };
}

function* triplesOf(
  { number, triple, graph }: PlacedSearch,
  hits: (words: string) => Iterable<TextHit>,
  readable: ReadableGraphs,
): Generator<FoundTriple> {
  const places = placesOf(triple);
  let count = 0;
  for (const words of triple.words) {
    const found = [...hits(words.value)].filter((hit) => isReadable(hit.graph, { graph }, readable));
    for (const hit of graph === 'default' ? bestOfEach(found) : found) {
      const terms = { ...hit, score: scoreTerm(hit.score), words: termToNQuads(words) };
      const subject = `<${iriOf(number, `hit${(count += 1)}`)}>`;
      for (const [name] of places)
        yield [`${subject} <${iriOf(number, name)}> ${terms[name]}`, graph === 'default' ? '' : hit.graph];
    }
  }
}
