import { schemaOrg } from '../../base/rdf/vocabulary.js';
import { orcidIn } from '../../crate/orcid.js';
import type { ViewEntity } from './crate-view.js';

const IDENTIFIERS: readonly string[] = ['identifier', 'sameAs', 'url'].flatMap((name) => schemaOrg(name));

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
