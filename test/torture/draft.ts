import { isObject, type JsonObject, type JsonValue } from '../../src/crate/json/lazy-document.js';
import { SMALL } from '../helpers/documents.js';
import { crate } from '../helpers/read.js';
import type { Random } from './random.js';

/** Adds something unusual but legal to a document. */
export type Feature = (draft: Draft, random: Random) => void;

/** Features by name. */
export type Features = Readonly<Record<string, Feature>>;

/** JSON text that `JSON.stringify` never writes, such as `1.50`. */
export const raw = (text: string): string => `\ue000${text}\ue000`;

/** A key that duplicates another key of the same object. */
export const again = (key: string): string => `${key}\ue001`;

/**
 * A document under construction. Some features add values, identifiers and keys; those for containers and shapes use
 * them. That is how features combine.
 */
export class Draft {
  /** Terms of the context object after the small context. */
  readonly terms: JsonObject = {};
  /** Contexts after that object. */
  readonly contexts: JsonValue[] = [];
  /** The entities after the descriptor and the root. */
  readonly entities: JsonValue[] = [];
  /** Keys next to `@context` and `@graph`. */
  readonly top: JsonObject = {};
  readonly values: (() => JsonValue)[] = [];
  readonly ids: string[] = [];
  readonly keys: string[] = [];
  /** Functions that rearrange the document, and that change its text. */
  readonly shapes: ((document: JsonObject) => JsonObject)[] = [];
  readonly edits: ((text: string) => string)[] = [];
  readonly #random: Random;
  #count = 0;
  /** The nesting depth of the current value. */
  #depth = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns a text that occurs nowhere else. */
  text(): string {
    return `text ${(this.#count += 1)}`;
  }

  /** Returns the `@id` of an entity. */
  id(): string {
    if (this.ids.length > 0 && this.#random.chance(0.6)) return this.#random.pick(this.ids);
    return this.#random.chance(0.3) ? './' : `#e${(this.#count += 1)}`;
  }

  /** Returns a property that accepts any value. */
  key(): string {
    if (this.keys.length > 0 && this.#random.chance(0.6)) return this.#random.pick(this.keys);
    return this.#random.pick(['name', 'description', 'author', 'http://example.org/p']);
  }

  /** Returns a value of any kind. */
  value(): JsonValue {
    const makers: (() => JsonValue)[] = [() => this.text(), () => ({ '@id': this.id() }), () => this.node()];
    const own = this.#depth < 3 && this.values.length > 0 && this.#random.chance(0.7);
    this.#depth += 1;
    const value = this.#random.pick(own ? this.values : makers)();
    this.#depth -= 1;
    return value;
  }

  /** Returns a node with properties, with or without an `@id`. */
  node(): JsonObject {
    const name: JsonObject = this.#random.chance(0.5) ? { '@id': this.id() } : {};
    return { ...name, '@type': 'Person', [this.key()]: this.text() };
  }

  /** Returns an existing or new entity. */
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

  /** Sets a property of an entity; of a new one if the key exists. */
  set(key: string, value: JsonValue, entity = this.entity()): void {
    if (Object.hasOwn(entity, key)) entity = this.add({ '@id': `#e${(this.#count += 1)}`, '@type': 'Person' });
    Object.defineProperty(entity, key, { value, enumerable: true, writable: true, configurable: true });
  }

  /** Returns the text of the document. */
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
