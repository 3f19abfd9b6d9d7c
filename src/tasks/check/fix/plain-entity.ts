import { keywordOf } from '../../../crate/follow/written-keys.js';
import type { JsonObject, JsonValue } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';

/**
 * Whether the context of the document alone says what is in an object: it has no context of its own, nor by its types.
 */
export function isPlainEntity(entity: JsonObject, document: CrateDocument): boolean {
  const { context } = document;
  if (context.complex || '@context' in entity || '@graph' in entity) return false;
  const isScoped = (type: JsonValue) => typeof type === 'string' && context.term(type)?.complex === true;
  return !Object.entries(entity).some(
    ([key, value]) => keywordOf(key, document) === '@type' && [value].flat().some(isScoped),
  );
}

/** Whether an object says something of its entity. One that does not is nothing once it stands alone. */
export function saysSomething(entity: JsonObject, document: CrateDocument): boolean {
  return Object.entries(entity).some(([key, value]) => {
    const keyword = keywordOf(key, document);
    const isProperty = keyword === '@type' || document.context.expandVocab(key).kind === 'absolute';
    return isProperty && [value].flat().some((item) => item !== null);
  });
}
