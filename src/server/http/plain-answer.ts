import { ContentResponse } from './content-response.js';

/** A short answer in plain text, for errors and for what needs no page. */
export function plainAnswer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new ContentResponse(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
