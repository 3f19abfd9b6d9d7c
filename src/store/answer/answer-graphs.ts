import { NQUADS, NTRIPLES } from '../../base/rdf/syntaxes.js';
import { CrateError } from '../../base/errors.js';
import { ROW_FORMATS, SPARQL_JSON } from '../../base/rdf/row-formats.js';
import type { SparqlEngine } from '../engine/engine.js';
import { parsedSparql } from '../engine/parse-sparql.js';
import { notNamed, sparqlGraphs } from '../engine/sparql-graphs.js';
import type { QuadIndex } from '../index/quad-index.js';
import { withExtraGraphs } from '../index/memory-segment.js';
import { FoundGraphs, NO_GRAPHS } from '../needed/found-graphs.js';
import { countNeeded, indexedQuads, type IndexedGraphs } from '../needed/indexed-quads.js';
import { EVERY_QUAD, neededQuads, type QueryNeeds } from '../needed/needed-quads.js';
import { readableGraphs, type ReadableGraphs } from '../needed/quad-request.js';
import { leaveToEngine } from '../plan/not-covered.js';
import type { PlanAnswer } from '../plan/plan-answer.js';
import { answerFromIndex } from '../plan/plan-query.js';
import { throwIfOver } from '../../base/threads/time-limit.js';
import { Turns } from '../../base/threads/turns.js';
import type { QueryOptions, ResultMediaType } from '../port.js';
import { engineSearch } from '../search/engine-search.js';
import { mentionsSearch } from '../search/mentions-search.js';
import { searchedQuery } from '../search/search-triples.js';
import { TextSearch } from '../search/text-search.js';
import type { TextIndex } from '../text/text-index.js';
import { requireMediaType } from '../result-media-types.js';
import { tooLong } from '../result-rows.js';
import { queryForm, makesGraph } from '../sparql-tokens.js';
import { writeRows } from '../write-rows.js';

/**
 * Milliseconds for which the index may keep the process from handling events, such as Ctrl-C; then the engine takes
 * over, in its thread. Where it would get more quads than these, which costs more than most answers, it comes later.
 */
const PATIENCE = 5000;
const LONG_PATIENCE = 30_000;
const MANY_QUADS = 1_000_000;

/** The graphs of a store at one moment, as queries read them. */
export interface QueriedGraphs extends Omit<IndexedGraphs, 'index'> {
  /** The index of the graphs, or at least of those that a query may read; undefined for all. */
  index(wanted: ReadonlySet<string> | undefined): QuadIndex;
  /** The full text of an index that it has given. */
  text(index: QuadIndex): TextIndex;
  /** The graphs that are apart from the union of all graphs. */
  readonly apart: ReadonlySet<string>;
}

/**
 * Answers a SPARQL query over the graphs of a store. The default graph is the union of the graphs that the query sees,
 * in which a triple is once (SPARQL 1.1 Query, section 13.1: RDF merge). A graph apart is not in it unless it is named
 * for it, and is a named graph only if the text names it.
 *
 * A query that the plan covers is answered from the index. Any other is answered by the engine, which gets the quads
 * that the query needs and no others. Both find with `cg:search` what the full text has.
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_LIMIT before the first chunk;
 * ERR_STORE_INVALID for a damaged index
 */
