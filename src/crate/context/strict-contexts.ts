import { resolveIri } from '../../base/rdf/iri.js';
import { isObject, without, type JsonObject, type JsonValue } from '../json/value.js';
import { ActiveContext } from './active-context.js';
import { contextsInForce, within, type ContextScope } from './scoped-context.js';
import { KEYWORDS, KEYWORD_FORM } from './term-definition.js';
import { wordsIn } from './used-terms.js';

/** With this a processor returns relative identifiers as written. Otherwise it drops them or makes them absolute. */
const KEEP_RELATIVE: JsonObject = { '@base': null };

/**
 * A context of a part of a document, for a processor that leaves relative identifiers alone: its addresses, bases and
 * vocabularies are absolute, and it contains only what JSON-LD defines.
 */
export function localContext(own: JsonValue, outer: ContextScope): JsonValue {
  const inner = within(own, outer);
  const parts = contextsInForce(own);
  let index = inner.context.layers.length - parts.filter(isObject).length;
  const absolute = parts.flatMap((part) => {
    if (part === null) return [null, KEEP_RELATIVE];
    if (typeof part === 'string') return resolveIri(part, outer.documentBase);
    return isObject(part) ? layerFor(inner, index++) : part;
  });
  return absolute.length === 1 ? (absolute[0] as JsonValue) : absolute;
}

/** The same for a remote context. Its bases have no effect, and its `@vocab` depends on that of the document. */
export function remoteContext(context: JsonValue, address: string): JsonValue {
  const scope = { context: new ActiveContext([], address), base: address, documentBase: address };
  return [context].flat(Infinity as 1).flatMap((part) => {
    if (part === null) return [null, KEEP_RELATIVE];
    if (typeof part === 'string') return resolveIri(part, address);
    return isObject(part) ? strictLayer(without(part, '@base'), scope) : part;
  });
}

/** One of the contexts in force, with an absolute `@vocab`. */
function layerFor(scope: ContextScope, index: number): JsonObject {
  const strict = strictLayer(scope.context.layers[index] as JsonObject, scope);
  return typeof strict['@vocab'] === 'string' ? { ...strict, '@vocab': scope.context.vocabs[index] ?? null } : strict;
}

/** A context with only what JSON-LD defines. @param scope where its terms are used */
function strictLayer(layer: JsonObject, scope: ContextScope): JsonObject {
  return Object.fromEntries(
    Object.entries(layer).flatMap(([name, value]) => {
      if (name === '@import' && typeof value === 'string') return [[name, resolveIri(value, scope.documentBase)]];
      if (KEYWORDS.has(name)) return [[name, value]];
      return KEYWORD_FORM.test(name) ? [] : [[name, definitionFor(value, scope)]];
    }),
  );
}

/**
 * The part of a document's context that an entity uses, with each term resolved. A processor needs nothing else, and an
 * invalid term that the entity does not use does no harm.
 */
export function contextForEntity(entity: JsonObject, scope: ContextScope): JsonValue {
  const { context } = scope;
  const { layers, vocab, language } = context;
  if (context.complex) return [...layers.map((_, index) => without(layerFor(scope, index), '@base')), KEEP_RELATIVE];
  const terms = new Map<string, JsonValue>(Object.entries(KEEP_RELATIVE));
  terms.set('@vocab', vocab ?? null).set('@language', language ?? null);
  const names = wordsIn(entity);
  for (const name of names) {
    if (KEYWORD_FORM.test(name)) continue;
    const known = context.term(name);
    if (known === undefined) continue;
    const written = context.written(name) ?? null;
    if (known.complex && isObject(written)) {
      wordsIn(written, names); // the loop reaches them
      const { '@reverse': reverse, '@type': _, ...rest } = definitionFor(written, scope) as JsonObject;
      const type: JsonObject = known.type === undefined ? {} : { '@type': known.type };
      const maps: JsonObject = reverse === undefined ? { '@id': known.iri } : { '@reverse': reverse };
      terms.set(name, { ...rest, ...type, ...maps });
    } else if (known.iri === null || KEYWORDS.has(known.iri)) terms.set(name, known.iri);
    else {
      const definition: JsonObject = { '@id': known.iri };
      if (known.type !== undefined) definition['@type'] = known.type;
      if (known.language !== undefined && known.type === undefined) definition['@language'] = known.language;
      if (known.list) definition['@container'] = '@list';
      if (known.prefix && !/[:/]/.test(name)) definition['@prefix'] = true;
      if (isObject(written) && '@direction' in written) definition['@direction'] = written['@direction'] as JsonValue;
      terms.set(name, definition);
    }
  }
  for (const keyword of ['@type', '@direction']) {
    const written = context.written(keyword);
    if (written !== undefined) terms.set(keyword, written);
  }
  return Object.fromEntries(terms);
}

/** A term definition with only the keys that JSON-LD knows. */
function definitionFor(definition: JsonValue, scope: ContextScope): JsonValue {
  if (!isObject(definition)) return definition;
  const entries = Object.entries(definition).filter(([key]) => KEYWORDS.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '@context' ? localContext(value, scope) : value]),
  );
}
