import { DataFactory } from 'n3';
import type {
  BlankNode,
  DefaultGraph,
  NamedNode,
  Quad,
  Term,
  Quad_Graph,
  Quad_Object,
  Quad_Predicate,
  Quad_Subject,
} from '@rdfjs/types';
import { NQUADS, NTRIPLES } from '../../base/rdf/syntaxes.js';
import { SPARQL_JSON } from '../../base/rdf/row-formats.js';
import { CrateError } from '../../base/errors.js';
import { isIriText } from '../../base/rdf/iri.js';
import { cutAtLines, partBlankLines, syntaxError } from '../nquads-lines.js';
import { parseNQuads } from '../../base/rdf/parse-rdf.js';
import { readSparqlJson, languageLiteral } from '../sparql-json.js';
import { sparqlFailure } from './engine-error.js';
import { inInstance, newStore } from './engine-instance.js';

/** The name of a graph in the engine. */
export type GraphTerm = NamedNode | BlankNode | DefaultGraph;

/** Options of Oxigraph's `query`, which silently ignores a misspelled one. */
export interface EngineQueryOptions {
  results_format?: string;
  default_graph?: readonly GraphTerm[];
  named_graphs?: readonly (NamedNode | BlankNode)[];
  use_default_graph_as_union?: boolean;
}

/** The part of Oxigraph's Store that we use, in RDF/JS terms (it takes terms of any library, and returns its own). */
interface OxigraphStore {
  readonly size: number;
  load(input: Uint8Array, options: { format: string; lenient?: boolean; no_transaction?: boolean }): void;
  add(quad: Quad): void;
  delete(quad: Quad): void;
  has(quad: Quad): boolean;
  match(subject?: Term | null, predicate?: Term | null, object?: Term | null, graph?: Term | null): Quad[];
  dump(options: { format: string; from_graph_name: GraphTerm }): string;
  query(sparql: string, options: EngineQueryOptions): unknown;
  update(sparql: string): void;
  free(): void;
}

/** Graphs above this size are read predicate by predicate, which takes three times as long and less memory at once. */
const BIG_GRAPH = 2_000_000;

const N_TRIPLES = NTRIPLES.mediaType;

/** Oxigraph for RDF/JS terms and N-Quads lines. Keeps blank node labels, and frees the objects that it returns. */
export class OxigraphEngine {
  readonly #instance = newStore<OxigraphStore>();

  /** Whether any graph may be too big to be read as one text. */
  get mayHaveBigGraphs(): boolean {
    return this.size > BIG_GRAPH;
  }

  /** Number of quads in all graphs. Counts them one by one. */
  get size(): number {
    return this.#run((store) => store.size);
  }

