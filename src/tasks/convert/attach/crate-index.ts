import { addToList } from '../../../base/list-map.js';
import { keywordOf, writtenId } from '../../../crate/follow/written-keys.js';
import { isObject, type JsonObject, type JsonValue } from '../../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { crateEntities, keysOf, referencesOf, firstText, valuesOf, type CrateEntity } from '../crate-entities.js';

/** The entities of a document by IRI, and what it mentions: what planning needs to look up. */
export class CrateIndex {
  readonly document: CrateDocument;
  readonly #entities = new Map<string, CrateEntity[]>();
  /** How often each IRI is referred to. */
  readonly #references = new Map<string, number>();
  /** Every identifier as written, with its IRI. */
  readonly #spellings = new Map<string, string>();
  /** The first spelling of each IRI. */
  readonly #written = new Map<string, string>();

  /** @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS */
  constructor(document: CrateDocument) {
    this.document = document;
    for (const entity of crateEntities(document)) {
      addToList(this.#entities, entity.iri, entity);
      this.#spell(entity.id, entity.iri);
      for (const [key, value] of Object.entries(entity.value)) this.#walk(value, key);
    }
  }

  /** The root, which is described directly in `@graph` or not at all. */
  get root(): CrateEntity {
    return this.#only(this.document.root.root, 'root');
  }

  get descriptor(): CrateEntity {
    return this.#only(this.document.root.descriptor, 'descriptor');
  }

  /** The first description of each entity, in order. */
  *entities(): Generator<CrateEntity> {
    for (const [first] of this.#entities.values()) if (first !== undefined) yield first;
  }

  /** The first description of an entity; undefined if the document only refers to it. */
  entity(iri: string): CrateEntity | undefined {
    return this.#entities.get(iri)?.[0];
  }

  /** The values of a property. @param name as for `valuesOf` */
  values(iri: string, name: string): JsonValue[] {
    return this.#descriptions(iri).flatMap((value) => valuesOf(value, name, this.document));
  }

  /** The IRIs that the values of a property refer to, each once. @param name as for `valuesOf` */
  references(iri: string, name: string): string[] {
    return [...new Set(this.#descriptions(iri).flatMap((value) => referencesOf(value, name, this.document)))];
  }

  /** All values of a property that are text. @param name as for `valuesOf` */
  texts(iri: string, name: string): string[] {
    return this.values(iri, name).flatMap((one) => {
      const text = isObject(one) ? one['@value'] : one;
      return typeof text === 'string' ? [text] : [];
    });
  }

  /** The first value of a property that is text or a number. @param name as for `valuesOf` */
  text(iri: string, name: string): string | undefined {
    return this.#descriptions(iri)
      .map((value) => firstText(value, name, this.document))
      .find((text) => text !== undefined);
  }

  /** Whether an entity has a property. @param name as for `valuesOf` */
  has(iri: string, name: string): boolean {
    return this.#descriptions(iri).some((value) => keysOf(value, name, this.document).length > 0);
  }

  /** Whether an entity has one of these types. */
  hasType(iri: string, types: ReadonlySet<string>): boolean {
    return this.#descriptions(iri).some((value) =>
      this.document.context.hasType(valuesOf(value, '@type', this.document), types),
    );
  }

  /** How often the document refers to an IRI. */
  referenceCount(iri: string): number {
    return this.#references.get(iri) ?? 0;
  }

  /** All identifiers as written, with their IRIs, also of what is only referred to. */
  spellings(): ReadonlyMap<string, string> {
    return this.#spellings;
  }

  /** How the document writes an IRI, where it does so first. */
  spellingOf(iri: string): string {
    return this.#written.get(iri) ?? iri;
  }

  /** An identifier like this one that the document does not use yet, and reserves it. */
  freshId(id: string): string {
    let fresh = id;
    for (let number = 2; this.#spellings.has(fresh); number += 1) fresh = `${id}-${number}`;
    this.#spellings.set(fresh, this.document.resolveId(fresh));
    return fresh;
  }

  #spell(id: string, iri: string): void {
    this.#spellings.set(id, iri);
    if (!this.#written.has(iri)) this.#written.set(iri, id);
  }

  #descriptions(iri: string): JsonObject[] {
    return this.#entities.get(iri)?.map(({ value }) => value) ?? [];
  }

  #only(iri: string, kind: 'root' | 'descriptor'): CrateEntity {
    return this.entity(iri) ?? { id: iri, iri, kind, value: {} };
  }

  /**
   * Collects the references in a value, also those in nested nodes, but not in nested entities: they have their turn.
   */
  #walk(value: JsonValue, key: string): void {
    const rest: (readonly [JsonValue, string])[] = [[value, key]];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const [one, name] = next;
      if (Array.isArray(one)) for (const item of one) rest.push([item, name]);
      else if (isObject(one) && this.#isEntity(one)) this.#add(writtenId(one, this.document) as string);
      else if (isObject(one)) for (const [inner, item] of Object.entries(one)) rest.push([item, this.#nameOf(inner)]);
      else if (typeof one === 'string' && this.#isReference(name)) this.#add(one);
    }
  }

  #isEntity(value: JsonObject): boolean {
    return Object.keys(value).length > 1 && writtenId(value, this.document) !== undefined;
  }

  #nameOf(key: string): string {
    return keywordOf(key, this.document) === '@id' ? '' : key;
  }

  /** Whether text under a key is an identifier; `@id` of a nested object is passed as ''. */
  #isReference(key: string): boolean {
    return key === '' || this.document.context.term(key)?.type === '@id';
  }

  #add(id: string): void {
    const iri = this.document.resolveId(id);
    this.#spell(id, iri);
    this.#references.set(iri, (this.#references.get(iri) ?? 0) + 1);
  }
}
