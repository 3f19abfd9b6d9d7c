import { CRATEGRAPH } from '../../../base/rdf/vocabulary.js';
import { isWebAddress } from '../../../package/package-options.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { invalidCatalogue, openSourceDocument } from '../source-document.js';
import { childText, xmlElements, type XmlElement } from '../read-xml.js';
import { partAddress } from '../same-origin.js';
import { settledTime } from '../settled-time.js';

/**
 * A sitemap of a website (https://www.sitemaps.org/protocol.html), also as gzip, or an index of sitemaps. Pages lead to
 * their crates by links or by JSON-LD.
 */
export const SITEMAP: SourceKind = {
  name: 'sitemap',
  meaning: 'a sitemap (sitemaps.org), whose pages lead to crates',
  list: (place, reading) => Promise.resolve({ items: itemsOf(place, reading), isComplete: true, isMixed: true }),
};

/** Sitemaps that an index may have. */
const MOST_PARTS = 50_000;

async function* itemsOf(place: string, reading: CatalogueReading): AsyncGenerator<CatalogueItem> {
  for await (const { source, lastmod } of sitemapPages(place, reading)) yield { source, version: settledTime(lastmod) };
}

/** A page of a sitemap. */
export interface SitemapPage {
  readonly source: string;
  readonly lastmod: string | undefined;
  /** What a crategraph server says of the state of a crate. */
  readonly state: string | undefined;
}

/** All pages of a sitemap, or of those of an index. @throws CrateError ERR_CATALOGUE_INVALID, ERR_HTTP */
export async function* sitemapPages(place: string, reading: CatalogueReading): AsyncGenerator<SitemapPage> {
  const parts = new Set<string>();
  yield* inSitemap(place, place, reading, parts);
  for (const part of parts) yield* inSitemap(part, place, reading);
}

/** The pages of one sitemap. @param parts receives those of an index; undefined: no index is expected */
async function* inSitemap(
  part: string,
  catalogue: string,
  reading: CatalogueReading,
  parts?: Set<string>,
): AsyncGenerator<SitemapPage> {
  const { body, address } = await openSourceDocument(
    part,
    'application/xml, text/xml, application/gzip, */*;q=0.1',
    reading,
  );
  let root: XmlElement | undefined;
  for await (const element of xmlElements(body, part, ['url', 'sitemap'])) {
    if (root === undefined) root = requireRoot(element, part, parts !== undefined);
    else if (element.name === (root.name === 'urlset' ? 'url' : 'sitemap') && element.namespace === root.namespace) {
      const location = requireLocation(element, part);
      if (parts === undefined || root.name === 'urlset')
        yield { source: location, lastmod: childText(element, 'lastmod'), state: stateOf(element) };
      else if (parts.add(partAddress(location, catalogue, address)).size > MOST_PARTS)
        throw invalidCatalogue(part, `it has more than ${MOST_PARTS} sitemaps`);
    }
  }
}

function stateOf({ children }: XmlElement): string | undefined {
  return children.find(({ name, namespace }) => name === 'state' && namespace === CRATEGRAPH)?.text.trim();
}

function requireRoot(root: XmlElement, place: string, mayBeIndex: boolean): XmlElement {
  if (root.name === 'urlset' || (mayBeIndex && root.name === 'sitemapindex')) return root;
  throw invalidCatalogue(
    place,
    root.name === 'sitemapindex' ? 'an index of sitemaps leads to an index' : `it is no sitemap: it begins with <${root.name}>`,
  ); // prettier-ignore
}

function requireLocation(element: XmlElement, place: string): string {
  const location = childText(element, 'loc');
  if (location === undefined) throw invalidCatalogue(place, `a <${element.name}> of it has no <loc>`);
  if (!isWebAddress(location) || !URL.canParse(location))
    throw invalidCatalogue(place, `it lists ${JSON.stringify(location)}, which is no address`);
  return location;
}