  /**
   * Adds N-Quads (whole lines). Not atomic: an error in the middle leaves the lines before it.
   * `trusted` lines were checked before, so that they may be loaded without validation.
   *
   * Oxigraph's `load` gives blank nodes random labels, `add` keeps them; so the lines with blank nodes go through `add`
   * (with N3's quads: Oxigraph's own live in WebAssembly memory and are ten times slower). Bytes, never strings:
   * Oxigraph copies a string that V8 holds as a rope character by character.
   * @throws CrateError ERR_RDF_SYNTAX
   */
  load(bytes: Uint8Array, { trusted = false, linesBefore = 0 } = {}): void {
    try {
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (!view.includes('_:')) return this.#loadPlain(view, trusted);
      const { plain, blank } = partBlankLines(view);
      this.#loadPlain(plain, trusted);
      this.#run((store) => {
        for (const quad of parseNQuads(blank)) store.add(quad);
      });
    } catch (error) {
      throw error instanceof CrateError ? error : syntaxError(error, linesBefore);
    }
  }

  #loadPlain(bytes: Uint8Array, trusted: boolean): void {
    const options = { format: NQUADS.mediaType, no_transaction: true, lenient: trusted };
    this.#run((store) => store.load(bytes, options));
  }

  /** Adds one quad. @throws CrateError ERR_RDF_SYNTAX if a term is not a valid IRI or language tag */
  add(quad: Quad): void {
    try {
      this.#run((store) => store.add(quad));
    } catch (error) {
      throw error instanceof CrateError ? error : syntaxError(error, 0);
    }
  }

  /** Removes one quad. */
  delete(quad: Quad): void {
    this.#run((store) => store.delete(quad));
  }

  /** Whether the engine contains the quad. */
  has(quad: Quad): boolean {
    return refusedIs(false, () => this.#run((store) => store.has(quad)));
  }

  /** Removes whole graphs, whether they exist or not. */
  drop(graphs: Iterable<GraphTerm>): void {
    let update: string[] = [];
    for (const graph of graphs) {
      if (graph.termType === 'DefaultGraph') update.push('DROP DEFAULT');
      else if (isIriText(graph.value)) update.push(`DROP SILENT GRAPH <${graph.value}>`);
      if (update.length < 1000) continue;
      this.#update(update);
      update = [];
    }
    if (update.length > 0) this.#update(update);
  }

  /** Names of the graphs that contain quads, the default graph first. */
  graphs(): GraphTerm[] {
    const rows = this.select('SELECT ?g { GRAPH ?g {} FILTER EXISTS { GRAPH ?g { ?s ?p ?o } } }', {});
    const named = rows.map((row) => DataFactory.namedNode(row));
    const unnamed = DataFactory.defaultGraph();
    return this.count(unnamed) > 0 ? [unnamed, ...named] : named;
  }

  /** The values of the one variable of a query. */
  private select(sparql: string, options: EngineQueryOptions): string[] {
    const text = this.query(sparql, { ...options, results_format: SPARQL_JSON }) as string;
    return readSparqlJson(text).bindings.flatMap((row) => Object.values(row).map(({ value }) => value as string));
  }

  /** Number of quads of one graph. */
  count(graph: GraphTerm): number {
    const options = { default_graph: [graph], named_graphs: [] };
    return refusedIs(0, () => Number(this.select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', options)[0]));
  }

  /** One graph as N-Quads in pieces; blank node labels are kept. */
  *text(graph: GraphTerm): Generator<string> {
    const end = graph.termType === 'DefaultGraph' ? ' .\n' : ` <${graph.value}> .\n`;
    // A raw line feed occurs at line ends only, so this is exact.
    for (const piece of this.triples(graph)) yield piece.replaceAll(' .\n', end);
  }

  /**
   * One graph as N-Triples in pieces; blank node labels are kept.
   * @param isBig whether to spare memory; to count a tiny graph takes longer than to read it
   */
  *triples(graph: GraphTerm, isBig = this.count(graph) > BIG_GRAPH): Generator<string> {
    const whole = isBig ? undefined : this.#dump(graph);
    if (whole === undefined && this.count(graph) === 0) return;
    for (const text of whole === undefined ? this.#byPredicate(graph) : [whole]) yield* cutAtLines(text);
  }

  /** The triples of a graph as one text; undefined if it is longer than a string can be (512 MB). */
  #dump(graph: GraphTerm): string | undefined {
    try {
      return this.#run((store) => store.dump({ format: N_TRIPLES, from_graph_name: graph }));
    } catch (error) {
      if (error instanceof CrateError) throw error;
      return undefined;
    }
  }

  *#byPredicate(graph: GraphTerm): Generator<string> {
    const options = { default_graph: [graph], named_graphs: [] };
    for (const predicate of this.select('SELECT DISTINCT ?p { ?s ?p ?o }', options)) {
      if (!isIriText(predicate)) throw new CrateError('ERR_INTERNAL', 'a predicate in the store is not an IRI');
      const query = `CONSTRUCT { ?s ?p ?o } WHERE { VALUES ?p { <${predicate}> } ?s ?p ?o }`;
      yield this.query(query, { ...options, results_format: N_TRIPLES }) as string;
    }
  }

  /** Quads that match the pattern; a whole graph is read as text, which is much faster than quad by quad. */
  *match(subject?: Term | null, predicate?: Term | null, object?: Term | null, graph?: Term | null): Generator<Quad> {
    const terms = [subject, predicate, object, graph].map((term) => (term?.termType === 'Variable' ? null : term));
    if (terms.slice(0, 3).some((term) => term)) {
      const found = refusedIs<Quad[]>([], () => this.#run((store) => store.match(...(terms as []))));
      for (const quad of found) yield takeQuad(quad);
      return;
    }
    const graphs = terms[3] ? [terms[3] as GraphTerm] : this.graphs();
    for (const one of graphs) for (const text of this.text(one)) yield* parseNQuads(text);
  }

  /** Asks SPARQL. @throws CrateError ERR_QUERY_SYNTAX */
  query(sparql: string, options: EngineQueryOptions): unknown {
    try {
      return this.#run((store) => store.query(sparql, options));
    } catch (error) {
      throw sparqlFailure(error);
    }
  }

  /** Runs a SPARQL update, all of it or nothing. @throws CrateError ERR_QUERY_SYNTAX */
  async update(sparql: string): Promise<void> {
    const { deleteBeforeInsert, WAITING } = await import('./delete-insert.js'); // a parser that queries do not need
    const text = (await import('./engine-text.js')).engineText(sparql);
    const split = deleteBeforeInsert(text);
    try {
      this.#update([split ?? text]);
    } catch (error) {
      throw sparqlFailure(error);
    }
    if (split === undefined) return;
    const waiting = this.select(`SELECT ?g { GRAPH ?g {} FILTER(STRSTARTS(STR(?g), "${WAITING}")) }`, {});
    this.drop(waiting.map((name) => DataFactory.namedNode(name)));
  }

  /** Frees the memory, except that of an engine that has failed. */
  free(): void {
    try {
      this.#instance.store.free();
    } catch {
      // such an engine is unusable anyway
    }
  }

  #update(operations: readonly string[]): void {
    this.#run((store) => store.update(operations.join(';')));
  }

  #run<T>(work: (store: OxigraphStore) => T): T {
    return inInstance(this.#instance, () => work(this.#instance.store));
  }
}

/**
 * Asks about terms. The engine refuses an invalid IRI or language tag, so it cannot contain it: then `answer` holds.
 */
function refusedIs<T>(answer: T, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof CrateError && error.code !== 'ERR_QUERY_SYNTAX') throw error;
    return answer;
  }
}

