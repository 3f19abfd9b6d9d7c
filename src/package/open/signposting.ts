import { essence } from '../../base/rdf/syntaxes.js';
import { parseLinks, type Link } from '../http/link-header.js';
import { isArchiveMediaType } from '../container/archive-names.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { lastSegment } from '../../base/rdf/iri.js';

/** The profile of links that lead to a crate. */
export const CRATE_PROFILE = 'https://w3id.org/ro/crate';

const JSON_MEDIA_TYPE = /^application\/(?:ld\+)?json$/;

/** The link sets that links name (RFC 9264), those in JSON first. @param base as for {@link cratesOfLinks} */
export function linkedSets(links: readonly Link[], base: URL): URL[] {
  const ranked = links.flatMap(({ target, parameters }) => {
    const rank = LINK_SET_TYPES.indexOf(essence(parameters.get('type') ?? ''));
    return rank >= 0 && relationsOf(parameters).includes('linkset') ? [{ target, rank }] : [];
  });
  return addresses(ranked, base);
}

/**
 * The addresses at which a crate may be, by the link set of it, best first.
 * @param base the address of the link set
 * @param pages the addresses of the crate: what a set says of others, such as the files of the crate, leads elsewhere
 * @throws SyntaxError for JSON that is none
 */
export function cratesOfLinkSet(text: string, type: string, base: URL, pages: readonly URL[]): URL[] {
  const links = essence(type) === LINK_SET_TYPES[0] ? linksOfJson(JSON.parse(text)) : parseLinks(text);
  const wanted = new Set(pages.map(withoutHash));
  const isWanted = ({ parameters }: Link) => {
    const anchor = parameters.get('anchor');
    return anchor !== undefined && URL.canParse(anchor, base) && wanted.has(withoutHash(new URL(anchor, base)));
  };
  return cratesOfLinks(links.filter(isWanted), base);
}

/** The media types of link sets, the one to prefer first. */
export const LINK_SET_TYPES: readonly string[] = ['application/linkset+json', 'application/linkset'];

/** The links of a set in JSON, with the parameters that they have in a header. */
export function linksOfJson(set: unknown): Link[] {
  return listOf(set, 'linkset').flatMap((context) =>
    Object.keys(isRecord(context) ? context : {}).flatMap((rel) =>
      listOf(context, rel).flatMap((target): Link[] => {
        const { href, type, profile } = isRecord(target) ? target : {};
        if (typeof href !== 'string') return [];
        const anchor = isRecord(context) ? context['anchor'] : undefined;
        const given = { rel, anchor, type, profile: Array.isArray(profile) ? profile.join(' ') : profile };
        const texts = Object.entries(given).filter((one): one is [string, string] => typeof one[1] === 'string');
        return [{ target: href, parameters: new Map(texts) }];
      }),
    ),
  );
}

function listOf(value: unknown, key: string): unknown[] {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function withoutHash(url: URL): string {
  const [address = ''] = url.href.split('#');
  return address;
}

/**
 * The addresses at which a crate may be, by links as Signposting has them (RFC 8288). The best come first:
 * `describedby` and `item` with the RO-Crate profile, then links to metadata files, to archives, and to JSON-LD without a
 * profile. Fragments are removed, as they name a part of a document.
 * @param base the address of the document with the links, for relative targets
 * @param isWanted by default all links that may lead to a crate
 */
export function cratesOfLinks(
  links: readonly Link[],
  base: URL,
  isWanted: (rank: number) => boolean = () => true,
): URL[] {
  const ranked = links.flatMap((link) => {
    const rank = linkRank(link);
    return rank === undefined || !isWanted(rank) ? [] : [{ target: link.target, rank }];
  });
  return addresses(ranked, base);
}

/** Whether a link leads to what is said to be a crate, by its profile or the name of its metadata file. */
export function isSurelyCrate(rank: number): boolean {
  return rank < 5;
}

/** The addresses of targets in the order of their ranks, each once. */
function addresses(ranked: readonly { readonly target: string; readonly rank: number }[], base: URL): URL[] {
  const sorted = [...ranked].sort((a, b) => a.rank - b.rank).map(({ target }) => target);
  const found = sorted.flatMap((target) => (URL.canParse(target, base) ? [withoutHash(new URL(target, base))] : []));
  return [...new Set(found)].map((href) => new URL(href));
}

function relationsOf(parameters: Link['parameters']): string[] {
  return (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
}

/** The rank of a link, 0 for the best; undefined for other links. */
function linkRank({ target, parameters }: Link): number | undefined {
  const relations = relationsOf(parameters);
  const describes = relations.includes('describedby');
  if (!describes && !relations.includes('item')) return undefined;
  const type = parameters.get('type') ?? '';
  const profiles = `${parameters.get('profile') ?? ''} ${/;\s*profile="?([^";]*)/i.exec(type)?.[1] ?? ''}`
    .split(/\s+/)
    .filter((profile) => profile !== '');
  const media = essence(type);
  if (profiles.some(isCrateProfile)) return (describes ? 0 : 1) + (isArchiveMediaType(media) ? 2 : 0);
  if (isMetadataFileName(lastSegment(target))) return 4;
  if (!describes && isArchiveMediaType(media)) return 5;
  return profiles.length === 0 && describes && JSON_MEDIA_TYPE.test(media) ? 6 : undefined;
}

/** Whether a link of the relation `describedby` or `item` leads to what is said to be a crate. */
export function isCrateLink(link: Link): boolean {
  const rank = linkRank(link);
  return rank !== undefined && isSurelyCrate(rank);
}

/** Whether an IRI is the profile of all RO-Crates, or that of one version. */
export function isCrateProfile(profile: string): boolean {
  return /^https?:\/\/w3id\.org\/ro\/crate(?:\/[^/]*)?\/?$/.test(profile);
}
