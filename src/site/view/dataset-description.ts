import { outsideHref } from '../../base/net/outside-href.js';
import type { CrateView, ViewEntity, ViewValue } from './crate-view.js';
import { isIsoDate } from '../../crate/iso-date.js';
import { spdxIdentifier } from '../../package/spdx-license.js';
import { agentsOf, type CrateAgent } from './agents.js';
import { schemaValues } from './schema-values.js';
import { shortName } from './entity-label.js';

/** A file of a crate, or a form of its metadata, to download. */
export interface DatasetDownload {
  readonly href: string;
  readonly type: string;
}

/** Where a crate is, and what can be downloaded of it. */
export interface PublishedCrate {
  /** What the crate is called, and a text about it. */
  readonly title: string;
  readonly text: string;
  /** The address of the website, with `/` at its end. */
  readonly website: string;
  /** The address of the crate. */
  readonly address: string;
  readonly downloads: readonly DatasetDownload[];
}

/** So many values of a property are told: the head of a page is no place for a thousand authors. */
const MOST_VALUES = 50;
const MOST_AGENTS = 200;
/** What search engines for datasets take as a description, in characters. */
const LEAST_TEXT = 50;
const MOST_TEXT = 5000;

/** A crate as search engines for datasets read it: a `Dataset` of schema.org, in JSON-LD. */
export function datasetDescription(
  view: CrateView,
  { title, text, website, address, downloads }: PublishedCrate,
): object {
  const reader = new RootReader(view);
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': address,
    name: title,
    description: text,
    url: address,
    ...some('identifier', [...new Set(reader.values('identifier').flatMap((value) => reader.identifier(value)))]),
    ...some(
      'license',
      reader.values('license').flatMap((value) => reader.licence(value)),
    ),
    ...some(
      'creator',
      agentsOf(view, ['author', 'creator'])
        .slice(0, MOST_AGENTS)
        .map((agent) => reader.agent(agent, 'Person')),
    ),
    ...some(
      'publisher',
      agentsOf(view, ['publisher']).map((agent) => reader.agent(agent, 'Organization')),
    ),
    ...some('keywords', reader.texts('keywords')),
    ...some('version', reader.texts('version').slice(0, 1)),
    ...some('datePublished', reader.texts('datePublished').filter(isIsoDate).slice(0, 1)),
    ...some('dateModified', reader.texts('dateModified').filter(isIsoDate).slice(0, 1)),
    distribution: downloads.map(({ href, type }) => ({
      '@type': 'DataDownload',
      contentUrl: href,
      encodingFormat: type,
    })),
    includedInDataCatalog: { '@type': 'DataCatalog', '@id': website, name: catalogueName(website), url: website },
  };
}

/** The description of a crate, with a sentence of ours where it says little. @param said as one line of plain text */
export function datasetText(view: CrateView, title: string, said: string): string {
  if (said.length >= LEAST_TEXT) return said.length <= MOST_TEXT ? said : `${said.slice(0, MOST_TEXT - 1).toWellFormed()}…`; // prettier-ignore
  const count = view.entities.length;
  const whole = `RO-Crate with machine-readable metadata of ${count.toLocaleString('en')} ${count === 1 ? 'entity' : 'entities'}: ${title}.`;
  return said === '' ? whole : `${said.replace(/(?<![.!?])$/, '.')} ${whole}`;
}

/** The crates of a website as a `DataCatalog` of schema.org, in JSON-LD. @param addresses of crates on the page */
export function catalogueDescription(website: string, text: string, addresses: readonly string[]): object {
  return {
    '@context': 'https://schema.org/',
    '@type': 'DataCatalog',
    '@id': website,
    name: catalogueName(website),
    description: text,
    url: website,
    ...some('dataset', addresses.map((address) => ({ '@id': address }))), // prettier-ignore
  };
}

function catalogueName(website: string): string {
  return `RO-Crates at ${new URL(website).host}`;
}

/** Reads the root and what it refers to. */
class RootReader {
  readonly #view: CrateView;

  constructor(view: CrateView) {
    this.#view = view;
  }

  values(name: string, of: ViewEntity = this.#view.root): ViewValue[] {
    return schemaValues(of, name).slice(0, MOST_VALUES);
  }

  texts(name: string, of?: ViewEntity): string[] {
    return this.values(name, of).flatMap((value) => this.name(value));
  }

  /** The text of a value, or the name of what it refers to. */
  name(value: ViewValue): string[] {
    const text = 'text' in value ? value.text : this.#entity(value)?.name;
    return text === undefined || text.trim() === '' ? [] : [text.length <= MOST_TEXT ? text : shortName(text)];
  }

  /** The address on the web that a value is; what only this crate knows has none. */
  address(value: ViewValue): string | undefined {
    if ('reference' in value && value.iri.startsWith(this.#view.iri)) return undefined;
    const href = outsideHref('text' in value ? value.text.trim() : value.iri);
    return href?.startsWith('mailto:') === true ? undefined : href;
  }

  /** An identifier, or what a `PropertyValue` says that it is. */
  identifier(value: ViewValue): string[] {
    if ('text' in value) return this.name(value);
    const entity = this.#entity(value);
    const said = entity === undefined ? [] : [...this.texts('value', entity), ...this.texts('url', entity)];
    return said.length > 0 ? said.slice(0, 1) : [this.address(value) ?? []].flat();
  }

  /** The address of a licence, or what the crate calls it. */
  licence(value: ViewValue): string[] {
    const id = spdxIdentifier('text' in value ? value.text : value.iri);
    const address = this.address(value);
    return address === undefined && id !== undefined ? [`https://spdx.org/licenses/${id}`] : [address ?? this.name(value)].flat(); // prettier-ignore
  }

  /** @param usual what it is if the crate does not say whether it is a person */
  agent({ value, name, kind }: CrateAgent, usual: 'Person' | 'Organization'): object {
    const address = 'text' in value ? undefined : this.address(value);
    return {
      '@type': kind ?? usual,
      name: shortName(name),
      ...(address !== undefined && { '@id': address, sameAs: address }),
    };
  }

  #entity(value: ViewValue): ViewEntity | undefined {
    return 'reference' in value ? this.#view.entity(value.iri) : undefined;
  }
}

/** A property with one value or several; none without a value. */
function some(name: string, values: readonly (string | object)[]): Readonly<Record<string, unknown>> {
  return values.length === 0 ? {} : { [name]: values.length === 1 ? values[0] : values };
}
