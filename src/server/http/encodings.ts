import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Transform } from 'node:stream';
import Negotiator from 'negotiator';

/** An encoding of content that saves bytes. */
export type Encoding = 'br' | 'gzip';

/** Smaller content is sent as it is: compression would save less than a network packet. */
export const COMPRESSED_FROM = 1024;

/** As fast as gzip, and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The encoding that the client prefers; undefined for none. */
export function encodingFor(request: Request): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const best = negotiator.encoding(['br', 'gzip', 'identity']);
  return best === 'br' || best === 'gzip' ? best : undefined;
}

/** The entity tag of content in an encoding, made of that of the content. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

/** A stream that compresses. */
export function compressor(encoding: Encoding): Transform {
  return encoding === 'gzip' ? createGzip() : createBrotliCompress(BROTLI);
}

const made = new WeakMap<Uint8Array, Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>>();

/** Bytes in an encoding, made once for as long as the bytes are kept. */
export function encodedBytes(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const known = made.get(bytes) ?? new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  made.set(bytes, known);
  let making = known.get(encoding);
  if (making === undefined) known.set(encoding, (making = encode(bytes, encoding)));
  return making;
}

/** Content in an encoding. */
export async function encode(content: Uint8Array | string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = encoding === 'gzip' ? promisify(gzip)(content) : promisify(brotliCompress)(content, BROTLI);
  return new Uint8Array(await bytes);
}
