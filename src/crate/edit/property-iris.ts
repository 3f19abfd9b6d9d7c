import { DCTERMS, RDF_TYPE, RDFS, SCHEMA_HTTPS, schemaOrg } from '../../base/rdf/vocabulary.js';
import { hasVocabValues, keywordOf, type InContext } from '../follow/written-keys.js';
import { entitiesAmong, topEntities } from '../json/lazy-document.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { CrateDocument } from '../read/crate-document.js';
import { namesIn } from '../write/written-context.js';

/**
 * Properties that are not of schema.org: all IRIs that a version of RO-Crate gives them, the newest first. A map,
 * because a crate may use any name, also those that every object has.
 */
const ELSEWHERE: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['localPath', ['https://w3id.org/ro/terms#localPath']],
  ['isDefinedBy', [`${RDFS}isDefinedBy`]],
  ['conformsTo', [`${DCTERMS}conformsTo`]],
  [
    'cite-as',
    ['http://www.iana.org/assignments/relation/cite-as', 'https://www.w3.org/ns/iana/link-relations/relation#cite-as'],
  ],
]);
/** Types that RO-Crate calls by another name than schema.org. */
const RENAMED_TYPES: ReadonlyMap<string, string> = new Map([['File', 'MediaObject']]);

/** The IRIs of a property of RO-Crate, whatever the context of a crate says. */
export function propertyIris(name: string): readonly string[] {
  return ELSEWHERE.get(name) ?? schemaOrg(name);
}

/** The IRIs of a type of RO-Crate, whatever the context of a crate says. */
export function classIris(name: string): readonly string[] {
  return schemaOrg(RENAMED_TYPES.get(name) ?? name);
}

/** The predicates that a name stands for: those of the property or `@type`, and what the context of the crate says. */
export function predicatesOf(name: string, { context }: InContext): string[] {
  if (name === '@type') return [RDF_TYPE];
  const expanded = context.expandVocab(name);
  return expanded.kind === 'absolute' ? [...propertyIris(name), expanded.iri] : [...propertyIris(name)];
}

/** The names that an edit uses, and the context of the crate does not define, with the IRIs that they stand for. */
export function undefinedNames(values: readonly JsonObject[], document: InContext): Map<string, string> {
  const { context } = document;
  const nameIri = context.expandVocab('name');
  const scheme = nameIri.kind === 'absolute' && nameIri.iri.startsWith(SCHEMA_HTTPS) ? 1 : 0;
  const names = new Map<string, string>();
  const put = (name: string, iri: string) => {
    if (['relative', 'none'].includes(context.expandVocab(name).kind)) names.set(name, iri);
  };
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      const keyword = keywordOf(key, document);
      if (keyword === '@type')
        for (const type of [item].flat()) if (typeof type === 'string') put(type, classIris(type)[scheme] as string);
      if (!keyword.startsWith('@')) put(key, ELSEWHERE.get(key)?.[0] ?? schemaOrg(key)[scheme]);
      if (!keyword.startsWith('@') || keyword === '@list' || keyword === '@set') visit(item);
    }
  };
  values.forEach(visit);
  return names;
}

/** An entity with absolute IRIs for some of its keys and types. @param names from {@link undefinedNames} */
export function withAbsoluteNames(
  value: JsonValue,
  names: ReadonlyMap<string, string>,
  document: InContext,
): JsonValue {
  if (names.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withAbsoluteNames(item, names, document));
  if (!isObject(value)) return value;
  const absolute = (name: JsonValue) => (typeof name === 'string' ? (names.get(name) ?? name) : name);
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => {
    if (keywordOf(key, document) === '@type') return [key, Array.isArray(item) ? item.map(absolute) : absolute(item)];
    return [names.get(key) ?? key, withAbsoluteNames(item, names, document)];
  });
  return Object.fromEntries(entries);
}

/** Those of some names that a document does not use without definition, so that it can define them. */
export function definableNames(
  names: ReadonlyMap<string, string>,
  { json, context }: Pick<CrateDocument, 'json' | 'context'>,
): JsonObject {
  if (names.size === 0) return {};
  const used = new Set<string>();
  const takesNames = (key: string) => hasVocabValues(key, { context });
  for (const window of json.windows)
    for (const entity of entitiesAmong(json.entities(window))) namesIn(entity, used, takesNames);
  for (const entity of topEntities(json)) namesIn(entity, used, takesNames);
  return Object.fromEntries([...names].filter(([name]) => !used.has(name)));
}
