/** Where a browser keeps things: `localStorage`, `sessionStorage`, or what stands for them. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

/** A storage of the browser; undefined where it is switched off. */
export function browserKeeper(name: 'localStorage' | 'sessionStorage'): Keeper | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** A value that a browser keeps as JSON. It is read anew each time: another window may have changed it. */
export class KeptValue<T> {
  readonly #keeper: Keeper | undefined;
  readonly #key: string;
  readonly #read: (kept: unknown) => T;

  /** @param read makes the value of what was kept, which may be anything; of undefined where nothing was */
  constructor(keeper: Keeper | undefined, key: string, read: (kept: unknown) => T) {
    this.#keeper = keeper;
    this.#key = key;
    this.#read = read;
  }

  get value(): T {
    return this.#read(this.#kept());
  }

  /** @returns why the value is not kept; undefined if it is */
  keep(value: T): string | undefined {
    try {
      if (this.#keeper === undefined) return 'This browser keeps nothing for websites.';
      this.#keeper.setItem(this.#key, JSON.stringify(value));
      return undefined;
    } catch {
      return 'This browser has no room left for this website.';
    }
  }

  #kept(): unknown {
    try {
      const text = this.#keeper?.getItem(this.#key) ?? undefined;
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      return undefined; // switched off, or something else wrote it
    }
  }
}

/** The fields of a kept object; none of anything else. */
export function keptFields(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
}

/** The texts among the fields of a kept object. */
export function keptTexts(kept: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(keptFields(kept));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
