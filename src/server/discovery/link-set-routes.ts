import { Hono } from 'hono';
import { CrateError } from '../../base/errors.js';
import { plainAnswer } from '../http/plain-answer.js';
import { EXPOSED_HEADERS } from '../http/cors.js';
import { streamText } from '../http/stream-text.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import { pathSegments } from '../path-segments.js';
import type { ServerContext } from '../server-context.js';
import { LINK_SETS } from './crate-links.js';
import { jsonLinkSet, textLinkSet } from './write-link-set.js';

const WRITERS = { 'application/linkset+json': jsonLinkSet, 'application/linkset': textLinkSet };

/**
 * Routes to the link sets of crates, `/crates/<key>.linkset.json` and `/crates/<key>.linkset` (RFC 9264). A folder of
 * such a name comes first, as for a ZIP.
 */
export function linkSetRoutes({ signposts }: ServerContext): Hono {
  const app = new Hono();
  app.on(['GET', 'HEAD'], '/crates/*', async ({ req: { raw } }, next) => {
    const [, name = '', ...inside] = pathSegments(new URL(raw.url).pathname) ?? [];
    const form = LINK_SETS.find(({ extension }) => name.endsWith(extension));
    if (form === undefined || inside.length > 0) return next();
    const crate = await signposts.toRead(name.slice(0, -form.extension.length));
    if (crate === undefined) return next();
    const headers = new Headers({
      'content-type': form.mediaType,
      'access-control-expose-headers': EXPOSED_HEADERS,
      'cache-control': 'no-cache',
      etag: `"${crate.tag}${form.extension}"`,
    });
    const unmet = unmetConditions(raw, headers);
    if (unmet !== undefined) return unmet;
    if (raw.method === 'HEAD') return new Response(null, { headers });
    const read = await crate.read().catch((error: unknown) => {
      if (error instanceof CrateError) return error;
      throw error;
    });
    if (read instanceof CrateError)
      return plainAnswer(500, `This crate has no link set: ${read.code}: ${read.message}`);
    return new Response(streamText(WRITERS[form.mediaType](read)), { headers });
  });
  return app;
}
