import type { RenderedPage } from './page-request.js';

/** What a program or a script of a page asked for, as JSON. */
export function jsonPage(value: unknown, status: RenderedPage['status'] = 200): RenderedPage {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}
