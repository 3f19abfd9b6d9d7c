import type { JsonObject } from '../json/value.js';

/** What to change in a metadata document. Everything else keeps its text. */
export interface DocumentEdit {
  /** New spellings of identifiers, by the IRI that they have now; also of those that are only mentioned. */
  readonly ids: ReadonlyMap<string, string>;
  /**
   * Entities (by the IRI that they have now) of which some properties go away, with the names of
   * these; `all`: the entity.
   */
  readonly drop: ReadonlyMap<string, readonly string[] | 'all'>;
  /** Entities with properties to add, or new entities: JSON-LD as the new document writes it, with its new `@id`. */
  readonly add: readonly JsonObject[];
  /** The `@base` that the context has afterwards, after its other parts; undefined for none. */
  readonly base?: string | undefined;
}
