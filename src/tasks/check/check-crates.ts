import type { OpenStore } from '../argument/crate-in-store.js';
import { withNamedCrate } from '../argument/named-crate.js';
import { CrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { findCrates } from '../../package/open/find-crates.js';
import type { GraphReader } from '../../store/port.js';
import { crateGraphs } from '../stored/reference-graphs.js';
import { checkCrate, checkStored, shapesOf, type CheckOptions } from './check-crate.js';
import type { CheckChoice, CheckResult } from './check-document.js';

/** The result of one crate of several. */
export interface NamedResult extends CheckResult {
  /** The folder, file or address of the crate; the IRI of a crate of a store. */
  readonly crate: string;
  /** Path or address of the metadata document or archive; undefined for a crate of a store and a stream. */
  readonly document?: string | undefined;
}

/** A crate that could not be checked. */
export interface UncheckedCrate {
  readonly crate: string;
  readonly error: CrateError;
}

/** How to check several crates. */
export interface CheckCratesOptions extends CheckOptions {
  /** Opens the store, if an argument may name a crate of it; not called for a path. */
  readonly store: OpenStore;
  /** What to look for in a crate, in place of the options. @param document as in the result */
  readonly settingsOf?: ((document: string | undefined) => Promise<Partial<CheckChoice>>) | undefined;
}

/**
 * Checks all crates that some arguments name: folders, folder trees full of crates, files, addresses, `-`, or crates of
 * a store; without arguments all crates of the store. A crate that cannot be checked does not end the others.
 * @example
 * const store = () => openStore('memory:');
 * for await (const result of checkCrates(['data/crates/rainfall-survey', 'data/crates/coastal-atlas'], { store }))
 *   console.log(result.crate, 'error' in result ? result.error.message : result.findings.length);
 * @throws CrateError ERR_STORE_NOT_FOUND without arguments, the error of the only argument if it names no crate, that
 * of shapes that cannot be read, and what an aborted signal says
 */
export async function* checkCrates(
  crates: readonly string[],
  given: CheckCratesOptions,
): AsyncGenerator<NamedResult | UncheckedCrate> {
  const options = { ...given, shapes: shapesOf(given) }; // read once for all crates
  await options.shapes?.readFiles();
  if (crates.length === 0) {
    const snapshot = (await options.store()).snapshot();
    try {
      const graphs = [...(await crateGraphs(snapshot)).keys()];
      snapshot.readAhead?.(graphs);
      for (const graph of graphs) yield await checkGraph(snapshot, graph, options);
    } finally {
      snapshot.close();
    }
  }
  for (const argument of crates)
    try {
      const places = await withNamedCrate<NamedResult | UncheckedCrate | readonly FoundPlace[]>(
        argument,
        options.store,
        {
          stored: (snapshot, graph) => checkGraph(snapshot, graph, options),
          elsewhere: placesOf,
        },
      );
      if (!isList(places)) yield places;
      else for (const place of places) yield await checkPlace(place, options);
    } catch (error) {
      if (crates.length === 1) throw error; // nothing else to check
      yield uncheckedCrate(argument, error, options);
    }
}

interface FoundPlace {
  readonly crate: string;
  readonly file: string;
  readonly opens: CrateArgument;
  readonly error?: CrateError | undefined;
}

async function placesOf(argument: string): Promise<FoundPlace[]> {
  const places: FoundPlace[] = [];
  for await (const { file, crate: opens, error } of findCrates(argument))
    places.push({ crate: file, file, opens, error });
  const [first, ...more] = places;
  return first !== undefined && more.length === 0 ? [{ ...first, crate: argument }] : places;
}

function isList(value: unknown): value is readonly FoundPlace[] {
  return Array.isArray(value);
}

async function checkPlace(
  { crate, file, opens, error: unread }: FoundPlace,
  options: CheckCratesOptions,
): Promise<NamedResult | UncheckedCrate> {
  try {
    if (unread !== undefined) throw unread;
    const own = { ...options, ...(await options.settingsOf?.(file)) };
    return { crate, ...(file !== '-' && { document: file }), ...(await checkCrate(opens, own)) };
  } catch (error) {
    return uncheckedCrate(crate, error, options);
  }
}

async function checkGraph(
  store: GraphReader,
  graph: string,
  options: CheckCratesOptions,
): Promise<NamedResult | UncheckedCrate> {
  try {
    const own = { ...options, ...(await options.settingsOf?.(undefined)) };
    return { crate: graph, ...(await checkStored(store, graph, own)) };
  } catch (error) {
    return uncheckedCrate(graph, error, options);
  }
}

/** A crate whose error does not end the others. @throws what is no CrateError, and what an aborted signal says */
export function uncheckedCrate(
  crate: string,
  error: unknown,
  { signal }: Pick<CheckOptions, 'signal'>,
): UncheckedCrate {
  signal?.throwIfAborted();
  if (error instanceof CrateError) return { crate, error };
  throw error;
}
