import { outsideHref } from '../../base/net/outside-href.js';
import { schemaOrg } from '../../base/rdf/vocabulary.js';
import { isMediaType } from '../../package/media-type.js';
import { spdxIdentifier } from '../../package/spdx-license.js';
import { agentsOf, type CrateAgent } from './agents.js';
import { citationOf, citedName } from './citation/csl-item.js';
import type { CslName } from './citation/person-name.js';
import type { CrateView, ViewEntity, ViewValue } from './crate-view.js';
import { shortName } from './entity-label.js';
import { orcidIn } from '../../crate/orcid.js';
import { orcidOf } from './orcid-of.js';
import { schemaValues } from './schema-values.js';

/** What a crate says of itself as a dataset, as plain data: each catalogue writes it in its own words. */
export interface DatasetFacts {
  /** IRI of the root. */
  readonly iri: string;
  readonly name: string | undefined;
  /** One line of plain text. */
  readonly description: string | undefined;
  /** As written, or what a `PropertyValue` says. */
  readonly identifiers: readonly string[];
  readonly doi: string | undefined;
  /** Where the crate says that it is on the web. */
  readonly address: string | undefined;
  readonly licences: readonly FactLicence[];
  readonly creators: readonly FactAgent[];
  readonly publishers: readonly FactAgent[];
  readonly keywords: readonly string[];
  readonly version: string | undefined;
  /** As written, whether or not they are dates. */
  readonly published: string | undefined;
  readonly modified: string | undefined;
  /** What the root names as its `distribution`. */
  readonly downloads: readonly FactDownload[];
  /** Who may have it, as the root says it (`conditionsOfAccess`). */
  readonly access: readonly string[];
  /** Whether it costs nothing; undefined where the root does not say so. */
  readonly isFree: boolean | undefined;
  /** What the root is related to. */
  readonly related: Readonly<Record<Relation, readonly FactWork[]>>;
}

/** Something that a crate names: its address, or else its name. */
export type FactWork = { readonly address: string } | { readonly name: string };

/** A property of schema.org that leads from a dataset to something else. */
export type Relation = 'isBasedOn' | 'citation' | 'isPartOf';

/** A licence: its address, or what the crate calls it. */
export interface FactLicence {
  readonly address: string | undefined;
  readonly name: string;
  /** Its identifier of SPDX. */
  readonly spdx: string | undefined;
}

/** A person or an organization. */
export interface FactAgent {
  readonly name: string;
  readonly kind: CrateAgent['kind'];
  /** Its address on the web; what only the crate knows has none. */
  readonly address: string | undefined;
  readonly orcid: string | undefined;
  /** Its name in parts, as citations have it. */
  readonly cited: CslName;
  /** Whether the crate only has a text of it. */
  readonly isText: boolean;
}

/** A form of the crate that can be downloaded. */
export interface FactDownload {
  readonly address: string;
  /** Its media type. */
  readonly format: string | undefined;
  /** Bytes, in digits. */
  readonly size: string | undefined;
}

/** A longer text is no name. */
const MOST_TEXT = 5000;

/** Reads the facts of a crate. @param plain makes one line of plain text of Markdown or HTML */
export function datasetFacts(view: CrateView, plain: (text: string) => string): DatasetFacts {
  const reader = new RootReader(view);
  const { DOI, URL: address } = citationOf(view, '');
  const [description] = reader.values('description');
  const text = description !== undefined && 'text' in description ? plain(description.text) : '';
  return {
    iri: view.iri,
    name: view.root.name === undefined || view.root.name.trim() === '' ? undefined : shortName(view.root.name.trim()),
    description: text === '' ? undefined : text,
    identifiers: [...new Set(reader.values('identifier').flatMap((value) => reader.identifier(value)))],
    doi: DOI,
    address,
    licences: reader.values('license').flatMap((value) => reader.licence(value)),
    creators: agentsOf(view, ['author', 'creator']).map((agent) => reader.agent(agent)),
    publishers: agentsOf(view, ['publisher']).map((agent) => reader.agent(agent)),
    keywords: reader.texts('keywords'),
    version: reader.texts('version')[0],
    published: reader.texts('datePublished')[0],
    modified: reader.texts('dateModified')[0],
    downloads: reader.values('distribution').flatMap((value) => reader.download(value)),
    access: reader.texts('conditionsOfAccess'),
    isFree: reader.truth('isAccessibleForFree'),
    related: {
      isBasedOn: reader.related('isBasedOn'),
      citation: reader.related('citation'),
      isPartOf: reader.related('isPartOf'),
    },
  };
}

/** A file of a crate. */
export interface FactFile {
  /** As the document writes it. */
  readonly id: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Its address on the web, or its path in the crate. */
  readonly place: string;
  readonly isOnWeb: boolean;
  /** Its media type. */
  readonly format: string | undefined;
  readonly size: string | undefined;
  /** In lower case. */
  readonly sha256: string | undefined;
}

const FILE: readonly string[] = schemaOrg('MediaObject');

