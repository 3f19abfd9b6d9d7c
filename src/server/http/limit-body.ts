import { HTTPException } from 'hono/http-exception';
import { plainAnswer } from './plain-answer.js';

/**
 * The request with a body that ends with an error, which becomes the answer, when it exceeds the limit. A body without
 * a stated length is counted while it is read.
 * @param otherwise a sentence that says what the client can do instead
 * @throws HTTPException 413, 415 for a compressed body: what would be read is not what was counted
 */
export function limitBody(request: Request, limit: number, otherwise?: string): Request {
  if (request.method === 'GET' || request.method === 'HEAD') return request; // to ask for a body would make one
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  // Only then: asking for the body makes a stream of it, which costs more than most queries.
  if (encoding.trim().toLowerCase() !== 'identity' && request.body !== null) throw compressed(encoding);
  const length = request.headers.get('content-length');
  if (Number(length) > limit) throw tooLarge(limit, otherwise);
  if (length !== null || request.body === null) return request;
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit, otherwise);
      controller.enqueue(chunk);
    },
  });
  const { url, method, headers, signal } = request;
  const init = {
    method,
    headers: new Headers(headers),
    signal,
    body: request.body.pipeThrough(counted),
    duplex: 'half',
  };
  return new Request(url, init as RequestInit);
}

function compressed(encoding: string): HTTPException {
  const text = `The body of the request must be sent as it is, not in the Content-Encoding ${encoding}.`;
  return new HTTPException(415, { res: plainAnswer(415, text, { 'accept-encoding': 'identity' }) });
}

function tooLarge(limit: number, otherwise?: string): HTTPException {
  const text = [`The body of the request is larger than ${limit} bytes.`, otherwise].filter(Boolean).join(' ');
  return new HTTPException(413, { res: plainAnswer(413, text) });
}
