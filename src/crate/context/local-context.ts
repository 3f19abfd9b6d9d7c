import { isAbsoluteIri, resolveIri } from '../iri.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { ActiveContext } from './active-context.js';
import { KEYWORDS, KEYWORD_FORM } from './term.js';

/** Names that break the objects of a processor; as keys they are written in full. */
export const UNSPEAKABLE: ReadonlySet<string> = new Set(['__proto__', 'hasOwnProperty']);

/** Without this a processor drops relative identifiers or makes them absolute; with it they come back as written. */
const KEEP_RELATIVE: JsonObject = { '@base': null };

/**
 * A context that holds for a part of a document, for a processor that leaves relative identifiers alone: addresses and
 * bases in it are absolute, and what has no meaning in JSON-LD is left out.
 * @param base what relative references in it resolve against
 */
export function localContext(context: JsonValue, base: string): JsonValue {
  if (context === null) return [null, KEEP_RELATIVE];
  if (typeof context === 'string') return isAbsoluteIri(context) ? context : resolveIri(context, base);
  if (Array.isArray(context)) return context.flatMap((part) => localContext(part, base));
  if (!isObject(context)) return context;
  return Object.fromEntries(
    Object.entries(context).flatMap(([name, value]) => {
      if (name === '@base') return [[name, typeof value === 'string' ? resolveIri(value, base) : value]];
      if (name === '@import' && typeof value === 'string') return [[name, resolveIri(value, base)]];
      if (name === '@vocab' && isRelativeVocab(value)) return [[name, resolveIri(value, base)]];
      if (KEYWORDS.has(name)) return [[name, value]];
      return KEYWORD_FORM.test(name) ? [] : [[name, definitionFor(value, base)]];
    }),
  );
}

/** The base that holds where a context is in force. */
export function baseWithin(context: JsonValue, base: string): string {
  return [context].flat().reduce<string>((current, part) => {
    const own = isObject(part) ? part['@base'] : undefined;
    return typeof own === 'string' ? resolveIri(own, current) : current;
  }, base);
}

/**
 * The part of a document's context that an entity uses, each term as it was worked out: a processor needs to look at
 * nothing else, and an odd term that the entity does not use does no harm.
 */
export function contextFor(entity: JsonObject, context: ActiveContext, base: string): JsonValue {
  const { layers, vocab, language } = context;
  if (context.complex) return [...layers.map((layer) => localContext(withoutBase(layer), base)), KEEP_RELATIVE].flat();
  const terms: JsonObject = { ...KEEP_RELATIVE, '@vocab': vocab ?? null, '@language': language ?? null };
  const names = new Set(namesIn(entity));
  for (const name of names) {
    if (KEYWORD_FORM.test(name) || UNSPEAKABLE.has(name)) continue;
    const known = context.term(name);
    if (known === undefined) continue;
    const written = context.written(name) ?? null;
    if (known.complex && isObject(written)) {
      for (const more of namesIn(written)) names.add(more); // the loop comes to them
      const { '@reverse': reverse, '@type': _, ...rest } = definitionFor(written, base) as JsonObject;
      const type: JsonObject = known.type === undefined ? {} : { '@type': known.type };
      const maps: JsonObject = reverse === undefined ? { '@id': known.iri } : { '@reverse': reverse };
      terms[name] = { ...rest, ...type, ...maps };
    } else if (known.iri === null || KEYWORDS.has(known.iri)) terms[name] = known.iri;
    else {
      const definition: JsonObject = { '@id': known.iri };
      if (known.type !== undefined) definition['@type'] = known.type;
      if (known.language !== undefined && known.type === undefined) definition['@language'] = known.language;
      if (known.list) definition['@container'] = '@list';
      if (known.prefix && !/[:/]/.test(name)) definition['@prefix'] = true;
      if (isObject(written) && '@direction' in written) definition['@direction'] = written['@direction'] as JsonValue;
      terms[name] = definition;
    }
  }
  for (const keyword of ['@type', '@direction']) {
    const written = context.written(keyword);
    if (written !== undefined) terms[keyword] = written;
  }
  return terms;
}

/** A term's definition without keys that are none of JSON-LD. */
function definitionFor(definition: JsonValue, base: string): JsonValue {
  if (!isObject(definition)) return definition;
  const entries = Object.entries(definition).filter(([key]) => KEYWORDS.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '@context' ? localContext(value, base) : value]),
  );
}

function withoutBase({ '@base': _, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** Only what cannot be a term or a prefix: others are looked up first. */
function isRelativeVocab(vocab: JsonValue): vocab is string {
  return typeof vocab === 'string' && /^(?:$|[/?#.])/.test(vocab);
}

/** What may be looked up in a context for a JSON value: every string in it, and what stands before a colon. */
function* namesIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    const colon = value.indexOf(':', 1);
    if (colon > 0) yield value.slice(0, colon);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* namesIn(item);
  } else if (isObject(value)) {
    for (const key in value) {
      yield* namesIn(key);
      yield* namesIn(value[key] as JsonValue);
    }
  }
}
