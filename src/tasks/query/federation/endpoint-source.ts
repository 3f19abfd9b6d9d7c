import { CrateError } from '../../../base/errors.js';
import { termToNQuads } from '../../../base/rdf/nquads.js';
import { blankLabel } from '../../../base/rdf/skolem.js';
import { isFixedTerm } from '../../../store/needed/fixed-term.js';
import { BOOKKEEPING } from '../../../store/endpoint/bookkeeping/bookkeeping.js';
import type { Endpoint } from '../../../store/endpoint/protocol/endpoint.js';
import { answerRows, cellCount, cellIri, type AnswerRow } from '../../../store/endpoint/protocol/endpoint-answer.js';
import { pendingGraphs } from '../../../store/endpoint/bookkeeping/graph-states.js';
import { irisAmong, iriTerms, valuesClause } from '../../../store/endpoint/bookkeeping/update-text.js';
import type { GraphReader, WorkOptions } from '../../../store/port.js';
import { termOf, type JsonTerm } from '../../../store/sparql-json.js';
import type { NeededQuads } from '../../../store/needed/needed-quads.js';
import type { FoundTriple, QuadRequest } from '../../../store/needed/quad-request.js';
import type { QuerySource } from './query-source.js';

/** Answers of so many rows are counted: an endpoint may cut its answers, and limits are greater than this. */
const COUNTED = 500;

/**
 * A SPARQL endpoint as a source of a query. One request asks for all quads, so that blank nodes of the engine keep
 * their labels. What the default graph of an endpoint is differs (nothing, the union of the named graphs, triples
 * of its own), and to ask the wrong graph would be answered with silence: so both are asked, the default graph only
 * for what no named graph has.
 */
export class EndpointSource implements QuerySource {
  readonly name: string;
  readonly reader: GraphReader;
  readonly #endpoint: Endpoint;

  constructor(name: string, endpoint: Endpoint, reader: GraphReader) {
    this.name = name;
    this.reader = reader;
    this.#endpoint = endpoint;
  }

  async *quads(request: QuadRequest): AsyncGenerator<FoundTriple> {
    const pending = await pendingGraphs(this.#endpoint, request);
    const branches = branchesOf(request, [BOOKKEEPING, ...this.#endpoint.facts.ownGraphs], new Set(pending));
    if (branches.length === 0) return;
    const where = branches.map(({ text }, at) => `{ ${text} BIND(${at} AS ?q) }`).join(' UNION ');
    let count = 0;
    for await (const row of this.#rows(`SELECT ?s ?p ?o ?g ?q { ${where} }`, request)) {
      count += 1;
      const { s, p, o, g } = row;
      const { quads } = branches[cellCount(row, 'q')] ?? { quads: undefined };
      const triple = [s ?? quads?.subject, p ?? quads?.predicate, o ?? quads?.object].map((term) => {
        if (term === undefined) throw new CrateError('ERR_ENDPOINT', 'an answer lacks a term of a triple');
        return 'termType' in term ? termToNQuads(term) : nquadsOf(term);
      });
      const asked = typeof quads?.graph === 'object' ? quads.graph.value : '';
      yield [triple.join(' '), g === undefined ? asked : cellIri({ g }, 'g')];
    }
    if (count >= COUNTED) await this.#requireAll(where, count, request);
  }

  /** @throws CrateError ERR_LIMIT for an answer that was cut without a word */
  async #requireAll(where: string, count: number, options: WorkOptions): Promise<void> {
    let all = 0;
    for await (const row of this.#rows(`SELECT (COUNT(*) AS ?n) { ${where} }`, options)) all = cellCount(row, 'n');
    if (all === count) return;
    throw new CrateError('ERR_LIMIT', `${this.name} answered with ${count} of ${all} rows: it cuts long answers`, {
      hint: 'ask for less (name types, properties or graphs), or raise the limit of the endpoint',
      details: { source: this.name, rows: count, all },
    });
  }

  async *#rows(sparql: string, { signal }: WorkOptions): AsyncGenerator<AnswerRow> {
    const answer = await this.#endpoint.ask({ sparql, parameters: [] }, { signal });
    yield* answerRows(answer, this.#endpoint.facts.rowLimit);
  }
}

/** A part of the request, and the quads that it asks for. */
interface Branch {
  readonly text: string;
  readonly quads: NeededQuads;
}

/** @param hidden graphs that are no data @param pending graphs that count as not there */
function branchesOf(
  { quads, readable }: QuadRequest,
  hidden: readonly string[],
  pending: ReadonlySet<string>,
): Branch[] {
  const branches = new Map<string, Branch>();
  const add = (text: string, needed: NeededQuads) => branches.set(text, { text, quads: needed });
  const isShown = `FILTER(?g NOT IN (${[...iriTerms([...hidden, ...pending])].join(', ')}))`;
  for (const asked of quads) {
    const needed = { ...asked, object: isFixedTerm(asked.object) ? asked.object : undefined };
    const { subject, predicate, object, graph } = needed;
    const terms = [subject, predicate, object].map((term, at) => (term ? termToNQuads(term) : ['?s', '?p', '?o'][at]));
    const pattern = terms.join(' ');
    const names = graph === 'default' ? readable.unnamed : readable.named;
    if (typeof graph === 'object') {
      if (pending.has(graph.value)) continue;
      if (names?.has(graph.value) ?? true) add(`GRAPH <${graph.value}> { ${pattern} }`, needed);
    } else if (names !== undefined) {
      const iris = irisAmong(names).filter((iri) => !pending.has(iri) && !hidden.includes(iri));
      if (iris.length > 0) add(`${valuesClause('g', iriTerms(iris))} GRAPH ?g { ${pattern} }`, needed);
    } else {
      add(`GRAPH ?g { ${pattern} } ${isShown}`, needed);
      if (graph === 'default') add(`${pattern} FILTER NOT EXISTS { GRAPH ?other { ${pattern} } }`, needed);
    }
  }
  return withoutCovered([...branches.values()]);
}

/** Leaves out what other branches ask for too. */
function withoutCovered(branches: readonly Branch[]): Branch[] {
  const isWhole = ({ quads: one }: Branch) => !one.subject && !one.predicate && !one.object;
  const isNamed = ({ text }: Branch) => /^(?:GRAPH|VALUES)/.test(text);
  const wholes = branches.filter(isWhole);
  const named = wholes.find(({ text }) => text.startsWith('GRAPH ?g'));
  const unnamed = wholes.find((one) => !isNamed(one));
  return branches.filter((one) => {
    const cover = isNamed(one) ? named : unnamed;
    return cover === undefined || one === cover;
  });
}

function nquadsOf(json: JsonTerm): string {
  const term = termOf(json);
  const label = term.termType === 'NamedNode' ? blankLabel(term.value) : undefined;
  return label === undefined ? termToNQuads(term) : `_:${label}`;
}
