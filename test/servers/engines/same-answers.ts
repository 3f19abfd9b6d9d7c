import { CrateError } from '../../../src/base/errors.js';
import { NTRIPLES } from '../../../src/base/rdf/syntaxes.js';
import { SPARQL_JSON } from '../../../src/base/rdf/row-formats.js';
import type { GraphReader } from '../../../src/store/port.js';
import { readSparqlJson, type JsonTerm } from '../../../src/store/sparql-json.js';
import { makesGraph, queryForm } from '../../../src/store/sparql-tokens.js';
import { canonical } from '../../helpers/oracle.js';
import type { AskedQuery } from './same-answers-queries.js';

/**
 * What a store answers, by value: a bag of rows, a graph in its canonical form, true or false; or the code of its
 * error. Engines write numbers, booleans, times and the tags of languages in spellings of their own.
 */
export async function answerOf(store: GraphReader, { sparql, isOrdered = false }: AskedQuery): Promise<string[]> {
  const form = queryForm(sparql);
  const isGraph = form !== undefined && makesGraph(form);
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const part of store.query(sparql, isGraph ? NTRIPLES.mediaType : SPARQL_JSON))
      text += decoder.decode(part, { stream: true });
  } catch (error) {
    if (error instanceof CrateError) return [`${error.code}: ${error.message}`];
    throw error;
  }
  if (isGraph) return canonical(literalsByValue(text));
  const { variables, bindings, boolean } = readSparqlJson(text);
  if (boolean !== undefined) return [String(boolean)];
  const rows = bindings.map((row) => variables.map((name) => `?${name} ${valueOf(row[name])}`).join(' '));
  return isOrdered ? rows : rows.sort();
}

/** N-Quads with numbers and booleans in one spelling of their value. */
export function literalsByValue(nquads: string): string {
  return nquads.replace(TYPED, (_, value: string, type: string) => `"${spelling(value, type)}"^^<${XSD}${type}>`);
}

const TYPED = /"([^"]*)"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#(integer|decimal|double|float|boolean)>/g;
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A term by its value; a blank node is like any other. */
function valueOf(term: JsonTerm | undefined): string {
  if (term === undefined) return '-';
  if (term.type === 'bnode') return '_:';
  const text = term.value as string;
  if (term.type === 'uri') return `<${text}>`;
  const language = term['xml:lang'];
  if (language !== undefined) return `${JSON.stringify(text)}@${language.toLowerCase()}`;
  const type = term.datatype?.replace(XSD, '');
  if (type === undefined) return JSON.stringify(text);
  return `"${spelling(text, type)}"^^${/^(?:integer|decimal|double|float)$/.test(type) ? 'number' : type}`;
}

function spelling(text: string, type: string): string {
  if (/^(?:integer|decimal|double|float)$/.test(type))
    return String(Number(Number(text.replace('INF', 'Infinity')).toPrecision(12)));
  if (type === 'boolean') return text === '1' ? 'true' : text === '0' ? 'false' : text;
  return type === 'dateTime' ? text.replace(/\.0+(?=Z|$)/, '') : text;
}
