import { isObject, type JsonObject, type JsonValue } from '../../src/crate/json/lazy-document.js';
import { SMALL } from '../helpers/documents.js';
import { crate } from '../helpers/read.js';
import type { Random } from './random.js';

/** Makes something odd but legal of a document. */
export type Feature = (draft: Draft, random: Random) => void;

/** Features by their names. */
export type Features = Readonly<Record<string, Feature>>;

/** JSON text that `JSON.stringify` would not write, such as `1.50`. */
export const raw = (text: string): string => `\ue000${text}\ue000`;

/** A key that stands in an object beside another of the same name. */
export const again = (key: string): string => `${key}\ue001`;

/**
 * A document in the making. Features that know values, identifiers and keys leave them here; those that know containers
 * and shapes take them from here: that is how features meet.
 */
export class Draft {
  /** Terms of the context object that comes after the small context. */
  readonly terms: JsonObject = {};
  /** Parts of the context after these. */
  readonly contexts: JsonValue[] = [];
  /** The entities after descriptor and root. */
  readonly entities: JsonValue[] = [];
  /** What stands beside `@context` and `@graph`. */
  readonly top: JsonObject = {};
  readonly values: (() => JsonValue)[] = [];
  readonly ids: string[] = [];
  readonly keys: string[] = [];
  /** How the whole document is arranged, and how its text is changed. */
  readonly shapes: ((document: JsonObject) => JsonObject)[] = [];
  readonly edits: ((text: string) => string)[] = [];
  readonly #random: Random;
  #count = 0;
  /** How many values are being made inside of each other. */
  #depth = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A text that occurs nowhere else. */
  text(): string {
    return `text ${(this.#count += 1)}`;
  }

  /** The `@id` of an entity. */
  id(): string {
    if (this.ids.length > 0 && this.#random.chance(0.6)) return this.#random.pick(this.ids);
    return this.#random.chance(0.3) ? './' : `#e${(this.#count += 1)}`;
  }

  /** A property that can have any value. */
  key(): string {
    if (this.keys.length > 0 && this.#random.chance(0.6)) return this.#random.pick(this.keys);
    return this.#random.pick(['name', 'description', 'author', 'http://example.org/p']);
  }

  /** A value of any kind. */
  value(): JsonValue {
    const makers: (() => JsonValue)[] = [() => this.text(), () => ({ '@id': this.id() }), () => this.node()];
    const own = this.#depth < 3 && this.values.length > 0 && this.#random.chance(0.7);
    this.#depth += 1;
    const value = this.#random.pick(own ? this.values : makers)();
    this.#depth -= 1;
    return value;
  }

  /** A node with something to say, with or without a name. */
  node(): JsonObject {
    const name: JsonObject = this.#random.chance(0.5) ? { '@id': this.id() } : {};
    return { ...name, '@type': 'Person', [this.key()]: this.text() };
  }

  /** An entity, old or new, to say more of. */
  entity(): JsonObject {
    const old = this.entities.filter(isObject);
    if (old.length > 0 && this.#random.chance(0.5)) return this.#random.pick(old);
    return this.add({ '@id': `#e${(this.#count += 1)}`, '@type': 'Person', name: this.text() });
  }

  /** Adds an entity. */
  add<T extends JsonValue>(entity: T): T {
    this.entities.push(entity);
    return entity;
  }

  /** Says more of an entity; what it says already under the same key stays. */
  say(key: string, value: JsonValue, entity = this.entity()): void {
    if (Object.hasOwn(entity, key)) entity = this.add({ '@id': `#e${(this.#count += 1)}`, '@type': 'Person' });
    Object.defineProperty(entity, key, { value, enumerable: true, writable: true, configurable: true });
  }

  /** The text of the document. */
  write(): string {
    const context = [SMALL, ...(Object.keys(this.terms).length > 0 ? [this.terms] : []), ...this.contexts];
    const declared = context.length === 1 ? SMALL : context;
    const { '@graph': graph } = crate(this.entities, declared, { name: 'A crate' }) as JsonObject;
    const whole = { '@context': declared, ...this.top, '@graph': graph } as JsonObject;
    const document = this.shapes.reduce((made, shape) => shape(made), whole);
    const text = JSON.stringify(document, null, 2)
      .replace(/"\ue000([^\ue000]*)\ue000"/g, (_, inner: string) => JSON.parse(`"${inner}"`) as string)
      .replace(/\ue001+(?=": )/g, '');
    return this.edits.reduce((edited, edit) => edit(edited), text);
  }
}
