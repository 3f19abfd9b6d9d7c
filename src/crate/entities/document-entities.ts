import { CrateError } from '../../base/errors.js';
import { entitiesAmong, topEntities, type JsonObject } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { nestedIn } from './entity-references.js';
import { writtenId } from '../follow/written-keys.js';

/** What to do about a document that cannot be edited as it is. */
export const FLATTEN_FIRST = 'make the document flat first, with flattenCrate or `crategraph flatten`';

/** The entities of an opened document. They are found at the first look-up, and parsed when they are asked for. */
export class DocumentEntities {
  readonly document: CrateDocument;
  /** Positions among all objects of `@graph`, by IRI or `_:label`. */
  #positions: Map<string, number[]> | undefined;
  /** Position of the first object of each window. */
  readonly #firsts: number[] = [];
  readonly #nested = new Set<string>();
  /** The window that was parsed last: neighbours are often asked for together. */
  #parsed: { readonly index: number; readonly objects: readonly JsonObject[] } | undefined;

  /** @throws CrateError ERR_UNSUPPORTED for a document whose entities are not the items of one `@graph` */
  constructor(document: CrateDocument) {
    this.document = document;
    const { json } = document;
    if (json.windows.length > 0 && !json.sharesContext && topEntities(json).length === 0) return;
    throw new CrateError('ERR_UNSUPPORTED', 'the entities of the document are not in one array `@graph`', {
      hint: FLATTEN_FIRST,
      ...(document.file !== undefined && { details: { file: document.file } }),
    });
  }

  /** The IRIs of the entities, in the order of the document. */
  iris(): Iterable<string> {
    return this.#index().keys();
  }

  /** The identifiers of the entities as the document writes them. */
  *ids(): Generator<string> {
    for (const [, object] of this.objects()) yield writtenId(object, this.document) ?? '';
  }

  /** The positions of the objects that describe an entity. */
  positionsOf(iri: string): readonly number[] {
    return this.#index().get(iri) ?? [];
  }

  /** The object at a position. */
  objectAt(position: number): JsonObject {
    this.#index();
    let index = this.#parsed?.index ?? 0;
    while (position < (this.#firsts[index] as number)) index -= 1;
    while (position >= (this.#firsts[index + 1] ?? Infinity)) index += 1;
    return this.#window(index)[position - (this.#firsts[index] as number)] as JsonObject;
  }

  /** All objects with their positions, in order. */
  *objects(): Generator<readonly [position: number, object: JsonObject]> {
    let position = 0;
    for (const index of this.document.json.windows.keys())
      for (const object of this.#window(index)) yield [position++, object];
  }

  /** The IRIs of entities that are described inside of others. */
  nestedIris(): ReadonlySet<string> {
    this.#index();
    return this.#nested;
  }

  #window(index: number): readonly JsonObject[] {
    if (this.#parsed?.index === index) return this.#parsed.objects;
    const { windows, entities } = this.document.json;
    const objects = entitiesAmong(entities(windows[index] as (typeof windows)[number]));
    this.#parsed = { index, objects };
    return objects;
  }

  #index(): Map<string, number[]> {
    if (this.#positions !== undefined) return this.#positions;
    const positions = new Map<string, number[]>();
    let position = 0;
    for (const index of this.document.json.windows.keys()) {
      this.#firsts.push(position);
      for (const object of this.#window(index)) {
        const id = writtenId(object, this.document);
        const iri = id === undefined ? undefined : this.document.resolveId(id);
        const known = iri === undefined ? undefined : positions.get(iri);
        if (known !== undefined) known.push(position);
        else if (iri !== undefined) positions.set(iri, [position]);
        for (const nested of nestedIn(object, this.document)) this.#nested.add(this.document.resolveId(nested));
        position += 1;
      }
    }
    return (this.#positions = positions);
  }
}
