import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri, resolveIri } from '../../base/rdf/iri.js';
import { isObject, without, type JsonObject, type JsonValue } from '../json/value.js';
import { ActiveContext } from './active-context.js';
import type { ContextSource } from './context-source.js';

/** How deep remote contexts may refer to remote contexts (JSON-LD 1.1 API, error `context overflow`). */
const MAX_DEPTH = 8;
/** Real documents list a handful. Each name is looked up in all of them. */
const MAX_LAYERS = 1000;

/** Contexts of earlier documents, by source and text: thousands of crates share a handful. */
const cache = new WeakMap<ContextSource, Map<string, ActiveContext>>();
const CACHE_SIZE = 256;

/**
 * Builds the active context of a document, with every remote context loaded.
 * @param context the value of `@context`, undefined if the document does not have one
 * @param base what relative terms resolve against
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function resolveContext(
  context: JsonValue | undefined,
  source: ContextSource,
  base: string,
): Promise<ActiveContext> {
  const key = JSON.stringify(context) ?? '';
  let known = cache.get(source);
  if (known === undefined) cache.set(source, (known = new Map()));
  const shared = known.get(key);
  if (shared !== undefined) return shared;
  const active = new ActiveContext(await layersOf(context ?? null, { source, base, depth: 0 }), base);
  if (active.isShareable) {
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(key, active);
  }
  return active;
}

/** Where a context stands. */
interface ContextPlace {
  readonly source: ContextSource;
  /** What a relative address of a context resolves against. */
  readonly base: string;
  /** How many remote contexts lead here. */
  readonly depth: number;
}

/**
 * The context objects in force after a `@context` value, in order; `null` removes all before it. A base inside a remote
 * context has no effect (JSON-LD 1.1 API, section 4.1.2 step 5.7).
 */
async function layersOf(
  context: JsonValue,
  place: ContextPlace,
  earlier: readonly JsonObject[] = [],
): Promise<JsonObject[]> {
  const { base, depth } = place;
  if (depth > MAX_DEPTH)
    throw new CrateError(
      'ERR_CONTEXT_INVALID',
      `remote contexts refer to each other more than ${MAX_DEPTH} levels deep`,
    );
  let layers = [...earlier];
  for (const part of [context].flat()) {
    if (part === null) layers = [];
    else if (typeof part === 'string') layers = await remote(part, place, layers);
    else if (isObject(part)) {
      const layer = await withImport(part, place);
      layers.push(depth > 0 ? remoteLayer(layer, base) : layer);
    } else {
      const shown = JSON.stringify(part);
      throw new CrateError('ERR_CONTEXT_INVALID', `a context is neither an address nor an object: ${shown}`);
    }
    if (layers.length > MAX_LAYERS)
      throw new CrateError('ERR_CONTEXT_INVALID', `the document lists more than ${MAX_LAYERS} contexts`);
  }
  return layers;
}

async function remote(
  reference: string,
  { source, base, depth }: ContextPlace,
  earlier: readonly JsonObject[],
): Promise<JsonObject[]> {
  const address = isAbsoluteIri(reference.trim()) ? reference.trim() : resolveIri(reference, base);
  return layersOf((await source.load(address)) as JsonValue, { source, base: address, depth: depth + 1 }, earlier);
}

/**
 * Remote contexts as they apply, by the object that the source returned: large, and shared by thousands of documents.
 */
const remoteLayers = new WeakMap<JsonObject, JsonObject>();

/** A remote context without its base. It is frozen if it is valid by itself, so it is checked only once. */
function remoteLayer(layer: JsonObject, base: string): JsonObject {
  if (Object.isFrozen(layer) && !('@base' in layer)) return layer;
  let known = remoteLayers.get(layer);
  if (known === undefined) {
    known = without(layer, '@base');
    const alone = new ActiveContext([known], base);
    if (alone.isShareable && alone.aliases.size === 0) Object.freeze(known);
    remoteLayers.set(layer, known);
  }
  return known;
}

/** JSON-LD 1.1 API, section 4.1.2 step 5.6: imported terms come before the terms of the context. */
async function withImport(layer: JsonObject, place: ContextPlace): Promise<JsonObject> {
  const { '@import': address } = layer;
  if (typeof address !== 'string') return layer;
  const [imported = {}, ...more] = await remote(address, place, []);
  if (more.length > 0 || '@import' in imported)
    throw new CrateError('ERR_CONTEXT_INVALID', `the context ${address} cannot be imported: it is not one object`);
  return { ...imported, ...without(layer, '@import') };
}
