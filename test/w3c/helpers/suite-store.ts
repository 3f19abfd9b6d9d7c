import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFactory } from 'n3';
import { startHere } from '../../../src/store/engine/engine-here.js';
import { SparqlEngine } from '../../../src/store/engine/engine.js';
import { engineText } from '../../../src/store/engine/engine-text.js';
import { OxigraphEngine } from '../../../src/store/engine/oxigraph.js';
import { parsedSparql } from '../../../src/store/engine/parse-sparql.js';
import { FoundGraphs } from '../../../src/store/needed/found-graphs.js';
import { indexedQuads } from '../../../src/store/needed/indexed-quads.js';
import { neededQuads } from '../../../src/store/needed/needed-quads.js';
import { readableGraphs } from '../../../src/store/needed/quad-request.js';
import { answerFromIndex } from '../../../src/store/plan/plan-query.js';
import type { GraphSnapshot, QueryOptions, ResultMediaType } from '../../../src/store/port.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { graphSizes } from '../../../src/store/sqlite/graph-rows.js';
import { graphPieces } from '../../../src/store/sqlite/read-tables.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { readIndex } from '../../../src/store/sqlite/read-index.js';
import { sparqlGraphs } from '../../../src/store/engine/sparql-graphs.js';

/** Which graphs a query sees. */
export type Seen = Pick<QueryOptions, 'graphs' | 'named'>;

/** A store in a file with its index, and the engine with the same quads: each of their ways to answer a query. */
export class SuiteStore {
  readonly #folder: string;
  readonly #store: SqliteStore;
  readonly #snapshot: GraphSnapshot;
  readonly #connection: Connection;
  readonly #own = new SparqlEngine(startHere);
  readonly #whole = new OxigraphEngine();
  readonly #graphs: ReadonlyMap<string, readonly string[]>;
  readonly #unions = new Map<string, string>();

  private constructor(folder: string, store: SqliteStore, graphs: ReadonlyMap<string, readonly string[]>) {
    this.#folder = folder;
    this.#store = store;
    this.#snapshot = store.snapshot();
    this.#connection = new Connection(join(folder, 'store'));
    this.#graphs = graphs;
    for (const [name, triples] of graphs) this.#whole.load(linesOf(triples, name));
  }

  /** @param graphs N-Triples without their ends, by the names of graphs */
  static async of(graphs: ReadonlyMap<string, readonly string[]>): Promise<SuiteStore> {
    const folder = await mkdtemp(join(tmpdir(), 'crategraph-suite-'));
    const store = new SqliteStore(join(folder, 'store'), true, new SparqlEngine(startHere));
    await store.put(
      [...graphs].map(([graph, triples]) => ({ graph, mode: 'replace', nquads: [linesOf(triples, graph)] })),
    );
    await store.index();
    return new SuiteStore(folder, store, graphs);
  }

  /** As the store answers. */
  async stored(sparql: string, mediaType: ResultMediaType, seen: Seen): Promise<string> {
    return textOfChunks(this.#snapshot.query(sparql, mediaType, seen));
  }

  /** Tries an update, of which nothing stays. */
  async tried(sparql: string): Promise<void> {
    await this.#snapshot.tryUpdate(sparql);
  }

  /** By the plan over the index; undefined where the engine has to answer. */
  planned(sparql: string, seen: Seen): string | undefined {
    const { answer } = answerFromIndex(readIndex(this.#connection), sparql, seen);
    if (answer === undefined) return undefined;
    return [...(answer.form === 'SELECT' || answer.form === 'ASK' ? answer.json() : answer.triples())].join('');
  }

  /** By the engine, over the quads that the query needs; undefined where nobody knows them. */
  async found(sparql: string, mediaType: ResultMediaType, seen: Seen): Promise<string | undefined> {
    const parsed = parsedSparql(sparql);
    const needs = parsed && neededQuads(parsed);
    if (needs === undefined || needs.hasService) return undefined;
    const readable = readableGraphs(needs, seen, sparqlGraphs(sparql).reachable);
    const graphs = {
      index: readIndex(this.#connection),
      nquads: (graph: string) => graphPieces(this.#connection, graph),
      quads: (graph: string) => graphSizes(this.#connection, [graph]).get(graph) ?? 0,
    };
    const found = new FoundGraphs();
    for (const one of indexedQuads(graphs, { quads: needs.quads, readable })) found.add(one);
    return textOfChunks(found.answer(this.#own, { sparql, mediaType, needs }, { readable }));
  }

  /** By the engine, over all quads. */
  whole(sparql: string, mediaType: ResultMediaType, seen: Seen): string {
    const from = fromOf(sparql);
    const all = [...this.#graphs.keys()];
    const among = seen.graphs ?? all;
    const isFrom = seen.named === undefined && from !== undefined;
    const unnamed = isFrom ? from.unnamed.filter((name) => among.includes(name)) : among;
    const named = seen.named ?? (isFrom ? from.named.filter((name) => among.includes(name)) : among);
    const filled = named.filter((name) => (this.#graphs.get(name)?.length ?? 0) > 0);
    const options = {
      default_graph: [DataFactory.namedNode(this.#unionOf(unnamed))],
      named_graphs: filled.map((name) => DataFactory.namedNode(name)),
      results_format: mediaType,
    };
    return this.#whole.query(engineText(sparql), options) as string;
  }

  /** The graph that is the union of some others, which the engine alone has. */
  #unionOf(names: readonly string[]): string {
    const key = [...names].sort().join(' ');
    let name = this.#unions.get(key);
    if (name === undefined) {
      this.#unions.set(key, (name = `urn:union:${this.#unions.size}`));
      const triples = new Set(names.flatMap((one) => this.#graphs.get(one) ?? []));
      this.#whole.load(linesOf([...triples], name));
    }
    return name;
  }

  async close(): Promise<void> {
    this.#snapshot.close();
    this.#connection.close();
    this.#whole.free();
    await this.#own.end();
    await this.#store.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function fromOf(sparql: string): { readonly unnamed: string[]; readonly named: string[] } | undefined {
  const parsed = parsedSparql(sparql);
  const from = parsed?.type === 'query' ? parsed.from : undefined;
  return from && { unnamed: from.default.map(({ value }) => value), named: from.named.map(({ value }) => value) };
}

function linesOf(triples: readonly string[], graph: string): Buffer {
  return Buffer.from(triples.map((triple) => `${triple} <${graph}> .\n`).join(''));
}

async function textOfChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}
