import { Hono } from 'hono';
import { ContentResponse } from '../http/content-response.js';
import { plainAnswer } from '../http/plain-answer.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import type { ServerContext } from '../server-context.js';
import type { DirectoryEntry } from './crate-directory.js';
import { atomFeed, siteMap, siteMapPart } from './site-maps.js';

/**
 * What robots are asked not to read: what costs much or has no end, such as queries, and ZIPs that are made for each
 * reader. All crates are in the sitemap.
 */
const KEPT_OUT = [
  'sparql',
  'graphs',
  'query',
  'mentions',
  'metrics',
  'crates.json',
  'crates.csv',
  'crates/*.zip$',
  '*?',
];

/** Routes for robots: `/robots.txt` (RFC 9309), `/sitemap.xml` and its parts, and `/feed.atom`. */
export function robotRoutes(context: ServerContext): Hono {
  const { address } = context;
  const app = new Hono();
  app.get('/robots.txt', () => plainAnswer(200, robotsText(context), { 'cache-control': 'no-cache' }));
  app.get('/sitemap.xml', ({ req }) => answer(req.raw, (entries) => siteMap(address, entries)));
  app.get('/:name{sitemap-[1-9]\\d{0,5}\\.xml}', ({ req }) => {
    const number = Number(/\d+/.exec(req.param('name'))?.[0]);
    return answer(req.raw, (entries) => siteMapPart(address, entries, number));
  });
  app.get('/feed.atom', ({ req }) => answer(req.raw, (entries) => atomFeed(address, entries), 'application/atom+xml'));

  const answer = async (
    request: Request,
    write: (entries: readonly DirectoryEntry[]) => string | undefined,
    type = 'application/xml',
  ): Promise<Response> => {
    const { tag, entries } = await context.directory.now();
    const headers = new Headers({
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      etag: `"${tag}"`,
    });
    const unmet = unmetConditions(request, headers);
    if (unmet !== undefined) return unmet;
    const text = write(entries);
    return text === undefined
      ? plainAnswer(404, 'The sitemap has no such part.')
      : new ContentResponse(text, { headers });
  };
  return app;
}

function robotsText({ address, access }: Pick<ServerContext, 'address' | 'access'>): string {
  if (access.isPrivate) return 'User-agent: *\nDisallow: /';
  const { pathname } = new URL(address);
  const rules = KEPT_OUT.map((path) => `Disallow: ${pathname}${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${address}sitemap.xml`].join('\n');
}