/** An object that lives in WebAssembly memory until it is freed. */
interface Held {
  free(): void;
}

/**
 * A quad of the engine as a plain RDF/JS quad; frees the engine's, because many of them would fill WebAssembly memory.
 */
function takeQuad(quad: Quad): Quad {
  const copy = DataFactory.quad(
    takeTerm(quad.subject) as Quad_Subject,
    takeTerm(quad.predicate) as Quad_Predicate,
    takeTerm(quad.object) as Quad_Object,
    takeTerm(quad.graph) as Quad_Graph,
  );
  (quad as unknown as Held).free();
  return copy;
}

function takeTerm(term: Term): Term {
  const copy = copyTerm(term);
  if (term.termType !== 'Quad') (term as unknown as Held).free();
  return copy;
}

function copyTerm(term: Term): Term {
  switch (term.termType) {
    case 'NamedNode':
      return DataFactory.namedNode(term.value);
    case 'BlankNode':
      return DataFactory.blankNode(term.value);
    case 'Literal': {
      const direction = (term as { direction?: 'ltr' | 'rtl' | '' }).direction;
      if (term.language !== '') return languageLiteral(term.value, term.language, direction);
      return DataFactory.literal(term.value, takeTerm(term.datatype) as ReturnType<typeof DataFactory.namedNode>);
    }
    case 'Quad':
      return takeQuad(term as Quad);
    case 'Variable':
      return DataFactory.variable(term.value);
    case 'DefaultGraph':
      return DataFactory.defaultGraph();
  }
}
