/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** How many things one page of a list shows. */
export const PAGE_SIZE = 50;

/** A page of a list, by its number or by what a query asks for with `page`; the nearest one if there is no such page. */
export function pageOf<T>(list: readonly T[], wanted: URLSearchParams | number, size = PAGE_SIZE): ListPage<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(typeof wanted === 'number' ? wanted : pageNumber(wanted), pages);
  return { items: list.slice((page - 1) * size, page * size), page, pages };
}

/** The page that a query asks for, from 1; another list may not have so many. */
export function pageNumber(search: URLSearchParams, parameter = 'page'): number {
  const wanted = Number(search.get(parameter) ?? 1);
  return Number.isInteger(wanted) ? Math.max(wanted, 1) : 1;
}

/** The query of another page of the same list. */
export function pageHref(search: URLSearchParams, page: number, parameter = 'page'): string {
  const query = new URLSearchParams(search);
  query.set(parameter, String(page));
  return `?${query.toString()}`;
}
