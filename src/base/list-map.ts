/** Adds a value to the list that a map has for a key. */
export function addToList<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const values = lists.get(key);
  if (values === undefined) lists.set(key, [value]);
  else values.push(value);
}
