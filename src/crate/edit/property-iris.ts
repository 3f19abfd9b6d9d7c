import { RDF_TYPE, SCHEMA_HTTPS, schemaOrg } from '../../rdf/vocabulary.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { keywordOf, type InContext } from '../follow/written-keys.js';

/** Properties that are not of schema.org. */
const ELSEWHERE: Readonly<Record<string, string>> = { localPath: 'https://w3id.org/ro/terms#localPath' };
/** Types that RO-Crate calls by another name than schema.org. */
const RENAMED_TYPES: Readonly<Record<string, string>> = { File: 'MediaObject' };

/** The predicates that a name stands for: of schema.org, `localPath` or `@type`, and what the context of the crate says. */
export function predicatesOf(name: string, { context }: InContext): string[] {
  if (name === '@type') return [RDF_TYPE];
  const known = ELSEWHERE[name] === undefined ? schemaOrg(name) : [ELSEWHERE[name]];
  const expanded = context.expandVocab(name);
  return expanded.kind === 'absolute' ? [...known, expanded.iri] : [...known];
}

/** An entity with an absolute IRI for each key and type that the context of the crate does not define. */
export function withDefinedNames(entity: JsonObject, document: InContext): JsonObject {
  const { context } = document;
  const name = context.expandVocab('name');
  const scheme = name.kind === 'absolute' && name.iri.startsWith(SCHEMA_HTTPS) ? 1 : 0;
  const isUndefined = (one: string) => ['relative', 'none'].includes(context.expandVocab(one).kind);
  const type = (one: JsonValue) =>
    typeof one === 'string' && isUndefined(one) ? schemaOrg(RENAMED_TYPES[one] ?? one)[scheme] : one;
  const defined = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(defined);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => {
      const keyword = keywordOf(key, document);
      if (keyword === '@type') return [key, Array.isArray(item) ? item.map(type) : type(item)];
      if (keyword.startsWith('@')) return [key, keyword === '@list' || keyword === '@set' ? defined(item) : item];
      return [isUndefined(key) ? (ELSEWHERE[key] ?? schemaOrg(key)[scheme]) : key, defined(item)];
    });
    return Object.fromEntries(entries);
  };
  return defined(entity) as JsonObject;
}
