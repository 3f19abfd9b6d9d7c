import { authorizationFor, type Environment } from '../../net/credentials.js';
import { asHttpError, httpError } from '../../package/http/http-error.js';

/** What an endpoint answered. */
export interface EndpointAnswer {
  readonly text: string;
  header(name: string): string | undefined;
}

/** Asks an endpoint a query, and returns the whole answer. @throws CrateError ERR_HTTP, the reason of the signal */
export type AskEndpoint = (query: string, signal?: AbortSignal) => Promise<EndpointAnswer>;

/** Bytes of an answer that are read. */
const MOST_BYTES = 1 << 28;
/** Characters of an error of an endpoint that a message shows. */
const SHOWN = 300;
const JSON_RESULTS = 'application/sparql-results+json';

/** How to ask the endpoint at an address, with the credentials of the environment (SPARQL 1.1 Protocol, section 2.1). */
export function endpointAt(address: string, env: Environment): AskEndpoint {
  const url = new URL(address);
  return async (query, signal) => {
    const { request } = await import('undici');
    const authorization = await authorizationFor(url, env);
    try {
      const { statusCode, headers, body } = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: JSON_RESULTS,
          'user-agent': 'crategraph',
          ...(authorization !== undefined && { authorization }),
        },
        body: new URLSearchParams({ query }).toString(),
        ...(signal !== undefined && { signal }),
      });
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size > MOST_BYTES) throw httpError(address, `the answer has more than ${MOST_BYTES >> 20} MiB`);
        chunks.push(chunk);
      }
      const text = Buffer.concat(chunks).toString();
      if (statusCode !== 200)
        throw httpError(address, `answered ${statusCode}: ${shown(text)}`, { status: statusCode });
      const type = String(headers['content-type'] ?? '');
      if (!/json/i.test(type)) throw httpError(address, `answered with ${type || 'no type'}: ${shown(text)}`);
      return { text, header: (name) => headers[name]?.toString() };
    } catch (error) {
      signal?.throwIfAborted();
      throw asHttpError(address, error);
    }
  };
}

/** The beginning of a text, on one line and without markup. */
function shown(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain;
}
