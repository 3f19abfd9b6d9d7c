import { NO_XML_CHARACTER } from '../base/rdf/xml-characters.js';
import { CrateError } from '../base/errors.js';
import { literalToNQuads, quoteNQuads } from '../base/rdf/nquads.js';
import type { RowFormat } from '../base/rdf/row-formats.js';
import { XSD } from '../base/rdf/vocabulary.js';
import type { ResultRows } from './result-rows.js';
import type { JsonTerm, SparqlJson } from './sparql-json.js';

/** The rows of a SELECT query, as the JSON of their terms. */
export type Rows = Pick<SparqlJson, 'variables' | 'bindings'>;

/** The text before the rows, that of each row, and the text after them. */
interface RowWriter {
  readonly start: string;
  row(terms: readonly (JsonTerm | undefined)[], index: number): string;
  readonly end: string;
}

/** How to write rows. */
export interface RowStyle {
  /** In CSV and TSV, let a spreadsheet take no cell for a formula. Default false. */
  readonly safe?: boolean | undefined;
}

/**
 * Writes rows in chunks: SPARQL 1.1 Query Results JSON, XML, CSV or TSV, or NDJSON, in which each line is one of the
 * `bindings` of the JSON format. Triples and directions are as in the drafts of SPARQL 1.2.
 * @throws CrateError ERR_QUERY_FORMAT for XML and a character that it cannot contain
 */
export function* writeRows(
  { variables, bindings }: Pick<Rows, 'variables'> & { readonly bindings: Iterable<Rows['bindings'][number]> },
  format: RowFormat,
  options?: RowStyle,
): Generator<string> {
  const text = new RowText(variables, format, options);
  yield* text.add(bindings);
  yield text.end();
}

/** As {@link writeRows}, for rows that arrive. An error of the rows comes before the text after them. */
export async function* writeBatches(
  { variables, batches }: Pick<ResultRows, 'variables' | 'batches'>,
  format: RowFormat,
  options?: RowStyle,
): AsyncGenerator<string> {
  const text = new RowText(variables, format, options);
  for await (const bindings of batches) yield* text.add(bindings);
  yield text.end();
}

/** The text of rows, in chunks. */
class RowText {
  readonly #variables: readonly string[];
  readonly #writer: RowWriter;
  #waiting: string;
  #index = 0;

  constructor(variables: readonly string[], format: RowFormat, { safe = false }: RowStyle = {}) {
    this.#variables = variables;
    this.#writer = WRITERS[format](variables, safe ? harmless : (text) => text);
    this.#waiting = this.#writer.start;
  }

