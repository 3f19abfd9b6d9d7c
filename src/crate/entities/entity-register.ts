import { writtenId } from '../follow/written-keys.js';
import { CrateError } from '../../base/errors.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { PackageKind } from '../package-kind.js';
import { DocumentEntities, FLATTEN_FIRST } from './document-entities.js';
import type { DocumentTerms } from './document-terms.js';
import { Entity } from './entity.js';
import type { EntityProperties } from './entity-properties.js';
import { EntityRecord } from './entity-record.js';
import { nestedIn, referencesIn, withoutReferences } from './entity-references.js';
import { findPlaces, type PlacedEntities, type References, type Unplaced } from './part-tree.js';

/** What a crate is made of. */
export interface CrateParts {
  readonly terms: DocumentTerms;
  /** A Detached crate has no files. */
  readonly kind: PackageKind;
  /** The IRI or `_:label` of an identifier. */
  readonly resolve: (id: string) => string;
  /** Identifiers of root and descriptor. */
  readonly root: string;
  readonly descriptor: string;
  /** The entities of an opened document; of a new one the values of `@context`. */
  readonly origin: DocumentEntities | readonly JsonValue[];
}

/** The error for an entity that is described inside of another one. */
export function nestedEntity(id: string): CrateError {
  return new CrateError('ERR_UNSUPPORTED', `${id} is described inside of another entity`, {
    hint: FLATTEN_FIRST,
    details: { entity: id },
  });
}

/** An entity with what is known of it. */
interface KnownEntity {
  readonly record: EntityRecord;
  readonly entity: Entity;
}

/** The entities of a crate by IRI: those of the document, which are read when they are asked for, and new ones. */
export class EntityRegister {
  readonly #parts: CrateParts;
  readonly #origin: DocumentEntities | undefined;
  /** The entities that were asked for or added. */
  readonly #known = new Map<string, KnownEntity>();
  /** The entities that were added. */
  readonly #added = { data: new Map<string, EntityRecord>(), contextual: new Map<string, EntityRecord>() };
  /** Entities that get a place when the crate is written, unless something else names them. */
  readonly #unplaced = new Map<string, Unplaced>();
  /** Positions of objects of the document that were removed. */
  readonly #gone = new Set<number>();

