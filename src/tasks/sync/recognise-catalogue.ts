import { CrateError } from '../../base/errors.js';
import { essence, JSONLD, RDF_SYNTAXES, syntaxOf, syntaxOfFile } from '../../base/rdf/syntaxes.js';
import { CRATEGRAPH } from '../../base/rdf/vocabulary.js';
import { detectKind, readFirstBytes } from '../../package/bytes/first-bytes.js';
import { LINK_SET_TYPES } from '../../package/open/signposting.js';
import type { CatalogueReading } from './catalogue.js';
import { openSourceDocument } from './source-document.js';
import { serverSitemap } from './sources/crategraph-server.js';
import { isWebAddress } from '../../package/package-options.js';

const ACCEPT = [
  'application/linkset+json, application/xml, text/xml, text/csv, application/json',
  ...RDF_SYNTAXES.map(({ mediaType }) => `${mediaType};q=0.9`),
  'text/plain;q=0.8, */*;q=0.1',
].join(', ');

/** What a catalogue looks like, by its first bytes and its media type. @returns the name of its kind; undefined: none */
export async function recognisedKind(place: string, reading: CatalogueReading): Promise<string | undefined> {
  const { mediaType, head } = await beginningOf(place, reading);
  const known = kindOf(head, essence(mediaType), place);
  // A server of crategraph answers with a page, or with its DCAT catalogue: its sitemap says what it is.
  const mayBeServer = known === 'page' || (known === 'dcat' && new URL(place, 'file:///').pathname.endsWith('/'));
  if (isWebAddress(place) && mayBeServer && (await isServer(place, reading))) return 'crategraph';
  return known === 'page' ? undefined : known;
}

async function isServer(place: string, reading: CatalogueReading): Promise<boolean> {
  try {
    return (await beginningOf(serverSitemap(place), reading)).head.includes(CRATEGRAPH);
  } catch (error) {
    reading.signal?.throwIfAborted();
    if (error instanceof CrateError && error.code === 'ERR_HTTP') return false;
    throw error;
  }
}

async function beginningOf(place: string, reading: CatalogueReading): Promise<{ mediaType: string; head: string }> {
  const { body, mediaType } = await openSourceDocument(place, ACCEPT, reading);
  const { head, body: rest } = await readFirstBytes(body);
  await rest[Symbol.asyncIterator]().return?.();
  // A catalogue that is packed is a sitemap: no other kind is.
  if (detectKind(head) === 'gzip') return { mediaType, head: '<urlset>' };
  return {
    mediaType,
    head: new TextDecoder()
      .decode(head)
      .replace(/^\ufeff/, '')
      .trimStart(),
  };
}

function kindOf(head: string, type: string, place: string): string | undefined {
  const [, root = ''] = /^(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>|\s+)*<(?:[\w.-]+:)?([\w.-]+)/s.exec(head) ?? [];
  if (root === 'urlset' || root === 'sitemapindex') return head.includes(CRATEGRAPH) ? 'crategraph' : 'sitemap';
  if (root === 'OAI-PMH') return 'oai-pmh';
  if (root === 'RDF') return 'dcat';
  if (/^html$/i.test(root) || /^<!doctype html/i.test(head)) return 'page';
  if (LINK_SET_TYPES.includes(type) || /^\{\s*"linkset"\s*:/.test(head)) return 'link-set';
  const syntax = syntaxOf(type);
  if ((syntax !== undefined && syntax !== JSONLD) || /^(?:@prefix|@base|prefix|base)\s/i.test(head) || syntaxOfFile(place.replace(/[?#].*$/s, '')) !== undefined) return 'dcat'; // prettier-ignore
  if (syntax === JSONLD || (head.startsWith('{') && head.includes('"@context"'))) return 'dcat';
  if (head.startsWith('<')) return /^<[^>\s]*>\s*;/.test(head) ? 'link-set' : undefined;
  return head === '' || detectKind(new TextEncoder().encode(head)) === 'zip' ? undefined : 'list';
}
