import { CrateError } from '../../base/errors.js';
import { wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import { findGraphs } from '../stored/find-graph.js';
import { searchCrateTexts } from '../stored/reference-graphs.js';
import { ifWritable } from '../../store/if-writable.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import type { GraphStore, IndexWork } from '../../store/port.js';
import type { FoundEntity, FoundTexts, SearchOptions } from '../../store/text/found-texts.js';
import { markWords } from '../../store/text/mark-words.js';
import { searchWords } from '../../store/text/search-words.js';

/** How to search a store. */
export interface SearchStoreOptions
  extends Omit<SearchOptions, 'graphs' | 'listGraphs'>, Pick<IndexWork, 'onProgress'> {
  /** Names of the only crates to search, as `findGraph` understands them. Default: all crates. */
  readonly crates?: readonly string[] | undefined;
}

/** An entity that a search has found, with the places of the words. */
export interface SearchedEntity extends FoundEntity {
  /** Part of the best value, with `**` around the words. */
  readonly snippet: string;
}

/** The answer to a search. */
export interface SearchedStore extends Pick<FoundTexts, 'total' | 'types'> {
  readonly entities: readonly SearchedEntity[];
}

/**
 * Finds the crates, files, people and other entities of a store that have some words in their names, descriptions,
 * keywords or other values, the best ones first: what has them in its name, and roots of crates among equal ones. Case
 * and accents do not count. All words have to be in one entity of one crate; `"some words"` in this order, `rain*` for
 * words that begin so, `-word` for what is not to be there.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * for (const { name, snippet } of (await searchStore(store, 'rain* river')).entities) console.log(name, snippet);
 * @throws CrateError ERR_USAGE for a text without a word, ERR_UNSUPPORTED for a SPARQL endpoint, ERR_GRAPH_NOT_FOUND,
 * ERR_GRAPH_AMBIGUOUS
 */
export async function searchStore(
  store: GraphStore,
  words: string,
  options: SearchStoreOptions = {},
): Promise<SearchedStore> {
  searchWords(words); // before an index is made
  const { crates, type, ...others } = options;
  for (const [name, number] of [
    ['rows', others.rows],
    ['offset', others.offset],
  ] as const)
    if (number !== undefined && !(Number.isSafeInteger(number) && number >= 0))
      throw new CrateError('ERR_USAGE', `${name} is a whole number, not ${number}`);
  await ifWritable(store.index({ text: true, signal: options.signal, onProgress: options.onProgress }));
  return withSnapshot(store, async (snapshot) => {
    const graphs = crates === undefined ? undefined : await findGraphs(snapshot, crates);
    const found = await searchCrateTexts(snapshot, words, {
      ...others,
      graphs,
      type: type === undefined ? undefined : typeName(type),
    });
    const { total, types } = found;
    return {
      total,
      types,
      entities: found.entities.map((entity) => ({ ...entity, snippet: snippetOf(entity, words) })),
    };
  });
}

/** The IRI that a type means, or its last part; RO-Crate calls a MediaObject of schema.org `File`. */
function typeName(type: string): string {
  if (type === 'File') return 'MediaObject';
  const [, prefix = '', name = ''] = /^(\w+):(\w+)$/.exec(type) ?? [];
  const namespace = wellKnownPrefixes().get(prefix);
  return namespace === undefined ? type.replace(/^<(.*)>$/s, '$1') : namespace + name;
}

function snippetOf({ matches }: FoundEntity, words: string): string {
  const parts = markWords(matches[0]?.text ?? '', words);
  return parts.map(({ text, isMatch }) => (isMatch ? `**${text}**` : text)).join('');
}
