import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFolder } from '../base/disk/read-file.js';
import type { Command } from 'commander';
import { CrateError } from '../base/errors.js';
import { didYouMean, nearNames } from '../base/rdf/near-names.js';
import { countQueries } from '../store/sparql-tokens.js';
import type { Io } from './io.js';
import { missingArgument } from './option-rules.js';
import { requireSparql, sparqlText } from './sparql-text.js';

/** A query of a command line. */
export interface NamedQuery {
  /** What results and messages call it; undefined for a text that has no name. */
  readonly name: string | undefined;
  readonly text: string;
  /** The file that it is from. */
  readonly file?: string | undefined;
}

/** The queries of a command line. */
export interface ChosenQueries {
  readonly queries: readonly NamedQuery[];
  /** Whether they are a list, perhaps of one: then each result has the name of its query. */
  readonly isList: boolean;
}

/** What names queries. */
export interface QueryChoice {
  readonly file?: readonly string[];
  readonly name?: string;
}

/** File names of queries in a folder. */
const QUERY_FILE = /^[^.].*\.(?:rq|sparql)$/i;

/**
 * Reads the queries of a command line: the argument, a saved query, files, the `.rq` and `.sparql` files of folders, or
 * stdin (`-`), which has one query, or several: see {@link listedQueries}.
 * @throws CrateError ERR_USAGE unless the argument, `--file` or `--name` is given, and for two queries of one name;
 * ERR_NOT_FOUND, ERR_LIMIT, ERR_QUERY_UNKNOWN
 */
export async function chosenQueries(
  text: string | undefined,
  { file: files = [], name }: QueryChoice,
  io: Io,
  command: Command,
): Promise<ChosenQueries> {
  const given = [text, name, files[0]].filter((one) => one !== undefined);
  const what = 'give one query, as an argument or with --name, or files of queries with --file';
  if (given.length === 0) missingArgument(command, what);
  if (given.length !== 1) throw new CrateError('ERR_USAGE', what, { hint: 'see `crategraph query --help`' });
  if (name !== undefined) {
    const { queriesFolder, savedQuery } = await import('../store/saved-queries.js');
    const { text: saved, file } = await savedQuery(name, { folder: queriesFolder(io.env) });
    return { queries: [{ name, text: saved, file }], isList: false };
  }
  if (text !== undefined && text !== '-') {
    const query = await requireSparql(text, (word) => adviceFor(word, io));
    return { queries: [{ name: undefined, text: query }], isList: false };
  }
  const places = text === undefined ? files : [text];
  if (places.filter((place) => place === '-').length > 1)
    throw new CrateError('ERR_USAGE', 'standard input is given twice: it can be read once');
  const found: NamedQuery[] = [];
  let isList = places.length > 1;
  for (const place of places) {
    const isFolderOfQueries = place !== '-' && (await isFolder(place));
    const texts = isFolderOfQueries ? await filesIn(place) : [place];
    isList ||= isFolderOfQueries;
    for (const one of texts) {
      const read = await sparqlText(undefined, one, io);
      const listed = one === '-' ? listedQueries(read) : undefined;
      isList ||= listed !== undefined;
      const own = one === '-' ? { name: places.length > 1 ? 'stdin' : undefined } : { name: nameOf(one), file: one };
      for (const query of listed ?? [{ ...own, text: read }]) found.push(query);
    }
  }
  requireOwnNames(found);
  return { queries: found, isList };
}

/** What to write instead of one word: that word may be the name of a saved query. */
async function adviceFor(word: string, { env }: Io): Promise<string> {
  const { listQueries, queriesFolder } = await import('../store/saved-queries.js');
  const names = (await listQueries({ folder: queriesFolder(env) })).map((query) => query.name);
  if (names.includes(word)) return `to run the saved query, write --name ${word}`;
  const near = didYouMean(nearNames(word, names).map((one) => `--name ${one}`));
  return near ?? '`crategraph queries` lists the saved queries; write a SPARQL text, or name one of these with --name';
}

/**
 * The queries of a list: lines with one query each, or with a JSON object of `query` and perhaps `name`. Without a name
 * the number of the line is one. Lines that are empty or a comment do not count.
 * @returns undefined for the text of one query: a text is a list if it has more than one, or begins with a brace
 * @throws CrateError ERR_USAGE for a line of JSON that is no such object
 */
export function listedQueries(text: string): NamedQuery[] | undefined {
  const isJson = /^\ufeff?\s*\{/.test(text);
  if (!isJson && countQueries(text) < 2) return undefined;
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line, index) => [line.trim(), index + 1] as const);
  return lines
    .filter(([line]) => line !== '' && !line.startsWith('#'))
    .map(([line, number]) => (line.startsWith('{') ? queryOfJson(line, number) : { name: String(number), text: line }));
}

function queryOfJson(line: string, number: number): NamedQuery {
  let parsed: { readonly query?: unknown; readonly name?: unknown } = {};
  try {
    parsed = JSON.parse(line) as typeof parsed; // it begins with a brace, so it is an object
  } catch {
    // the error below names the line
  }
  const { query, name = String(number) } = parsed;
  if (typeof query === 'string' && typeof name === 'string' && isFileName(name)) return { name, text: query };
  throw new CrateError('ERR_USAGE', `line ${number} of standard input is no query: ${line.slice(0, 100)}`, {
    hint: 'write {"name": "people", "query": "SELECT ..."} on one line; a name can be that of a file',
  });
}

function isFileName(name: string): boolean {
  return /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,199}$/u.test(name);
}

function nameOf(file: string): string {
  return basename(file).replace(/(?<=.)\.(?:rq|sparql)$/i, '');
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((one) => (one.isDirectory() || !QUERY_FILE.test(one.name) ? [] : [one.name])).sort();
  if (names.length > 0) return names.map((name) => join(folder, name));
  throw new CrateError('ERR_USAGE', `${folder} has no queries: no file whose name ends in .rq or .sparql`);
}

/** Results are files of these names: some disks do not tell a from A. */
function requireOwnNames(queries: readonly NamedQuery[]): void {
  const seen = new Set<string>();
  for (const { name = '' } of queries) {
    if (seen.has(name.toLowerCase()))
      throw new CrateError('ERR_USAGE', `two queries are named ${name}`, {
        hint: 'give each query once, with its own name',
      });
    seen.add(name.toLowerCase());
  }
}
