import { shortName } from '../view/entity-label.js';
import { jsonPage } from './json-page.js';
import type { AskedForm, DataForm, PageForm, RenderedPage } from './page-request.js';

/**
 * The form in which a page answers, or why it does not.
 * @param forms those that the page has besides HTML
 */
export function answerForm(
  { named, accepted = [] }: AskedForm = {},
  forms: readonly DataForm[],
): PageForm | RenderedPage {
  const all: readonly PageForm[] = ['html', ...forms];
  if (named !== undefined) {
    const found = all.find((form) => form === named);
    const others = forms.length === 0 ? `: ${AS_RDF}` : '';
    const message = `this page has no form ${JSON.stringify(shortName(named))}, only ${all.join(', ')}${others}`;
    return found ?? jsonPage({ code: 'ERR_USAGE', message }, 400);
  }
  const best = accepted.find((form) => all.includes(form));
  // Who accepts no form that we know, such as a picture, gets the page; so does everybody of a page without data.
  if (best !== undefined || accepted.length === 0 || forms.length === 0) return best ?? 'html';
  return jsonPage({ code: 'ERR_USAGE', message: `this page is available as ${all.map((form) => MEDIA_TYPES[form]).join(', ')}` }, 406); // prettier-ignore
}

/** What the pages without rows are about: crates and entities. */
const AS_RDF = 'without format=, the same address is RDF by Accept';

/** Whether a client is a program that wants data rather than a page. */
export function wantsData({ named, accepted = [] }: AskedForm = {}): boolean {
  return (named ?? accepted[0] ?? 'html') !== 'html';
}

/** The media types of the forms. */
export const MEDIA_TYPES: Readonly<Record<PageForm, string>> = {
  html: 'text/html',
  json: 'application/json',
  csv: 'text/csv',
};
