import { CrateError } from '../../base/errors.js';
import { displayAddress } from '../../crate/context/context-address.js';
import { readStream } from '../../base/disk/file-streams.js';
import { unreadable } from '../../base/disk/read-file.js';
import { limited, readAll } from '../../package/limits.js';
import { isWebAddress } from '../../package/package-options.js';
import type { CatalogueReading } from './catalogue.js';

/** A document that a catalogue is made of, while it is read. */
export interface CatalogueDocument {
  /** Decoded, and limited to {@link DOCUMENT_BYTES}. */
  readonly body: AsyncIterable<Uint8Array>;
  /** As the server names it; empty for a file. */
  readonly mediaType: string;
  /** What relative addresses in it resolve against; undefined for a file. */
  readonly address: URL | undefined;
  readonly headers: Pick<Headers, 'get'>;
}

/** The longest document of a catalogue; a sitemap may have 50 MB. */
export const DOCUMENT_BYTES = 1 << 28;

/**
 * Opens a document of a catalogue: a file, or an address after redirects.
 * @throws CrateError ERR_HTTP, also for an answer that is no success; ERR_NOT_FOUND
 */
export async function openSourceDocument(
  place: string,
  accept: string,
  { client }: CatalogueReading,
): Promise<CatalogueDocument> {
  if (!isWebAddress(place)) return { body: limitedBody(fileBody(place), place), mediaType: '', address: undefined, headers: new Headers() }; // prettier-ignore
  const response = await client.get(place, { headers: { accept } });
  const { status, headers, body, url } = response;
  if (status < 200 || status > 299) {
    response.cancel();
    throw new CrateError('ERR_HTTP', `${displayAddress(url.href)}: the server answered ${status}`, {
      details: { address: displayAddress(url.href), status },
      ...(await client.hintFor(response)),
    });
  }
  const mediaType = (headers.get('content-type') ?? '').toLowerCase();
  return { body: limitedBody(body, displayAddress(url.href)), mediaType, address: url, headers };
}

async function* fileBody(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* readStream(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function limitedBody(body: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
  return limited(body, DOCUMENT_BYTES, name);
}

/** The text of a document, and where it is after redirects. @throws CrateError as {@link openSourceDocument}, ERR_LIMIT */
export async function sourceText(
  place: string,
  accept: string,
  reading: CatalogueReading,
): Promise<{ readonly text: string; readonly from: string }> {
  const { body, address } = await openSourceDocument(place, accept, reading);
  return { text: new TextDecoder().decode(await readAll(body, DOCUMENT_BYTES, place)), from: address?.href ?? place };
}

/** The error for a catalogue that does not say what its kind says. */
export function invalidCatalogue(
  place: string,
  reason: string,
  more: ErrorOptions & { hint?: string } = {},
): CrateError {
  return new CrateError('ERR_CATALOGUE_INVALID', `${place}: ${reason}`, { ...more, details: { catalogue: place } });
}
