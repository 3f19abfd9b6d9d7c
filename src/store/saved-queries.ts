import { readdir, readFile } from 'node:fs/promises';
import { CrateError } from '../base/errors.js';
import { parametersOf, summaryOf, type QueryParameter } from './query-header.js';
import { ownFile } from '../base/own-files.js';

/** A query that comes with crategraph. */
export interface SavedQuery {
  readonly name: string;
  /** From the `#+ summary:` line of the file. */
  readonly summary: string;
  /** From the `#+ param:` lines of the file. */
  readonly parameters: readonly QueryParameter[];
  readonly text: string;
}

const FOLDER = ownFile('queries/');

/**
 * Reads all saved queries, sorted by name.
 * @example
 * for (const { name, summary } of await listQueries()) console.log(name, summary);
 */
export async function listQueries(): Promise<SavedQuery[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.rq')).sort();
  return Promise.all(names.map((name) => read(name.slice(0, -'.rq'.length))));
}

/**
 * Reads one saved query. @throws CrateError ERR_QUERY_UNKNOWN
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const { text } = await savedQuery('people');
 * console.log(await queryStore(store, text, { format: 'csv' }));
 */
export async function savedQuery(name: string): Promise<SavedQuery> {
  if (!/^[a-z0-9-]+$/.test(name)) throw await unknown(name);
  return read(name).catch(async (cause: unknown) => {
    throw await unknown(name, cause);
  });
}

async function read(name: string): Promise<SavedQuery> {
  const text = await readFile(new URL(`${name}.rq`, FOLDER), 'utf8');
  return { name, summary: summaryOf(text), parameters: parametersOf(text), text };
}

async function unknown(name: string, cause?: unknown): Promise<CrateError> {
  const { didYouMean, nearNames } = await import('../base/rdf/near-names.js');
  const meant = didYouMean(
    nearNames(
      name,
      (await listQueries()).map((query) => query.name),
    ),
  );
  return new CrateError('ERR_QUERY_UNKNOWN', `there is no saved query \`${name}\``, {
    cause,
    ...(meant === undefined ? {} : { hint: `${meant} See \`crategraph queries\`` }),
  });
}
