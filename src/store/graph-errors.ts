import { CrateError } from '../base/errors.js';
import { isAbsoluteIri } from '../base/rdf/iri.js';
import { repairIri } from '../base/rdf/iri-repair.js';

/** The error for a graph that does not exist, its IRI in `details.graph`. */
export function graphNotFound(graph: string): CrateError {
  return new CrateError('ERR_GRAPH_NOT_FOUND', `the graph <${graph}> does not exist`, { details: { graph } });
}

/** The error for a graph that already exists, its IRI in `details.graph`. @param source where it was loaded from */
export function graphExists(graph: string, source?: string): CrateError {
  const from = source === undefined ? '' : `, from ${source === '-' ? 'a stream or from memory' : source}`;
  return new CrateError('ERR_GRAPH_EXISTS', `the graph <${graph}> already exists${from}`, { details: { graph } });
}

/**
 * Makes sure that graphs exist.
 * @param found the graphs that exist, at least those that are wanted
 * @throws CrateError ERR_GRAPH_NOT_FOUND
 */
export function requireGraphs(found: ReadonlyMap<string, unknown>, wanted: Iterable<string>): void {
  for (const graph of wanted) if (!found.has(graph)) throw graphNotFound(graph);
}

/** The error for a store that does not return the quads that it has counted in a graph. */
export function lostQuads(graph: string, counted: number, read: number): CrateError {
  const message = `the store has counted ${counted} quads in <${graph}> and returned ${read}`;
  return new CrateError('ERR_STORE_INVALID', message, {
    hint: 'if another process is writing to the store, push again when it is done; otherwise load the crate again',
  });
}

/** The error for a graph apart in a store that keeps none. */
export function cannotBeApart(graph: string): CrateError {
  return new CrateError('ERR_UNSUPPORTED', `a SPARQL endpoint cannot keep <${graph}> apart from its other graphs`, {
    hint: 'only a store file can: use one with --store, or load the graph without --apart',
    details: { graph },
  });
}

/** The error for an update that computes the name of a graph apart. */
export function changedApart(graph: string): CrateError {
  return new CrateError('ERR_USAGE', `the update changes <${graph}>, which is apart, and does not name it`, {
    hint: 'write its IRI in GRAPH, WITH or VALUES',
    details: { graph },
  });
}

/** What the names of graphs begin with that are not crates: the catalogue, bookkeeping, what an update works with. */
export const RESERVED = 'urn:crategraph:';
/** The graph of what is the same across other graphs. */
export const IDENTITIES = 'urn:crategraph:identities';
/** The graphs in which syncs keep how far they are begin so. With {@link IDENTITIES}, no other graph of a store has such a name. */
export const SYNC_STATES = 'urn:crategraph:sync:';

/** Whether no graph of a store can have a name, because it is ours. */
export function isReservedName(graph: string): boolean {
  return graph.startsWith(RESERVED) && graph !== IDENTITIES && !graph.startsWith(SYNC_STATES);
}

/**
 * Makes sure that a graph can have this name.
 * @throws CrateError ERR_RDF_SYNTAX for what is not an absolute legal IRI
 */
export function requireLegalName(graph: string): void {
  if (isReservedName(graph))
    throw new CrateError(
      'ERR_RDF_SYNTAX',
      `<${graph}> cannot be a graph: names that begin with ${RESERVED} are reserved`,
    );
  if (isAbsoluteIri(graph) && repairIri(graph) === graph) return;
  throw new CrateError('ERR_RDF_SYNTAX', `${JSON.stringify(graph)} is no IRI, so no graph can have this name`);
}
