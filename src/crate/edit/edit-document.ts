import type { JsonObject } from '../json/value.js';
import type { CrateDocument } from '../read/crate-document.js';

/** What to change in a metadata document. Everything else keeps its text. */
export interface DocumentEdit {
  /** New spellings of identifiers, by the IRI that they have now; also of those that are only mentioned. */
  readonly ids: ReadonlyMap<string, string>;
  /** Entities (by the IRI that they have now) of which some properties go away, with the names of these; `all`: the entity. */
  readonly drop: ReadonlyMap<string, readonly string[] | 'all'>;
  /** Entities with properties to add, or new entities: JSON-LD as the new document writes it, with its new `@id`. */
  readonly add: readonly JsonObject[];
  /** The `@base` that the context has afterwards, after its other parts; undefined for none. */
  readonly base?: string | undefined;
}

/**
 * Edits a metadata document by entity.
 * @returns the new document in UTF-8, in chunks
 */
export function editDocument(_document: CrateDocument, _edit: DocumentEdit): Promise<Iterable<Uint8Array>> {
  throw new Error('to be written');
}
