import { CrateError } from '../../base/errors.js';
import { quotedName } from '../../base/quoted-name.js';
import { trimAddress } from '../../crate/context/context-address.js';
import { ifWritable } from '../../store/if-writable.js';
import type { GraphReader, GraphStore, KeyChoice, WorkOptions } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import {
  CHANGED_CRATES,
  choicesOf,
  CRATE_KEYS,
  hashPrefix,
  isChangedCrate,
  looksLikeIri,
  plainName,
} from './graph-names.js';
import { handlesOf, iriHash } from './handles.js';
import { CATALOGUE, loadRecordOf, loadRecords, recordsByGraph, type LoadRecord } from './load-records.js';
import { namesInGraph } from './names-in-graph.js';
import { nearestCrates } from './nearest-crates.js';
import { isPlaceOf, placesNamed } from './source-places.js';

/** A crate of a store, as messages name it. */
export interface CrateName {
  readonly handle: string;
  /** IRI of the named graph. */
  readonly graph: string;
  /** The first name that it was loaded with. */
  readonly name: string | undefined;
}

/** How many crates a message lists; `details` has all of them. */
const SHOWN = 5;

/**
 * Finds the graph that a name means. The IRI of a graph, with or without `<>` and last `/`, always means that graph,
 * and costs one lookup. Other names are compared with all crates of the store: a handle, or any unique prefix, of at
 * least six digits, of the SHA-256 of the IRI or of a metadata document; a unique prefix of the IRI, from the scheme
 * on; the path or URL of the source, or its folder; the exact `name` of the crate, where white space does not count.
 * No form wins over another, so that no crate can take a name away from another one: a name that fits two is an error.
 * @returns the IRI of the graph
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const graph = await findGraph(store, 'data/crates/rainfall-survey');
 * console.log(await exportCrate(store, graph));
 * @throws CrateError ERR_GRAPH_NOT_FOUND with the nearest crates, ERR_GRAPH_AMBIGUOUS with all candidates in `details`,
 * ERR_USAGE for the catalogue
 */
export async function findGraph(store: GraphReader | GraphStore, name: string): Promise<string> {
  const [graph] = await findGraphs(store, [name]);
  return graph as string;
}

/**
 * As {@link findGraph}, for several names; reads what it needs of the store once.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const named = ['data/crates/rainfall-survey', 'https://example.org/coastal-atlas'];
 * await removeCrates(store, await findGraphs(store, named));
 */
export async function findGraphs(store: GraphReader | GraphStore, names: Iterable<string>): Promise<string[]> {
  const wanted = [...names];
  const exact = await exactGraphs(store, wanted);
  const others = new Set(wanted.filter((_, at) => exact[at] === undefined));
  if (others.size > 0 && 'indexKeys' in store) await prepareNames(store);
  const found =
    'snapshot' in store
      ? await withSnapshot(store, (one) => otherGraphs(one, others))
      : await otherGraphs(store, others);
  return wanted.map((name, at) => exact[at] ?? found.get(name)!);
}

/** The graphs of names that are not their IRIs. @throws CrateError as {@link findGraph} */
async function otherGraphs(store: GraphReader, names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (names.size === 0) return found;
  const crates = await NamedCrates.of(store, [...names]);
  for (const name of names) found.set(name, await crates.find(name));
  return found;
}

/**
 * Has a store make its lookup of names, or bring it up to date, if that spares the next search
 * something. No search depends on it.
 * @throws CrateError ERR_STORE_INVALID
 */
export async function prepareNames(store: Pick<GraphStore, 'indexKeys'>, options: WorkOptions = {}): Promise<void> {
  await ifWritable(store.indexKeys(CRATE_KEYS, options));
}

/**
 * Finds the graph with exactly this IRI, with or without `<>` and last `/`, in one lookup.
 * @throws CrateError ERR_USAGE for the catalogue
 */
export async function exactGraph(store: GraphReader, name: string): Promise<string | undefined> {
  return (await exactGraphs(store, [name]))[0];
}

