import { homedir } from 'node:os';
import type { GraphStore } from '../store/port.js';

/** A word that may stand on a command line. */
export interface KnownWord {
  readonly text: string;
  readonly description: string;
}

/** What a word may be that is not among the declared choices. */
export type KindOfWord = 'crate' | 'query' | 'type';

/** So many crates are offered for each kind of name: who has more types one more letter. */
const MOST_CRATES = 100;

/** Finds the words of a kind that begin with a text. @param place of the store @throws CrateError if it cannot be read */
export async function knownWords(kind: KindOfWord, text: string, place: string): Promise<KnownWord[]> {
  if (kind === 'query') {
    const { listQueries } = await import('../store/saved-queries.js');
    return (await listQueries()).map(({ name, summary }) => ({ text: name, description: summary }));
  }
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
  const names = await begunNames(store, text, MOST_CRATES);
  return names.map((one) => ({ text: one.text, description: one.alias }));
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
