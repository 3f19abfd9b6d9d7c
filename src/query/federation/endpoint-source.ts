import { CrateError } from '../../errors.js';
import { termToNQuads } from '../../rdf/nquads.js';
import { blankLabel } from '../../rdf/skolem.js';
import { XSD } from '../../rdf/vocabulary.js';
import type { WorkOptions } from '../../store/port.js';
import { readSparqlJson, termOf, type JsonTerm, type SparqlJson } from '../../store/sparql-json.js';
import type { AskEndpoint } from './ask-endpoint.js';
import type { NeededQuads } from './needed-quads.js';
import type { FoundTriple, QuadRequest, QuerySource } from './query-source.js';

/** The graph in which our stores on endpoints keep their books. It is no data. */
const BOOKS = '<urn:crategraph:store>';
/** Triples of the default graph that tell whether named graphs have them too. */
const SAMPLE = 100;
/** Answers of so many rows are counted: an endpoint may cut its answers, and limits are greater than this. */
const COUNTED = 500;

/** Where the triples of an endpoint are. */
interface Layout {
  readonly inNamed: boolean;
  /** Whether its default graph has triples that its named graphs do not have. */
  readonly inDefault: boolean;
}

/** A SPARQL endpoint as a source of a query. It gets one request for all quads, so that blank nodes keep together. */
export class EndpointSource implements QuerySource {
  readonly name: string;
  readonly #ask: AskEndpoint;
  #layout: Promise<Layout> | undefined;

  constructor(name: string, ask: AskEndpoint) {
    this.name = name;
    this.#ask = ask;
  }

  async *quads(request: QuadRequest): AsyncGenerator<FoundTriple> {
    const { signal } = request;
    const layout = await (this.#layout ??= this.#findLayout(signal));
    const branches = branchesOf(request, layout);
    if (branches.length === 0) return;
    const where = branches.map(({ text }, at) => `{ ${text} BIND(${at} AS ?q) }`).join(' UNION ');
    const { bindings } = await this.#rows(`SELECT ?s ?p ?o ?g ?q { ${where} }`, signal);
    if (bindings.length >= COUNTED) await this.#requireAll(where, bindings.length, signal);
    for (const { s, p, o, g, q } of bindings) {
      const { quads } = branches[Number(q?.value)] ?? { quads: undefined };
      const triple = [s ?? quads?.subject, p ?? quads?.predicate, o ?? quads?.object].map((term) => {
        if (term === undefined) throw this.#wrong('its answer lacks a term of a triple');
        return 'termType' in term ? termToNQuads(term) : nquadsOf(term);
      });
      const graph = g?.value ?? (typeof quads?.graph === 'object' ? quads.graph.value : '');
      yield [triple.join(' '), graph as string];
    }
  }

  async graphs(names: readonly string[] | undefined, { signal }: WorkOptions): Promise<Map<string, number>> {
    if (names?.length === 0) return new Map();
    const chosen = names === undefined ? '' : `VALUES ?g { ${names.map((name) => `<${name}>`).join(' ')} } `;
    const text = `SELECT ?g (COUNT(*) AS ?n) { ${chosen}GRAPH ?g { ?s ?p ?o } FILTER(?g != ${BOOKS}) } GROUP BY ?g`;
    const { bindings } = await this.#rows(text, signal);
    const rows = bindings.filter(({ g }) => g !== undefined); // some engines group no rows into one
    return new Map(rows.map(({ g, n }) => [g?.value as string, Number(n?.value)]));
  }

  /**
   * Finds out where the triples are. What a default graph is differs: nothing, the union of the named graphs, or triples
   * of its own. To ask the wrong graph would be answered with silence.
   */
  async #findLayout(signal: AbortSignal | undefined): Promise<Layout> {
    const [inNamed, isUnnamed] = await Promise.all([
      this.#is(`ASK { GRAPH ?g { ?s ?p ?o } FILTER(?g != ${BOOKS}) }`, signal),
      this.#is('ASK { ?s ?p ?o }', signal),
    ]);
    if (!inNamed || !isUnnamed) return { inNamed, inDefault: isUnnamed };
    const sample = `{ SELECT ?s ?p ?o { ?s ?p ?o } LIMIT ${SAMPLE} }`;
    const others = `ASK { ${sample} FILTER NOT EXISTS { GRAPH ?g { ?s ?p ?o } } }`;
    return { inNamed, inDefault: await this.#is(others, signal) };
  }

  /** @throws CrateError ERR_LIMIT for an answer that was cut */
  async #requireAll(where: string, count: number, signal: AbortSignal | undefined): Promise<void> {
    const { bindings } = await this.#rows(`SELECT (COUNT(*) AS ?n) { ${where} }`, signal);
    const all = Number(bindings[0]?.['n']?.value);
    if (all === count) return;
    throw new CrateError('ERR_LIMIT', `${this.name} answered with ${count} of ${all} rows: it cuts long answers`, {
      hint: 'ask for less (name types, properties or graphs), or raise its limit, such as ResultSetMaxRows of Virtuoso',
      details: { source: this.name, rows: count, all },
    });
  }

