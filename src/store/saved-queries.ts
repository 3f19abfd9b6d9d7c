import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { unreadable } from '../base/disk/read-file.js';
import { aboutFile, CrateError } from '../base/errors.js';
import { ownFile } from '../base/own-files.js';
import { parametersOf, summaryOf, type QueryParameter } from './query-header.js';

/** A query that comes with crategraph, or one of your own. */
export interface SavedQuery {
  readonly name: string;
  /** From the `#+ summary:` line of the file. */
  readonly summary: string;
  /** From the `#+ param:` lines of the file. */
  readonly parameters: readonly QueryParameter[];
  readonly text: string;
  /** Where a query of your own is; undefined for one that comes with crategraph. */
  readonly file?: string;
  /** Why a query of your own cannot be used; in lists only. */
  readonly problem?: string;
}

/** Which saved queries there are. */
export interface SavedQueryOptions {
  /** Folder with queries of your own, such as {@link queriesFolder}. Default: only those that come with crategraph. */
  readonly folder?: string | undefined;
}

const FOLDER = ownFile('queries/');
const ENDING = '.rq';

/**
 * Returns the folder of this user for queries: `crategraph/queries` in `XDG_CONFIG_HOME` or `~/.config`.
 * @example
 * const own = (await listQueries({ folder: queriesFolder() })).filter(({ file }) => file !== undefined);
 */
export function queriesFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env['XDG_CONFIG_HOME'];
  return join(base && isAbsolute(base) ? base : join(homedir(), '.config'), 'crategraph', 'queries');
}

/** Whether a query of your own may have this name. */
export function isQueryName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,99}$/i.test(name);
}

/** The file of a query of your own, whether it exists or not. */
export function queryFile(folder: string, name: string): string {
  return join(folder, name + ENDING);
}

/**
 * Reads all saved queries, sorted by name, your own after the others.
 * @example
 * for (const { name, summary } of await listQueries()) console.log(name, summary);
 * @returns also queries of your own that cannot be used, with their `problem`
 * @throws CrateError ERR_NOT_FOUND for a folder that cannot be read
 */
export async function listQueries({ folder }: SavedQueryOptions = {}): Promise<SavedQuery[]> {
  const [ours, own] = [namesOf(await readdir(FOLDER)), folder === undefined ? [] : await ownNames(folder)];
  return Promise.all([...ours.map(readOurs), ...own.map((name) => ownOrProblem(folder as string, name))]);
}

/**
 * Reads one saved query.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const { text } = await savedQuery('people');
 * console.log(await queryStore(store, text, { format: 'csv' }));
 * @throws CrateError ERR_QUERY_UNKNOWN; ERR_USAGE for a name of two queries and a query whose parameters are
 * not understood, and as {@link listQueries}
 */
export async function savedQuery(name: string, { folder }: SavedQueryOptions = {}): Promise<SavedQuery> {
  const own = folder === undefined ? [] : await ownNames(folder);
  const isOurs = await isOurQuery(name);
  if (!own.includes(name) || folder === undefined) {
    if (isOurs) return readOurs(name);
    throw await unknownQuery(name, await listQueries({ folder }));
  }
  if (!isOurs) return readOwn(folder, name);
  const file = queryFile(folder, name);
  throw new CrateError('ERR_USAGE', `\`${name}\` is a query of crategraph and one of your own, ${file}`, {
    hint: `rename the file, or remove it: \`crategraph queries --remove ${name}\``,
    details: { file },
  });
}

/** Whether a query that comes with crategraph has this name. */
export async function isOurQuery(name: string): Promise<boolean> {
  return (await readdir(FOLDER)).includes(name + ENDING);
}

/** The error for a name that none of some queries has, with those that are like it. */
export async function unknownQuery(name: string, queries: readonly SavedQuery[]): Promise<CrateError> {
  const { didYouMean, nearNames } = await import('../base/rdf/near-names.js');
  const meant = didYouMean(
    nearNames(
      name,
      queries.map((query) => query.name),
    ),
  );
  return new CrateError('ERR_QUERY_UNKNOWN', `there is no saved query \`${name}\``, {
    ...(meant === undefined ? {} : { hint: `${meant} See \`crategraph queries\`` }),
  });
}

async function readOurs(name: string): Promise<SavedQuery> {
  return queryOf(name, await readFile(new URL(name + ENDING, FOLDER), 'utf8'));
}

async function readOwn(folder: string, name: string): Promise<SavedQuery> {
  const file = queryFile(folder, name);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    return { ...queryOf(name, text), file };
  } catch (error) {
    throw aboutFile(error, file);
  }
}

/** One query that cannot be used does not hide the others. */
async function ownOrProblem(folder: string, name: string): Promise<SavedQuery> {
  return readOwn(folder, name).catch((error: unknown): SavedQuery => {
    if (!(error instanceof CrateError)) throw error;
    return { name, summary: '', parameters: [], text: '', file: queryFile(folder, name), problem: error.message };
  });
}

function queryOf(name: string, text: string): SavedQuery {
  return { name, summary: summaryOf(text), parameters: parametersOf(text), text };
}

async function ownNames(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // none has been saved
    throw unreadable(folder, error);
  });
  return namesOf(files).filter(isQueryName);
}

function namesOf(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => file.slice(0, -ENDING.length));
}
