import type { ActiveContext } from '../context/active-context.js';
import type { JsonObject, LazyDocument } from '../json/lazy-document.js';
import type { Window } from '../json/outline.js';

/**
 * The parts of a very large entity, each with its `@id` and some of its values; undefined for an entity that is not
 * large, or whose parts would not say the same as the whole.
 */
export function entityParts(
  document: LazyDocument,
  window: Window,
  context: ActiveContext,
): Iterable<JsonObject> | undefined {
  if (context.aliases.size > 0) return undefined;
  return document.parts(window, (key) => {
    const term = context.term(key);
    return !key.startsWith('@') && term?.complex !== true && term?.list !== true;
  });
}
