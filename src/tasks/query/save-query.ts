import { DataFactory } from 'n3';
import { rm } from 'node:fs/promises';
import { hasContent } from '../../base/disk/existing-file.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { outputError, replaceFile, withOutputError } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { variablesOf } from '../../store/engine/bind-parameters.js';
import { parseSparql } from '../../store/engine/parse-sparql.js';
import { MemoryStore } from '../../store/memory-store.js';
import { parametersOf } from '../../store/query-header.js';
import {
  isOurQuery,
  isQueryName,
  listQueries,
  queriesFolder,
  queryFile,
  savedQuery,
  unknownQuery,
  type SavedQuery,
} from '../../store/saved-queries.js';
import { queryForm } from '../../store/sparql-tokens.js';
import { answerFrom, requireQuery } from './answer-query.js';
import { declarePrefixes } from './declare-prefixes.js';

/** Where to save a query. */
export interface SaveQueryOptions {
  /** Default: that of {@link queriesFolder}. */
  readonly folder?: string | undefined;
  /** Replace a query of this name. Default false. */
  readonly force?: boolean | undefined;
}

/**
 * Saves a query of your own under a name. It is checked first: on no data it has to run.
 * @param name letters, digits and hyphens, and not the name of a query that comes with crategraph
 * @param sparql a query; lines `#+ summary:` and `#+ param: name kind "description"` describe it
 * @example
 * const folder = 'example-queries';
 * await saveQuery('names', '#+ summary: All names\nSELECT ?name { ?entity schema:name ?name }', { folder });
 * console.log((await listQueries({ folder })).at(-1)?.summary);
 * @throws CrateError ERR_USAGE for the name or a parameter, ERR_QUERY_SYNTAX, ERR_OUTPUT for a name that exists
 */
export async function saveQuery(
  name: string,
  sparql: string,
  { folder = queriesFolder(), force = false }: SaveQueryOptions = {},
): Promise<SavedQuery> {
  await requireOwnName(name);
  await checkQuery(sparql);
  const file = queryFile(folder, name);
  if (!force && (await hasContent(file)))
    throw new CrateError('ERR_OUTPUT', `there is a query \`${name}\` of your own already; nothing was written`, {
      hint: 'choose another name, or add --force to replace it',
      details: { file },
    });
  await withOutputError(folder, () => makeFolder(folder));
  await replaceFile(file, [sparql]);
  return savedQuery(name, { folder });
}

/**
 * Removes a query of your own.
 * @example
 * const folder = 'example-queries-too';
 * await saveQuery('any', 'ASK { ?s ?p ?o }', { folder });
 * console.log(await removeQuery('any', { folder }));
 * @returns the file that it was in
 * @throws CrateError ERR_QUERY_UNKNOWN, ERR_USAGE for a query that comes with crategraph, ERR_OUTPUT
 */
export async function removeQuery(
  name: string,
  { folder = queriesFolder() }: Pick<SaveQueryOptions, 'folder'> = {},
): Promise<string> {
  const file = queryFile(folder, name);
  if (isQueryName(name))
    try {
      await rm(file);
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw outputError(file, error);
    }
  if (await isOurQuery(name)) throw isOurs(name, 'only queries of your own can be removed');
  const own = (await listQueries({ folder })).filter((query) => query.file !== undefined);
  throw await unknownQuery(name, own);
}

async function requireOwnName(name: string): Promise<void> {
  if (!isQueryName(name))
    throw new CrateError('ERR_USAGE', `\`${name}\` cannot be the name of a query`, {
      hint: 'take letters, digits and hyphens, as in people-by-crate',
    });
  if (await isOurQuery(name.toLowerCase())) throw isOurs(name, 'choose another name');
}

function isOurs(name: string, hint: string): CrateError {
  return new CrateError('ERR_USAGE', `\`${name}\` is a query that comes with crategraph`, { hint });
}

/** Runs a query on no data, with a value for each of its parameters. */
async function checkQuery(sparql: string): Promise<void> {
  requireQuery(sparql);
  const declared = parametersOf(sparql);
  const term = DataFactory.namedNode('urn:crategraph:any');
  const parameters = Object.fromEntries(
    declared.map(({ name, kind }) => [name, kind === 'literal' ? DataFactory.literal('') : term]),
  );
  const store = new MemoryStore();
  try {
    const { text } = await declarePrefixes(sparql, { store });
    const parsed = declared.length === 0 ? undefined : parseSparql(text);
    const known = parsed === undefined ? undefined : variablesOf(parsed);
    const unused = declared.find(({ name }) => known?.has(name) === false);
    if (unused !== undefined)
      throw new CrateError('ERR_USAGE', `the query declares the parameter ${unused.name}, and has no ?${unused.name}`, {
        hint: 'correct the name in the line `#+ param:`, or leave the line out',
      });
    await answerFrom(store, sparql, { parameters, count: queryForm(sparql) !== 'ASK' });
  } finally {
    await store.close();
  }
}
