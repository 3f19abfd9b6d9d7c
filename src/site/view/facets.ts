/** What a list of crates can be narrowed by, as addresses have it. */
export const FACETS = [
  ...(['type', 'keyword', 'author', 'publisher', 'place', 'year', 'licence', 'profile', 'version'] as const),
] as const;

/** One of {@link FACETS}. */
export type FacetName = (typeof FACETS)[number];

/** Something for each facet. */
export type OfFacets<T> = Readonly<Record<FacetName, T>>;

/** Makes something for each facet. */
export function eachFacet<T>(make: (facet: FacetName) => T): OfFacets<T> {
  return Object.fromEntries(FACETS.map((facet) => [facet, make(facet)])) as Record<FacetName, T>;
}
