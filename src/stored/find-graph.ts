import { CrateError } from '../errors.js';
import { trimAddress } from '../crate/context/context-address.js';
import type { GraphReader } from '../store/port.js';
import { handlesOf, HANDLE_LENGTH, iriHash } from './handles.js';
import { CATALOGUE, loadRecords, recordsByGraph, type LoadRecord } from './load-records.js';
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

/** Whether a name has the form of an IRI. A name such as `Survey: winter` and a path of Windows do not. */
export function looksLikeIri(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:[^\s<>"]*$/.test(name);
}

/** How many crates a message lists; `details` has all of them. */
const SHOWN = 5;

/**
 * Finds the graph that a name means. The IRI of a graph, with or without `<>` and last `/`, always means that graph, and
 * costs one lookup. Other names are compared with all crates of the store: a handle, or any unique prefix, of at least
 * {@link HANDLE_LENGTH} digits, of the SHA-256 of the IRI or of a metadata document; a unique prefix of the IRI, from the
 * scheme on; the path or URL of the source, or its folder; the exact `name` of the crate, where white space does not count.
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
export async function findGraph(store: GraphReader, name: string): Promise<string> {
  const [graph] = await findGraphs(store, [name]);
  return graph as string;
}

/**
 * As {@link findGraph}, for several names; reads what it needs of the store once.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * await removeCrates(store, await findGraphs(store, ['data/crates/rainfall-survey', 'https://example.org/coastal-atlas']));
 */
export async function findGraphs(store: GraphReader, names: Iterable<string>): Promise<string[]> {
  let crates: NamedCrates | undefined;
  const found: string[] = [];
  for (const name of names)
    found.push((await exactGraph(store, name)) ?? (await (crates ??= await NamedCrates.of(store)).find(name)));
  return found;
}

/**
 * Finds the graph with exactly this IRI, with or without `<>` and last `/`, in one lookup.
 * @throws CrateError ERR_USAGE for the catalogue
 */
export async function exactGraph(store: GraphReader, name: string): Promise<string | undefined> {
  const iri = name.replace(/^<(.*)>$/s, '$1');
  if (iri === CATALOGUE)
    throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is the catalogue of the store, not a crate`, {
      hint: 'see `crategraph list` for the crates, and `crategraph query --name catalogue`',
    });
  const spellings = [iri, iri.endsWith('/') ? iri.slice(0, -1) : `${iri}/`];
  const graphs = await store.graphs(spellings);
  return spellings.find((spelling) => graphs.has(spelling));
}

/** All crates of a store by their names. */
class NamedCrates {
  readonly #store: GraphReader;
  readonly #graphs: readonly string[];
  readonly #records: ReadonlyMap<string, readonly LoadRecord[]>;

  private constructor(store: GraphReader, graphs: readonly string[], records: readonly LoadRecord[]) {
    this.#store = store;
    this.#graphs = graphs;
    this.#records = recordsByGraph(records);
  }

  static async of(store: GraphReader): Promise<NamedCrates> {
    return new NamedCrates(store, [...(await store.graphs()).keys()], await loadRecords(store));
  }

  /** @throws CrateError as {@link findGraph} */
  async find(name: string): Promise<string> {
    const found = [...(await this.#matching(name))];
    const [graph] = found;
    if (graph === undefined) throw this.#notFound(name);
    if (found.length > 1) throw this.#ambiguous(name, found);
    return graph;
  }

  /** The graphs that a name fits. Reads the changed graphs only for what may be the name of a crate. */
  async #matching(name: string): Promise<Set<string>> {
    const prefix = /^[0-9a-f]+$/i.test(name) && name.length >= HANDLE_LENGTH ? name.toLowerCase() : undefined;
    const iri = looksLikeIri(name) ? name : undefined;
    const places = placesNamed(trimAddress(name));
    const found = new Set<string>();
    let mayBeName = false;
    for (const graph of this.#graphs) {
      const records = this.#recordsOf(graph);
      const hashes = prefix === undefined ? [] : [iriHash(graph), ...records.map(({ sha256 }) => sha256)];
      const isNamed = records.some(({ names }) => hasName(names, name));
      mayBeName ||= isNamed;
      if (
        (iri !== undefined && graph.startsWith(iri)) ||
        hashes.some((hash) => hash.startsWith(prefix as string)) ||
        records.some((record) => isPlaceOf(record, places)) ||
        (isNamed && !this.#isChanged(graph))
      )
        found.add(graph);
    }
    if (found.size > 0 && !mayBeName) return found;
    for (const graph of this.#graphs)
      if (this.#isChanged(graph) && hasName(await namesInGraph(this.#store, graph), name)) found.add(graph);
    return found;
  }

  #recordsOf(graph: string): readonly LoadRecord[] {
    return this.#records.get(graph) ?? [];
  }

  /** Whether the names in the records may differ from those in the graph. */
  #isChanged(graph: string): boolean {
    const records = this.#recordsOf(graph);
    return records.length === 0 || records.some(({ changed }) => changed);
  }

  #notFound(name: string): CrateError {
    const nearest = this.#described(nearestCrates(name, this.#graphs, (graph) => this.#recordsOf(graph)));
    const message = looksLikeIri(name) ? `the graph <${name}> does not exist` : `the store has no crate ${name}`;
    const suggestion = nearest.length === 0 ? {} : { hint: `did you mean ${listed(nearest)}? see \`crategraph list\`` };
    return new CrateError('ERR_GRAPH_NOT_FOUND', message, { ...suggestion, details: { graph: name, nearest } });
  }

  #ambiguous(name: string, graphs: readonly string[]): CrateError {
    const candidates = this.#described(graphs);
    return new CrateError('ERR_GRAPH_AMBIGUOUS', `${name} fits ${graphs.length} crates: ${listed(candidates)}`, {
      details: { name, candidates },
    });
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
    return `${handle} <${graph}>${short === undefined ? '' : ` (${short})`}`;
  });
  return shown.join(', ') + (crates.length > SHOWN ? ', ...' : '');
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((one) => plain(one) === plain(name));
}

/** The same text for names that differ only in white space or Unicode normalisation. */
function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}
