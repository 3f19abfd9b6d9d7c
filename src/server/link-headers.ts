import { CRATE_PROFILE } from '../open/signposting.js';
import { isMediaType } from './packages/media-types.js';

/** An entity of a crate, as its links need it. */
export interface SignpostedEntity {
  readonly id: string;
  /** The values of a property in order: texts, and the identifiers of entities. */
  values(key: string): readonly string[];
}

/** A crate, as its links need it. */
export interface SignpostedCrate {
  /** Address of the crate, with `/` at its end. */
  readonly address: string;
  /** Address of the metadata document. */
  readonly metadata: string;
  /** The Root Data Entity; undefined if the document has none. */
  readonly root: SignpostedEntity | undefined;
  /** Any entity by its identifier as written. */
  entity(id: string): SignpostedEntity | undefined;
}

/** How many files the links of a root name: the header of an answer must stay small. All are in the metadata document. */
const ITEMS = 100;
/** Characters of a `Link` header: many clients take 16 KiB for all headers together. */
const LONGEST = 8_000;

/**
 * The `Link` header of the address of a crate (FAIR Signposting Profile, level 1): `describedby` leads to the metadata
 * document, `item` to the first files, and there are `type`, `cite-as`, `license` and `author` where the crate says them.
 * There is no link set: the metadata document has everything.
 */
export function crateLinks({ address, metadata, root, entity }: SignpostedCrate): string {
  const links = [
    link(metadata, { rel: 'describedby', type: 'application/ld+json', profile: CRATE_PROFILE }),
    link('https://schema.org/Dataset', { rel: 'type' }),
    link('https://schema.org/AboutPage', { rel: 'type' }),
  ];
  if (root !== undefined) {
    const [citeAs] = [...root.values('identifier').flatMap((id) => namesOf(id, entity(id))), root.id].filter(isHttp);
    const [license] = root.values('license').filter(isHttp);
    if (citeAs !== undefined) links.push(link(citeAs, { rel: 'cite-as' }));
    if (license !== undefined) links.push(link(license, { rel: 'license' }));
    const authors = root.values('author').filter((id) => /^https?:\/\/orcid\.org\//i.test(id));
    for (const author of authors.slice(0, ITEMS)) links.push(link(author, { rel: 'author' }));
    for (const id of partsOf(root, entity)) {
      if (links.length >= ITEMS) break;
      const target = URL.canParse(id, address) ? new URL(id, address).href : '';
      const type = entity(id)?.values('encodingFormat').find(isMediaType);
      if (isHttp(target)) links.push(link(target, { rel: 'item', ...(type !== undefined && { type }) }));
    }
  }
  return upTo(LONGEST, links);
}

/** The `Link` header of a metadata document: what it describes. */
export function metadataLinks(address: string): string {
  return link(address, { rel: 'describes' });
}

/** The `Link` header of a file: the crate that it belongs to. */
export function fileLinks(address: string): string {
  return link(address, { rel: 'collection' });
}

/** The files of a crate, also those in its folders, in order. */
function* partsOf(
  whole: SignpostedEntity,
  entity: SignpostedCrate['entity'],
  seen = new Set<string>(),
): Generator<string> {
  for (const id of whole.values('hasPart')) {
    if (seen.has(id)) continue;
    seen.add(id);
    const part = entity(id);
    if (!id.endsWith('/')) yield id;
    else if (part !== undefined) yield* partsOf(part, entity, seen);
  }
}

/** An identifier, or what a `PropertyValue` says that it is. */
function namesOf(id: string, entity: SignpostedEntity | undefined): string[] {
  return [id, ...(entity?.values('url') ?? []), ...(entity?.values('value') ?? [])];
}

function isHttp(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && URL.canParse(text);
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
