/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** How many things one page of a list shows. */
export const PAGE_SIZE = 50;

/** The page of a list that a query asks for with `page`; the nearest one if there is no such page. */
export function pageOf<T>(list: readonly T[], search: URLSearchParams, size = PAGE_SIZE): ListPage<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const wanted = Number(search.get('page') ?? 1);
  const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1;
  return { items: list.slice((page - 1) * size, page * size), page, pages };
}

/** The query of another page of the same list. */
export function pageHref(search: URLSearchParams, page: number): string {
  const query = new URLSearchParams(search);
  query.set('page', String(page));
  return `?${query.toString()}`;
}
