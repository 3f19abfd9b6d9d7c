import { createHash } from 'node:crypto';
import type { PageRequest, RenderedPage } from '../../pages/page-request.js';
import { ContentResponse } from '../http/content-response.js';
import type { ServerContext } from '../server-context.js';
import { unmetConditions } from '../http/unmet-conditions.js';

/** What our pages may do: load scripts, styles, pictures and data of this server, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers a request with a page of the website. @throws CrateError if the crate cannot be read */
export async function answerPage(request: Request, page: PageRequest, context: ServerContext): Promise<Response> {
  return pageResponse(request, await context.pages.render(page), context);
}

/** The answer with a rendered page; 304 if the client has it already. */
function pageResponse(request: Request, page: RenderedPage, { access }: Pick<ServerContext, 'access'>): Response {
  const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 27)}"`;
  const headers = new Headers({
    'Content-Type': page.contentType,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': access.isPrivate ? 'private, no-cache' : 'no-cache',
    // The address of a crate has several forms, by `Accept`.
    Vary: 'Accept',
    ETag: etag,
  });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const unmet = isRead && page.status === 200 ? unmetConditions(request, headers) : undefined;
  return unmet ?? new ContentResponse(page.body, { status: page.status, headers });
}
