import { isWebAddress } from '../../../package/package-options.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import { sitemapPages } from './sitemap.js';

/**
 * The server of another crategraph (docs/server.md). Its sitemap lists all crates from the load records alone, with their
 * lasting addresses and, beside the time, a state that differs after every change.
 */
export const CRATEGRAPH_SERVER: SourceKind = {
  name: 'crategraph',
  meaning: 'the address of another crategraph server',
  list: (place, reading) => Promise.resolve({ items: itemsOf(place, reading), isComplete: true }),
};

/** The list of a server. @param place its address, or that of its sitemap */
export function serverSitemap(place: string): string {
  if (!isWebAddress(place) || !URL.canParse(place)) throw invalidCatalogue(place, 'a server has an address');
  const url = new URL(place);
  if (url.pathname.endsWith('.xml')) return url.href;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return new URL('sitemap.xml', url).href;
}

async function* itemsOf(place: string, reading: CatalogueReading): AsyncGenerator<CatalogueItem> {
  let isFirst = true;
  for await (const { source, state } of sitemapPages(serverSitemap(place), reading)) {
    if (state !== undefined) yield { source, version: state };
    // The first page is the start of the website, which is no crate.
    else if (!isFirst)
      throw invalidCatalogue(place, `it says no state of ${source}`, {
        hint: 'a server of an older version, or of another program, is read with --as sitemap',
      });
    isFirst = false;
  }
}
