import { groupedRecords } from '../graph-keys.js';
import type { StoredRecord } from '../port.js';
import { countParts, fileParts, joinFile, NAMES, PARTS } from './bookkeeping/graph-states.js';
import { groupsBySize } from './bookkeeping/groups-by-size.js';
import { readGraph } from './bookkeeping/read-graph.js';
import { quadsTogether, readGraphs } from './bookkeeping/read-graphs.js';
import { recordsOfWhole, wholeGraphs } from './bookkeeping/whole-graphs.js';
import type { Endpoint } from './protocol/endpoint.js';

/** What is known of some names, a batch after the other: when a name of the next one is asked for, that is read. */
class Batches<T> {
  readonly #names: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #read: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  #known: ReadonlyMap<string, T> = new Map();

  /** @param read has an answer for the first of the names, and for as many others as it likes */
  constructor(names: readonly string[], read: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
    this.#names = names;
    this.#places = new Map(this.#names.map((name, at) => [name, at]));
    this.#read = read;
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** The answer for one of the names. */
  async get(name: string): Promise<T> {
    if (this.#known.has(name)) return this.#known.get(name)!;
    const place = this.#places.get(name)!;
    const known = await this.#read(this.#names.slice(place, place + NAMES));
    this.#known = known;
    return known.get(name)!;
  }

  /** What is known already of some names. */
  known(names: Iterable<string>): Map<string, T> {
    const found = new Map<string, T>();
    for (const name of names) if (this.#known.has(name)) found.set(name, this.#known.get(name)!);
    return found;
  }
}

/**
 * Reads graphs that somebody will ask for one by one, in this order, many in one request. What it has read is of the
 * moment when its batch was read.
 */
export class ReadAhead {
  readonly #endpoint: Endpoint;
  readonly #sizes: Batches<number>;
  readonly #records: Batches<readonly StoredRecord[]>;
  readonly #lines: Batches<readonly Uint8Array[]>;
  #files: Batches<readonly string[] | undefined>;

  constructor(endpoint: Endpoint, graphs: Iterable<string>, files: Iterable<string> = []) {
    const all = [...new Set(graphs)];
    this.#endpoint = endpoint;
    this.#sizes = new Batches(all, async (names) => {
      const sizes = await wholeGraphs(endpoint, names);
      return new Map(names.map((graph) => [graph, sizes.get(graph) ?? 0]));
    });
    this.#records = new Batches(all, (names) => this.#recordsOf(names));
    this.#lines = new Batches(all, (names) => this.#linesOf(names));
    this.#files = this.#filesOf(new Set(files));
  }

  has(graph: string): boolean {
    return this.#sizes.has(graph);
  }

  /** The number of quads of a graph; 0 if it does not exist. */
  size(graph: string): Promise<number> {
    return this.#sizes.get(graph);
  }

  records(graph: string): Promise<readonly StoredRecord[]> {
    return this.#records.get(graph);
  }

  async *nquads(graph: string): AsyncGenerator<Uint8Array> {
    const counted = await this.size(graph);
    if (counted === 0) return;
    if (counted > quadsTogether(this.#endpoint) / 2) yield* readGraph(this.#endpoint, graph, { counted });
    else yield* await this.#lines.get(graph);
  }

  /** A file that was given, or that a record of the present batch keeps; undefined for any other. */
  async file(sha256: string): Promise<readonly Uint8Array[] | undefined> {
    if (!this.#files.has(sha256)) return undefined;
    const parts = await this.#files.get(sha256);
    return parts && joinFile(sha256, parts);
  }

  async #recordsOf(graphs: readonly string[]): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
    const groups = groupedRecords(await recordsOfWhole(this.#endpoint, { graphs }));
    const records = new Map(graphs.map((graph) => [graph, groups.get(graph) ?? []]));
    const kept = [...records.values()].flat().filter((record) => record.kept);
    this.#files = this.#filesOf(new Set(kept.map(({ sha256 }) => sha256)));
    return records;
  }

  async #linesOf(graphs: readonly string[]): Promise<ReadonlyMap<string, readonly Uint8Array[]>> {
    const [group = []] = groupsBySize(this.#sizes.known(graphs), quadsTogether(this.#endpoint));
    const lines = new Map<string, Uint8Array[]>(group.map((graph) => [graph, []]));
    for await (const { graph, nquads } of readGraphs(this.#endpoint, this.#sizes.known(group)))
      lines.get(graph)!.push(nquads);
    return lines;
  }

  #filesOf(files: ReadonlySet<string>): Batches<readonly string[] | undefined> {
    return new Batches([...files], async (wanted) => {
      const counts = await countParts(this.#endpoint, wanted);
      const [group = []] = groupsBySize(new Map(wanted.map((file) => [file, counts.get(file) ?? 0])), PARTS);
      const parts = await fileParts(this.#endpoint, group);
      return new Map(group.map((file) => [file, parts.get(file)]));
    });
  }
}
