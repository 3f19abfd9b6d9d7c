import type { EngineSnapshot, SparqlEngine } from '../engine/engine.js';
import type { QueryOptions, ResultMediaType } from '../port.js';
import { eachLine } from '../pieces.js';
import { utf8Text } from '../utf8-text.js';
import type { QueryNeeds } from './needed-quads.js';
import { isInDefault, isNamed, type FoundTriple, type ReadableGraphs } from './quad-request.js';

/** The graph that plays the default graph of a query; it is not one of its named graphs. */
const UNION = 'urn:crategraph:union';
/** Characters of the lines that the engine gets at once. */
const CHUNK = 1 << 18;

let marks = 0;

/**
 * The quads that a query needs, each once. The default graph of the query is the union of the graphs that it may read
 * for it, in which a triple is once (SPARQL 1.1 Query, section 13.1: RDF merge).
 */
export class FoundGraphs {
  readonly #graphs = new Map<string, Set<string>>();
  #size = 0;
  #characters = 0;

  /** Quads that were found, some of them perhaps several times. */
  get size(): number {
    return this.#size;
  }

  /** Characters of the triples that are held. */
  get characters(): number {
    return this.#characters;
  }

  add([triple, graph]: FoundTriple): void {
    let triples = this.#graphs.get(graph);
    if (triples === undefined) this.#graphs.set(graph, (triples = new Set()));
    const before = triples.size;
    triples.add(triple);
    if (triples.size > before) this.#characters += triple.length;
    this.#size += 1;
  }

  /** Answers the query from what was found. @throws CrateError as `SparqlEngine.read` */
  async *answer(
    engine: SparqlEngine,
    query: { readonly sparql: string; readonly mediaType: ResultMediaType; readonly needs: QueryNeeds },
    {
      readable,
      extra = {},
      ...options
    }: Pick<QueryOptions, 'extra' | 'signal' | 'most'> & { readable: ReadableGraphs },
  ): AsyncGenerator<Uint8Array> {
    const { sparql, mediaType, needs } = query;
    const own = new Map(Object.entries(extra).map(([graph, pieces]) => [graph, triplesOf(graph, pieces)]));
    const all = [...this.#graphs, ...own];
    const graphs = new Map(all.filter(([graph]) => graph !== '' && isNamed(graph, readable)));
    const named = [...graphs.keys()];
    if (needs.quads.some(({ graph }) => graph === 'default')) {
      const parts = all.filter(([graph]) => graph === '' || isInDefault(graph, readable));
      graphs.set(UNION, unionOf(parts.map(([, triples]) => triples)));
    }
    yield* engine.read(datasetOf(graphs), sparql, mediaType, { ...options, graphs: [UNION], named });
  }
}

function unionOf(parts: readonly Iterable<string>[]): Set<string> {
  const union = new Set<string>();
  for (const triples of parts) for (const triple of triples) union.add(triple);
  return union;
}

function triplesOf(graph: string, pieces: Iterable<Uint8Array>): Set<string> {
  const triples = new Set<string>();
  const end = ` <${graph}> .`.length;
  for (const piece of pieces) eachLine(utf8Text(piece), (line) => triples.add(line.slice(0, -end)));
  return triples;
}

/** A dataset without any graph. */
export const NO_GRAPHS: EngineSnapshot = datasetOf(new Map());

function datasetOf(graphs: ReadonlyMap<string, Iterable<string>>): EngineSnapshot {
  const mark = String((marks += 1)); // each query has quads of its own
  return {
    graphs: async (names = graphs.keys()) =>
      new Map([...names].flatMap((name) => (graphs.has(name) ? [[name, mark] as const] : []))),
    nquads: (graph) => linesOf(graph, graphs.get(graph) ?? []),
  };
}

function* linesOf(graph: string, triples: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const triple of triples) {
    text += `${triple} <${graph}> .\n`;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
