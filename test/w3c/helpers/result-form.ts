import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataFactory, Parser, Store } from 'n3';
import type { Quad, Term } from '@rdfjs/types';
import { SparqlXmlParser } from 'sparqlxml-parse';
import { termToNQuads } from '../../../src/base/rdf/nquads.js';
import { rdfXmlParser } from '../../../src/base/rdf/rdf-xml-parser.js';
import { readSparqlJson, termOf } from '../../../src/store/sparql-json.js';
import { valueLine, valueTerm } from '../../../src/store/value-line.js';
import { canonical } from '../../helpers/oracle.js';
import { SUITE_BASE } from './sparql-manifest.js';

const RS = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#';

/** The result of a query; terms are N-Quads in the form of their values. */
export type Result =
  | { readonly boolean: boolean }
  | { readonly rows: readonly Row[]; readonly isOrdered: boolean; readonly isPlain?: boolean }
  | { readonly graph: readonly string[] };

type Row = Readonly<Record<string, string>>;

/** Reads the quads of a file of the suites. Blank nodes have the same labels in each reading. */
export async function quadsOf(suites: string, path: string): Promise<Quad[]> {
  const text = readFileSync(join(suites, path), 'utf8');
  if (!path.endsWith('.rdf')) return new Parser({ baseIRI: SUITE_BASE + path, blankNodePrefix: 'b' }).parse(text);
  const { parser } = await rdfXmlParser(SUITE_BASE + path);
  const quads: Quad[] = [];
  parser.end(text);
  for await (const quad of parser) quads.push(quad as Quad);
  return quads;
}

/** Reads an expected result. @param isGraph whether the query makes a graph */
export async function expectedResult(suites: string, path: string, isGraph: boolean): Promise<Result> {
  const read = (): string => readFileSync(join(suites, path), 'utf8');
  if (path.endsWith('.srj')) return jsonResult(read());
  if (path.endsWith('.srx')) return xmlResult(read());
  if (path.endsWith('.csv') || path.endsWith('.tsv')) return rowsOfText(read(), path.endsWith('.tsv'));
  const quads = await quadsOf(suites, path);
  return isGraph ? { graph: quads.map(tripleOf) } : resultSet(new Store(quads));
}

/** The result that `application/sparql-results+json` says. */
export function jsonResult(text: string): Result {
  const { boolean, bindings } = readSparqlJson(text);
  if (boolean !== undefined) return { boolean };
  const rows = bindings.map((one) => rowOf(Object.entries(one).map(([name, term]) => [name, termOf(term)])));
  return { rows, isOrdered: true };
}

/** The graph that N-Triples say. */
export function graphResult(text: string): Result {
  return { graph: text.split('\n').filter((line) => line !== '').map((line) => valueLine(line.replace(/ \.$/, ''))) }; // prettier-ignore
}

async function xmlResult(text: string): Promise<Result> {
  const parser = new SparqlXmlParser();
  const input = () => Readable.from([Buffer.from(text)]);
  if (/<boolean>/.test(text)) return { boolean: await parser.parseXmlBooleanStream(input()) };
  const rows: Row[] = [];
  for await (const row of parser.parseXmlResultsStream(input()))
    rows.push(rowOf(Object.entries(row as unknown as Record<string, Term>)));
  return { rows, isOrdered: false };
}

/** CSV says the texts of terms only (SPARQL 1.1 Query Results CSV and TSV Formats, section 3). */
function rowsOfText(text: string, isTsv: boolean): Result {
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const cells = (line: string): string[] => (isTsv ? line.split('\t') : line.split(','));
  const names = cells(head).map((name) => name.replace('?', ''));
  const rows = lines.map((line) =>
    rowOf(cells(line).flatMap((cell, at): [string, Term][] => {
      if (cell === '') return [];
      if (!isTsv) return [[names[at] ?? '', DataFactory.literal(cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'))]];
      const [quad] = new Parser().parse(`<urn:s> <urn:p> ${cell} .`);
      return [[names[at] ?? '', (quad as Quad).object]];
    })),
  ); // prettier-ignore
  return { rows, isOrdered: false, isPlain: !isTsv };
}

/** A result set in RDF (https://www.w3.org/2001/sw/DataAccess/tests/README, "Result sets"). */
function resultSet(store: Store): Result {
  const values = (subject: Term, name: string): Term[] =>
    store.getObjects(subject as never, DataFactory.namedNode(RS + name), null);
  const [boolean] = store.getObjects(null, DataFactory.namedNode(`${RS}boolean`), null);
  if (boolean !== undefined) return { boolean: boolean.value === 'true' };
  const solutions = store
    .getObjects(null, DataFactory.namedNode(`${RS}solution`), null)
    .map((one) => ({ one, index: Number(values(one, 'index')[0]?.value ?? 0) }))
    .sort((left, right) => left.index - right.index);
  const rows = solutions.map(({ one }) =>
    rowOf(
      values(one, 'binding').map((binding) => [
        values(binding, 'variable')[0]?.value ?? '',
        values(binding, 'value')[0] as Term,
      ]),
    ),
  );
  return { rows, isOrdered: solutions.some(({ index }) => index > 0) };
}

function rowOf(cells: readonly (readonly [string, Term])[]): Row {
  return Object.fromEntries(cells.map(([name, term]) => [name, valueTerm(termToNQuads(term))]));
}

/** A quad without its graph, as N-Quads in the form of its value. */
export function tripleOf({ subject, predicate, object }: Quad): string {
  return [subject, predicate, object].map((term) => valueTerm(termToNQuads(term))).join(' ');
}

/** The result as one whose rows may have any order. */
export function withoutOrder(result: Result): Result {
  return 'rows' in result ? { ...result, isOrdered: false } : result;
}

/** What differs between two results; undefined for nothing. Blank nodes are equal if their places are. */
export async function resultDifference(own: Result, expected: Result): Promise<string | undefined> {
  if ('boolean' in expected || 'boolean' in own)
    return JSON.stringify(own) === JSON.stringify(expected) ? undefined : `${text(own)} instead of ${text(expected)}`;
  const isOrdered = 'rows' in expected && expected.isOrdered;
  const isPlain = 'rows' in expected && expected.isPlain === true;
  const [left, right] = await Promise.all([own, expected].map((one) => normal(one, { isOrdered, isPlain })));
  return left === right ? undefined : `${left} instead of ${right}`;
}

function text(result: Result): string {
  return JSON.stringify(result).slice(0, 500);
}

async function normal(
  result: Result,
  { isOrdered, isPlain }: { isOrdered: boolean; isPlain: boolean },
): Promise<string> {
  if ('graph' in result) return (await canonical(result.graph.map((triple) => `${triple} .\n`).join(''))).join('');
  if (!('rows' in result)) return text(result);
  const lines = result.rows.flatMap((row, at) => [
    ...Object.entries(row).map(([name, term]) => [name, isPlain ? plain(term) : term]),
    ['.row', isOrdered ? `"${at}"` : '""'],
  ].map(([name, term]) => `_:row${at} <urn:variable:${name}> ${term} .\n`)); // prettier-ignore
  return (await canonical(lines.join(''))).join('');
}

/** The text of a term, as CSV says it. */
function plain(term: string): string {
  const lexical = term.startsWith('<') ? `"${term.slice(1, -1)}"` : term.startsWith('_:') ? '"blank"' : term;
  return lexical.replace(/^"_:.*/, '"blank"').replace(/"(?:@[\w-]+|\^\^<[^>]*>)$/, '"');
}
