import { XSD } from '../../base/rdf/vocabulary.js';
import { valueLine } from '../value-line.js';

/** An entity as one graph describes it that has the words of a search. */
export interface TextHit {
  /** An N-Quads term. */
  readonly entity: string;
  /** IRI of the graph. */
  readonly graph: string;
  readonly score: number;
  /** The best value with the words, as an N-Quads term. */
  readonly text: string;
}

/** The best hit of each entity: what a default graph, which is one graph, has of it. */
export function bestOfEach<T extends { readonly entity: unknown; readonly score: number }>(
  hits: Iterable<T>,
): Iterable<T> {
  const best = new Map<unknown, T>();
  for (const hit of hits) if ((best.get(hit.entity)?.score ?? -1) < hit.score) best.set(hit.entity, hit);
  return best.values();
}

/** A score as an N-Quads term: a number that every engine writes in the same way. */
export function scoreTerm(score: number): string {
  return valueLine(`"${Number(score.toFixed(6))}"^^<${XSD}double>`);
}
