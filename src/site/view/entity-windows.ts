import { entitiesAmong, topEntities, type JsonObject } from '../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { unalias } from '../../crate/read/property-keys.js';

/** So many windows stay parsed: enough for a page whose entities lie here and there, a few megabytes. */
const MOST = 24;

/**
 * The entities of a document, parsed a window at a time: a large document takes ten times its size in memory when it is
 * parsed as a whole, and a page shows fifty of its entities.
 */
export class EntityWindows<T> {
  readonly #parse: (window: number) => T;
  /** The last one used is at the end. */
  readonly #parsed = new Map<number, T>();
  #last: { readonly window: number; readonly parsed: T } | undefined;

  constructor(parse: (window: number) => T) {
    this.#parse = parse;
  }

  /** A window, which may come from memory. @throws what parsing throws */
  at(window: number): T {
    if (this.#last?.window === window) return this.#last.parsed;
    const parsed = this.#parsed.get(window) ?? this.#parse(window);
    this.#parsed.delete(window);
    this.#parsed.set(window, parsed);
    const [oldest] = this.#parsed.keys();
    if (this.#parsed.size > MOST && oldest !== undefined) this.#parsed.delete(oldest);
    this.#last = { window, parsed };
    return parsed;
  }
}

/** How many windows {@link windowEntities} has: those of `@graph`, and what is outside of it. */
export function windowCount({ json }: CrateDocument): number {
  return json.windows.length + 1;
}

/**
 * The entities of a window of a document, with their keywords as JSON-LD writes them.
 * @throws CrateError ERR_JSON_SYNTAX
 */
export function windowEntities({ json, context }: CrateDocument, window: number): JsonObject[] {
  const place = json.windows[window];
  const entities = place === undefined ? topEntities(json) : entitiesAmong(json.entities(place));
  return entities.map((entity) => unalias(entity, context));
}