  async #is(text: string, signal: AbortSignal | undefined): Promise<boolean> {
    const { boolean } = await this.#json(text, signal);
    if (typeof boolean !== 'boolean') throw this.#wrong('it does not say true or false to ASK');
    return boolean;
  }

  async #rows(text: string, signal: AbortSignal | undefined): Promise<SparqlJson> {
    const answer = await this.#json(text, signal);
    if (answer.variables.length === 0) throw this.#wrong('its answer has no rows');
    return answer;
  }

  async #json(text: string, signal: AbortSignal | undefined): Promise<SparqlJson> {
    const { text: json } = await this.#ask(text, signal);
    try {
      if (/"(?:bindings"\s*:\s*\[|boolean")/.test(json)) return readSparqlJson(json);
    } catch (cause) {
      throw this.#wrong('its answer is not SPARQL JSON', cause);
    }
    throw this.#wrong('its answer has no results');
  }

  #wrong(reason: string, cause?: unknown): CrateError {
    return new CrateError('ERR_HTTP', `${this.name} is no SPARQL endpoint that can be used: ${reason}`, { cause });
  }
}

/** A part of the request, and the quads that it asks for. */
interface Branch {
  readonly text: string;
  readonly quads: NeededQuads;
}

function branchesOf({ quads, readable }: QuadRequest, { inNamed, inDefault }: Layout): Branch[] {
  const branches = new Map<string, Branch>();
  const add = (text: string, needed: NeededQuads) => branches.set(text, { text, quads: needed });
  for (const asked of quads) {
    const needed = { ...asked, object: isFixed(asked.object) ? asked.object : undefined };
    const { subject, predicate, object, graph } = needed;
    const terms = [subject, predicate, object].map((term, at) => (term ? termToNQuads(term) : ['?s', '?p', '?o'][at]));
    const pattern = terms.join(' ');
    const names = graph === 'default' ? readable.unnamed : readable.named;
    if (inDefault && graph === 'default' && names === undefined) add(pattern, needed);
    if (!inNamed) continue;
    if (typeof graph === 'object') {
      if (names?.has(graph.value) ?? true) add(`GRAPH <${graph.value}> { ${pattern} }`, needed);
    } else if (names === undefined) add(`GRAPH ?g { ${pattern} } FILTER(?g != ${BOOKS})`, needed);
    else if (names.size > 0)
      add(`VALUES ?g { ${[...names].map((name) => `<${name}>`).join(' ')} } GRAPH ?g { ${pattern} }`, needed);
  }
  const whole = [...branches.values()].filter(({ quads: one }) => !one.subject && !one.predicate && !one.object);
  const wholeNamed = whole.find(({ text }) => text.startsWith('GRAPH ?g'));
  if (wholeNamed === undefined) return [...branches.values()];
  return [...branches.values()].filter((one) => one === wholeNamed || !one.text.includes('GRAPH'));
}

/** Whether every engine finds this object as it is written. Numbers and dates may be spelled differently there. */
function isFixed(object: NeededQuads['object']): boolean {
  if (object?.termType === 'Literal') return object.datatype.value === `${XSD}string`;
  return object?.termType === 'NamedNode';
}

function nquadsOf(json: JsonTerm): string {
  const term = termOf(json);
  const label = term.termType === 'NamedNode' ? blankLabel(term.value) : undefined;
  return label === undefined ? termToNQuads(term) : `_:${label}`;
}
