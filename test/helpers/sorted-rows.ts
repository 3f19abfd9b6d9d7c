import type oxigraph from 'oxigraph';

/** The rows that Oxigraph finds, as texts in one order. */
export function sortedRows(
  store: oxigraph.Store,
  sparql: string,
  options: { readonly use_default_graph_as_union?: boolean } = {},
): string[] {
  const found = store.query(sparql, options) as unknown as Map<string, { toString(): string }>[];
  const texts = found.map((row) => Array.from(row, ([name, term]) => `${name}=${term.toString()}`).sort());
  return texts.map((text) => text.join(' ')).sort();
}
