import { essence, JSONLD } from '../../base/rdf/syntaxes.js';
import { CRATE_PROFILE } from '../../package/open/signposting.js';
import { outsideHref } from '../../base/net/outside-href.js';
import { isMediaType } from '../../package/media-type.js';
import type { SignpostedEntity, SignpostedProperty } from './signposted-entities.js';

/** A crate, as its links need it. */
export interface SignpostedCrate {
  /** Address of the crate, with `/` at its end. */
  readonly address: string;
  /** Address of the metadata document. */
  readonly metadata: string;
  /** Address of the crate as a ZIP, if there is one. */
  readonly zip?: string | undefined;
  /** Other forms of the metadata. */
  readonly forms?: readonly MetadataForm[] | undefined;
  /** IRI of the Root Data Entity; undefined if the document has none. */
  readonly root: string | undefined;
  /** The entities by their IRIs. */
  readonly entities: ReadonlyMap<string, SignpostedEntity>;
}

/** The metadata of a crate in an RDF syntax. */
export interface MetadataForm {
  readonly address: string;
  readonly type: string;
}

/** Where a link leads, and what is said about the target. */
export interface LinkTarget {
  readonly href: string;
  readonly type?: string | undefined;
  readonly profile?: string | undefined;
}

/** The targets of one relation. They are made while they are read: a crate may have 100,000 files. */
export interface LinkGroup {
  readonly rel: string;
  readonly targets: Iterable<LinkTarget>;
}

/** All links from one resource. */
export interface LinkContext {
  readonly anchor: string;
  readonly groups: readonly LinkGroup[];
}

/** The links of all resources of a crate (FAIR Signposting Profile, level 2). */
export function* linkContexts(crate: SignpostedCrate): Generator<LinkContext> {
  const { address, metadata, zip, forms = [] } = crate;
  const collection = { rel: 'collection', targets: [{ href: address }] };
  yield { anchor: address, groups: landingLinks(crate) };
  for (const anchor of [metadata, ...forms.map((form) => form.address)])
    yield { anchor, groups: [{ rel: 'describes', targets: [{ href: address }] }] };
  if (zip !== undefined) yield { anchor: zip, groups: [collection] };
  const facts = new CrateFactsReader(crate);
  for (const { href, id } of facts.files()) {
    const groups = [
      collection,
      { rel: 'type', targets: facts.typesOf(id) },
      { rel: 'license', targets: facts.license(id) },
      { rel: 'author', targets: facts.authors(id) },
    ];
    yield { anchor: href, groups };
  }
}

/** The links from the address of a crate, those that matter most first. */
export function landingLinks(crate: SignpostedCrate): LinkGroup[] {
  const { address, metadata, zip, forms = [], root } = crate;
  const facts = new CrateFactsReader(crate);
  return [
    {
      rel: 'describedby',
      targets: [
        { href: metadata, type: JSONLD.mediaType, profile: CRATE_PROFILE },
        ...forms.map((form) => ({ href: form.address, type: form.type })),
      ],
    },
    { rel: 'type', targets: [{ href: 'https://schema.org/Dataset' }, { href: 'https://schema.org/AboutPage' }] },
    {
      rel: 'linkset',
      targets: LINK_SETS.map(({ extension, mediaType }) => ({ href: linkSetAddress(address, extension), type: mediaType })), // prettier-ignore
    },
    { rel: 'cite-as', targets: facts.citeAs() },
    ...(root === undefined
      ? []
      : [
          { rel: 'license', targets: facts.license(root) },
          { rel: 'author', targets: facts.authors(root) },
        ]),
    {
      rel: 'item',
      targets: concat<LinkTarget>(
        zip === undefined ? [] : [{ href: zip, type: 'application/zip', profile: CRATE_PROFILE }],
        facts.files(),
      ),
    },
  ];
}

/** The forms of a link set (RFC 9264), with the ends of their addresses. The first is the one to prefer. */
export const LINK_SETS = [
  { extension: '.linkset.json', mediaType: 'application/linkset+json' },
  { extension: '.linkset', mediaType: 'application/linkset' },
] as const;

