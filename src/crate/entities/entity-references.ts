import { keywordOf } from '../follow/written-keys.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { DocumentTerms } from './document-terms.js';

/** What says which keys are keywords. */
type WithContext = Parameters<typeof keywordOf>[1];

/** The identifiers that an entity refers to, at any depth, each with the property that leads there. */
export function* referencesIn(
  entity: JsonObject,
  terms: DocumentTerms,
): Generator<readonly [property: string, id: string]> {
  for (const [key, value] of Object.entries(entity))
    if (isStatement(key, terms)) for (const id of idsIn(value, key, terms)) yield [key, id];
}

/** The identifiers of entities that are described inside of this one, at any depth. */
export function* nestedIn(value: JsonValue, terms: WithContext, depth = 0): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* nestedIn(one, terms, depth + 1);
  if (!isObject(value)) return;
  const entries = Object.entries(value);
  if (depth > 0 && entries.length > 1)
    for (const [key, id] of entries) if (keywordOf(key, terms) === '@id' && typeof id === 'string') yield id;
  for (const [key, inner] of entries)
    if (typeof inner === 'object' && isStatement(key, terms)) yield* nestedIn(inner, terms, depth + 1);
}

/** An entity without its references to some identifiers, and without what these leave empty. */
export function withoutReferences(
  entity: JsonObject,
  terms: DocumentTerms,
  isGone: (id: string) => boolean,
): JsonObject {
  const entries = Object.entries(entity).flatMap(([key, value]): [string, JsonValue][] => {
    const kept = isStatement(key, terms) ? keptOf(value, key, { terms, isGone }) : value;
    return kept === undefined ? [] : [[key, kept]];
  });
  return Object.fromEntries(entries);
}

/** Whether a key leads to other nodes. */
function isStatement(key: string, terms: WithContext): boolean {
  return !['@id', '@type', '@context', '@value', '@index'].includes(keywordOf(key, terms));
}

function* idsIn(value: JsonValue, key: string, terms: DocumentTerms): Generator<string> {
  if (typeof value === 'string' && terms.holdsIds(key)) yield value;
  if (Array.isArray(value)) for (const one of value) yield* idsIn(one, key, terms);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const keyword = keywordOf(name, terms);
    if (keyword === '@id' && typeof inner === 'string') yield inner;
    else if (isStatement(name, terms)) yield* idsIn(inner, isContainer(keyword) ? key : name, terms);
  }
}

/** What is given up while references are removed. */
interface Removal {
  readonly terms: DocumentTerms;
  readonly isGone: (id: string) => boolean;
}

/** A value without references; undefined if nothing is left of it. */
function keptOf(value: JsonValue, key: string, removal: Removal): JsonValue | undefined {
  const { terms, isGone } = removal;
  if (typeof value === 'string') return terms.holdsIds(key) && isGone(value) ? undefined : value;
  if (Array.isArray(value)) {
    const kept = value.flatMap((one) => [keptOf(one, key, removal)].filter((item) => item !== undefined));
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!isObject(value)) return value;
  const entries: [string, JsonValue][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const keyword = keywordOf(name, terms);
    if (keyword === '@id' && typeof inner === 'string' && isGone(inner)) return undefined;
    const kept = isStatement(name, terms) ? keptOf(inner, isContainer(keyword) ? key : name, removal) : inner;
    if (kept !== undefined) entries.push([name, kept]);
  }
  return entries.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(entries);
}

function isContainer(keyword: string): boolean {
  return keyword === '@list' || keyword === '@set';
}
