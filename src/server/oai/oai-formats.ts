import type { DataCiteName, DataCiteRecord } from '../../site/door.js';
import type { DescribedCrate } from '../discovery/described-crates.js';
import { xmlElement } from '../discovery/xml-text.js';

/** A metadata format of OAI-PMH. */
export interface OaiFormat {
  readonly prefix: string;
  readonly schema: string;
  readonly namespace: string;
  /** The metadata of a crate in XML; undefined for one that the format cannot describe. */
  write(crate: DescribedCrate, record: DataCiteRecord): string | undefined;
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const OAI_DC: OaiFormat = {
  prefix: 'oai_dc',
  schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
  namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  write: ({ facts, page }) => {
    const doi = facts.doi === undefined ? [] : [`https://doi.org/${facts.doi}`];
    const elements = [
      ...all('title', [facts.name]),
      ...all('creator', facts.creators.map(({ name }) => name)), // prettier-ignore
      ...all('subject', facts.keywords),
      ...all('description', [facts.description]),
      ...all('publisher', facts.publishers.map(({ name }) => name)), // prettier-ignore
      ...all('date', [facts.published]),
      ...all('type', ['Dataset']),
      ...all('identifier', [page, ...doi, ...facts.identifiers]),
      ...all('rights', facts.licences.map(({ address, name }) => address ?? name)), // prettier-ignore
    ];
    return `<oai_dc:dc xmlns:oai_dc="${OAI_DC.namespace}" xmlns:dc="http://purl.org/dc/elements/1.1/" ${XSI} xsi:schemaLocation="${OAI_DC.namespace} ${OAI_DC.schema}">${elements.join('')}</oai_dc:dc>`;
  },
};

/** Elements of Dublin Core, each value once. */
function all(name: string, values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].flatMap((value) => (value === undefined ? [] : [xmlElement(`dc:${name}`, value)]));
}

/** What DataCite writes for a required value that is not available (Metadata Schema 4, appendix 3). */
const UNAVAILABLE = '(:unav)';

const OAI_DATACITE: OaiFormat = {
  prefix: 'oai_datacite',
  schema: 'http://schema.datacite.org/meta/kernel-4/metadata.xsd',
  namespace: 'http://datacite.org/schema/kernel-4',
  write: ({ facts, page = facts.iri }, record) => {
    const { doi, publicationYear, types } = record;
    // There is no word for a year that is not known.
    if (publicationYear === undefined) return undefined;
    const parts = [
      doi === undefined ? xmlElement('identifier', page, { identifierType: 'URL' }) : xmlElement('identifier', doi, { identifierType: 'DOI' }), // prettier-ignore
      list('creators', (record.creators ?? [{ name: UNAVAILABLE }]).map(creator)),
      list('titles', [xmlElement('title', record.titles?.[0]?.title ?? UNAVAILABLE)]),
      xmlElement('publisher', record.publisher?.name ?? UNAVAILABLE),
      xmlElement('publicationYear', publicationYear),
      xmlElement('resourceType', types.resourceType, { resourceTypeGeneral: types.resourceTypeGeneral }),
      list(
        'subjects',
        (record.subjects ?? []).map(({ subject }) => xmlElement('subject', subject)),
      ),
      list(
        'dates',
        (record.dates ?? []).map(({ date, dateType }) => xmlElement('date', date, { dateType })),
      ),
      list('alternateIdentifiers', [
        ...(doi === undefined ? [] : [xmlElement('alternateIdentifier', page, { alternateIdentifierType: 'URL' })]),
        ...(record.alternateIdentifiers ?? []).map(({ alternateIdentifier: id, alternateIdentifierType }) => xmlElement('alternateIdentifier', id, { alternateIdentifierType })), // prettier-ignore
      ]),
      ...(record.version === undefined ? [] : [xmlElement('version', record.version)]),
      list(
        'rightsList',
        (record.rightsList ?? []).map(
          ({ rights, rightsUri, rightsIdentifier, rightsIdentifierScheme, schemeUri }) =>
          xmlElement('rights', rights, { rightsURI: rightsUri, rightsIdentifier, rightsIdentifierScheme, schemeURI: schemeUri }), // prettier-ignore
        ),
      ),
      list('descriptions', (record.descriptions ?? []).map(({ description, descriptionType }) => xmlElement('description', description, { descriptionType }))), // prettier-ignore
    ];
    return `<resource xmlns="${OAI_DATACITE.namespace}" ${XSI} xsi:schemaLocation="${OAI_DATACITE.namespace} ${OAI_DATACITE.schema}">${parts.join('')}</resource>`;
  },
};

function list(name: string, elements: readonly string[]): string {
  return elements.length === 0 ? '' : `<${name}>${elements.join('')}</${name}>`;
}

function creator({ name, nameType, givenName, familyName, nameIdentifiers = [] }: DataCiteName): string {
  const parts = [
    xmlElement('creatorName', name, { nameType }),
    ...(givenName === undefined ? [] : [xmlElement('givenName', givenName)]),
    ...(familyName === undefined ? [] : [xmlElement('familyName', familyName)]),
    ...nameIdentifiers.map(({ nameIdentifier, nameIdentifierScheme, schemeUri }) => xmlElement('nameIdentifier', nameIdentifier, { nameIdentifierScheme, schemeURI: schemeUri })), // prettier-ignore
  ];
  return `<creator>${parts.join('')}</creator>`;
}

/** The metadata formats; all crates have the first one. */
export const OAI_FORMATS: readonly OaiFormat[] = [OAI_DC, OAI_DATACITE];
