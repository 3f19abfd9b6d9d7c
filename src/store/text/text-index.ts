import type { QuadIndex } from '../index/quad-index.js';
import { TextCollector } from './text-collector.js';
import { searchableText } from './text-of-term.js';
import type { TextSegment, WordInTerm } from './text-segment.js';

/** Words of the terms of an index: those of stored segments, and those of the terms that they lack, in memory. */
export class TextIndex {
  readonly #segments: readonly TextSegment[];
  readonly #fresh: ReadonlyMap<string, readonly WordInTerm[]>;
  /** How many terms have words, and how many words they have on average. */
  readonly terms: number;
  readonly meanLength: number;

  /** @param segments those of the terms of the index from the first one on, without a gap */
  constructor(segments: readonly TextSegment[], index: QuadIndex) {
    this.#segments = segments;
    const collected = collectText(index, segments.at(-1)?.head.to ?? 1, index.nextId);
    const fresh = new Map<string, WordInTerm[]>();
    for (const [word, [terms = [], counts = [], lengths = []]] of collected.sorted())
      fresh.set(
        word,
        Array.from(terms, (term, at) => ({ word, term, count: counts[at] as number, length: lengths[at] as number })),
      );
    this.#fresh = fresh;
    const all = [collected, ...segments.map(({ head }) => head)];
    this.terms = all.reduce((sum, { terms }) => sum + terms, 0);
    this.meanLength = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.terms);
  }

  /** The terms that have a word, or one that begins with it. @throws CrateError for a damaged index */
  *find(wanted: string, isPrefix: boolean): Generator<WordInTerm> {
    for (const segment of this.#segments) yield* segment.terms(wanted, isPrefix);
    if (!isPrefix) yield* this.#fresh.get(wanted) ?? [];
    else for (const [word, found] of this.#fresh) if (word.startsWith(wanted)) yield* found;
  }
}

/** Collects the words of the terms with these ids, the last one not included. */
export function collectText(index: QuadIndex, from: number, to: number): TextCollector {
  const collector = new TextCollector();
  for (let id = from; id < to; id += 1) collector.add(id, searchableText(index.term(id)));
  return collector;
}
