import { createHash } from 'node:crypto';
import { CRATEGRAPH } from '../../base/rdf/vocabulary.js';
import { crateAddress } from '../../tasks/stored/crate-keys.js';
import type { DirectoryEntry } from './crate-directory.js';
import { xmlElement, xmlDocument, xmlText } from './xml-text.js';

/** A crate, as these lists show it. */
type ListedCrate = Omit<DirectoryEntry, 'graph'>;

/** Addresses that one file may have (sitemaps.org). */
export const MOST_ADDRESSES = 50_000;

/** The protocol allows elements of other namespaces; robots pass them over. */
const NAMESPACE = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:crategraph="${CRATEGRAPH}"`;

/**
 * The sitemap of a website: a list of addresses, or, where these are too many for one file, a list of such files.
 * @param address that of the website, with `/` at its end
 */
export function siteMap(address: string, entries: readonly ListedCrate[]): string {
  const files = Math.ceil((entries.length + 1) / MOST_ADDRESSES);
  if (files === 1) return siteMapPart(address, entries, 1) ?? '';
  const parts = Array.from({ length: files }, (_, at) => `<sitemap>${xmlElement('loc', `${address}sitemap-${at + 1}.xml`)}</sitemap>`); // prettier-ignore
  return xmlDocument(`<sitemapindex${NAMESPACE}>\n${parts.join('\n')}\n</sitemapindex>`);
}

/** One file of a sitemap; undefined if there are not so many. @param number from 1 */
export function siteMapPart(address: string, entries: readonly ListedCrate[], number: number): string | undefined {
  const start = (number - 1) * MOST_ADDRESSES - 1; // the start of the website comes before all crates
  const lines = entries.slice(Math.max(0, start), start + MOST_ADDRESSES).map((entry) => urlOf(address, entry));
  if (number === 1) lines.unshift(`<url>${xmlElement('loc', address)}</url>`);
  if (lines.length === 0) return undefined;
  return xmlDocument(`<urlset${NAMESPACE}>\n${lines.join('\n')}\n</urlset>`);
}

/**
 * The time of a load is that of the last change, unless the graph was changed later. For another crategraph (`sync`), the
 * state differs after every change of the crate.
 */
function urlOf(address: string, { key, mark, loaded, isChanged }: ListedCrate): string {
  const location = xmlElement('loc', crateAddress(address, key));
  const state = createHash('sha256').update(`${mark} ${loaded} ${isChanged}`).digest('base64url').slice(0, 22);
  const time = loaded === undefined || isChanged ? '' : xmlElement('lastmod', loaded);
  return `<url>${location}${time}${xmlElement('crategraph:state', state)}</url>`;
}

/** Crates that a feed has. */
const NEWEST = 50;

/** The crates that were loaded last, as a feed (Atom, RFC 4287). */
export function atomFeed(address: string, entries: readonly ListedCrate[]): string {
  const timed = entries.flatMap(({ key, name, loaded }) => (loaded === undefined ? [] : [{ key, name, loaded }]));
  const newest = timed.sort((a, b) => (a.loaded > b.loaded ? -1 : a.loaded < b.loaded ? 1 : 0)).slice(0, NEWEST);
  const items = newest.map(({ key, name, loaded }) => {
    const url = crateAddress(address, key);
    const title = xmlElement('title', name?.trim() || key);
    return `<entry>${xmlElement('id', url)}${title}${xmlElement('updated', loaded)}<link rel="alternate" type="text/html" href="${xmlText(url)}"/></entry>`; // prettier-ignore
  });
  const title = xmlElement('title', `RO-Crates loaded at ${new URL(address).host}`);
  const updated = xmlElement('updated', newest[0]?.loaded ?? new Date(0).toISOString());
  const self = `<link rel="self" type="application/atom+xml" href="${xmlText(address)}feed.atom"/>`;
  const site = `<link rel="alternate" type="text/html" href="${xmlText(address)}"/>`;
  const author = `<author>${xmlElement('name', 'crategraph')}</author>`;
  const head = [xmlElement('id', `${address}feed.atom`), title, updated, author, self, site];
  return xmlDocument(`<feed xmlns="http://www.w3.org/2005/Atom">\n${[...head, ...items].join('\n')}\n</feed>`);
}
