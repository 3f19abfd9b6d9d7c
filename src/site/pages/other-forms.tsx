import { MEDIA_TYPES } from './answer-form.js';
import type { HeadLink } from './page-head.js';
import type { DataForm } from './page-request.js';

/** A page that has other forms. */
interface OtherFormsProps {
  readonly forms: readonly DataForm[];
  readonly href: (form: DataForm) => string;
  /** What has the forms. Default: this page */
  readonly what?: string;
}

/** The forms of most pages. */
export const DATA_FORMS: readonly DataForm[] = ['json', 'csv'];

/** The ways to the same for programs. */
export function OtherForms({ forms, href, what = 'This page' }: OtherFormsProps) {
  if (forms.length === 0) return null;
  return (
    <p class="quiet small">
      {what} as{' '}
      {forms.map((form, at) => (
        <>
          {at === 0 ? '' : ' or '}
          <a href={href(form)}>{form.toUpperCase()}</a>
        </>
      ))}
    </p>
  );
}

/** The same ways, for the head of the page. */
export function otherFormLinks({ forms, href, what = 'This page' }: OtherFormsProps): HeadLink[] {
  return forms.map((form) => ({
    rel: 'alternate',
    href: href(form),
    type: MEDIA_TYPES[form],
    title: `${what} as ${form.toUpperCase()}`,
  }));
}

/** The query of the same page in another form; CSV has all pages. @param page another page */
export function formHref(search: URLSearchParams, form: DataForm, page?: number): string {
  const query = new URLSearchParams(search);
  if (form === 'csv') query.delete('page');
  if (page !== undefined) query.set('page', String(page));
  query.delete('format'); // it comes last: one page has one address
  query.set('format', form);
  return `?${query.toString()}`;
}
