import { essence, parseLinks, type Link } from '../package/http/link-header.js';
import { isArchiveMediaType } from '../package/container/archive-names.js';
import { isMetadataFileName } from '../crate/metadata-names.js';
import { lastSegment } from '../rdf/iri.js';

/** The profile by which a server says that a link leads to a crate. */
export const CRATE_PROFILE = 'https://w3id.org/ro/crate';

const JSON_TYPE = /^application\/(?:ld\+)?json$/;

/**
 * Where the `Link` headers of an answer say that the crate is (Signposting, RFC 8288), the best first: `describedby`
 * and `item` of the RO-Crate profile, then links to metadata files, to archives, and to JSON-LD of no profile. They have
 * no fragment, which names a part of what is there.
 * @param base the address of the answer, for relative targets
 */
export function crateLinks(header: string | null, base: URL): URL[] {
  const ranked = parseLinks(header).flatMap((link) => {
    const rank = rankOf(link);
    if (rank === undefined || !URL.canParse(link.target, base)) return [];
    const url = new URL(link.target, base);
    url.hash = '';
    return [{ rank, url }];
  });
  const urls = ranked.sort((a, b) => a.rank - b.rank).map(({ url }) => url);
  return urls.filter((url, index) => urls.findIndex((other) => other.href === url.href) === index);
}

/** The smaller the better; undefined for links to something else. */
function rankOf({ target, parameters }: Link): number | undefined {
  const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
  const describes = relations.includes('describedby');
  if (!describes && !relations.includes('item')) return undefined;
  const type = parameters.get('type') ?? '';
  const profiles = `${parameters.get('profile') ?? ''} ${/;\s*profile="?([^";]*)/i.exec(type)?.[1] ?? ''}`
    .split(/\s+/)
    .filter((one) => one !== '');
  const media = essence(type);
  if (profiles.some(isCrateProfile)) return (describes ? 0 : 1) + (isArchiveMediaType(media) ? 2 : 0);
  if (isMetadataFileName(lastSegment(target))) return 4;
  if (!describes && isArchiveMediaType(media)) return 5;
  return profiles.length === 0 && describes && JSON_TYPE.test(media) ? 6 : undefined;
}

function isCrateProfile(profile: string): boolean {
  return /^https?:\/\/w3id\.org\/ro\/crate(?:\/[^/]*)?\/?$/.test(profile);
}