export async function* answerGraphs(
  graphs: QueriedGraphs,
  engine: SparqlEngine,
  { sparql, mediaType }: { readonly sparql: string; readonly mediaType: ResultMediaType },
  options: QueryOptions,
): AsyncGenerator<Uint8Array> {
  const { extra = {}, signal, most } = options;
  const parsed = parsedSparql(sparql);
  const { reachable } = sparqlGraphs(sparql);
  // The engine says what is wrong with a text that our parser does not know, before quads are read for it.
  if (parsed === undefined) await engine.query(NO_GRAPHS, sparql, mediaType, { graphs: [], named: [], signal });
  if (parsed === undefined && mentionsSearch(sparql)) throw newerSyntax();
  const searched = parsed && searchedQuery(parsed);
  const needs: QueryNeeds = parsed === undefined ? EVERY_QUAD : neededQuads(parsed);
  const hidden = { unnamed: graphs.apart, named: notNamed(graphs.apart, sparql) };
  const readable = readableGraphs(needs, options, reachable, hidden);
  const start = performance.now();
  const check = (): void => {
    throwIfOver(signal);
    if (!engine.isHere && performance.now() - start > PATIENCE && performance.now() - start > patience())
      leaveToEngine('it takes long, and a thread can be stopped');
  };
  const stored = graphs.index(wantedGraphs(readable));
  const search = new TextSearch(
    stored,
    () => graphs.text(stored),
    () => throwIfOver(signal),
  );
  const index = withExtraGraphs(stored, extra);
  let known: number | undefined;
  const patience = (): number => (known ??= countNeeded(index, needs.quads) > MANY_QUADS ? LONG_PATIENCE : PATIENCE);
  const form = queryForm(sparql);
  if (form !== undefined) requireMediaType(form, mediaType);
  const { answer, reason, steps } = answerFromIndex(index, sparql, {
    graphs: options.graphs,
    named: options.named,
    extra: Object.keys(extra),
    hidden,
    check,
    search,
  });
  throwIfOver(signal);
  const text = answer && answerText(answer, mediaType, most);
  if (text !== undefined) {
    options.onPlan?.({ by: 'index', steps });
    for (const part of text) {
      yield Buffer.from(part);
      signal?.throwIfAborted();
    }
    return;
  }
  const found = new FoundGraphs();
  const turns = new Turns();
  for (const one of indexedQuads({ ...graphs, index }, { quads: needs.quads, readable, signal })) {
    found.add(one);
    if (found.size % 1024 !== 0 || !turns.areDue) continue;
    await turns.give();
    throwIfOver(signal);
  }
  const forEngine = searched && searched.searches.length > 0 ? engineSearch(searched) : undefined;
  for (const one of forEngine?.triples((words) => search.hits(words), readable) ?? []) found.add(one);
  options.onPlan?.({ by: 'engine', reason: reason ?? `${mediaType} is written by the engine`, quads: found.size });
  const asked = { sparql: forEngine?.sparql ?? sparql, mediaType, needs };
  yield* found.answer(engine, asked, { extra, signal, most, readable });
}

function newerSyntax(): CrateError {
  return new CrateError('ERR_UNSUPPORTED', 'cg:search works with SPARQL 1.1 only, and this text is newer', {
    hint: 'write it in SPARQL 1.1, without LATERAL and triple terms',
  });
}

/** The text of an answer, in parts; undefined if only the engine writes this media type. */
function answerText(answer: PlanAnswer, mediaType: ResultMediaType, most = Infinity): Iterable<string> | undefined {
  if (makesGraph(answer.form)) {
    if (mediaType !== NTRIPLES.mediaType && mediaType !== NQUADS.mediaType) return undefined;
    return Number.isFinite(most) ? atMost(answer.triples(), most) : answer.triples();
  }
  if (answer.size > most && answer.form === 'SELECT') throw tooLong(most, 'rows');
  if (mediaType === SPARQL_JSON) return answer.json();
  if (answer.form === 'ASK') return undefined;
  const format = ROW_FORMATS.find((one) => one.mediaType === mediaType);
  if (format === undefined) throw new CrateError('ERR_QUERY_FORMAT', `rows cannot be written as ${mediaType}`);
  return writeRows({ variables: answer.variables, bindings: answer.rows() }, format.name);
}

/** @throws CrateError ERR_LIMIT before the first of too many lines */
function atMost(lines: Iterable<string>, most: number): string[] {
  const all: string[] = [];
  for (const line of lines) if (all.push(line) > most) throw tooLong(most, 'triples');
  return all;
}

/** The graphs that a query may read; undefined for all. */
function wantedGraphs({ unnamed, named }: ReadableGraphs): ReadonlySet<string> | undefined {
  return unnamed && named && new Set([...unnamed, ...named]);
}
