import { createHash } from 'node:crypto';
import { CrateError, type CrateErrorCode } from '../../base/errors.js';
import type { PageRequest, RenderedPage } from '../../site/door.js';
import { ContentResponse } from '../http/content-response.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServerContext } from '../server-context.js';
import { unmetConditions } from '../http/unmet-conditions.js';

/** What our pages may do: load scripts, styles, pictures and data of this server, and nothing else. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  // A PDF, which is sent with a sandbox of its own.
  "object-src 'self'",
  "frame-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every page of ours. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
} as const;

/** The status of each error that is no fault of the server: the page is too much for it, or it stops. */
const STATUSES: Partial<Record<CrateErrorCode, 503 | 504>> = {
  ERR_INTERRUPTED: 503,
  ERR_LIMIT: 503,
  ERR_TIMEOUT: 504,
};

/**
 * Answers a request with a page of the website, with 503 or 504 if it takes too much memory or time.
 * @throws CrateError if the crate cannot be read
 */
export async function answerPage(request: Request, page: PageRequest, context: ServerContext): Promise<Response> {
  return answerWithPage(context, page, (rendered) => pageResponse(request, rendered, context));
}

/** As {@link answerPage}, with an answer of the caller's. @throws CrateError if the crate cannot be read */
export async function answerWithPage(
  { pages }: Pick<ServerContext, 'pages'>,
  page: PageRequest,
  answer: (rendered: RenderedPage) => Response | Promise<Response>,
): Promise<Response> {
  let rendered: RenderedPage | undefined;
  const problem = await readingProblem(async () => {
    rendered = await pages.render(page);
  });
  return rendered === undefined ? (problem as Response) : answer(rendered);
}

/** The answer that says why something takes too much memory or time; undefined if it does not. @throws other errors */
export async function readingProblem(read: () => Promise<void>): Promise<Response | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    const status = error instanceof CrateError ? STATUSES[error.code] : undefined;
    if (status === undefined) throw error;
    return plainAnswer(status, `This page cannot be shown: ${(error as CrateError).message}.`);
  }
}

/** The answer with a rendered page; 304 if the client has it already. */
export function pageResponse(
  request: Request,
  page: RenderedPage,
  { access }: Pick<ServerContext, 'access'>,
): Response {
  const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 27)}"`;
  const headers = new Headers({
    ...PAGE_HEADERS,
    'Content-Type': page.contentType,
    'Cache-Control': access.isPrivate ? 'private, no-cache' : 'no-cache',
    // The address of a crate has several forms, by `Accept`.
    Vary: 'Accept',
    ETag: etag,
  });
  if (page.fileName !== undefined)
    headers.set('Content-Disposition', `attachment; filename="${page.fileName.replace(/[^\w.-]/g, '_')}"`);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const unmet = isRead && page.status === 200 ? unmetConditions(request, headers) : undefined;
  return unmet ?? new ContentResponse(page.body, { status: page.status, headers });
}