/** The files that a crate describes, in the order of the document. */
export function* datasetFiles(view: CrateView, plain: (text: string) => string): Generator<FactFile> {
  const reader = new RootReader(view);
  for (const entity of view.entities)
    if (entity.types.some((type) => FILE.includes(view.typeIri(type) ?? ''))) yield reader.file(entity, plain);
}

/** Reads the root and what it refers to. */
class RootReader {
  readonly #view: CrateView;

  constructor(view: CrateView) {
    this.#view = view;
  }

  values(name: string, of: ViewEntity = this.#view.root): readonly ViewValue[] {
    return schemaValues(of, name);
  }

  texts(name: string, of?: ViewEntity): string[] {
    return this.values(name, of).flatMap((value) => this.name(value));
  }

  /** The text of a value, or the name of what it refers to. */
  name(value: ViewValue): string[] {
    const text = 'text' in value ? value.text : this.#entity(value)?.name;
    return text === undefined || text.trim() === '' ? [] : [text.length <= MOST_TEXT ? text : shortName(text)];
  }

  truth(name: string): boolean | undefined {
    const [value] = this.values(name);
    const text = value === undefined ? '' : 'text' in value ? value.text : value.iri;
    const [, said] = /^(?:https?:\/\/schema\.org\/)?(true|false)$/i.exec(text) ?? [];
    return said === undefined ? undefined : said.toLowerCase() === 'true';
  }

  related(relation: Relation): FactWork[] {
    return this.values(relation).flatMap((value): FactWork[] => {
      const address = this.address(value);
      return address === undefined ? this.name(value).map((name) => ({ name })) : [{ address }];
    });
  }

  /** The address on the web that a value is; what only this crate knows has none. */
  address(value: ViewValue): string | undefined {
    if ('reference' in value && value.iri.startsWith(this.#view.iri)) return undefined;
    return webAddress('text' in value ? value.text : value.iri);
  }

  /** An identifier, or what a `PropertyValue` says that it is. */
  identifier(value: ViewValue): string[] {
    if ('text' in value) return this.name(value);
    const entity = this.#entity(value);
    const said = entity === undefined ? [] : [...this.texts('value', entity), ...this.texts('url', entity)];
    return said.length > 0 ? said.slice(0, 1) : [this.address(value) ?? []].flat();
  }

  /** The address of a licence, or what the crate calls it. */
  licence(value: ViewValue): FactLicence[] {
    const spdx = spdxIdentifier('text' in value ? value.text : value.iri);
    const address = this.address(value) ?? (spdx === undefined ? undefined : `https://spdx.org/licenses/${spdx}`);
    const name = this.name(value)[0] ?? address;
    return name === undefined ? [] : [{ address, name, spdx }];
  }

  agent(agent: CrateAgent): FactAgent {
    const { value, entity, name, kind } = agent;
    const address = 'text' in value ? undefined : this.address(value);
    const orcid = entity === undefined ? orcidIn('text' in value ? value.text : value.iri) : orcidOf(entity);
    return { name, kind, address, orcid, cited: citedName(agent), isText: 'text' in value && orcid === undefined };
  }

  /** What a distribution is: its `contentUrl`, or else its own address. */
  download(value: ViewValue): FactDownload[] {
    const entity = this.#entity(value);
    const [stated] = entity === undefined ? [] : this.values('contentUrl', entity).flatMap((one) => webAddress('text' in one ? one.text : one.iri) ?? []); // prettier-ignore
    const address = stated ?? webAddress('text' in value ? value.text : value.iri);
    return address === undefined ? [] : [{ address, ...this.#form(entity) }];
  }

  file(entity: ViewEntity, plain: (text: string) => string): FactFile {
    const [stated] = this.values('contentUrl', entity).flatMap((one) => webAddress('text' in one ? one.text : one.iri) ?? []); // prettier-ignore
    const address = webAddress(entity.iri) ?? stated;
    const [description] = this.texts('description', entity).map(plain);
    const [sha256] = this.texts('sha256', entity).map((text) => text.trim().toLowerCase());
    return {
      id: entity.id,
      name: entity.name?.trim() || undefined,
      description: description === '' ? undefined : description,
      place: address ?? entity.id,
      isOnWeb: address !== undefined,
      ...this.#form(entity),
      sha256: sha256 !== undefined && /^[\da-f]{64}$/.test(sha256) ? sha256 : undefined,
    };
  }

  #form(entity: ViewEntity | undefined): Pick<FactDownload, 'format' | 'size'> {
    if (entity === undefined) return { format: undefined, size: undefined };
    const [size] = this.texts('contentSize', entity).map((text) => text.trim());
    return {
      format: this.texts('encodingFormat', entity).find(isMediaType),
      size: size !== undefined && /^\d{1,18}$/.test(size) ? size : undefined,
    };
  }

  #entity(value: ViewValue): ViewEntity | undefined {
    return 'reference' in value ? this.#view.entity(value.iri) : undefined;
  }
}

function webAddress(text: string): string | undefined {
  const href = outsideHref(text.trim());
  return href !== undefined && /^https?:/i.test(href) ? href : undefined;
}
