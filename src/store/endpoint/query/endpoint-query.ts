import type {
  AskQuery,
  ConstructQuery,
  SelectQuery,
  SparqlQuery,
  DescribeQuery,
  IriTerm,
  Pattern,
  Triple,
  VariableTerm,
} from 'sparqljs';
import { NQUADS, NTRIPLES } from '../../../base/rdf/syntaxes.js';
import { CrateError } from '../../../base/errors.js';
import { quadToNQuads } from '../../../base/rdf/nquads.js';
import { parseSparql } from '../../engine/parse-sparql.js';
import type { QueryOptions, ResultMediaType } from '../../port.js';
import { requireMediaType } from '../../result-media-types.js';
import { searchedQuery } from '../../search/search-triples.js';
import { noFullText } from '../../text/no-full-text.js';
import { freePrefix, withBlankNodes, type AnswerRow } from '../protocol/endpoint-answer.js';
import { EndpointAsker } from './endpoint-asker.js';
import { visitSyntax, valuesPattern } from './query-syntax.js';
import type { QuerySite } from '../protocol/query-site.js';
import { rowVariables, templateQuads } from './template-quads.js';
import { ROW_FORMATS, type RowFormat } from '../../../base/rdf/row-formats.js';
import { writeRows, type Rows } from '../../write-rows.js';
import { DataFactory } from 'n3';
import { blankLabel } from '../../../base/rdf/skolem.js';

/**
 * Answers a query of a user at an endpoint, as every store answers it: the default graph is the union of all graphs,
 * the bookkeeping is hidden, skolem IRIs are blank nodes, `extra` graphs exist. This is `GraphReader.query` of the
 * store. The endpoint is asked SELECT and ASK only: the graphs of CONSTRUCT and DESCRIBE are made here from rows,
 * because an engine that cuts results says so of rows only, and because only we know which IRIs are blank nodes.
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_UNSUPPORTED, ERR_ENDPOINT, ERR_LIMIT
 */
export async function* queryEndpoint(
  site: QuerySite,
  sparql: string,
  mediaType: ResultMediaType,
  options: QueryOptions = {},
): AsyncGenerator<Uint8Array> {
  options.signal?.throwIfAborted();
  const refuse = () => site.askHere(sparql, mediaType, { graphs: [], named: [], signal: options.signal });
  const query = parseSparql(sparql);
  if (query?.type !== 'query' || asksService(query)) {
    await refuse();
    throw new CrateError('ERR_UNSUPPORTED', 'the query uses syntax that cannot be sent to an endpoint', {
      hint: 'write it in SPARQL 1.1, without SERVICE',
    });
  }
  if (searchedQuery(query).searches.length > 0) throw noFullText('a SPARQL endpoint');
  requireMediaType(query.queryType, mediaType);
  const asker = new EndpointAsker(site, options);
  if (asker.needsNoEndpoint(query)) {
    yield await site.askHere(sparql, mediaType, options);
    return;
  }
  const encoder = new TextEncoder();
  try {
    for await (const text of answerTexts(asker, query, mediaType)) yield encoder.encode(text);
  } catch (error) {
    // What the endpoint does not understand, our engine can explain.
    if (error instanceof CrateError && error.code === 'ERR_ENDPOINT' && error.details['status'] === 400) await refuse();
    throw error;
  }
}

async function* answerTexts(
  asker: EndpointAsker,
  query: Extract<SparqlQuery, { type: 'query' }>,
  mediaType: ResultMediaType,
): AsyncGenerator<string> {
  switch (query.queryType) {
    case 'ASK':
      yield writeBoolean((await asker.ask(query as AskQuery)).boolean === true, mediaType);
      return;
    case 'SELECT': {
      const { variables, bindings } = await asker.ask(query);
      yield* writeSolutions({ variables, bindings: withBlankNodes(bindings) }, mediaType);
      return;
    }
    case 'CONSTRUCT':
      yield* writeGraph(asker.site, await constructed(asker, query), mediaType);
      return;
    case 'DESCRIBE':
      yield* writeGraph(asker.site, await describedTriples(asker, query), mediaType);
  }
}

/** The lines of CONSTRUCT. */
async function constructed(asker: EndpointAsker, query: ConstructQuery): Promise<Set<string>> {
  const { template = [], ...rest } = query;
  const variables = rowVariables(template);
  const select = { ...rest, queryType: 'SELECT', variables } as unknown as SelectQuery;
  const rows = withBlankNodes((await asker.ask(select)).bindings);
  return constructedLines(template, rows);
}

function constructedLines(template: ConstructQuery['template'] & object, rows: readonly AnswerRow[]): Set<string> {
  const prefix = freePrefix(rows, 'c');
  const quads = templateQuads([{ type: 'bgp', triples: template }], rows, (label, row) => `${prefix}${row}${label}`);
  return new Set(Array.from(quads, quadToNQuads));
}

function asksService(query: SparqlQuery): boolean {
  let found = false;
  visitSyntax(query, ({ type }) => !(found ||= type === 'service'));
  return found;
}

