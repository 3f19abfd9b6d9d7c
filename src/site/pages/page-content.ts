import { answerForm } from './answer-form.js';
import { csvPage, type DataRow } from './csv-page.js';
import { jsonPage } from './json-page.js';
import { PAGE_SIZE, pageNumber } from './listing/page-of.js';
import type { AskedForm, DataForm, RenderedPage } from './page-request.js';

/** What a page shows, for programs. */
export type PageContent = ContentRows | ContentObject | ContentRefusal;

/** Rows: JSON has one page of them, as the page for people, CSV all. */
export interface ContentRows {
  /** What the rows are; JSON has them under this name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly total: number;
  /** Rows of a page. Default 50. */
  readonly size?: number;
  /** The rows from a place up to another, both from 0. */
  readonly rows: (from: number, to: number) => readonly DataRow[] | Promise<readonly DataRow[]>;
  /** Rows that CSV asks for at once, or `page` where more than the page would be too much work. Default 500. */
  readonly atOnce?: number | 'page';
  /** What JSON says besides. */
  readonly besides?: object;
}

/** One object, as JSON; as CSV it is a table, where it can be one. */
export interface ContentObject {
  readonly name: string;
  readonly json: object;
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly DataRow[] };
}

/** Why there is nothing. */
export interface ContentRefusal {
  readonly status: 400 | 404 | 503;
  readonly code?: string | undefined;
  readonly message: string;
}

/** Where the data of a page are. */
export interface ContentPlace {
  /** What the address asks for. */
  readonly search: URLSearchParams;
  /** The address of another page of the rows. */
  readonly pageAddress: (page: number) => string;
  /** Begins the names of files. */
  readonly prefix?: string;
}

const AT_ONCE = 500;

/** A page in all of its forms. */
export interface FormedPage {
  readonly html: () => RenderedPage | Promise<RenderedPage>;
  /** What it has for programs, and as what; undefined for nothing. */
  readonly data:
    { readonly forms: readonly DataForm[]; readonly content: () => PageContent | Promise<PageContent> } | undefined;
  readonly place: ContentPlace;
}

/**
 * Answers with a page in the form that is asked for, or says which ones there are.
 * @throws CrateError ERR_LIMIT for more than fits into one answer
 */
export async function inForm(asked: AskedForm | undefined, { html, data, place }: FormedPage): Promise<RenderedPage> {
  const form = answerForm(asked, data?.forms ?? []);
  if (typeof form !== 'string') return form;
  return form === 'html' || data === undefined ? html() : contentPage(await data.content(), form, place);
}

async function contentPage(content: PageContent, form: DataForm, place: ContentPlace): Promise<RenderedPage> {
  if ('message' in content) return jsonPage({ code: content.code, message: content.message }, content.status);
  const fileName = `${place.prefix ?? ''}${content.name}.csv`;
  if ('json' in content) {
    if (form === 'json') return jsonPage(content.json);
    const { columns, rows } = content.table ?? { columns: [], rows: [] };
    return csvPage({ columns, parts: [rows] }, fileName);
  }
  if (form === 'json') return jsonPage(await pageOfRows(content, place));
  return csvPage({ columns: content.columns, parts: partsOf(content, place) }, fileName);
}

async function pageOfRows(content: ContentRows, place: ContentPlace): Promise<object> {
  const { name, total, size = PAGE_SIZE, rows, besides } = content;
  const { page, pages } = shownPage(content, place);
  return {
    total,
    page,
    pages,
    ...(page < pages && { next: place.pageAddress(page + 1) }),
    [name]: await rows((page - 1) * size, Math.min(page * size, total)),
    ...besides,
  };
}

function shownPage({ total, size = PAGE_SIZE }: ContentRows, { search }: ContentPlace) {
  const pages = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(pageNumber(search), pages), pages };
}

async function* partsOf(content: ContentRows, place: ContentPlace): AsyncGenerator<readonly DataRow[]> {
  const { total, size = PAGE_SIZE, rows, atOnce = AT_ONCE } = content;
  const { page } = shownPage(content, place);
  if (atOnce === 'page') yield rows((page - 1) * size, Math.min(page * size, total));
  else for (let from = 0; from < total; from += atOnce) yield rows(from, Math.min(from + atOnce, total));
}
