import type { FacetName, FacetValue } from './crate-search.js';
import { shortIri } from './crate-title.js';
import type { StoreIndex } from './store-index.js';

/** What each value of a facet is called; those that have one name are told apart by what their IRIs differ in. */
export function facetLabels(index: StoreIndex, facet: FacetName, values: readonly FacetValue[]): Map<string, string> {
  const byLabel = new Map<string, FacetValue[]>();
  for (const value of values) {
    const label = labelOf(index, facet, value);
    byLabel.set(label, [...(byLabel.get(label) ?? []), value]);
  }
  const labels = new Map<string, string>();
  for (const [label, same] of byLabel) {
    const start = same.length === 1 ? 0 : commonFolder(same.map(({ value }) => value));
    for (const one of same)
      labels.set(one.value, same.length === 1 ? label : `${label} (${differenceOf(index, one, start)})`);
  }
  return labels;
}

function labelOf(index: StoreIndex, facet: FacetName, { value, graph }: FacetValue): string {
  if (facet === 'type') return value;
  const name = index.nameOf(value);
  if (name !== undefined) return name;
  const crate = graph === undefined ? undefined : index.crateOf(graph);
  const own = facet === 'licence' && crate !== undefined ? index.details(crate).licences : [];
  return own.find(({ iri }) => iri === value)?.name ?? shortIri(value);
}

/** What lies inside of a crate is told by the crate, anything else by the end of its IRI. */
function differenceOf(index: StoreIndex, { value, graph }: FacetValue, start: number): string {
  const isInside = graph !== undefined && (value.startsWith('_:') || value.startsWith(graph));
  return (isInside ? index.crateOf(graph)?.title : undefined) ?? shortIri(value.slice(start));
}

/** How long the folders are that all of some IRIs have in common. */
function commonFolder([first = '', ...others]: readonly string[]): number {
  let length = 0;
  for (const { index } of first.matchAll(/[/#]/g))
    if (others.every((other) => other.startsWith(first.slice(0, index + 1)))) length = index + 1;
  return length;
}
