import { DataFactory } from 'n3';
import type { Term } from '@rdfjs/types';
import type { IriTerm, SparqlQuery } from 'sparqljs';
import { IDENTITIES } from '../../store/graph-errors.js';
import { snapshotQuads } from '../../store/index/quad-source.js';
import { generateSparql, parsedSparql } from '../../store/engine/parse-sparql.js';
import { countNeeded, indexedQuads } from '../../store/needed/indexed-quads.js';
import type { NeededQuads } from '../../store/needed/needed-quads.js';
import type { FoundTriple, QuadRequest } from '../../store/needed/quad-request.js';
import type { GraphReader, WorkOptions } from '../../store/port.js';
import type { TextHit } from '../../store/search/text-hit.js';
import { sameTerms, type SameTerms } from '../identity/same-terms.js';
import { FederatedReader } from './federation/federated-reader.js';
import type { QuerySource } from './federation/query-source.js';
import { StoreSource } from './federation/store-source.js';

const WORDS = {
  who: 'queries that see what is the same as one',
  hint: 'write it in SPARQL 1.1, or ask without --same',
  reason: 'IRIs that mean the same are seen as one',
};

const known = new WeakMap<GraphReader, Promise<GraphReader>>();

/**
 * A moment of a store in which a query sees what is the same as one. Nothing is copied: the quads that a query needs
 * are read, with all spellings of its terms, and become one where they say the same. The graph of identities is there
 * only for a query that names it, and stays as it is, so that it still says which IRIs there are.
 * @throws CrateError ERR_GRAPH_NOT_FOUND as `sameTerms`
 */
export async function sameReader(store: GraphReader): Promise<GraphReader> {
  let reader = known.get(store);
  if (reader === undefined) known.set(store, (reader = readerOf(store)));
  return reader;
}

async function readerOf(store: GraphReader): Promise<GraphReader> {
  const terms = await sameTerms(store);
  const federated = new FederatedReader([new SameSource(store, terms)], undefined, WORDS);
  return {
    graphs: (names) => store.graphs(names),
    marks: (names) => store.marks(names),
    apart: () => store.apart(),
    nquads: (...graphs) => store.nquads(...graphs),
    records: (choice) => store.records(choice),
    eachRecord: () => store.eachRecord(),
    find: (keys, choices, most) => store.find(keys, choices, most),
    search: (words, options) => store.search(words, options),
    hits: (words, options) => federated.hits(words, options),
    file: (sha256) => store.file(sha256),
    query: (sparql, mediaType, options) => federated.query(withStandIns(sparql, terms), mediaType, options),
  };
}

/** A text with the terms that stand for those in it. One that our parser does not know stays as it is. */
function withStandIns(sparql: string, { standIns }: SameTerms): string {
  const parsed = parsedSparql(sparql);
  if (parsed === undefined) return sparql;
  let isChanged = false;
  const replaced = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replaced);
    if (part === null || typeof part !== 'object') return part;
    if ('termType' in part) {
      const { termType, value } = part as Term;
      const standIn = termType === 'NamedNode' ? standIns.get(`<${value}>`) : undefined;
      if (standIn === undefined) return part;
      isChanged = true;
      return iriTerm(standIn);
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replaced(value)]));
  };
  const text = replaced(parsed) as SparqlQuery;
  return isChanged ? generateSparql(text) : sparql;
}

function iriTerm(term: string): IriTerm {
  return DataFactory.namedNode(term.slice(1, -1)) as IriTerm;
}

function namesIdentities({ quads, readable: { unnamed, named } }: QuadRequest): boolean {
  const isFixed = quads.some(({ graph }) => typeof graph !== 'string' && graph.value === IDENTITIES);
  return isFixed || unnamed?.has(IDENTITIES) === true || named?.has(IDENTITIES) === true;
}

/** A store whose quads have one term for all that are the same. */
class SameSource implements QuerySource {
  readonly name = 'the store';
  readonly reader: GraphReader;
  readonly #store: GraphReader;
  readonly #terms: SameTerms;

  constructor(store: GraphReader, terms: SameTerms) {
    this.#store = store;
    this.#terms = terms;
    this.reader = Object.assign(Object.create(store) as GraphReader, {
      apart: () => store.apart(),
      hits: (words: string, options?: WorkOptions) => this.#hits(words, options),
    });
  }

  async #hits(words: string, options?: WorkOptions): Promise<TextHit[]> {
    const hits = await this.#store.hits(words, options);
    return hits.map((hit) => ({ ...hit, entity: this.#standIn(hit.entity) }));
  }

  async *quads(request: QuadRequest): AsyncGenerator<FoundTriple> {
    const quads = request.quads.flatMap((one) => this.#spelled(one));
    const isNamed = namesIdentities(request);
    for await (const [triple, graph] of this.#read({ ...request, quads }))
      if (graph !== IDENTITIES) yield [this.#withStandIns(triple), graph];
      else if (isNamed) yield [triple, graph];
  }

  /** From the index; a graph that is needed nearly whole is read as it is. */
  async *#read({ quads, ...request }: QuadRequest): AsyncGenerator<FoundTriple> {
    const index = snapshotQuads(this.#store, 'all');
    const lines = new StoreSource(this.name, this.#store);
    if (index === undefined) return yield* lines.quads({ quads, ...request });
    const sizes = await this.#store.graphs(
      quads.flatMap(({ graph }) => (typeof graph === 'string' ? [] : [graph.value])),
    );
    const isWhole = (one: NeededQuads) =>
      typeof one.graph !== 'string' && countNeeded(index, [one]) > (sizes.get(one.graph.value) ?? 0);
    const indexed = { index, nquads: () => [], quads: () => Infinity };
    yield* indexedQuads(indexed, { quads: quads.filter((one) => !isWhole(one)), ...request });
    const whole = quads.filter(isWhole);
    if (whole.length > 0) yield* lines.quads({ quads: whole, ...request });
  }

  /** Some needed quads with each spelling of their terms. */
  #spelled({ subject, predicate, object, graph }: NeededQuads): NeededQuads[] {
    return this.#spellings(subject).flatMap((s) =>
      this.#spellings(predicate).flatMap((p) =>
        this.#spellings(object).map((o): NeededQuads => ({
          subject: s as IriTerm | undefined,
          predicate: p as IriTerm | undefined,
          object: o,
          graph,
        })),
      ),
    );
  }

  #spellings(term: Term | undefined): readonly (Term | undefined)[] {
    if (term?.termType !== 'NamedNode') return [term];
    return this.#terms.spellings.get(`<${term.value}>`)?.map(iriTerm) ?? [term];
  }

  #withStandIns(triple: string): string {
    const first = triple.indexOf(' ');
    const second = triple.indexOf(' ', first + 1);
    const terms = [triple.slice(0, first), triple.slice(first + 1, second), triple.slice(second + 1)];
    return terms.map((term) => this.#standIn(term)).join(' ');
  }

  #standIn(term: string): string {
    return this.#terms.standIns.get(term) ?? term;
  }
}
