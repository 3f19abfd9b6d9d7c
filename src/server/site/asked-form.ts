import type { AskedForm, PageForm } from '../../site/door.js';
import { acceptedTypes } from '../http/preferred-type.js';

const FORMS: ReadonlyMap<string, PageForm> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['text/csv', 'csv'],
]);

/** The form of a page that a client asks for: `?format=`, or what it accepts. */
export function askedForm({ url, headers }: Request): AskedForm {
  const named = new URL(url).searchParams.get('format');
  if (named !== null) return { named };
  const types = acceptedTypes(headers.get('accept'), [...FORMS.keys()]);
  return { accepted: types.flatMap((type) => FORMS.get(type) ?? []) };
}
