import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';

/** Something with a context, which defines keys. */
export type InContext = Pick<CrateDocument, 'context'>;

/** The keyword that a key is or stands for. Returns other keys unchanged. */
export function keywordOf(key: string, { context }: InContext): string {
  return context.aliases.get(key) ?? key;
}

/**
 * The predicate of a key whose values are independent of each other.
 * @returns undefined for keywords except `@type`, for undefined properties, and for terms whose values have a syntax of
 * their own (lists, language maps, reverse properties)
 */
export function predicateOf(key: string, document: InContext): string | undefined {
  const keyword = keywordOf(key, document);
  if (keyword === '@type') return RDF_TYPE;
  const term = document.context.term(key);
  if (keyword.startsWith('@') || term?.complex === true || term?.list === true) return undefined;
  const expanded = document.context.expandVocab(key);
  return expanded.kind === 'absolute' ? repairIri(expanded.iri) : undefined;
}

/** The `@id` of an entity as written. */
export function writtenId(entity: JsonObject, document: InContext): string | undefined {
  const key = Object.keys(entity).find((name) => keywordOf(name, document) === '@id');
  const id = key === undefined ? undefined : entity[key];
  return typeof id === 'string' ? id : undefined;
}

/** Whether only the context of the document defines the keys of an entity: it has no embedded or scoped context. */
export function isPlain(entity: JsonObject, document: InContext): boolean {
  const { context } = document;
  if (context.complex || writtenId(entity, document) === undefined || '@context' in entity) return false;
  const scoped = (type: JsonValue) => typeof type === 'string' && context.term(type)?.complex === true;
  return !Object.entries(entity).some(
    ([key, value]) => keywordOf(key, document) === '@type' && [value].flat().some(scoped),
  );
}

/** Whether the values of a key may be terms: `@type` and keys of type `@vocab`. */
export function hasVocabValues(key: string, document: InContext): boolean {
  return keywordOf(key, document) === '@type' || document.context.term(key)?.type === '@vocab';
}

/** Whether the text of an entity contains its identifier only. */
export function saysNothing(text: string, document: InContext): boolean {
  const [, key] = /^\{\s*"([^"\\]*)"\s*:\s*"(?:[^"\\]|\\.)*"\s*\}$/s.exec(text) ?? [];
  return key !== undefined && keywordOf(key, document) === '@id';
}
