import { createHash } from 'node:crypto';
import { displayAddress, trimAddress } from '../../crate/context/context-address.js';
import { lastSegment } from '../../base/rdf/iri.js';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import { CratePackage, type PackageWarning } from '../crate-package.js';
import { DocumentBytes } from '../bytes/document-bytes.js';
import { withoutQuery } from '../http/addresses.js';
import { httpRanges } from '../http/http-ranges.js';
import { NEXT_TO_ADDRESS, retrieve, type Retrieved } from './retrieve-url.js';
import type { PackageSettings } from '../package-options.js';
import { openArchive, openArchiveBytes } from './open-archive.js';
import { streamRanges } from '../bytes/temporary-file.js';

/**
 * Opens a crate on the web: its metadata document, or an archive. Of a ZIP only some byte ranges are read.
 * @throws CrateError; NotModified, if the settings have its validators
 */
export async function openUrl(address: string, settings: PackageSettings): Promise<CratePackage> {
  return openRetrieved(
    address,
    await retrieve(address, settings.client, settings.limits, settings.validators),
    settings,
  );
}

/** Opens the crate that was retrieved from an address. @throws CrateError */
export async function openRetrieved(
  address: string,
  retrieved: Retrieved,
  settings: PackageSettings,
): Promise<CratePackage> {
  const { limits, kind } = settings;
  const source = trimAddress(address);
  const name = displayAddress(source);
  const warnings: PackageWarning[] = retrieved.downgraded
    ? [{ kind: 'insecure-redirect', detail: 'a redirect leads from https to http' }]
    : [];
  const last = retrieved.hops.at(-1);
  if (last?.step === NEXT_TO_ADDRESS) warnings.push({ kind: 'found-beside', detail: last.url });
  const { url: finalUrl, credentialsOrigin, fromPrivate } = retrieved.response;
  const url = withoutQuery(finalUrl);
  const from = { url, fromPrivate, trusted: credentialsOrigin !== null };
  const { hops, validators } = retrieved;
  const shared = { source, name, url, fetchedFrom: from, hops, validators, warnings };
  const document = (content: DocumentBytes) =>
    new CratePackage({
      ...shared,
      metadata: { name: lastSegment(url).replace(/\.gz$/i, ''), content },
      limits,
      location: { url },
      kind,
    });
  if (retrieved.kind === 'metadata') return document(retrieved.content);
  const { ranges, remote } = await openRanges(retrieved, name, settings);
  const archive = await openArchiveBytes(retrieved.format, ranges, name, settings);
  if (archive instanceof DocumentBytes) return document(archive);
  return openArchive(
    archive,
    { ...shared, location: { archive: locationArcp(retrieved.target.url) }, remote },
    settings,
  );
}

/** Reads a ZIP on the server if it serves byte ranges; otherwise downloads the archive to a temporary file. */
async function openRanges(
  { response, format }: Extract<Retrieved, { kind: 'archive' }>,
  name: string,
  { client, limits }: PackageSettings,
): Promise<{ ranges: ByteRanges; remote: boolean }> {
  const remote = format === 'zip' ? httpRanges(response, client, limits.downloadBytes) : undefined;
  if (remote !== undefined) return { ranges: remote, remote: true };
  return { ranges: await streamRanges(response.body, limits.downloadBytes, name), remote: false };
}

/** The namespace of URLs for name-based UUIDs (RFC 4122 appendix C). */
const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/**
 * The arcp base of an archive by its address (draft-soilandreyes-arcp, location-based UUID). It is the address before
 * redirects, because the final address may change.
 */
export function locationArcp(address: URL): string {
  const bytes = createHash('sha1').update(URL_NAMESPACE).update(address.href).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `arcp://uuid,${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}/`;
}
