import { asIsoDate } from '../../crate/iso-date.js';
import type { DatasetFacts, FactAgent } from '../view/dataset-facts.js';

/** A name in a record of DataCite. */
export interface DataCiteName {
  readonly name: string;
  readonly nameType?: 'Personal' | 'Organizational' | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly nameIdentifiers?: readonly { readonly nameIdentifier: string; readonly nameIdentifierScheme: string; readonly schemeUri: string }[] | undefined; // prettier-ignore
}

/** A crate as DataCite describes resources: the JSON of its Metadata Schema 4. What the crate does not say is absent. */
export interface DataCiteRecord {
  readonly doi?: string | undefined;
  readonly alternateIdentifiers?:
    readonly { readonly alternateIdentifier: string; readonly alternateIdentifierType: string }[] | undefined;
  readonly creators?: readonly DataCiteName[] | undefined;
  readonly titles?: readonly { readonly title: string }[] | undefined;
  readonly publisher?: { readonly name: string } | undefined;
  readonly publicationYear?: string | undefined;
  readonly types: { readonly resourceTypeGeneral: string; readonly resourceType: string };
  readonly subjects?: readonly { readonly subject: string }[] | undefined;
  readonly dates?: readonly { readonly date: string; readonly dateType: 'Issued' | 'Updated' }[] | undefined;
  readonly version?: string | undefined;
  readonly rightsList?: readonly { readonly rights: string; readonly rightsUri?: string | undefined; readonly rightsIdentifier?: string | undefined; readonly rightsIdentifierScheme?: string | undefined; readonly schemeUri?: string | undefined }[] | undefined; // prettier-ignore
  readonly descriptions?: readonly { readonly description: string; readonly descriptionType: 'Abstract' }[] | undefined;
  readonly url?: string | undefined;
  readonly schemaVersion: string;
}

/** What DataCite requires (Metadata Schema 4, section 2.1), besides the type. */
export const DATACITE_REQUIRED = ['doi', 'creators', 'titles', 'publisher', 'publicationYear'] as const;

/** @param page the address of the page of the crate, if it has one */
export function dataCiteRecord(facts: DatasetFacts, page?: string): DataCiteRecord {
  const issued = asIsoDate(facts.published);
  const updated = asIsoDate(facts.modified);
  const others = facts.identifiers.filter((id) => facts.doi === undefined || !id.toLowerCase().endsWith(facts.doi.toLowerCase())); // prettier-ignore
  return {
    doi: facts.doi,
    alternateIdentifiers: some(others.map((one) => ({ alternateIdentifier: one, alternateIdentifierType: /^https?:/i.test(one) ? 'URL' : 'Other' }))), // prettier-ignore
    creators: some(facts.creators.map(nameOf)),
    titles: some(facts.name === undefined ? [] : [{ title: facts.name }]),
    publisher: facts.publishers[0] && { name: facts.publishers[0].name },
    publicationYear: issued?.slice(0, 4),
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'RO-Crate' },
    subjects: some(facts.keywords.map((subject) => ({ subject }))),
    dates: some([
      ...(issued === undefined ? [] : [{ date: issued, dateType: 'Issued' as const }]),
      ...(updated === undefined ? [] : [{ date: updated, dateType: 'Updated' as const }]),
    ]),
    version: facts.version,
    rightsList: some(
      facts.licences.map(({ name, address, spdx }) => ({
        rights: name,
        rightsUri: address,
        ...(spdx !== undefined && {
          rightsIdentifier: spdx,
          rightsIdentifierScheme: 'SPDX',
          schemeUri: 'https://spdx.org/licenses/',
        }),
      })),
    ),
    descriptions: some(
      facts.description === undefined ? [] : [{ description: facts.description, descriptionType: 'Abstract' as const }],
    ),
    url: page ?? facts.address,
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

function nameOf({ name, kind, orcid, cited }: FactAgent): DataCiteName {
  const parts = 'family' in cited ? { givenName: cited.given, familyName: cited.family } : {};
  const isPerson = kind === 'Person' || 'family' in cited;
  return {
    name: 'family' in cited ? `${cited.family}, ${cited.given}` : name,
    nameType: kind === 'Organization' ? 'Organizational' : isPerson ? 'Personal' : undefined,
    ...parts,
    ...(orcid !== undefined && {
      nameIdentifiers: [{ nameIdentifier: `https://orcid.org/${orcid}`, nameIdentifierScheme: 'ORCID', schemeUri: 'https://orcid.org' }], // prettier-ignore
    }),
  };
}

function some<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}
