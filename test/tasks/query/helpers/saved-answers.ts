import { join } from 'node:path';
import { EXAMPLES } from '../../../cli/helpers/crates.js';
import { BUNDLED } from '../../../helpers/read.js';
import { queryCrates } from '../../../../src/tasks/query/query-crates.js';
import { queryStore } from '../../../../src/tasks/query/query-store.js';
import type { GraphStore } from '../../../../src/store/port.js';
import { listQueries, type SavedQuery } from '../../../../src/store/saved-queries.js';
import { readSparqlJson, type JsonTerm } from '../../../../src/store/sparql-json.js';

/** Values for the parameters of the saved queries. */
const VALUES: Readonly<Record<string, string>> = {
  author: 'https://orcid.org/0000-0002-1825-0097',
  licence: 'https://creativecommons.org/licenses/by/4.0/',
  entity: 'https://orcid.org/0000-0002-1825-0097',
  type: 'schema:Person',
  words: 'rain*',
};

/** The crates in two halves. */
export const HALVES = [
  ['coastal-atlas', 'herbarium-scans'],
  ['rainfall-model-run', 'rainfall-survey', 'station-history'],
].map((names) => names.map((name) => join(EXAMPLES, name)));

/** Asks a query, and returns its answer as JSON. */
export type Ask = (text: string, parameters: Readonly<Record<string, string>>) => Promise<string>;

/** Asks a store. */
export const askStore =
  (store: GraphStore): Ask =>
  async (text, parameters) =>
    (await queryStore(store, text, { format: 'json', parameters })) as string;

/** Asks several sources at once. */
export const askSources =
  (...sources: readonly string[]): Ask =>
  async (text, parameters) =>
    (await queryCrates(sources, text, { format: 'json', parameters, contexts: BUNDLED })) as string;

/** Queries to which the example crates have no answer, or none before `crategraph identities`. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['links', 'identities']);

/** Queries that an endpoint cannot answer, and why. */
export const NOT_AT_ENDPOINTS: ReadonlyMap<string, string> = new Map([
  ['search', 'a SPARQL endpoint has no full text to search'],
]);

/**
 * Asks all saved queries, with parameters, in two places, and returns what differs, and answers without a row.
 * @param refused queries that the second place refuses, with the messages
 */
export async function differentAnswers(
  expected: Ask,
  ask: Ask,
  refused: ReadonlyMap<string, string> = new Map(),
): Promise<unknown[]> {
  const different: unknown[] = [];
  for (const query of await listQueries()) {
    const parameters = Object.fromEntries(query.parameters.map(({ name }) => [name, VALUES[name] ?? name]));
    const reason = refused.get(query.name);
    if (reason !== undefined) {
      const error = await ask(query.text, parameters).catch((error: unknown) => error);
      if (!(error instanceof Error && error.message.includes(reason))) different.push({ query: query.name, error });
      continue;
    }
    const [wanted, got] = await Promise.all([expected, ask].map(async (one) => rowsOf(await one(query.text, parameters), query))); // prettier-ignore
    if (JSON.stringify(wanted) !== JSON.stringify(got))
      different.push({
        query: query.name,
        missing: wanted?.filter((row) => got?.includes(row) !== true),
        extra: got?.filter((row) => wanted?.includes(row) !== true),
        rows: [wanted?.length, got?.length],
      });
    // an answer without rows would say nothing
    if (wanted?.length === 0 && !MAY_BE_EMPTY.has(query.name)) different.push({ query: query.name, wanted });
  }
  return different;
}

/** The rows as sets of terms by value; the words of GROUP_CONCAT have no order. */
function rowsOf(json: string, { name }: SavedQuery): string[] {
  const { variables, bindings } = readSparqlJson(json);
  const isTime = (variable: string) => name === 'catalogue' && variable === 'loaded';
  return bindings.map((row) => variables.map((one) => (isTime(one) ? 'time' : valueOf(row[one]))).join(' | ')).sort();
}

const NUMBER = /#(?:integer|decimal|double|float)$/;

function valueOf(term: JsonTerm | undefined): string {
  if (term === undefined) return '';
  if (term.type === 'bnode') return '_:';
  if (term.type === 'uri') return `<${term.value as string}>`;
  const value = NUMBER.test(term.datatype ?? '') ? String(Number(term.value)) : (term.value as string);
  return JSON.stringify([value.split(' ').sort().join(' '), term['xml:lang'], term.datatype?.replace(NUMBER, '#number')]); // prettier-ignore
}
