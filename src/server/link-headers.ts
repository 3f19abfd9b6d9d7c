import { JSONLD } from '../base/rdf/syntaxes.js';
import { CRATE_PROFILE } from '../package/open/signposting.js';
import { outsideHref } from '../base/net/outside-href.js';
import { isMediaType } from './http/media-types.js';
import type { SignpostedEntity, SignpostedProperty } from './signposted-entities.js';

/** A crate, as its links need it. */
export interface SignpostedCrate {
  /** Address of the crate, with `/` at its end. */
  readonly address: string;
  /** Address of the metadata document. */
  readonly metadata: string;
  /** Address of the crate as a ZIP, if there is one. */
  readonly zip?: string | undefined;
  /** IRI of the Root Data Entity; undefined if the document has none. */
  readonly root: string | undefined;
  /** The entities by their IRIs. */
  readonly entities: ReadonlyMap<string, SignpostedEntity>;
}

/**
 * How many files the links of a root name: the header of an answer must stay small. All are in the metadata document.
 */
const ITEMS = 100;
/** Characters of a `Link` header: many clients take 16 KiB for all headers together. */
const LONGEST = 8_000;

/**
 * The `Link` header of the address of a crate (FAIR Signposting Profile, level 1): `describedby` leads to the metadata
 * document, `item` to the crate as a ZIP and to the first files, and there are `type`, `cite-as`, `license` and
 * `author` where the crate says them.
 * There is no link set: the metadata document has everything.
 */
export function crateLinks({ address, metadata, zip, root, entities }: SignpostedCrate): string {
  const links = [
    link(metadata, { rel: 'describedby', type: JSONLD.mediaType, profile: CRATE_PROFILE }),
    link('https://schema.org/Dataset', { rel: 'type' }),
    link('https://schema.org/AboutPage', { rel: 'type' }),
  ];
  const whole = zip && link(zip, { rel: 'item', type: 'application/zip', profile: CRATE_PROFILE });
  if (root === undefined) return [...links, ...(whole === undefined ? [] : [whole])].join(', ');
  const values: Values = (id, property) => entities.get(id)?.get(property) ?? [];
  // An identifier, or what a `PropertyValue` says that it is.
  const names = values(root, 'identifier').flatMap((id) => [id, ...values(id, 'url'), ...values(id, 'value')]);
  // The IRI of an entity inside of the crate, and our own address, are no names to cite.
  const isName = (iri: string) => isHttp(iri) && !isBelow(address, iri) && (iri === root || !isBelow(root, iri));
  const own = values(root, 'cite-as').find(isHttp); // the root says what to cite, so it need not be a guess of ours
  const citeAs = own ?? [...names, root].find(isName);
  const license = values(root, 'license').find(isHttp);
  if (citeAs !== undefined) links.push(link(citeAs, { rel: 'cite-as' }));
  if (license !== undefined) links.push(link(license, { rel: 'license' }));
  const authors = values(root, 'author').filter((id) => /^https?:\/\/orcid\.org\//i.test(id));
  for (const author of authors.slice(0, ITEMS)) links.push(link(author, { rel: 'author' }));
  if (whole !== undefined) links.push(whole);
  for (const id of filesOf(root, values)) {
    if (links.length >= ITEMS) break;
    const type = values(id, 'encodingFormat').find(isMediaType);
    if (isHttp(id)) links.push(link(id, { rel: 'item', ...(type !== undefined && { type }) }));
  }
  return upTo(LONGEST, links);
}

/** The values of a property of an entity. */
type Values = (id: string, property: SignpostedProperty) => readonly string[];

/** The `Link` header of a metadata document: what it describes. */
export function metadataLinks(address: string): string {
  return link(address, { rel: 'describes' });
}

/** The `Link` header of a file: the crate that it belongs to. */
export function fileLinks(address: string): string {
  return link(address, { rel: 'collection' });
}

/** The files of a crate, also those in its folders, in order. */
function* filesOf(whole: string, values: Values, seen = new Set<string>()): Generator<string> {
  for (const id of values(whole, 'hasPart')) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (id.endsWith('/')) yield* filesOf(id, values, seen);
    else yield id;
  }
}

/** Whether an IRI is that of a folder, or something in it. */
function isBelow(folder: string, iri: string): boolean {
  return iri.startsWith(folder) && (folder.endsWith('/') || /^(?:[/?#]|$)/.test(iri.slice(folder.length)));
}

/** Whether a text is an address that a link may have, as on pages: none with a user name or a password. */
function isHttp(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && outsideHref(text) !== undefined;
}

function link(target: string, parameters: Readonly<Record<string, string>>): string {
  const safe = new URL(target).href.replace(/[^\x21-\x7e]|[<>"\\^`{|}]/gu, encodeURIComponent);
  const texts = Object.entries(parameters).map(([name, value]) => `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`);
  return `<${safe}>${texts.join('')}`;
}

/** As many of the links as fit, in order. */
function upTo(longest: number, links: readonly string[]): string {
  let text = '';
  for (const one of links) if (text.length + one.length + 2 <= longest) text += text === '' ? one : `, ${one}`;
  return text;
}
