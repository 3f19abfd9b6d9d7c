import { quoteNQuads } from '../../base/rdf/nquads.js';
import type { QuadIndex } from '../index/quad-index.js';
import { entitiesWith, findPhrases, type EntityInGraph } from '../text/find-entities.js';
import { searchWords } from '../text/search-words.js';
import type { TextIndex } from '../text/text-index.js';
import { searchableText } from '../text/text-of-term.js';
import { bestOfEach, type TextHit } from './text-hit.js';

/** The searches of one query: each is made once, over all graphs. */
export class TextSearch {
  readonly #index: QuadIndex;
  readonly #open: () => TextIndex;
  readonly #check: () => void;
  readonly #found = new Map<string, readonly EntityInGraph[]>();

  /** @param open opens the full text of the index @param check called often: throws to end the search */
  constructor(index: QuadIndex, open: () => TextIndex, check: () => void) {
    this.#index = index;
    this.#open = open;
    this.#check = check;
  }

  /** The entities that have the words, by their ids, in each graph. @throws CrateError ERR_STORE_INVALID */
  found(words: string): readonly EntityInGraph[] {
    let found = this.#found.get(words);
    if (found === undefined) {
      const searched = { index: this.#index, text: this.#open(), check: this.#check };
      this.#found.set(words, (found = entitiesWith(findPhrases(searched, searchWords(words)))));
    }
    return found;
  }

  /** The same in some graphs; in a merge of graphs each entity once, as the best graph has it. */
  foundIn(words: string, { marks, isMerge }: { readonly marks: Uint8Array; readonly isMerge: boolean }) {
    const found = this.found(words).filter(({ graph }) => marks[graph] === 1);
    return isMerge ? bestOfEach(found) : found;
  }

  /** The best value with the words, as an N-Quads term. */
  text({ matches }: EntityInGraph): string {
    const { term } = matches.reduce((best, one) => (one.score > best.score ? one : best));
    const text = this.#index.term(term);
    return text.startsWith('"') ? text : quoteNQuads(searchableText(text)); // of an IRI its last part
  }

  /** The entities that have the words, as terms. */
  *hits(words: string): Generator<TextHit> {
    const index = this.#index;
    for (const found of this.found(words)) {
      const [entity, graph] = [found.entity, index.graphIris[found.graph] as number].map((id) => index.term(id));
      yield {
        entity: entity as string,
        graph: (graph as string).slice(1, -1),
        score: found.score,
        text: this.text(found),
      };
    }
  }
}
