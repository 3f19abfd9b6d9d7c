import { STATUS_CODES } from 'node:http';
import { loadMessages, type Message } from '../../site/door.js';
import { NO_SUCH_FILE } from '../packages/package-routes.js';
import { ContentResponse } from '../http/content-response.js';
import { addVary } from '../http/cors.js';
import { preferredType } from '../http/preferred-type.js';
import type { ServerContext } from '../server-context.js';
import { PAGE_HEADERS } from './page-response.js';

const HEADINGS: Readonly<Record<number, string>> = {
  401: 'A private server',
  404: 'Not found',
  500: 'Something went wrong',
  503: 'Not now',
  504: 'This takes too long',
};
/** What says more than its status does. */
const SAID = new Map([
  ['Not Found', 'There is nothing at this address.'],
  ['Internal Server Error', 'The server could not answer; its log says why.'],
]);

/** The answer as it is; an error in plain text as a page that leads on, for people who come with a browser. */
export async function orErrorPage(
  request: Request,
  answer: Response,
  { branding }: Pick<ServerContext, 'branding'>,
): Promise<Response> {
  const { status, headers } = answer;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Only a program asks for a version (412).
  if (status < 400 || status === 412 || !isRead || !headers.get('content-type')?.startsWith('text/plain'))
    return answer;
  addVary(headers, 'Accept');
  if (preferredType(request.headers.get('accept'), ['text/plain', 'text/html']) !== 'text/html') return answer;
  const ofPage = new Headers(headers);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) ofPage.set(name, value);
  ofPage.delete('content-length');
  if (request.method === 'HEAD') return new Response(null, { status, headers: ofPage });
  const [text = '', ...more] = (await answer.text()).trimEnd().split('\n');
  const { pathname } = new URL(request.url);
  const depth = pathname.split('/').length - 2;
  const { messagePage } = await loadMessages();
  const message: Message = {
    home: '../'.repeat(depth),
    heading: HEADINGS[status] ?? STATUS_CODES[status] ?? 'An error',
    title: SAID.get(text) ?? text,
    detail: more.length === 0 ? undefined : more.join('\n'),
    link: text === NO_SUCH_FILE ? { href: '../'.repeat(depth - 2) || './', label: 'The crate' } : undefined,
  };
  return new ContentResponse(messagePage(message, branding), { status, headers: ofPage });
}
