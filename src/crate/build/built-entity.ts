import { CrateError } from '../../base/errors.js';
import { unpacked, type JsonObject, type JsonValue } from '../json/value.js';
import type { EntityProperties } from './entity-properties.js';
import { jsonValuesOf } from './entity-values.js';

/** What an entity asks its crate. */
export interface NameCheck {
  /** @throws CrateError ERR_USAGE for a name that no context defines */
  require(name: string, what: string): string;
}

/** An entity of a crate that is being built. It can be the value of a property of another one. */
export class BuiltEntity {
  /** Its identifier. */
  readonly '@id': string;
  readonly #names: NameCheck;
  readonly #types: string[] = [];
  readonly #properties = new Map<string, JsonValue[]>();

  /** @param names of the crate */
  constructor(id: string, names: NameCheck) {
    this['@id'] = id;
    this.#names = names;
  }

  /** Its identifier. */
  get id(): string {
    return this['@id'];
  }

  /** The types as the document names them. */
  get types(): readonly string[] {
    return this.#types;
  }

  /** The values of a property as JSON. */
  values(property: string): readonly JsonValue[] {
    return this.#properties.get(property) ?? [];
  }

  /** Replaces the values of properties; undefined removes one. @throws CrateError ERR_USAGE, and nothing is changed */
  set(properties: EntityProperties): this {
    const checked = this.#checked(properties);
    this.#addTypes(checked.types);
    for (const [name, values] of checked.properties)
      if (values.length === 0) this.#properties.delete(name);
      else this.#properties.set(name, values);
    return this;
  }

  /**
   * Adds values to those that properties have. A value is never there twice.
   * @throws CrateError ERR_USAGE, and nothing is changed
   */
  add(properties: EntityProperties): this {
    const checked = this.#checked(properties);
    this.#addTypes(checked.types);
    for (const [name, values] of checked.properties) {
      const all = [...this.values(name)];
      const known = new Set(all.map(keyOf));
      for (const value of values) if (!known.has(keyOf(value))) all.push(value);
      if (all.length > 0) this.#properties.set(name, all);
    }
    return this;
  }

  /**
   * Describes the entity further, as for one that is added again.
   * @throws CrateError ERR_USAGE if a property has other values already, and nothing is changed
   */
  complete(properties: EntityProperties): this {
    const contradiction = this.contradiction(properties);
    if (contradiction === undefined) return this.set(properties);
    const earlier = JSON.stringify(unpacked([...this.values(contradiction)]));
    throw new CrateError('ERR_USAGE', `${this.id} is already described, with ${contradiction} ${earlier}`, {
      hint: 'change it with set(), or give the new entity another identifier',
      details: { entity: this.id, property: contradiction },
    });
  }

  /** The first property that has other values than these; undefined if there is none. */
  contradiction(properties: EntityProperties): string | undefined {
    for (const [name, values] of this.#checked(properties).properties) {
      const known = this.#properties.get(name);
      if (known !== undefined && keyOf(known) !== keyOf(values)) return name;
    }
    return undefined;
  }

  /** The entity as the document describes it. */
  toJSON(): JsonObject {
    const json: JsonObject = { '@id': this.id, '@type': unpacked([...this.#types]) };
    for (const [name, values] of this.#properties) json[name] = unpacked([...values]);
    return json;
  }

  #checked({ '@type': type = [], '@id': id = this.id, ...properties }: EntityProperties) {
    if (id !== this.id)
      throw new CrateError('ERR_USAGE', `${this.id} cannot become ${JSON.stringify(id)}`, {
        hint: 'an entity keeps its identifier: add another one',
      });
    const types = [type].flat() as string[];
    for (const one of types) this.#names.require(one, `${this.id}: the type`);
    const checked = new Map<string, JsonValue[]>();
    for (const [property, value] of Object.entries(properties)) {
      this.#names.require(property, `${this.id}: the property`);
      checked.set(property, jsonValuesOf(value, { subject: this.id, property }));
    }
    return { types, properties: checked };
  }

  #addTypes(types: readonly string[]): void {
    for (const type of types) if (!this.#types.includes(type)) this.#types.push(type);
  }
}

function keyOf(value: JsonValue): string {
  return JSON.stringify(value);
}
