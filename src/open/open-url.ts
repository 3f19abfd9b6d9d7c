import { createHash } from 'node:crypto';
import { displayAddress, trimAddress } from '../crate/context/context-address.js';
import { lastSegment } from '../rdf/iri.js';
import type { ByteRanges } from '../package/bytes/byte-ranges.js';
import { CratePackage, type PackageProblem } from '../package/crate-package.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import { withoutQuery } from '../package/http/addresses.js';
import { httpRanges } from '../package/http/http-ranges.js';
import { BESIDE, retrieve, type Retrieved } from './retrieve-url.js';
import type { PackageSettings } from '../package/package-options.js';
import { archiveOf, openArchive } from './open-archive.js';
import { spool } from '../package/bytes/temporary-file.js';

/** Opens a crate on the web: its metadata document, or an archive, of a ZIP only the parts that are needed. @throws CrateError */
export async function openUrl(address: string, settings: PackageSettings): Promise<CratePackage> {
  return openRetrieved(address, await retrieve(address, settings.client, settings.limits), settings);
}

/** Opens what was retrieved from an address. @throws CrateError */
export async function openRetrieved(
  address: string,
  found: Retrieved,
  settings: PackageSettings,
): Promise<CratePackage> {
  const { limits, kind } = settings;
  const source = trimAddress(address);
  const name = displayAddress(source);
  const problems: PackageProblem[] = found.downgraded
    ? [{ kind: 'insecure-redirect', detail: 'a redirect leads from https to http' }]
    : [];
  const last = found.hops.at(-1);
  if (last?.step === BESIDE) problems.push({ kind: 'found-beside', detail: last.url });
  const { url: finalUrl, home, fromPrivate } = found.answer;
  const url = withoutQuery(finalUrl);
  const from = { url, fromPrivate, trusted: home !== null };
  const shared = { source, name, url, origin: from, hops: found.hops, problems };
  const document = (content: DocumentBytes) =>
    new CratePackage({
      ...shared,
      metadata: { name: lastSegment(url).replace(/\.gz$/i, ''), content },
      limits,
      location: { url },
      kind,
    });
  if (found.kind === 'metadata') return document(found.content);
  const { ranges, remote } = await rangesOf(found, name, settings);
  const archive = await archiveOf(found.format, ranges, name, settings);
  if (archive instanceof DocumentBytes) return document(archive);
  return openArchive(archive, { ...shared, location: { archive: locationArcp(found.asked.url) }, remote }, settings);
}

/** A ZIP on a server that serves ranges is read there; everything else is downloaded, bounded. */
async function rangesOf(
  { answer, format }: Extract<Retrieved, { kind: 'archive' }>,
  name: string,
  { client, limits }: PackageSettings,
): Promise<{ ranges: ByteRanges; remote: boolean }> {
  const remote = format === 'zip' ? httpRanges(answer, client, limits.downloadBytes) : undefined;
  if (remote !== undefined) return { ranges: remote, remote: true };
  return { ranges: await spool(answer.body, limits.downloadBytes, name), remote: false };
}

/** The name space of URLs for UUIDs made of names (RFC 4122 appendix C). */
const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/**
 * The arcp base of an archive by its address (draft-soilandreyes-arcp, location-based UUID): the address before
 * redirects, which is the one that stays.
 */
export function locationArcp(address: URL): string {
  const bytes = createHash('sha1').update(URL_NAMESPACE).update(address.href).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `arcp://uuid,${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}/`;
}
