import { CrateError } from '../../base/errors.js';
import { grouped, isObject, unpacked, type JsonObject, type JsonValue } from '../json/value.js';
import { FLATTEN_FIRST } from './document-entities.js';
import type { EntityProperties } from './entity-properties.js';
import type { EntityHome, EntityRecord } from './entity-record.js';
import { invalidValue, jsonValuesOf, type EntityValue } from './entity-values.js';

/** What an entity asks its crate. */
export interface EntityCrate extends EntityHome {
  /** The entity with this identifier. */
  find(id: string): Entity | undefined;
  /** The entities that refer to an IRI or `_:label`, those of the document in its order. */
  referring(iri: string, property: string | undefined): Entity[];
  /** States what an entity lacks that every crate has; undefined if it lacks nothing. */
  lack(entity: Entity): string | undefined;
}

/** The value of a property to write: also one that {@link Entity.values} has returned. */
export type WrittenValue = EntityValue | JsonValue | readonly JsonValue[];

/** Checked properties: values by name, with the key under which the document writes them. */
type CheckedProperties = readonly { readonly name: string; readonly key: string; readonly values: JsonValue[] }[];

/**
 * An entity of a crate. It can be the value of a property of another one. A property is found whatever the document
 * calls it: `name` finds `schema:name` too.
 * @example
 * const crate = await openCrate('data/crates/coastal-atlas');
 * crate.root.set('name', 'Atlas of the coast').add('keywords', ['coast', 'atlas']);
 * console.log(crate.root.get('name'), crate.root.entities('hasPart').length);
 */
export class Entity {
  /** Its identifier as the document writes it. */
  readonly '@id': string;
  readonly #record: EntityRecord;
  readonly #crate: EntityCrate;

  /** Called by the crate. */
  constructor(record: EntityRecord, crate: EntityCrate) {
    this['@id'] = record.id;
    this.#record = record;
    this.#crate = crate;
  }

  /** Its identifier as the document writes it. */
  get id(): string {
    return this['@id'];
  }

  /** The types as the document names them. */
  get types(): readonly string[] {
    return this.#record.types;
  }

  /** Whether it is of a type, whatever the document calls that. */
  isA(type: string): boolean {
    return this.#crate.terms.context.hasType(this.#record.types, this.#crate.terms.typeIris(type));
  }

  /** The names of its properties as the document writes them. */
  get properties(): readonly string[] {
    return this.#record.keys;
  }

  /**
   * The first value of a property: a reference as `{ '@id' }`, another value as the document writes it.
   * @returns undefined if there is none
   */
  get(property: string): JsonValue | undefined {
    return this.values(property)[0];
  }

  /** All values of a property, as {@link get}. */
  values(property: string): readonly JsonValue[] {
    requireName(property);
    return this.#record.values(property).map(copyOf);
  }

