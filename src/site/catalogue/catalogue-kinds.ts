/** The catalogues that we write. */
export const CATALOGUE_KINDS = ['dcat', 'schema', 'croissant', 'datacite'] as const;

/** One of {@link CATALOGUE_KINDS}. */
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];
