import { essence } from '../../../base/rdf/syntaxes.js';
import { readAll } from '../../../package/limits.js';
import { isLinkList, parseLinks, type Link } from '../../../package/http/link-header.js';
import { isCrateLink, isCrateProfile, linksOfJson, LINK_SET_TYPES } from '../../../package/open/signposting.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { DOCUMENT_BYTES, invalidCatalogue, openSourceDocument } from '../source-document.js';
import { placeBeside } from '../place-beside.js';

/**
 * A link set of crates (RFC 9264, section 4, with the relations of FAIR Signposting): in JSON or as text. Its crates are
 * the contexts with a `describedby` or `profile` that says RO-Crate, and the `item` targets of other contexts with that
 * profile.
 */
export const LINK_SET: SourceKind = {
  name: 'link-set',
  meaning: 'a link set (RFC 9264, Signposting) of crates',
  async list(place, reading) {
    const { links, document } = await readLinks(place, reading);
    return { items: itemsOf(links, document), isComplete: true };
  },
};

async function readLinks(
  place: string,
  reading: CatalogueReading,
): Promise<{ links: readonly Link[]; document: string }> {
  const accept = `${LINK_SET_TYPES.join(', ')}, */*;q=0.1`;
  const { body, mediaType, address } = await openSourceDocument(place, accept, reading);
  const text = new TextDecoder().decode(await readAll(body, DOCUMENT_BYTES, place)).replace(/^\ufeff/, '');
  const document = address?.href ?? place;
  const isJson = essence(mediaType) === LINK_SET_TYPES[0] || /^\s*\{/.test(text);
  if (isJson) return { links: linksOfJson(requireLinkSet(text, place)), document };
  if (text.trim() === '' || !isLinkList(text)) throw invalidCatalogue(place, 'it is no link set');
  return { links: parseLinks(text), document };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** JSON that has the form of section 4.2, so that no link of it is passed over. */
function requireLinkSet(text: string, place: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw invalidCatalogue(place, 'it is not JSON', { cause });
  }
  const contexts = (json as JsonObject | null)?.['linkset'];
  if (!Array.isArray(contexts)) throw invalidCatalogue(place, 'it has no list "linkset"');
  for (const [at, context] of (contexts as unknown[]).entries()) {
    const fail = (reason: string) => invalidCatalogue(place, `/linkset/${at}: ${reason}`);
    if (typeof context !== 'object' || context === null || Array.isArray(context)) throw fail('it is no object');
    for (const [rel, targets] of Object.entries(context)) {
      if (rel === 'anchor' && typeof targets === 'string') continue;
      if (rel === 'anchor' || !Array.isArray(targets)) throw fail(`${JSON.stringify(rel)} is malformed`);
      if (!targets.every((target) => typeof (target as JsonObject | null)?.['href'] === 'string'))
        throw fail(`a target of ${JSON.stringify(rel)} has no "href"`);
    }
  }
  return json;
}

async function* itemsOf(links: readonly Link[], document: string): AsyncGenerator<CatalogueItem> {
  // A link without an anchor is one of the set itself.
  const contextOf = ({ parameters }: Link) => placeBeside(parameters.get('anchor') ?? document, document);
  const hasRelation = ({ parameters }: Link, name: string) =>
    (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).includes(name);
  const crates = new Map<string, string | undefined>();
  for (const link of links) {
    if (hasRelation(link, 'describedby') && isCrateLink(link))
      crates.set(contextOf(link), placeBeside(link.target, document)); // prettier-ignore
    else if (hasRelation(link, 'profile') && isCrateProfile(link.target)) {
      const crate = contextOf(link);
      if (!crates.has(crate)) crates.set(crate, undefined);
    }
  }
  const described = new Set(crates.keys());
  for (const link of links) {
    if (!hasRelation(link, 'item') || !isCrateLink(link) || described.has(contextOf(link))) continue;
    const crate = placeBeside(link.target, document);
    if (!crates.has(crate)) crates.set(crate, undefined);
  }
  for (const [source, crate] of crates) yield { source, crate };
}
