import { asIsoDate } from '../../crate/iso-date.js';
import type { CrateView } from './crate-view.js';
import type { DatasetFacts, FactAgent, FactDownload, FactWork } from './dataset-facts.js';

/** A website of crates. */
export interface DescribedWebsite {
  readonly name: string;
  /** With `/` at its end. */
  readonly address: string;
}

/** Where a crate is, and what can be downloaded of it. */
export interface PublishedCrate {
  /** What the crate is called, and a text about it; the crate may say neither. */
  readonly title: string | undefined;
  readonly text: string | undefined;
  /** The website; undefined without one. */
  readonly website: DescribedWebsite | undefined;
  /** The address of the crate. */
  readonly address: string;
  readonly downloads: readonly FactDownload[];
}

/** So many values of a property are told: the head of a page is no place for a thousand authors. */
const MOST_VALUES = 50;
const MOST_AGENTS = 200;
/** What search engines for datasets take as a description, in characters. */
const LEAST_TEXT = 50;
const MOST_TEXT = 5000;

/** A crate as search engines for datasets read it: a `Dataset` of schema.org, in JSON-LD. */
export function datasetDescription(
  facts: DatasetFacts,
  { title, text, website, address, downloads }: PublishedCrate,
): object {
  return {
    '@type': 'Dataset',
    '@id': address,
    ...some('name', title === undefined ? [] : [title]),
    ...some('description', text === undefined ? [] : [text]),
    ...some('url', /^https?:/.test(address) ? [address] : []),
    ...some('identifier', facts.identifiers),
    ...some('license', facts.licences.map((licence) => licence.address ?? licence.name)), // prettier-ignore
    ...some('creator', facts.creators.map((agent) => schemaAgent(agent, 'Person'))), // prettier-ignore
    ...some('publisher', facts.publishers.map((agent) => schemaAgent(agent, 'Organization'))), // prettier-ignore
    ...some('keywords', facts.keywords),
    ...some('version', facts.version === undefined ? [] : [facts.version]),
    ...some('conditionsOfAccess', facts.access),
    ...some('isBasedOn', facts.related.isBasedOn.map(schemaWork)),
    ...some('citation', facts.related.citation.map(schemaWork)),
    ...some('isPartOf', facts.related.isPartOf.map(schemaWork)),
    isAccessibleForFree: facts.isFree,
    datePublished: asIsoDate(facts.published),
    dateModified: asIsoDate(facts.modified),
    ...(downloads.length > 0 && {
      distribution: downloads.map(({ address: contentUrl, format: encodingFormat, size: contentSize }) => ({
        '@type': 'DataDownload',
        contentUrl,
        encodingFormat,
        contentSize,
      })),
    }),
    ...(website !== undefined && {
      includedInDataCatalog: {
        '@type': 'DataCatalog',
        '@id': website.address,
        name: website.name,
        url: website.address,
      },
    }),
  };
}

/** In an object, because a text would be an IRI to some of these properties. */
function schemaWork(work: FactWork): object {
  return 'address' in work ? { '@id': work.address } : { '@type': 'CreativeWork', name: work.name };
}

/** The facts that the head of a page tells. */
export function fewFacts(facts: DatasetFacts): DatasetFacts {
  return {
    ...facts,
    identifiers: facts.identifiers.slice(0, MOST_VALUES),
    licences: facts.licences.slice(0, MOST_VALUES),
    creators: facts.creators.slice(0, MOST_AGENTS),
    publishers: facts.publishers.slice(0, MOST_AGENTS),
    keywords: facts.keywords.slice(0, MOST_VALUES),
    downloads: facts.downloads.slice(0, MOST_VALUES),
    access: facts.access.slice(0, MOST_VALUES),
    related: {
      isBasedOn: facts.related.isBasedOn.slice(0, MOST_VALUES),
      citation: facts.related.citation.slice(0, MOST_VALUES),
      isPartOf: facts.related.isPartOf.slice(0, MOST_VALUES),
    },
  };
}

/** @param usual what it is if the crate does not say whether it is a person */
function schemaAgent({ name, kind, address }: FactAgent, usual: 'Person' | 'Organization'): object {
  return { '@type': kind ?? usual, name, ...(address !== undefined && { '@id': address, sameAs: address }) };
}

/** The description of a crate, with a sentence of ours where it says little. @param said as one line of plain text */
export function datasetText(view: CrateView, title: string, said: string): string {
  if (said.length >= LEAST_TEXT) return said.length <= MOST_TEXT ? said : `${said.slice(0, MOST_TEXT - 1).toWellFormed()}…`; // prettier-ignore
  const count = view.entities.length;
  const whole = `RO-Crate with machine-readable metadata of ${count.toLocaleString('en')} ${count === 1 ? 'entity' : 'entities'}: ${title}.`;
  return said === '' ? whole : `${said.replace(/(?<![.!?])$/, '.')} ${whole}`;
}

/** The crates of a website as a `DataCatalog` of schema.org, in JSON-LD. @param addresses of crates on the page */
export function catalogueDescription(website: DescribedWebsite, text: string, addresses: readonly string[]): object {
  return {
    '@context': 'https://schema.org/',
    '@type': 'DataCatalog',
    '@id': website.address,
    name: website.name,
    description: text,
    url: website.address,
    ...some('dataset', addresses.map((address) => ({ '@id': address }))), // prettier-ignore
  };
}

/** A property with one value or several; none without a value. */
function some(name: string, values: readonly (string | object)[]): Readonly<Record<string, unknown>> {
  return values.length === 0 ? {} : { [name]: values.length === 1 ? values[0] : values };
}
