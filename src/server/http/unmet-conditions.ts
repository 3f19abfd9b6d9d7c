import { addVary } from './cors.js';
import { encodedTag, encodingFor } from './encodings.js';
import { evaluateConditions } from './conditions.js';
import { plainAnswer } from './plain-answer.js';

/**
 * The answer to a GET or HEAD request whose conditions ask for no content: 304, or 412; undefined for all others.
 * @param headers of the answer with its content, with the entity tag that it has where no encoding changes it
 */
export function unmetConditions(request: Request, headers: Headers): Response | undefined {
  const etag = headers.get('etag') ?? '';
  const encoding = encodingFor(request);
  const tags = encoding === undefined ? [etag] : [encodedTag(etag, encoding), etag];
  const results = tags.map((tag) => evaluateConditions(request.headers, { etag: tag }));
  if (results.every((result) => result === 412))
    return plainAnswer(412, 'This is not the version that the request asks for.', { etag });
  const known = tags[results.indexOf(304)];
  if (known === undefined) return undefined;
  const kept = new Headers(headers);
  for (const name of ['content-type', 'content-length']) kept.delete(name);
  kept.set('etag', known);
  addVary(kept, 'Accept-Encoding');
  return new Response(null, { status: 304, headers: kept });
}