  /** Begins a new crate with its descriptor and root, if there is no document. */
  constructor(parts: CrateParts) {
    this.#parts = parts;
    this.#origin = parts.origin instanceof DocumentEntities ? parts.origin : undefined;
    if (this.#origin === undefined)
      for (const id of [parts.descriptor, parts.root]) this.#remember(new EntityRecord(id, parts));
  }

  /** Whether an edit has changed anything; always without a document. */
  get isChanged(): boolean {
    const { data, contextual } = this.#added;
    if (this.#origin === undefined || this.#gone.size + data.size + contextual.size > 0) return true;
    if (Object.keys(this.#parts.terms.added).length > 0) return true;
    return [...this.#known.values()].some(({ record }) => record.isChanged);
  }

  /** The entity with this identifier. @throws CrateError ERR_USAGE for what is no text */
  find(id: string): Entity | undefined {
    return this.#at(this.#iriOf(id))?.entity;
  }

  /** Whether the document describes this entity inside of another one, where it cannot be edited. */
  isNested(id: string): boolean {
    const { terms, resolve } = this.#parts;
    const iri = this.#iriOf(id);
    if (this.#origin?.nestedIris().has(iri) !== true) return false;
    // An edit may have removed it since.
    for (const [, object] of this.#objects())
      for (const nested of nestedIn(object, terms)) if (resolve(nested) === iri) return true;
    return false;
  }

  /** All entities: those of the document, then those that were added, data first. */
  *all(): Generator<Entity> {
    for (const iri of this.#origin?.iris() ?? [...this.#known.keys()]) {
      const found = this.#isNew(iri) ? undefined : this.#at(iri);
      if (found !== undefined) yield found.entity;
    }
    for (const record of this.added()) yield (this.#at(record.iri) as KnownEntity).entity;
  }

  /** The identifiers of all entities. */
  *ids(): Generator<string> {
    yield* this.#origin?.ids() ?? [];
    for (const { record } of this.#known.values()) yield record.id;
  }

  /** Root, folders and files below the root, breadth first; without the root. */
  parts(): Entity[] {
    const { parts } = this.places();
    const root = this.find(this.#parts.root) as Entity;
    const found = new Set([root]);
    for (const entity of found) {
      for (const part of entity.entities('hasPart')) found.add(part);
      for (const id of parts.get(this.#parts.resolve(entity.id)) ?? []) found.add(this.find(id) as Entity);
    }
    found.delete(root);
    return [...found];
  }

  /** The entities that were added, data first. */
  *added(): Generator<EntityRecord> {
    yield* this.#added.data.values();
    yield* this.#added.contextual.values();
  }

  /** The entities of the document that were asked for, and may have changed. */
  *touched(): Generator<EntityRecord> {
    for (const [iri, { record }] of this.#known) if (!this.#isNew(iri)) yield record;
  }

  /** Positions of objects of the document that were removed. */
  get gone(): ReadonlySet<number> {
    return this.#gone;
  }

  /** An entity that is not part of the crate: what is said of it is checked only. */
  draft(id: string, record = new EntityRecord(id, this.#parts)): Entity {
    const { terms, resolve } = this.#parts;
    return new Entity(record, {
      terms,
      resolve,
      find: (other) => this.find(other),
      lack: (entity) => this.#lackOf(entity),
      referring: (iri, property) => {
        const counts = (key: string) =>
          property === undefined ? !terms.isKeyOf(key, '@reverse') : terms.isKeyOf(key, property);
        return this.#referring((to) => to === iri, counts).map(({ entity }) => entity);
      },
    });
  }

  /** Describes the entity with this identifier, a new one or one that is there. @throws CrateError ERR_USAGE */
  put(kind: 'data' | 'contextual', id: string, properties: EntityProperties): Entity {
    const earlier = this.find(id);
    if (earlier !== undefined) return earlier.complete(properties);
    if (this.isNested(id)) throw nestedEntity(id);
    const record = new EntityRecord(id, this.#parts);
    this.draft(id, record).add(properties);
    this.#added[kind].set(record.iri, record);
    this.#unplaced.set(record.iri, { record, isData: kind === 'data' });
    return this.#remember(record).entity;
  }

  /** Removes entities and all references to them. Their parts may need another place. */
  remove(iris: ReadonlySet<string>): void {
    const { terms, resolve } = this.#parts;
    for (const iri of iris) this.#forget(iri);
    const isGone = (id: string) => iris.has(resolve(id));
    for (const { record } of this.#referring((iri) => iris.has(iri)))
      record.objects = record.objects.map((one) => withoutReferences(one, terms, isGone));
  }

  /** What a crate cannot do without: a descriptor about its root, which is a Dataset. */
  #lackOf(entity: Entity): string | undefined {
    const { resolve, root, descriptor } = this.#parts;
    const iri = resolve(entity.id);
    const isRoot = (one: JsonValue) => isObject(one) && resolve(String(one['@id'])) === resolve(root);
    if (iri === resolve(descriptor) && !entity.values('about').some(isRoot))
      return 'not be about the root of the crate';
    return iri === resolve(root) && !entity.isA('Dataset') ? 'be no Dataset' : undefined;
  }

  #iriOf(id: unknown): string {
    if (typeof id === 'string') return this.#parts.resolve(id);
    throw new CrateError('ERR_USAGE', `an identifier is a text, and not ${id === null ? 'null' : typeof id}`, {
      hint: "give the identifier of an entity, such as 'data/levels.csv' or '#ada'",
    });
  }

  /** The places of entities that need one. */
  places(): PlacedEntities {
    if (this.#unplaced.size === 0) return { parts: new Map(), mentioned: [] };
    const root = this.#parts.resolve(this.#parts.root);
    const isFolder = (iri: string) => iri === root || this.#at(iri)?.entity.isA('Dataset') === true;
    const places = findPlaces(this.#unplaced, this.#references(), root, isFolder);
    for (const iri of [root, ...places.parts.keys()]) this.#at(iri); // they are touched
    return places;
  }

  /** The entities that refer to some, those of the document in its order. @param counts for the key of a property */
  #referring(isMeant: (iri: string) => boolean, counts: (key: string) => boolean = () => true): KnownEntity[] {
    const { terms, resolve } = this.#parts;
    const found = new Set<string>();
    for (const [from, object] of this.#objects())
      for (const [key, id] of referencesIn(object, terms)) if (isMeant(resolve(id)) && counts(key)) found.add(from);
    const positionOf = (iri: string) => this.#origin?.positionsOf(iri)[0] ?? Infinity; // of an added one
    const inOrder = [...found].sort((a, b) => Math.sign(positionOf(a) - positionOf(b)) || 0);
    return inOrder.map((iri) => this.#at(iri) as KnownEntity);
  }

  /** The references to entities that may need a place. */
  *#references(): Generator<References> {
    const { terms, resolve } = this.#parts;
    for (const [from, object] of this.#objects())
      for (const [property, id] of referencesIn(object, terms)) {
        const to = resolve(id);
        if (this.#unplaced.has(to)) yield { from, to, isPart: terms.isKeyOf(property, 'hasPart') };
      }
  }

  /** All objects as they are now, each with the IRI of its entity. */
  *#objects(): Generator<readonly [iri: string, object: JsonObject]> {
    const origin = this.#origin;
    for (const [iri, { record }] of this.#known) for (const object of record.objects) yield [iri, object];
    if (origin === undefined) return;
    for (const [position, object] of origin.objects()) {
      const id = writtenId(object, origin.document);
      const iri = id === undefined ? undefined : this.#parts.resolve(id);
      if (iri !== undefined && !this.#gone.has(position) && !this.#known.has(iri)) yield [iri, object];
    }
  }

  #at(iri: string): KnownEntity | undefined {
    const known = this.#known.get(iri);
    const origin = this.#origin;
    if (known !== undefined || origin === undefined) return known;
    const positions = origin.positionsOf(iri);
    if (positions.length === 0 || positions.some((position) => this.#gone.has(position))) return undefined;
    const objects = positions.map((position) => origin.objectAt(position));
    return this.#remember(new EntityRecord(writtenId(objects[0] ?? {}, origin.document) ?? iri, this.#parts, objects));
  }

  #remember(record: EntityRecord): KnownEntity {
    const known = { record, entity: this.draft(record.id, record) };
    this.#known.set(record.iri, known);
    return known;
  }

  #isNew(iri: string): boolean {
    return this.#added.data.has(iri) || this.#added.contextual.has(iri);
  }

  #forget(iri: string): void {
    const { record, entity } = this.#at(iri) as KnownEntity;
    for (const part of entity.entities('hasPart')) {
      const other = this.#at(this.#parts.resolve(part.id)) as KnownEntity;
      if (!this.#unplaced.has(other.record.iri))
        this.#unplaced.set(other.record.iri, { record: other.record, isData: true });
    }
    if (!this.#isNew(iri)) for (const position of this.#origin?.positionsOf(iri) ?? []) this.#gone.add(position);
    record.isRemoved = true;
    for (const map of [this.#known, this.#added.data, this.#added.contextual, this.#unplaced]) map.delete(iri);
  }
}
