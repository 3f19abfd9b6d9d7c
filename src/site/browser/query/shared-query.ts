/** A query with the values of its parameters, as an address holds it. */
export interface SharedQuery {
  readonly query: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Reads a query from the fragment of an address, `#query=...&$name=...`; undefined if it holds none. */
export function sharedQuery(fragment: string): SharedQuery | undefined {
  const entries = [...new URLSearchParams(fragment.replace(/^#/, ''))];
  const query = entries.find(([key]) => key === 'query')?.[1];
  if (query === undefined) return undefined;
  const values = entries.filter(([key]) => key.startsWith('$')).map(([key, value]) => [key.slice(1), value]);
  return { query, values: Object.fromEntries(values) as SharedQuery['values'] };
}

/** Writes the fragment for a query. It stays in the browser: servers never see fragments. */
export function fragmentOf({ query, values }: SharedQuery): string {
  const pairs = Object.entries(values).map(([name, value]) => [`$${name}`, value]);
  return `#${new URLSearchParams([['query', query], ...pairs]).toString()}`;
}

/** Whether two queries are the same text with the same values. */
export function isSameQuery(one: SharedQuery, other: SharedQuery): boolean {
  const names = Object.keys({ ...one.values, ...other.values });
  return one.query === other.query && names.every((name) => one.values[name] === other.values[name]);
}