/** As {@link exactGraph}, for several names. */
async function exactGraphs(store: GraphReader, names: readonly string[]): Promise<(string | undefined)[]> {
  const spellings = names.map((name) => {
    const iri = name.replace(/^<(.*)>$/s, '$1');
    if (iri === CATALOGUE)
      throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is the catalogue of the store, not a crate`, {
        hint: 'see `crategraph list` for the crates, and `crategraph query --name catalogue`',
      });
    return [iri, iri.endsWith('/') ? iri.slice(0, -1) : `${iri}/`];
  });
  const graphs = await store.graphs(spellings.flat());
  return spellings.map((own) => own.find((spelling) => graphs.has(spelling)));
}

/** The crates of a store that may have some names. */
class NamedCrates {
  readonly #store: GraphReader;
  readonly #records: ReadonlyMap<string, readonly LoadRecord[]>;
  #changed: ReadonlyMap<string, readonly LoadRecord[]> | undefined;

  private constructor(store: GraphReader, records: ReadonlyMap<string, readonly LoadRecord[]>) {
    this.#store = store;
    this.#records = records;
  }

  static async of(store: GraphReader, names: readonly string[]): Promise<NamedCrates> {
    return new NamedCrates(store, await cratesWith(store, names.flatMap(choicesOf)));
  }

  /** @throws CrateError as {@link findGraph} */
  async find(name: string): Promise<string> {
    const found = [...(await this.#matching(name))];
    const [graph] = found;
    if (graph !== undefined && found.length === 1) return graph;
    const all = await AllCrates.of(this.#store);
    throw graph === undefined ? all.notFound(name) : all.ambiguous(name, found);
  }

  /** The graphs that a name fits. Reads the changed graphs only for what may be the name of a crate. */
  async #matching(name: string): Promise<Set<string>> {
    const prefix = hashPrefix(name);
    const iri = looksLikeIri(name) ? name : undefined;
    const places = placesNamed(trimAddress(name));
    const found = new Set<string>();
    let mayBeName = false;
    for (const [graph, records] of this.#records) {
      const hashes = prefix === undefined ? [] : [iriHash(graph), ...records.map(({ sha256 }) => sha256)];
      const isNamed = records.some(({ names }) => hasName(names, name));
      mayBeName ||= isNamed;
      if (
        (iri !== undefined && graph.startsWith(iri)) ||
        hashes.some((hash) => hash.startsWith(prefix as string)) ||
        records.some((record) => isPlaceOf(record, places)) ||
        (isNamed && !isChangedCrate(records))
      )
        found.add(graph);
    }
    if (found.size > 0 && !mayBeName) return found;
    this.#changed ??= await cratesWith(this.#store, [CHANGED_CRATES]);
    this.#store.readAhead?.(this.#changed.keys());
    for (const graph of this.#changed.keys())
      if (hasName(await namesInGraph(this.#store, graph), name)) found.add(graph);
    return found;
  }
}

/** The crates that fit a choice, with their load records. */
async function cratesWith(
  store: GraphReader,
  choices: readonly KeyChoice[],
): Promise<ReadonlyMap<string, readonly LoadRecord[]>> {
  if (choices.length === 0) return new Map();
  const found = await store.find(CRATE_KEYS, choices);
  return new Map([...found].map(([graph, records]) => [graph, records.map(loadRecordOf)]));
}

/** All crates of a store, for messages: what is near a name, and handles. */
class AllCrates {
  readonly #graphs: readonly string[];
  readonly #records: ReadonlyMap<string, readonly LoadRecord[]>;

  private constructor(graphs: readonly string[], records: readonly LoadRecord[]) {
    this.#graphs = graphs;
    this.#records = recordsByGraph(records);
  }

  static async of(store: GraphReader): Promise<AllCrates> {
    return new AllCrates([...(await store.graphs()).keys()], await loadRecords(store));
  }

  #recordsOf(graph: string): readonly LoadRecord[] {
    return this.#records.get(graph) ?? [];
  }

  notFound(name: string): CrateError {
    const nearest = this.#described(nearestCrates(name, this.#graphs, (graph) => this.#recordsOf(graph)));
    const message = looksLikeIri(name)
      ? `the graph <${name}> does not exist`
      : `the store has no crate ${quotedName(name)}`;
    const suggestion = nearest.length === 0 ? {} : { hint: `did you mean ${listed(nearest)}? see \`crategraph list\`` };
    return new CrateError('ERR_GRAPH_NOT_FOUND', message, { ...suggestion, details: { graph: name, nearest } });
  }

  ambiguous(name: string, found: readonly string[]): CrateError {
    const graphs = this.#graphs.filter((graph) => found.includes(graph));
    const candidates = this.#described(graphs);
    return new CrateError(
      'ERR_GRAPH_AMBIGUOUS',
      `${quotedName(name)} fits ${graphs.length} crates: ${listed(candidates)}`,
      {
        details: { name, candidates },
      },
    );
  }

  #described(graphs: readonly string[]): CrateName[] {
    if (graphs.length === 0) return [];
    const handles = handlesOf(this.#graphs, [...this.#records.values()].flat());
    return graphs.map((graph) => ({
      handle: handles.get(graph) as string,
      graph,
      name: this.#recordsOf(graph).flatMap(({ names }) => names)[0],
    }));
  }
}

function listed(crates: readonly CrateName[]): string {
  const shown = crates.slice(0, SHOWN).map(({ handle, graph, name }) => {
    const short = name !== undefined && name.length > 60 ? `${name.slice(0, 60)}...` : name;
    return `${handle} <${graph}>${short === undefined ? '' : ` (${JSON.stringify(short)})`}`;
  });
  return shown.join(', ') + (crates.length > SHOWN ? ', ...' : '');
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((one) => plainName(one) === plainName(name));
}