  /** The entities that a property refers to, of those that the crate describes. */
  entities(property: string): Entity[] {
    requireName(property);
    return this.#record.values(property).flatMap((value) => {
      const id = isObject(value) ? value['@id'] : undefined;
      return (typeof id === 'string' ? this.#crate.find(id) : undefined) ?? [];
    });
  }

  /**
   * The entities that refer to this one, each once, in the order of the document. A statement in `@reverse` does not
   * count: it is one of the entity that it stands in.
   * @param property only by this property, whatever the document calls it. Default: by any
   */
  referredBy(property?: string): Entity[] {
    return this.#crate.referring(this.#record.iri, property);
  }

  /**
   * Replaces the values of a property, or of several; undefined removes one.
   * @throws CrateError ERR_USAGE for a name that the context does not define and a value that cannot be written,
   * ERR_UNSUPPORTED for an entity or a term whose values only the text of the document can change; nothing is changed
   */
  set(property: string, value: WrittenValue): this;
  set(properties: EntityProperties): this;
  set(...given: PropertyArguments): this {
    return this.#edit(given, ({ name, key, values }) => this.#record.replaced(name, values, key));
  }

  /**
   * Adds values to those that a property has, or several. A value is never there twice.
   * @throws CrateError as {@link set}; nothing is changed
   */
  add(property: string, value: WrittenValue): this;
  add(properties: EntityProperties): this;
  add(...given: PropertyArguments): this {
    return this.#edit(given, ({ name, key, values }) => this.#record.extended(name, values, key));
  }

  /**
   * Removes a property, or one of its values. Without it, nothing changes.
   * @param value the entity, reference or other value to remove; default: all of them
   * @throws CrateError as {@link set}; nothing is changed
   */
  unset(property: string, value?: WrittenValue): this {
    requireName(property);
    if (this.#crate.terms.isKeyOf(property, '@id')) throw this.#keepsId('be without identifier');
    if (!this.#record.values(property).length) return this;
    const gone = value === undefined ? undefined : this.#keysOf(property, value);
    const isKept = (one: JsonValue) => gone !== undefined && !gone.has(this.#record.keyOf(one));
    return this.#change(() => this.#record.replaced(property, this.#record.values(property).filter(isKept), property));
  }

  /**
   * Describes the entity further, as for one that is added again.
   * @throws CrateError ERR_USAGE if a property has other values already, and nothing is changed
   */
  complete({ '@type': types = [], ...properties }: EntityProperties): this {
    const contradiction = this.contradiction(properties);
    if (contradiction !== undefined)
      throw new CrateError(
        'ERR_USAGE',
        `${this.id} is already described, with ${contradiction} ${JSON.stringify(unpacked([...this.values(contradiction)]))}`,
        {
          hint: 'change it with set(), or give the new entity another identifier',
          details: { entity: this.id, property: contradiction },
        },
      );
    return this.add({ '@type': types, ...properties });
  }

  /** The first property that has other values than these; undefined if there is none. */
  contradiction(properties: EntityProperties): string | undefined {
    const keys = (values: readonly JsonValue[]) => JSON.stringify(values.map((value) => this.#record.keyOf(value)));
    for (const { name, values } of this.#checked(properties)) {
      const known = this.#record.values(name);
      if (known.length > 0 && keys(known) !== keys(values)) return name;
    }
    return undefined;
  }

  /** The entity as the document describes it. */
  toJSON(): JsonObject {
    const [first = {}, ...more] = this.#record.objects;
    if (more.length === 0) return copyOf(first);
    const all = grouped([first, ...more].flatMap((object) => Object.entries(object)));
    const joined = [...all].map(([key, values]): [string, JsonValue] => [key, joinedValue(values)]);
    return copyOf(Object.fromEntries(joined));
  }

  #edit(given: PropertyArguments, step: (one: CheckedProperties[number]) => readonly JsonObject[]): this {
    const [first] = given;
    if (typeof first === 'string' && given.length === 1)
      throw new CrateError('ERR_USAGE', `${this.id}: ${first} has no value`, {
        hint: 'give a value; unset() removes a property',
      });
    const properties = typeof first === 'string' ? { [first]: given[1] } : first;
    requireProperties(properties, this.id);
    const checked = this.#checked(properties);
    return this.#change(() => {
      for (const one of checked) this.#record.objects = step(one);
      return this.#record.objects;
    });
  }

  /** Takes new objects; after an error the entity is as it was. */
  #change(step: () => readonly JsonObject[]): this {
    const before = this.#record.objects;
    this.#requireEditable();
    const lacked = this.#crate.lack(this);
    try {
      this.#record.objects = step();
      const lack = this.#crate.lack(this);
      if (lack !== undefined && lacked === undefined)
        throw new CrateError('ERR_USAGE', `${this.id} would ${lack}`, {
          hint: 'a crate has a Metadata Descriptor that is about its root, and a root of type Dataset',
        });
      if (before.length > 0 && this.types.length === 0 && this.#typesIn(before).length > 0)
        throw new CrateError('ERR_USAGE', `${this.id} would have no type`, { hint: 'give it another type' });
    } catch (error) {
      this.#record.objects = before;
      throw error;
    }
    return this;
  }

  #typesIn(objects: readonly JsonObject[]): JsonValue[] {
    return objects.flatMap((object) =>
      Object.entries(object).flatMap(([key, value]) => (this.#crate.terms.isKeyOf(key, '@type') ? [value].flat() : [])),
    );
  }

  #requireEditable(): void {
    if (this.#record.isRemoved)
      throw new CrateError('ERR_USAGE', `${this.id} has been removed from the crate`, { hint: 'add it again' });
    if (!this.#record.isPlain)
      throw new CrateError('ERR_UNSUPPORTED', `${this.id} has a context of its own, or one that its type brings`, {
        hint: FLATTEN_FIRST,
      });
  }

  #checked(given: EntityProperties): CheckedProperties {
    const { '@id': id = this.id, ...properties } = given;
    if (id !== this.id) throw this.#keepsId(`become ${JSON.stringify(id)}`);
    const { terms } = this.#crate;
    return Object.entries(properties).flatMap(([name, value]) => {
      if (terms.isKeyOf(name, '@type')) {
        if (value === undefined) return [];
        const types = ([value].flat() as unknown[]).map((type) => this.#typeOf(type));
        return { name: '@type', key: terms.spelled('@type'), values: [...new Set(types)] };
      }
      if (value === undefined && this.#record.values(name).length > 0) return { name, key: name, values: [] };
      const key = terms.keyOf(name, `${this.id}: the property`);
      return { name, key, values: this.#valuesOf(name, key, value) };
    });
  }

  /** A type as the document names it: as it is there already, or by a name of the context. */
  #typeOf(type: unknown): string {
    const { terms } = this.#crate;
    if (typeof type !== 'string')
      throw invalidValue(
        { subject: this.id, property: '@type' },
        'is no text',
        "give the name of a type, as in 'File'",
      );
    const name = terms.typeOf(type, `${this.id}: the type`);
    return this.types.find((known) => terms.isSameType(known, name)) ?? name;
  }

  /** The JSON of values; those that the property has already are written as they are. */
  #valuesOf(property: string, key: string, value: WrittenValue): JsonValue[] {
    const known = new Map(this.#record.values(property).map((one) => [JSON.stringify(one), one]));
    const place = { subject: this.id, property, isReference: this.#crate.terms.holdsIds(key) };
    return [value].flat().flatMap((one): JsonValue[] => {
      if (one instanceof Entity && this.#crate.find(one.id) !== one)
        throw invalidValue(
          place,
          `refers to ${one.id}, which is no entity of this crate, or not any more`,
          "add it here, or give a reference such as { '@id': '#ada' }",
        );
      const same = known.get(jsonText(one) ?? '');
      return same === undefined ? jsonValuesOf(one as EntityValue, place) : [same];
    });
  }

  /** The keys of values that may be there: as they are given, and as {@link set} writes them. */
  #keysOf(property: string, value: WrittenValue): Set<string> {
    const { terms } = this.#crate;
    const isReference = this.#record.keys.some((key) => terms.isKeyOf(key, property) && terms.holdsIds(key));
    const written = (one: unknown): JsonValue[] => {
      try {
        return jsonValuesOf(one as EntityValue, { subject: this.id, property, isReference });
      } catch {
        return []; // it cannot be written, but a document may have it
      }
    };
    const given = [value].flat().flatMap((one) => {
      const plain = jsonText(one);
      return [...(plain === undefined ? [] : [JSON.parse(plain) as JsonValue]), ...written(one)];
    });
    return new Set(given.map((one) => this.#record.keyOf(one)));
  }

  #keepsId(problem: string): CrateError {
    return new CrateError('ERR_USAGE', `${this.id} cannot ${problem}`, {
      hint: 'an entity keeps its identifier: add another one',
    });
  }
}

/** The arguments of {@link Entity.set} and {@link Entity.add}. */
type PropertyArguments = readonly [property: string, value: WrittenValue] | readonly [properties: EntityProperties];

/** Refuses what is no object of properties. @throws CrateError ERR_USAGE */
export function requireProperties(properties: unknown, what: string): asserts properties is EntityProperties {
  if (typeof properties === 'object' && properties !== null && !Array.isArray(properties)) return;
  throw new CrateError('ERR_USAGE', `${what}: the properties are no object`, {
    hint: "give an object such as { name: 'Water levels' }",
  });
}

function requireName(property: unknown): void {
  if (typeof property === 'string') return;
  throw new CrateError('ERR_USAGE', `the name of a property is a text, and not ${typeof property}`, {
    hint: "give a name such as 'author'",
  });
}

/** A value as JSON; undefined for what is none, such as a bigint. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A copy: the caller may change it, and the entity stays as it is. */
function copyOf<T extends JsonValue>(value: T): T {
  return typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as T) : value;
}

function joinedValue(values: readonly JsonValue[]): JsonValue {
  const texts = new Map(values.flat().map((value) => [JSON.stringify(value), value]));
  return unpacked([...texts.values()]);
}
