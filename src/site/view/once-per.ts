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
