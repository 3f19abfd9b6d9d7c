import { RDF } from '../../rdf/vocabulary.js';
import { repairIri } from '../../rdf/iri-repair.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';

/** Where keys have a meaning. */
export type InContext = Pick<CrateDocument, 'context'>;

/** The predicate of `@type`. */
export const TYPE = `${RDF}type`;

/** The keyword that a key is or stands for; any other key as it is. */
export function keywordOf(key: string, { context }: InContext): string {
  return context.aliases.get(key) ?? key;
}

/**
 * The predicate whose values stand under a key one by one; undefined for other keywords, for what RDF does not hold,
 * and for terms whose values have a syntax of their own (lists, language maps, reverse properties).
 */
export function predicateOf(key: string, document: InContext): string | undefined {
  const keyword = keywordOf(key, document);
  if (keyword === '@type') return TYPE;
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

/** Whether each key of an entity means by itself what the contexts of the document say: no context of its own. */
export function isPlain(entity: JsonObject, document: InContext): boolean {
  const { context } = document;
  if (context.complex || writtenId(entity, document) === undefined || '@context' in entity) return false;
  const scoped = (type: JsonValue) => typeof type === 'string' && context.term(type)?.complex === true;
  return !Object.entries(entity).some(
    ([key, value]) => keywordOf(key, document) === '@type' && [value].flat().some(scoped),
  );
}

/** Whether the values of a key are looked up among the terms. */
export function namesThings(key: string, document: InContext): boolean {
  return keywordOf(key, document) === '@type' || document.context.term(key)?.type === '@vocab';
}
