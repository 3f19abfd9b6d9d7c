import { isIriText } from '../../base/rdf/iri.js';
import { essence } from '../../base/rdf/syntaxes.js';
import { asIsoDate } from '../../crate/iso-date.js';
import type { FactAgent, FactDownload } from '../view/dataset-facts.js';
import type { CatalogueEntry } from './catalogue-entry.js';
import type { DcatNode, TypedText } from './dcat-terms.js';

/** A crate as a `dcat:Dataset` (DCAT 3). It has the IRI of the root, under which SPARQL knows the crate too. */
export function dcatDataset({ facts, page, downloads }: CatalogueEntry): DcatNode {
  return {
    '@id': facts.iri,
    '@type': ['dcat:Dataset'],
    title: one(facts.name),
    description: one(facts.description),
    identifier: facts.identifiers,
    license: facts.licences.map(({ address, name }) => ({
      '@id': iri(address),
      '@type': ['dcterms:LicenseDocument'],
      label: name === address ? undefined : [name],
    })),
    creator: facts.creators.map(agent),
    publisher: facts.publishers.map(agent),
    issued: date(facts.published),
    modified: date(facts.modified),
    keyword: facts.keywords,
    version: one(facts.version),
    landingPage: typed(iri(page ?? facts.address), 'foaf:Document'),
    distribution: downloads.map(distribution),
  };
}

function one(value: string | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [value];
}

/** A node of the type that profiles of DCAT want to see. */
function typed(id: string | undefined, type: string): readonly DcatNode[] | undefined {
  return id === undefined ? undefined : [{ '@id': id, '@type': [type] }];
}

/** An address that RDF can have. */
function iri(address: string | undefined): string | undefined {
  return address !== undefined && isIriText(address) ? address : undefined;
}

function agent({ name, kind, address, orcid }: FactAgent): DcatNode {
  return {
    '@id': iri(address) ?? (orcid === undefined ? undefined : `https://orcid.org/${orcid}`),
    '@type': ['foaf:Agent', ...(kind === undefined ? [] : [`foaf:${kind}`])],
    name: [name],
  };
}

function distribution({ address, format, size }: FactDownload): DcatNode {
  const type = essence(format ?? null);
  return {
    '@type': ['dcat:Distribution'],
    accessURL: one(iri(address)),
    downloadURL: one(iri(address)),
    mediaType: type === '' ? undefined : typed(iri(`https://www.iana.org/assignments/media-types/${type}`), 'dcterms:MediaType'), // prettier-ignore
    byteSize: size === undefined ? undefined : [{ '@value': size, '@type': 'xsd:nonNegativeInteger' }],
  };
}

/** A date with the datatype of its precision; none for what is no date. */
function date(said: string | undefined): readonly TypedText[] | undefined {
  const text = asIsoDate(said);
  if (text === undefined) return undefined;
  if (text.includes('T'))
    // XML Schema wants seconds.
    return [{ '@value': text.replace(/T(\d\d:\d\d)(?!:\d\d|\d)/, 'T$1:00'), '@type': 'xsd:dateTime' }];
  const types = { 4: 'xsd:gYear', 7: 'xsd:gYearMonth', 10: 'xsd:date' } as const;
  return [{ '@value': text, '@type': types[text.length as 4 | 7 | 10] }];
}
