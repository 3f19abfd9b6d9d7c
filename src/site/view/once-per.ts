/**
 * Remembers what a function makes of an object for as long as the object lives: a page of a large crate needs numbers
 * that take a second to count.
 */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let known = made.get(of);
    if (known === undefined) made.set(of, (known = { value: make(of) }));
    return known.value;
  };
}

/** Lists of one object that are kept: all pages of a list come from one of them. */
const MOST_LISTS = 8;

/** Remembers the last few things that were made of an object, each under a key. */
export class FewPer<K extends object, V> {
  readonly #made = oncePer((_: K) => new Map<string, V>());

  of(owner: K, key: string, make: () => V): V {
    const kept = this.#made(owner);
    const value = kept.has(key) ? (kept.get(key) as V) : make();
    kept.delete(key);
    kept.set(key, value); // the last one asked for is at the end
    const [oldest] = kept.keys();
    if (kept.size > MOST_LISTS && oldest !== undefined) kept.delete(oldest);
    return value;
  }
}
