import type { FacetValue } from './crate-search.js';
import { shortIri } from './crate-title.js';
import type { FacetName } from './facets.js';
import { licenceLabel } from './licence-label.js';
import type { StoreIndex } from './store-index.js';

/** What each value of a facet is called; those that have one name are told apart by what their IRIs differ in. */
export function facetLabels(
  index: StoreIndex,
  facet: FacetName,
  values: readonly Pick<FacetValue, 'value'>[],
): Map<string, string> {
  const byLabel = new Map<string, string[]>();
  for (const { value } of values) {
    const label = labelOf(index, facet, value);
    byLabel.set(label, [...(byLabel.get(label) ?? []), value]);
  }
  const labels = new Map<string, string>();
  for (const [label, same] of byLabel) {
    const start = commonFolder(same);
    for (const value of same)
      labels.set(value, same.length === 1 ? label : `${label} (${shortIri(value.slice(start))})`);
  }
  return labels;
}

function labelOf(index: StoreIndex, facet: FacetName, value: string): string {
  if (facet === 'type') return value;
  const licence = facet === 'licence' ? licenceLabel(value) : undefined;
  return licence ?? index.nameOf(value) ?? shortIri(value);
}

/** How long the folders are that all of some IRIs have in common. */
function commonFolder([first = '', ...others]: readonly string[]): number {
  let length = 0;
  for (const { index } of first.matchAll(/[/#]/g))
    if (others.every((other) => other.startsWith(first.slice(0, index + 1)))) length = index + 1;
  return length;
}
