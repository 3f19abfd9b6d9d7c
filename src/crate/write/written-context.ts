import { resolveContext } from '../context/resolve-context.js';
import { wordsIn } from '../context/used-terms.js';
import type { ContextSource } from '../context/context-source.js';
import { isObject, without, type JsonObject, type JsonValue } from '../json/value.js';

/** Puts `{"@base": root}` in front of the context of a document, as its only base (format document, rule 8). */
export function contextWithBase(document: JsonObject, root: string): JsonObject {
  return { ...document, '@context': [{ '@base': root }, ...[dropBase(inForce(document))].flat()] };
}

/** Whether a context has a base that is not `null`, so that its identifiers mean something only with it. */
export function namesBase(context: JsonValue): boolean {
  return [context].flat().some((part) => isObject(part) && (part['@base'] ?? null) !== null);
}

/** An arbitrary base, to find out whether something depends on the base. */
const ANYWHERE = 'http://anywhere.invalid/';

/**
 * A context without the bases in it, for a document whose identifiers are relative to its root or absolute. A `@vocab`
 * that depends on one of these bases is made absolute.
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function withoutBase(context: JsonValue, contexts: ContextSource): Promise<JsonValue> {
  return dropBase(await withAbsoluteVocab(context, contexts));
}

/** A context with absolute `@vocab` where one depends on a base in it. @throws CrateError as {@link withoutBase} */
export async function withAbsoluteVocab(context: JsonValue, contexts: ContextSource): Promise<JsonValue> {
  const parts = [context].flat();
  if (!parts.some((part) => isObject(part) && '@base' in part)) return context;
  const vocabOf = async (value: JsonValue) => (await resolveContext(value, contexts, ANYWHERE)).vocab;
  const independent: JsonValue[] = [];
  for (const [index, part] of parts.entries()) {
    const before = parts.slice(0, index + 1);
    const meant = isObject(part) && '@vocab' in part ? await vocabOf(before) : undefined;
    if (meant === undefined || meant === (await vocabOf(dropBase(before)))) independent.push(part);
    else independent.push({ ...(part as JsonObject), '@vocab': meant });
  }
  return independent;
}

function dropBase(context: JsonValue): JsonValue {
  const parts = [context].flat().flatMap((part) => {
    if (!isObject(part) || !('@base' in part)) return [part];
    const rest = without(part, '@base');
    return Object.keys(rest).length === 0 ? [] : [rest];
  });
  return parts.length === 1 ? (parts[0] as JsonValue) : parts;
}

/**
 * Replaces remote contexts by the definitions of the terms that a document uses: a subset of the keys is enough (format
 * document, Metadata document shape). Context objects stay unchanged, in their order.
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function withEmbeddedContext(document: JsonObject, contexts: ContextSource): Promise<JsonObject> {
  const { '@context': _, ...content } = document;
  const layers: { readonly layer: JsonObject; readonly remote: boolean }[] = [];
  for (const part of inForce(document)) {
    if (isObject(part)) layers.push({ layer: part, remote: false });
    else for (const layer of (await resolveContext(part, contexts, '')).layers) layers.push({ layer, remote: true });
  }
  const needed = wordsIn(content);
  for (const { layer, remote } of layers) if (!remote) wordsIn(layer, needed);
  for (const word of needed)
    for (const { layer } of layers) if (Object.hasOwn(layer, word)) wordsIn(layer[word] ?? null, needed);
  const parts = layers.map(({ layer, remote }) => (remote ? subset(layer, needed) : layer));
  const filled = parts.filter((part) => Object.keys(part).length > 0);
  return { ...document, '@context': filled.length === 1 ? (filled[0] as JsonObject) : filled };
}

/** The contexts in force: a `null` removes those before it. */
function inForce(document: JsonObject): JsonValue[] {
  const parts = [document['@context'] ?? null].flat();
  return parts.slice(parts.lastIndexOf(null) + 1);
}

/** Settings such as `@vocab`, and the terms that are needed. */
function subset(layer: JsonObject, needed: ReadonlySet<string>): JsonObject {
  const entries = Object.entries(layer).filter(([name]) => name.startsWith('@') || needed.has(name));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * All keys and types that occur in a value.
 * @param takesNames whether the values of a key are names, such as types
 */
export function namesIn(value: JsonValue, names: Set<string>, takesNames: (key: string) => boolean): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, names, takesNames);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      names.add(key);
      if (takesNames(key)) for (const name of [item].flat()) if (typeof name === 'string') names.add(name);
      namesIn(item, names, takesNames);
    }
  }
  return names;
}
