import { invalidCatalogue } from '../source-document.js';

/** A value in an answer of an API, which is checked as it is taken. An error names its place (RFC 6901). */
export class JsonField {
  readonly #value: unknown;
  readonly #address: string;
  readonly #pointer: string;

  /** @param address of the answer */
  constructor(value: unknown, address: string, pointer = '') {
    this.#value = value;
    this.#address = address;
    this.#pointer = pointer;
  }

  /** Whether there is nothing, or null. */
  get isMissing(): boolean {
    return this.#value === undefined || this.#value === null;
  }

  get isList(): boolean {
    return Array.isArray(this.#value);
  }

  get isTrue(): boolean {
    return this.#value === true;
  }

  /** A member of an object; of nothing, nothing. */
  at(name: string): JsonField {
    const members = this.isMissing ? {} : this.#members();
    return new JsonField(members[name], this.#address, this.#below(name));
  }

  /** The items of a list, or the values of an object. */
  values(): JsonField[] {
    const entries = Array.isArray(this.#value) ? this.#value.entries() : Object.entries(this.#members());
    return [...entries].map(([name, value]) => new JsonField(value, this.#address, this.#below(`${name}`)));
  }

  /** The names of the members of an object. */
  names(): string[] {
    return Object.keys(this.#members());
  }

  /** The items of a list. */
  items(): JsonField[] {
    if (!Array.isArray(this.#value)) throw this.isNo('list');
    return this.values();
  }

  /** A text that is not empty. */
  text(): string {
    if (typeof this.#value !== 'string' || this.#value === '') throw this.isNo('text');
    return this.#value;
  }

  /** As {@link text}, or a number as text: some APIs write identifiers so. */
  name(): string {
    return typeof this.#value === 'number' ? `${this.#value}` : this.text();
  }

  count(): number {
    if (!Number.isSafeInteger(this.#value) || (this.#value as number) < 0) throw this.isNo('count');
    return this.#value as number;
  }

  /** As another method, or undefined for nothing. */
  optional<T>(read: (field: JsonField) => T): T | undefined {
    return this.isMissing ? undefined : read(this);
  }

  /** The error for a field that is not what it should be. */
  isNo(what: string): Error {
    const found = this.isMissing ? 'missing' : `no ${what}`;
    return invalidCatalogue(this.#address, `${this.#pointer === '' ? 'its JSON' : this.#pointer} is ${found}`, {
      hint: 'this may be another kind of catalogue, or a fault of the server',
    });
  }

  #members(): Readonly<Record<string, unknown>> {
    if (typeof this.#value !== 'object' || this.isMissing || Array.isArray(this.#value)) throw this.isNo('object');
    return this.#value as Readonly<Record<string, unknown>>;
  }

  #below(name: string): string {
    return `${this.#pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
}
