import { Readable } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import type { GraphSnapshot, QuadStream, TermPattern } from './port.js';

/** The terms of a pattern: subject, predicate, object and graph. */
export type PatternTerms = readonly [TermPattern, TermPattern, TermPattern, TermPattern];

/** Streams the quads that match from a snapshot, which is taken at the first read and released at the end. */
export function matchStream(snapshot: () => GraphSnapshot, terms: PatternTerms): QuadStream {
  return Readable.from(matches(snapshot, terms), { objectMode: true }) as unknown as QuadStream;
}

/** Counts the quads that match. Without terms, or with only a graph, it reads no quads. */
export async function countMatches(snapshot: () => GraphSnapshot, terms: PatternTerms): Promise<number> {
  const [subject, predicate, object, graph] = terms.map((term) => (term?.termType === 'Variable' ? null : term));
  if (!subject && !predicate && !object) {
    const open = snapshot();
    try {
      const sizes =
        graph?.termType === 'DefaultGraph' ? [] : (await open.graphs(graph ? [graph.value] : undefined)).values();
      let sum = 0;
      for (const size of sizes) sum += size;
      return sum;
    } finally {
      open.close();
    }
  }
  let count = 0;
  for await (const _ of matches(snapshot, terms)) count += 1;
  return count;
}

async function* matches(snapshot: () => GraphSnapshot, terms: PatternTerms): AsyncGenerator<Quad> {
  const { match } = await import('./rdf-answers.js'); // the parser is not needed before
  const open = snapshot();
  try {
    yield* match(open, ...terms);
  } finally {
    open.close();
  }
}
