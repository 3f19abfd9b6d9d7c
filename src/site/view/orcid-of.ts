import { schemaOrg } from '../../base/rdf/vocabulary.js';
import { isOrcid } from '../../crate/orcid.js';
import type { ViewEntity } from './crate-view.js';

const ORCID = /^(?:https?:\/\/(?:www\.)?orcid\.org\/|orcid:)?((?:\d{4}-){3}\d{3}[\dX])\/?$/i;

const IDENTIFIERS: readonly string[] = ['identifier', 'sameAs', 'url'].flatMap((name) => schemaOrg(name));

/** The ORCID in an address or text, as in `0000-0002-1825-0097`; undefined without a right one. */
export function orcidIn(text: string): string | undefined {
  const orcid = ORCID.exec(text.trim())?.[1]?.toUpperCase();
  return orcid !== undefined && isOrcid(orcid) ? orcid : undefined;
}

/** The ORCID of a person: its IRI, or what it says of itself. */
export function orcidOf({ iri, properties }: Pick<ViewEntity, 'iri' | 'properties'>): string | undefined {
  const own = orcidIn(iri);
  if (own !== undefined) return own;
  for (const property of properties)
    if (IDENTIFIERS.includes(property.iri ?? ''))
      for (const value of property.values) {
        const found = orcidIn('text' in value ? value.text : value.iri);
        if (found !== undefined) return found;
      }
  return undefined;
}
