import { essence } from '../../base/rdf/syntaxes.js';
import { parseLinks, type Link } from '../http/link-header.js';
import { isArchiveMediaType } from '../container/archive-names.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { lastSegment } from '../../base/rdf/iri.js';

/** The profile of links that lead to a crate. */
export const CRATE_PROFILE = 'https://w3id.org/ro/crate';

const JSON_MEDIA_TYPE = /^application\/(?:ld\+)?json$/;

/**
 * The addresses at which a crate may be, by the `Link` headers of a response (Signposting, RFC 8288). The best come
 * first: `describedby` and `item` with the RO-Crate profile, then links to metadata files, to archives, and to JSON-LD
 * without a profile. Fragments are removed, as they name a part of a document.
 * @param base the address of the response, for relative targets
 */
export function linkedCrates(header: string | null, base: URL): URL[] {
  const ranked = parseLinks(header).flatMap((link) => {
    const rank = linkRank(link);
    if (rank === undefined || !URL.canParse(link.target, base)) return [];
    const url = new URL(link.target, base);
    url.hash = '';
    return [{ rank, url }];
  });
  const urls = ranked.sort((a, b) => a.rank - b.rank).map(({ url }) => url);
  return urls.filter((url, index) => urls.findIndex((other) => other.href === url.href) === index);
}

/** The rank of a link, 0 for the best; undefined for other links. */
function linkRank({ target, parameters }: Link): number | undefined {
  const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
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

/** Whether an IRI is the profile of all RO-Crates, or that of one version. */
export function isCrateProfile(profile: string): boolean {
  return /^https?:\/\/w3id\.org\/ro\/crate(?:\/[^/]*)?\/?$/.test(profile);
}
