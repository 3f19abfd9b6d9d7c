import type { Quad, Term } from '@rdfjs/types';
import { NTRIPLES } from '../base/rdf/syntaxes.js';
import { SPARQL_JSON } from '../base/rdf/row-formats.js';
import { beyondRdf11, beyondRdf11Error, SUSPICIOUS } from '../base/rdf/beyond-rdf11.js';
import { termToNQuads } from '../base/rdf/nquads.js';
import { parseNQuads } from '../base/rdf/parse-rdf.js';
import { wholeLines } from './nquads-lines.js';
import { eachLine } from './pieces.js';
import type { GraphReader, QueryOptions, ResultMediaType } from './port.js';
import { readSparqlJson, type Bindings } from './sparql-json.js';
import { queryForm, makesGraph } from './sparql-tokens.js';

/** The answer to a SPARQL query, by its form (SPARQL 1.1 Query, section 16). */
export type QueryResult =
  | { readonly kind: 'bindings'; readonly variables: readonly string[]; readonly rows: Iterable<Bindings> }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'quads'; readonly quads: Iterable<Quad> };

/**
 * Answers a query with RDF/JS terms.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const answer = await queryTerms(store, 'SELECT ?s { ?s a <http://schema.org/Person> }');
 * if (answer.kind === 'bindings') for (const row of answer.rows) console.log(row.get('s')?.value);
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_UNSUPPORTED, ERR_LIMIT, ERR_RDF_SYNTAX for triples that RDF 1.1 cannot say
 */
export async function queryTerms(store: GraphReader, sparql: string, options?: QueryOptions): Promise<QueryResult> {
  const form = queryForm(sparql);
  if (makesGraph(form)) {
    const triples = await queryTriples(store, sparql, options);
    return { kind: 'quads', quads: { [Symbol.iterator]: () => parseNQuads(triples)[Symbol.iterator]() } };
  }
  const text = await queryText(store, sparql, SPARQL_JSON, options);
  const { variables, rows, boolean } = readSparqlJson(text);
  return boolean === undefined ? { kind: 'bindings', variables, rows } : { kind: 'boolean', value: boolean };
}

/**
 * Answers CONSTRUCT or DESCRIBE with N-Triples.
 * @throws CrateError as {@link queryText}, ERR_RDF_SYNTAX for triples that RDF 1.1 cannot say
 */
export async function queryTriples(store: GraphReader, sparql: string, options?: QueryOptions): Promise<string> {
  const text = await queryText(store, sparql, NTRIPLES.mediaType, options);
  if (SUSPICIOUS.some((part) => text.includes(part)))
    eachLine(text, (line) => {
      if (beyondRdf11(line) !== undefined) throw beyondRdf11Error(line, 'the query');
    });
  return text;
}

/** Answers a query with one text. @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_LIMIT */
export async function queryText(
  store: GraphReader,
  sparql: string,
  mediaType: ResultMediaType,
  options?: QueryOptions,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of store.query(sparql, mediaType, options)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

/**
 * Finds the quads that match a pattern (like `match` of an RDF/JS Source, as an iterable). Searches the text of the
 * graphs, without the engine.
 * @param graph one graph; default all
 */
export async function* match(
  store: GraphReader,
  subject?: Term | null,
  predicate?: Term | null,
  object?: Term | null,
  graph?: Term | null,
): AsyncGenerator<Quad> {
  const wanted = [subject, predicate, object].map((term) => (term?.termType === 'Variable' ? null : term));
  const parts = wanted.flatMap((term) => (term && term.termType !== 'Literal' ? [termToNQuads(term)] : []));
  const isNamed = graph && graph.termType !== 'Variable';
  for (const name of isNamed ? [graph.value] : (await store.graphs()).keys())
    for await (const quad of quadsOf(store, name, (line) => parts.every((part) => line.includes(part))))
      if ([quad.subject, quad.predicate, quad.object].every((term, at) => !wanted[at] || term.equals(wanted[at])))
        yield quad;
}

/** Reads the quads of the wanted lines of a graph, and parses only these. */
export async function* quadsOf(
  store: GraphReader,
  graph: string,
  isWanted: (line: string) => boolean,
): AsyncGenerator<Quad> {
  for await (const piece of wholeLines(store.nquads(graph))) {
    let lines = '';
    eachLine(piece, (line) => {
      if (isWanted(line)) lines += `${line}\n`;
    });
    yield* parseNQuads(lines);
  }
}
