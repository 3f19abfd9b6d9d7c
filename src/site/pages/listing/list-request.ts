import type { RowOrder } from '../../view/arrange-rows.js';

/** What a list of the website can do, and where it is. */
export interface ListSettings {
  /** Parameters of the address that say which list it is, such as `view` and `folder`. */
  readonly kept: readonly string[];
  /** The columns that decide about the order, by the names that addresses have. */
  readonly sorts: readonly string[];
  /** The `id` of the list in the page. */
  readonly anchor: string;
}

/** Another state of a list; what is not named stays, and the page is the first again. */
export interface ListChange {
  readonly q?: string;
  readonly sort?: string | undefined;
  readonly page?: number;
}

/** A longer filter is no question of a person. */
const LONGEST = 200;

/** What an address asks of a list: which rows (`q`), and in which order (`sort=size`, `sort=-size`). */
export class ListRequest {
  readonly order: RowOrder;
  readonly #place: ListSettings;
  readonly #kept: readonly (readonly [string, string])[];
  readonly #sort: string | undefined;

  constructor(search: URLSearchParams, place: ListSettings) {
    const sort = search.get('sort') ?? '';
    const column = place.sorts.find((one) => one === sort.replace(/^-/, ''));
    const isDescending = sort.startsWith('-') || search.get('order') === 'desc';
    this.order = { words: (search.get('q') ?? '').trim().slice(0, LONGEST).toWellFormed(), sort: column, isDescending };
    this.#place = place;
    this.#sort = column === undefined ? undefined : `${isDescending ? '-' : ''}${column}`;
    this.#kept = place.kept.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value.toWellFormed()] as const];
    });
  }

  /** Tells one state of the list from others, without the page. */
  get key(): string {
    return JSON.stringify([this.order.words, this.#sort, this.#kept]);
  }

  /** The `id` of the list in the page. */
  get anchor(): string {
    return this.#place.anchor;
  }

  /** Whether a column can decide about the order. */
  isSortable(column: string): boolean {
    return this.#place.sorts.includes(column);
  }

  /** The parameters that a form of the list has to send besides its field. */
  hidden(field: 'q' | 'page'): readonly (readonly [string, string])[] {
    const { words } = this.order;
    return [
      ...this.#kept,
      ...(field === 'q' || words === '' ? [] : [['q', words] as const]),
      ...(this.#sort === undefined ? [] : [['sort', this.#sort] as const]),
    ];
  }

  /** The address of another state. */
  href(change: ListChange): string {
    const { q = this.order.words, page = 1 } = change;
    const sort = 'sort' in change ? change.sort : this.#sort;
    const query = new URLSearchParams(this.#kept.map(([name, value]) => [name, value]));
    if (q !== '') query.set('q', q);
    if (sort !== undefined) query.set('sort', sort);
    if (page > 1) query.set('page', String(page));
    return `?${query.toString()}#${this.#place.anchor}`;
  }
}
