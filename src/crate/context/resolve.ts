import { CrateError } from '../../errors.js';
import { isAbsoluteIri, resolveIri } from '../iri.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import { ActiveContext } from './active-context.js';
import type { ContextSource } from './source.js';

/** Remote contexts that refer to remote contexts end here (JSON-LD 1.1 API, error `context overflow`). */
const MAX_DEPTH = 8;

/** Contexts of earlier documents, by source and text: thousands of crates share a handful. */
const cache = new WeakMap<ContextSource, Map<string, ActiveContext>>();
const CACHE_SIZE = 256;

/**
 * Makes the active context of a document, with every remote context loaded.
 * @param context the value of `@context`, undefined for none
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
  const active = new ActiveContext(await layersOf(context ?? null, source, base, 0), base);
  if (active.portable) {
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(key, active);
  }
  return active;
}

/** The context objects that a `@context` value stands for, in order; `null` forgets what came before. */
async function layersOf(context: JsonValue, source: ContextSource, base: string, depth: number): Promise<JsonObject[]> {
  if (depth > MAX_DEPTH) throw new CrateError('ERR_CONTEXT_INVALID', 'contexts refer to contexts without end');
  if (context === null) return [];
  if (typeof context === 'string') {
    const address = isAbsoluteIri(context.trim()) ? context.trim() : resolveIri(context, base);
    const layers = await layersOf((await source.load(address)) as JsonValue, source, address, depth + 1);
    // A base inside a remote context has no effect (JSON-LD 1.1 API, section 4.1.2 step 5.7).
    return layers.map((layer) => ('@base' in layer ? withoutBase(layer) : layer));
  }
  if (Array.isArray(context)) {
    let layers: JsonObject[] = [];
    for (const part of context)
      layers = part === null ? [] : layers.concat(await layersOf(part, source, base, depth + 1));
    return layers;
  }
  if (isObject(context)) return [context];
  throw new CrateError(
    'ERR_CONTEXT_INVALID',
    `a context is neither an address nor an object: ${JSON.stringify(context)}`,
  );
}

function withoutBase(layer: JsonObject): JsonObject {
  const { '@base': _, ...rest } = layer;
  return rest;
}