/** Writes the rows of SELECT. */
function writeSolutions(rows: Rows, mediaType: ResultMediaType): Iterable<string> {
  return writeRows(rows, rowFormatOf(mediaType) ?? 'json');
}

/** Writes the answer to ASK; csv and tsv have no form of their own for it. */
function writeBoolean(value: boolean, mediaType: ResultMediaType): string {
  const format = rowFormatOf(mediaType);
  if (format === 'json') return `{"head":{},"boolean":${value}}`;
  if (format !== 'xml') return String(value);
  const text = `<head></head><boolean>${value}</boolean>`;
  return `<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">${text}</sparql>`;
}

function rowFormatOf(type: ResultMediaType): RowFormat | undefined {
  return ROW_FORMATS.find(({ mediaType }) => mediaType === type)?.name;
}

/** Where the triples of an answer are while our engine writes them. */
const ANSWER = 'urn:crategraph:answer';

/** Writes triples. Our engine knows the syntaxes. @param lines of N-Triples */
async function* writeGraph(
  site: Pick<QuerySite, 'askHere'>,
  lines: ReadonlySet<string>,
  mediaType: ResultMediaType,
): AsyncGenerator<string> {
  if (mediaType === NTRIPLES.mediaType || mediaType === NQUADS.mediaType) {
    yield [...lines].join('');
    return;
  }
  const quads = Array.from(lines, (line) => line.replace(/ \.\n$/, ` <${ANSWER}> .\n`)).join('');
  const options = { graphs: [ANSWER], named: [], extra: { [ANSWER]: [new TextEncoder().encode(quads)] } };
  const bytes = await site.askHere('CONSTRUCT WHERE { ?s ?p ?o }', mediaType, options);
  yield new TextDecoder().decode(bytes);
}

/** Nodes in one request. */
const AT_ONCE = 500;

const [SUBJECT, PREDICATE, OBJECT] = ['s', 'p', 'o'].map((name) => DataFactory.variable(name) as VariableTerm) as [
  VariableTerm,
  VariableTerm,
  VariableTerm,
];
const TRIPLE: Triple = { subject: SUBJECT, predicate: PREDICATE, object: OBJECT };

/**
 * Describes nodes as our own engine does: their triples, and those of the blank nodes that these lead to, step by step.
 * Engines differ in what they describe, and do not know which IRIs are blank nodes.
 * @returns lines of N-Triples
 */
async function describedTriples(asker: EndpointAsker, query: DescribeQuery): Promise<Set<string>> {
  const rows: AnswerRow[] = [];
  const seen = new Set<string>();
  let nodes = await describedNodes(asker, query);
  while (nodes.length > 0) {
    for (const node of nodes) seen.add(node);
    const found = (await Promise.all(batches(nodes).map((batch) => triplesOf(asker, query, batch)))).flat();
    for (const row of found) rows.push(row);
    const blanks = found.flatMap(({ o }) => (o?.type === 'uri' ? [o.value as string] : []));
    nodes = [...new Set(blanks)].filter((iri) => !seen.has(iri) && blankLabel(iri) !== undefined);
  }
  const quads = templateQuads([{ type: 'bgp', triples: [TRIPLE] }], withBlankNodes(rows), String);
  return new Set(Array.from(quads, quadToNQuads));
}

/** The IRIs that a query describes; where its pattern has no solution, also those that it names are not described. */
async function describedNodes(asker: EndpointAsker, query: DescribeQuery): Promise<string[]> {
  const asked = query.variables as readonly (VariableTerm | IriTerm)[];
  const named = asked.filter((one) => one.termType === 'NamedNode').map(({ value }) => value);
  if (query.where === undefined) return [...new Set(named)];
  const others = asked.filter((one) => one.termType !== 'NamedNode');
  const isNamed = others.length === 0;
  const select = { ...query, queryType: 'SELECT', variables: isNamed ? rowVariables([]) : others };
  const { bindings } = await asker.ask((isNamed ? { limit: 1, ...select } : select) as unknown as SelectQuery);
  if (bindings.length === 0) return [];
  const found = isNamed ? [] : bindings.flatMap((row) => Object.values(row)).filter(({ type }) => type === 'uri');
  return [...new Set([...named, ...found.map(({ value }) => value as string)])];
}

async function triplesOf(
  asker: EndpointAsker,
  { from }: DescribeQuery,
  nodes: readonly string[],
): Promise<AnswerRow[]> {
  const where: Pattern[] = [valuesPattern(SUBJECT, nodes), { type: 'bgp', triples: [TRIPLE] }];
  const query = { type: 'query', queryType: 'SELECT', prefixes: {}, variables: [SUBJECT, PREDICATE, OBJECT], where };
  return [...(await asker.ask({ ...query, ...(from && { from }) } as SelectQuery)).bindings];
}

function batches(nodes: readonly string[]): string[][] {
  const count = Math.ceil(nodes.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => nodes.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}
