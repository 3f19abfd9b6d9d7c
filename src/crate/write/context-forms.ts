import { resolveContext } from '../context/resolve.js';
import type { ContextSource } from '../context/source.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';

/** Puts `{"@base": root}` in front of the context of a document (format document, rule 8). */
export function withBase(document: JsonObject, root: string): JsonObject {
  const parts = [document['@context'] ?? null].flat().filter((part) => part !== null);
  return { ...document, '@context': [{ '@base': root }, ...parts] };
}

/**
 * Puts the definitions of all terms that a document uses in the place of remote contexts: a subset of the keys is
 * enough (format document, Metadata document shape). Objects in the context stay as they are.
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function withEmbeddedContext(document: JsonObject, contexts: ContextSource): Promise<JsonObject> {
  const written = [document['@context'] ?? null].flat();
  const remote = written.filter((part) => typeof part === 'string');
  const context = await resolveContext(remote, contexts, '');
  const terms: JsonObject = {};
  for (const name of [...namesIn(document['@graph'] ?? null)].sort()) {
    for (const term of [name, name.slice(0, Math.max(0, name.indexOf(':')))]) {
      const layer = context.layers.findLast((one) => Object.hasOwn(one, term));
      if (layer !== undefined && !term.startsWith('@')) terms[term] = layer[term] as JsonValue;
    }
  }
  const own = written.filter(isObject);
  return { ...document, '@context': own.length === 0 ? terms : [terms, ...own] };
}

/** All keys and types that occur in a value. */
export function namesIn(value: JsonValue, names = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, names);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      names.add(key);
      if (key === '@type') for (const type of [item].flat()) if (typeof type === 'string') names.add(type);
      namesIn(item, names);
    }
  }
  return names;
}