  *add(bindings: Iterable<Rows['bindings'][number]>): Generator<string> {
    for (const binding of bindings) {
      const terms = this.#variables.map((variable) => binding[variable]);
      this.#waiting += this.#writer.row(terms, this.#index++);
      if (this.#waiting.length <= 1 << 16) continue;
      yield this.#waiting;
      this.#waiting = '';
    }
  }

  end(): string {
    return this.#waiting + this.#writer.end;
  }
}

/** The names of `available` in the order of `wanted`. @throws CrateError ERR_USAGE for an unknown or repeated name */
export function chooseColumns(available: readonly string[], wanted: readonly string[]): string[] {
  const names = wanted.map((name) => name.trim().replace(/^[?$]/, ''));
  const hint = `the columns are ${available.join(', ') || 'none'}; separate them by commas`;
  for (const [index, name] of names.entries()) {
    if (!available.includes(name)) throw new CrateError('ERR_USAGE', `there is no column "${name}"`, { hint });
    if (names.indexOf(name) < index) throw new CrateError('ERR_USAGE', `column "${name}" is given twice`, { hint });
  }
  return names;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula; a number stays a number. */
function harmless(text: string): string {
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
  return /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
}

type MakeWriter = (variables: readonly string[], cell: (text: string) => string) => RowWriter;

const WRITERS: Readonly<Record<RowFormat, MakeWriter>> = {
  json: (variables) => ({
    start: `{"head":${JSON.stringify({ vars: variables })},"results":{"bindings":[`,
    row: (terms, index) => (index === 0 ? '' : ',') + jsonRow(variables, terms),
    end: ']}}\n',
  }),
  ndjson: (variables) => ({ start: '', row: (terms) => `${jsonRow(variables, terms)}\n`, end: '' }),
  csv: (variables, cell) => ({
    start: `${variables.join(',')}\r\n`,
    row: (terms) => `${terms.map((term) => (term === undefined ? '' : csvField(cell(csvText(term))))).join(',')}\r\n`,
    end: '',
  }),
  tsv: (variables, cell) => ({
    start: `${variables.map((variable) => `?${variable}`).join('\t')}\n`,
    row: (terms) => `${terms.map((term) => (term === undefined ? '' : termToTsv(withText(term, cell)))).join('\t')}\n`,
    end: '',
  }),
  xml: (variables) => ({
    start:
      '<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n<head>' +
      `${variables.map((variable) => `<variable name="${xml(variable)}"/>`).join('')}</head>\n<results>\n`,
    row: (terms) => {
      const cells = terms.map((term, index) =>
        term === undefined ? '' : `<binding name="${xml(variables[index] as string)}">${xmlTerm(term)}</binding>`,
      );
      return `<result>${cells.join('')}</result>\n`;
    },
    end: '</results>\n</sparql>\n',
  }),
};

function jsonRow(variables: readonly string[], terms: readonly (JsonTerm | undefined)[]): string {
  return JSON.stringify(Object.fromEntries(variables.map((variable, index) => [variable, terms[index]])));
}

/** A literal with another text; a spreadsheet removes the quotes around it. */
function withText(term: JsonTerm, cell: (text: string) => string): JsonTerm {
  return term.type === 'literal' && typeof term.value === 'string' ? { ...term, value: cell(term.value) } : term;
}

/** A field of CSV: one with a comma, a quote or a line end is quoted (RFC 4180, section 2). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The bare value (SPARQL 1.1 Query Results CSV, section 3): the format has no language tags and no datatypes. */
function csvText({ type, value }: JsonTerm): string {
  if (typeof value === 'object')
    return `${csvText(value.subject)} ${csvText(value.predicate)} ${csvText(value.object)}`;
  return type === 'bnode' ? `_:${value}` : value;
}

/** Lexical forms that Turtle reads as this datatype without quotes. */
const BARE: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?\d+$/,
  [`${XSD}decimal`]: /^[+-]?\d*\.\d+$/,
  [`${XSD}double`]: /^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
};

/** A term as Turtle and SPARQL write it, on one line and without a raw tab. */
export function termToTsv(term: JsonTerm): string {
  const { type, value, datatype, 'xml:lang': language, 'its:dir': direction } = term;
  if (typeof value === 'object')
    return `<<( ${termToTsv(value.subject)} ${termToTsv(value.predicate)} ${termToTsv(value.object)} )>>`;
  if (type === 'uri') return `<${value}>`;
  if (type === 'bnode') return `_:${value}`;
  if (direction !== undefined) return `${quoteNQuads(value).replaceAll('\t', '\\t')}@${language}--${direction}`;
  if (datatype !== undefined && BARE[datatype]?.test(value) === true) return value;
  return literalToNQuads(value, datatype, language).replaceAll('\t', '\\t');
}

function xmlTerm({ type, value, datatype, 'xml:lang': language, 'its:dir': direction }: JsonTerm): string {
  if (typeof value === 'object') {
    const { subject, predicate, object } = value;
    return `<triple><subject>${xmlTerm(subject)}</subject><predicate>${xmlTerm(predicate)}</predicate><object>${xmlTerm(object)}</object></triple>`;
  }
  if (type === 'uri' || type === 'bnode') return `<${type}>${xml(value)}</${type}>`;
  const its = 'xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0"';
  const kind =
    language !== undefined
      ? ` xml:lang="${xml(language)}"${direction === undefined ? '' : ` its:dir="${direction}" ${its}`}`
      : datatype !== undefined
        ? ` datatype="${xml(datatype)}"`
        : '';
  return `<literal${kind}>${xml(value)}</literal>`;
}

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML 1.0. Its parsers change raw line ends and tabs in attributes, so those are references. */
function xml(text: string): string {
  const [illegal] = NO_XML_CHARACTER.exec(text) ?? [];
  if (illegal !== undefined)
    throw new CrateError('ERR_QUERY_FORMAT', `XML cannot contain a character of this result: U+${codeOf(illegal)}`, {
      hint: 'write --format json, csv or tsv',
    });
  return text.replace(/[&<>"\r\t]/g, (one) => XML_ESCAPES[one] ?? `&#${one.charCodeAt(0)};`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}