/** The address of the link set of a crate, beside that of the crate: no file of a folder can be there. */
export function linkSetAddress(crate: string, extension: string): string {
  return crate.replace(/\/$/, extension);
}

/** Whether a text is an address that a link may have, as on pages: none with a user name or a password. */
export function isLinkAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && outsideHref(text) !== undefined;
}

/** The IRI of a type as links name it: schema.org has `https`, the context of RO-Crate has not. */
export function typeAddress(iri: string): string {
  return iri.replace(/^http:\/\/schema\.org\//, 'https://schema.org/');
}

/** Reads what the links of a crate say from its entities. */
class CrateFactsReader {
  readonly #crate: SignpostedCrate;

  constructor(crate: SignpostedCrate) {
    this.#crate = crate;
  }

  /** What the root says to cite, or else the first identifier of it that is an address. */
  citeAs(): LinkTarget[] {
    const { root } = this.#crate;
    if (root === undefined) return [];
    const own = this.#values(root, 'cite-as').find(isLinkAddress);
    // An identifier, or what a `PropertyValue` says that it is.
    const names = this.#values(root, 'identifier').flatMap((id) => [
      id,
      ...this.#values(id, 'url'),
      ...this.#values(id, 'value'),
    ]);
    return targetsOf([own ?? [...names, root].find((iri) => this.#isName(iri))]);
  }

  license(id: string): LinkTarget[] {
    return targetsOf([this.#values(id, 'license').find(isLinkAddress)]);
  }

  /** People and organizations with an identifier; those whom only the crate knows have no address on the web. */
  authors(id: string): LinkTarget[] {
    const authors = [...this.#values(id, 'author'), ...this.#values(id, 'creator')];
    return targetsOf(authors.filter((author) => this.#isName(author)));
  }

  typesOf(id: string): LinkTarget[] {
    return targetsOf(this.#values(id, 'type').filter(isLinkAddress).map(typeAddress));
  }

  /** The files of the crate that have an address, also those in its folders, in order. */
  *files(): Generator<LinkTarget & { readonly id: string }> {
    const { root } = this.#crate;
    if (root === undefined) return;
    const seen = new Set<string>([root]);
    const folders = [this.#values(root, 'hasPart')[Symbol.iterator]()];
    for (let folder = folders.at(-1); folder !== undefined; folder = folders.at(-1)) {
      const { value: id, done } = folder.next();
      if (done === true) folders.pop();
      else if (!seen.has(id)) {
        seen.add(id);
        if (id.endsWith('/')) folders.push(this.#values(id, 'hasPart')[Symbol.iterator]());
        else if (isLinkAddress(id)) yield { id, href: id, type: this.#typeOfFile(id) };
      }
    }
  }

  /** The media type of a file; a link has no parameters of it (RFC 8288, section 3.4.1). */
  #typeOfFile(id: string): string | undefined {
    const type = this.#values(id, 'encodingFormat').find(isMediaType);
    return type === undefined ? undefined : essence(type);
  }

  /** Whether an IRI names something beyond this crate: not an entity inside of it, and not our own address. */
  #isName(iri: string): boolean {
    const { address, root } = this.#crate;
    return isLinkAddress(iri) && !isBelow(address, iri) && (iri === root || root === undefined || !isBelow(root, iri));
  }

  #values(id: string, property: SignpostedProperty): readonly string[] {
    return this.#crate.entities.get(id)?.get(property) ?? [];
  }
}

/** Whether an IRI is that of a folder, or something in it. */
function isBelow(folder: string, iri: string): boolean {
  return iri.startsWith(folder) && (folder.endsWith('/') || /^(?:[/?#]|$)/.test(iri.slice(folder.length)));
}

function targetsOf(iris: readonly (string | undefined)[]): LinkTarget[] {
  return [...new Set(iris)].flatMap((href) => (href === undefined ? [] : [{ href }]));
}

function* concat<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}
