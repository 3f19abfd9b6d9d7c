import { homedir } from 'node:os';
import { isWebAddress } from '../package/package-options.js';
import type { GraphStore } from '../store/port.js';
import type { Io } from './io.js';

/** A word that may stand on a command line. */
export interface KnownWord {
  readonly text: string;
  readonly description: string;
}

/** What a word may be that is not among the declared choices. */
export type KindOfWord = 'crate' | 'entity' | 'query' | 'own query' | 'type';

/** So many crates are offered for each kind of name, and so many entities: who has more types one more letter. */
const MOST = 100;

/** Where words are looked up. */
export interface WordPlaces {
  /** The store; undefined for a verb that uses none. */
  readonly store: string | undefined;
  /** The crate whose entities are meant. */
  readonly crate: string | undefined;
  readonly io: Io;
}

/** Finds the words of a kind that begin with a text. @throws CrateError if the store or a query cannot be read */
export async function knownWords(kind: KindOfWord, text: string, places: WordPlaces): Promise<KnownWord[]> {
  const { store: place, io } = places;
  if (kind === 'query' || kind === 'own query') {
    const { listQueries, queriesFolder } = await import('../store/saved-queries.js');
    const queries = await listQueries({ folder: queriesFolder(io.env) });
    const meant = queries.filter(({ file }) => kind === 'query' || file !== undefined);
    return meant.map(({ name, summary }) => ({ text: name, description: summary }));
  }
  if (kind === 'entity') return entitiesIn(text, places);
  if (place === undefined) return [];
  const { findStore, openStore } = await import('../store/open-store.js');
  const store = await openStore(await findStore(place.replace(/^~(?=\/)/, homedir()))); // never an endpoint
  try {
    return await (kind === 'crate' ? cratesIn(store, text) : typesIn(store));
  } finally {
    await store.close();
  }
}

async function cratesIn(store: GraphStore, text: string): Promise<KnownWord[]> {
  const { begunNames } = await import('../tasks/stored/begun-names.js');
  const names = await begunNames(store, text, MOST);
  return names.map((one) => ({ text: one.text, description: one.alias }));
}

/** The entities of a crate that is on this machine, or in a store that is. */
async function entitiesIn(text: string, { crate, store = '', io }: WordPlaces): Promise<KnownWord[]> {
  if (crate === undefined || crate === '-' || isWebAddress(crate) || isWebAddress(store)) return [];
  const { namedView } = await import('./named-view.js');
  const { view } = await namedView(io, crate, { store, offline: true });
  const found = view.entities.filter(({ id }) => id.startsWith(text)).slice(0, MOST);
  return found.map(({ id, name }) => ({ text: id, description: name ?? '' }));
}

/** The types of a store as `--type` takes them. Without an index all graphs would be read. */
async function typesIn(store: GraphStore): Promise<KnownWord[]> {
  if (!(await store.isIndexed())) return [];
  const { queryTerms } = await import('../store/rdf-answers.js');
  const answer = await queryTerms(store, 'SELECT DISTINCT ?type { ?entity a ?type }');
  const rows = answer.kind === 'bindings' ? [...answer.rows] : [];
  return rows.map((row) => {
    const type = row.get('type')?.value ?? '';
    const name = type.replace(/^.*[/#](?=.)/s, '');
    return { text: name === 'MediaObject' ? 'File' : name, description: type };
  });
}
