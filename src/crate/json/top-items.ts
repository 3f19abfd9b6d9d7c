import type { LazyDocument } from './lazy-document.js';
import type { JsonValue } from './value.js';

/** A value of a document that may describe an entity. */
export interface TopItem {
  readonly value: JsonValue;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
}

/**
 * Lists what may describe entities, in order: the items of `@graph`, a `@graph` that is no array, and the properties
 * next to it. Windows are parsed one at a time.
 * @param only a window, or -1 for what is outside of the array `@graph`; by default everything
 * @throws CrateError ERR_JSON_SYNTAX
 */
export function* topItems({ windows, entities, top }: LazyDocument, only?: number): Generator<TopItem> {
  for (const [number, window] of windows.entries())
    if (only === undefined || only === number)
      for (const [index, value] of entities(window).entries())
        yield { value, pointer: `/@graph/${window.first + index}` };
  if (only !== undefined && only >= 0) return;
  const { '@context': _, '@graph': graph, ...rest } = top;
  if (graph !== undefined && !Array.isArray(graph)) yield { value: graph, pointer: '/@graph' };
  if (Object.keys(rest).some((key) => graph === undefined || key !== '@id')) yield { value: rest, pointer: '' };
}

/** A key as a part of a JSON pointer (RFC 6901, section 3). */
export function pointerToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
