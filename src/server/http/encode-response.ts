import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { ContentResponse } from './content-response.js';
import { addVary } from './cors.js';
import {
  COMPRESSED_FROM,
  compressor,
  encode,
  encodedBytes,
  encodedTag,
  encodingFor,
  type Encoding,
} from './encodings.js';
import { isCompressible } from './media-types.js';

/**
 * The response compressed, if it is text that is worth it and the client accepts it. Files of folders have seen to that
 * themselves. What comes in an encoding has an entity tag of its own: conditions go through `unmetConditions`.
 */
export async function encodeResponse(request: Request, response: Response): Promise<Response> {
  if (!isWorthIt(response)) return response;
  addVary(response.headers, 'Accept-Encoding');
  const encoding = encodingFor(request);
  if (encoding === undefined) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  const etag = headers.get('etag');
  if (etag !== null) headers.set('etag', encodedTag(etag, encoding));
  const init = { status, statusText, headers };
  const content = response instanceof ContentResponse ? response.content : undefined;
  if (content === undefined) return new Response(response.body && encodedStream(response.body, encoding), init);
  // What is kept in memory, such as a script, is compressed once.
  const bytes = await (typeof content === 'string' ? encode(content, encoding) : encodedBytes(content, encoding));
  return new ContentResponse(bytes, init);
}

function isWorthIt({ headers }: Response): boolean {
  if (headers.has('content-encoding') || headers.has('accept-ranges')) return false;
  return (
    isCompressible(headers.get('content-type') ?? '') &&
    Number(headers.get('content-length') ?? Infinity) >= COMPRESSED_FROM
  );
}

/** An error of the body ends the stream, and a reader that goes away ends the body. */
function encodedStream(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const content = Readable.fromWeb(body as NodeStream);
  return Readable.toWeb(pipeline(content, compressor(encoding), () => undefined)) as ReadableStream<Uint8Array>;
}
