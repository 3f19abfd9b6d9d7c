import { JSONLD } from '../../base/rdf/syntaxes.js';
import { schemaOrg } from '../../base/rdf/vocabulary.js';
import { CRATE_PROFILE } from '../../package/open/signposting.js';
import type { EntityFacts } from '../../site/door.js';
import {
  isLinkAddress,
  landingLinks,
  LINK_SETS,
  linkSetAddress,
  type LinkTarget,
  type SignpostedCrate,
  typeAddress,
} from './crate-links.js';

/**
 * How many links the header of a crate has at most: the header of an answer must stay small. The link set has all.
 */
const MOST = 100;
/** Characters of a `Link` header: many clients take 16 KiB for all headers together. */
const LONGEST = 8_000;

/**
 * The `Link` header of the address of a crate (FAIR Signposting Profile): `describedby` leads to the metadata document,
 * `linkset` to all links, `item` to the crate as a ZIP and to the first files, and there are `type`, `cite-as`,
 * `license` and `author` where the crate says them.
 */
export function crateLinks(crate: SignpostedCrate): string {
  let text = '';
  let links = 0;
  for (const { rel, targets } of landingLinks({ ...crate, forms: [] }))
    for (const target of targets) {
      if (links === MOST) return text;
      const one = linkLine(rel, target);
      if (text.length + one.length + 2 > LONGEST) continue;
      text += text === '' ? one : `, ${one}`;
      links += 1;
    }
  return text;
}

/** The `Link` header of a metadata document: what it describes. */
export function metadataLinks(address: string): string {
  return [linkLine('describes', { href: address }), ...linkSetLinks(address)].join(', ');
}

/** The `Link` header of a file: the crate that it belongs to. */
export function fileLinks(address: string): string {
  return [linkLine('collection', { href: address }), ...linkSetLinks(address)].join(', ');
}

/** Types of what may be a part of a crate: files and folders. */
const DATA_TYPES: readonly string[] = [...schemaOrg('MediaObject'), ...schemaOrg('Dataset')];
/** An entity may have any number of types. */
const MOST_TYPES = 20;

/**
 * The `Link` header of an entity of a crate: what it is, where it is described, and the crate, which is above it
 * (`up`) and has files and folders as its members (`collection`, RFC 6573).
 * @param address that of the crate
 */
export function entityLinks({ types }: EntityFacts, { address, metadata }: CrateAddresses): string {
  const links = [
    linkLine('describedby', { href: metadata, type: JSONLD.mediaType, profile: CRATE_PROFILE }),
    ...types.filter(isLinkAddress).slice(0, MOST_TYPES).map((iri) => linkLine('type', { href: typeAddress(iri) })), // prettier-ignore
    ...(types.some((type) => DATA_TYPES.includes(type)) ? [linkLine('collection', { href: address })] : []),
    linkLine('up', { href: address }),
  ];
  return links.filter((one) => one.length < LONGEST_LINK).join(', ');
}

/** Characters of one link; a longer IRI is no type that others know. */
const LONGEST_LINK = 300;

/** Where a crate and its metadata document are. */
export interface CrateAddresses {
  readonly address: string;
  readonly metadata: string;
}

function linkSetLinks(address: string): string[] {
  return LINK_SETS.map(({ extension, mediaType }) =>
    linkLine('linkset', { href: linkSetAddress(address, extension), type: mediaType }),
  );
}

/** A link as headers and link sets write it (RFC 8288). @param anchor the resource it leads from, if it is another one */
export function linkLine(rel: string, { href, type, profile }: LinkTarget, anchor?: string): string {
  const parameters = {
    rel,
    ...(type !== undefined && { type }),
    ...(profile !== undefined && { profile }),
    ...(anchor !== undefined && { anchor: asciiAddress(anchor) }),
  };
  const texts = Object.entries(parameters).map(([name, value]) => `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`);
  return `<${asciiAddress(href)}>${texts.join('')}`;
}

/** An address in the characters that a link may have. */
export function asciiAddress(address: string): string {
  return new URL(address).href.replace(/[^\x21-\x7e]|[<>"\\^`{|}]/gu, encodeURIComponent);
}
