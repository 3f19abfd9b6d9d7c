import { CrateError } from '../../base/errors.js';
import { isPlain } from '../follow/written-keys.js';
import { isObject, unpacked, type JsonObject, type JsonValue } from '../json/value.js';
import { unalias } from '../read/property-keys.js';
import type { DocumentTerms } from './document-terms.js';

/** What all entities of a crate have in common. */
export interface EntityHome {
  readonly terms: DocumentTerms;
  /** The IRI or `_:label` of an identifier. */
  resolve(id: string): string;
}

/** A property of an entity in one of its objects. */
interface Occurrence {
  /** Which of the objects. */
  readonly at: number;
  readonly key: string;
}

/**
 * What a document says of one entity: one object of `@graph` or several. Edits make new objects, so that those of
 * the document tell what has changed.
 */
export class EntityRecord {
  /** The identifier as the document writes it. */
  readonly id: string;
  readonly iri: string;
  /** The objects as they are in the document; none for a new entity. */
  readonly before: readonly JsonObject[];
  /** Whether the crate has removed the entity. */
  isRemoved = false;
  readonly #home: EntityHome;
  #objects: readonly JsonObject[];

  /** @param before the objects of the document, none for a new entity */
  constructor(id: string, home: EntityHome, before: readonly JsonObject[] = []) {
    this.id = id;
    this.iri = home.resolve(id);
    this.#home = home;
    this.before = before;
    this.#objects = before.length === 0 ? [{ [home.terms.spelled('@id')]: id }] : before;
  }

  /** The objects as they are now. */
  get objects(): readonly JsonObject[] {
    return this.#objects;
  }

  set objects(objects: readonly JsonObject[]) {
    this.#objects = objects;
  }

  /** Whether an edit has changed anything. */
  get isChanged(): boolean {
    return this.objects !== this.before && JSON.stringify(this.objects) !== JSON.stringify(this.before);
  }

  /** Whether only the context of the document says what its keys mean. */
  get isPlain(): boolean {
    return this.objects.every((object) => isPlain(object, this.#home.terms));
  }

  /** A record that can be edited without changing this one. */
  copy(): EntityRecord {
    const copy = new EntityRecord(this.id, this.#home, this.before);
    copy.objects = this.objects;
    return copy;
  }

  /** The types as the document names them. */
  get types(): string[] {
    return [...new Set(this.values('@type').filter((type) => typeof type === 'string'))];
  }

  /** The names of its properties as the document writes them, without keywords. */
  get keys(): string[] {
    const { aliases } = this.#home.terms.context;
    const all = this.objects.flatMap((object) => Object.keys(object));
    return [...new Set(all)].filter((key) => !key.startsWith('@') && !aliases.has(key));
  }

  /** The values of a property: references as `{ '@id' }`, others as the document writes them. */
  values(property: string): JsonValue[] {
    return this.#occurrences(property).flatMap(({ at, key }) => this.#written(at, key).map(([value]) => value));
  }

  /** A text that two values have in common if they are the same value. */
  keyOf(value: JsonValue): string {
    if (!isObject(value)) return JSON.stringify(value);
    const { '@id': id } = value;
    if (typeof id === 'string') return `@id ${this.#home.resolve(id)}`; // also if the document describes it there
    const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${this.keyOf(inner)}`);
    return `{${entries.sort().join()}}`; // keys have no order
  }

  /**
   * The objects with other values of a property. A value that stays keeps its spelling.
   * @param key from `DocumentTerms.keyOf` @throws CrateError ERR_UNSUPPORTED
   */
  replaced(property: string, values: readonly JsonValue[], key: string): readonly JsonObject[] {
    const all = this.#occurrences(property);
    const written = new Map(
      all.flatMap((one) => this.#written(one.at, one.key).map(([value, json]) => [this.keyOf(value), json] as const)),
    );
    const target = values.length === 0 ? undefined : this.#target(all, property, key);
    const json = values.map((value) => written.get(this.keyOf(value)) ?? value);
    const wasArray = target !== undefined && Array.isArray(this.before[target.at]?.[target.key]);
    return this.objects.map((object, at) => {
      const entries = new Map(Object.entries(object));
      for (const one of all) if (one.at === at && one.key !== target?.key) entries.delete(one.key);
      if (at === target?.at) entries.set(target.key, wasArray ? json : unpacked(json));
      else if (target !== undefined && all.some((one) => one.at === at)) entries.delete(target.key);
      return Object.fromEntries(entries);
    });
  }

  /** As {@link replaced}, with more values. A value is never there twice. @throws CrateError ERR_UNSUPPORTED */
  extended(property: string, values: readonly JsonValue[], key: string): readonly JsonObject[] {
    const known = new Set(this.values(property).map((value) => this.keyOf(value)));
    const more: JsonValue[] = [];
    for (const value of values) {
      if (!known.has(this.keyOf(value))) more.push(value);
      known.add(this.keyOf(value));
    }
    if (more.length === 0) return this.objects;
    const target = this.#target(this.#occurrences(property), property, key);
    return this.objects.map((object, at) => {
      if (at !== target.at) return object;
      const earlier = object[target.key] ?? null;
      const all = earlier === null ? more : [earlier, more].flat();
      return Object.fromEntries(new Map(Object.entries(object)).set(target.key, unpacked(all)));
    });
  }

  /** Where new values of a property go. @throws CrateError ERR_UNSUPPORTED for a term with a form of its own */
  #target(all: readonly Occurrence[], property: string, key: string): Occurrence {
    const { terms } = this.#home;
    const usable = all.filter((one) => terms.takesValues(one.key));
    const target = usable.find((one) => one.key === key) ?? usable[0] ?? { at: 0, key };
    if (terms.takesValues(target.key)) return target;
    throw new CrateError('ERR_UNSUPPORTED', `${this.id}: the context gives values of ${property} a form of its own`, {
      hint: 'a language map, an index, JSON or a reverse property is edited in the text of the document',
      details: { entity: this.id, property },
    });
  }

  #occurrences(property: string): Occurrence[] {
    const { terms } = this.#home;
    return this.objects.flatMap((object, at) =>
      Object.keys(object)
        .filter((key) => terms.isKeyOf(key, property))
        .map((key) => ({ at, key })),
    );
  }

  /** The values of a key, each with what the document writes for it. */
  #written(at: number, key: string): (readonly [value: JsonValue, json: JsonValue])[] {
    const { terms } = this.#home;
    const json = [this.objects[at]?.[key] ?? null].flat().filter((one) => one !== null);
    const isId = terms.holdsIds(key);
    return json.map((one) => {
      if (typeof one === 'string' && isId) return [{ '@id': one }, one];
      return [isObject(one) ? unalias(one, terms.context) : one, one];
    });
  }
}
