import { keptFields, keptTexts, KeptValue, type Keeper } from './kept-value.js';
import { isSameQuery, type SharedQuery } from './shared-query.js';

/** An open query as a window keeps it. */
interface KeptTab extends SharedQuery {
  readonly number: number;
}

/** A query that is open in a tab. */
export interface QueryTab extends SharedQuery {
  /** The number that it is called by if its text has no name. */
  readonly number: number;
  query: string;
  values: Readonly<Record<string, string>>;
  /** The query that it was opened with; undefined if that is not known any more. */
  readonly opened: string | undefined;
}

/** So many tabs may be open. */
export const MOST_TABS = 20;
/** A longer text is not kept: storages of browsers are small. */
const LONGEST_KEPT = 100_000;

/**
 * The queries that are open in this window, at least one. The storage of the window keeps them, so that they survive a
 * reload, and no other window changes them.
 */
export class QueryTabs<T extends QueryTab> {
  readonly #kept: KeptValue<{ readonly tabs: readonly KeptTab[]; readonly current: number }>;
  readonly #make: (tab: QueryTab) => T;
  #all: readonly T[];
  #current: T;

  /**
   * @param place the path of the page: several websites may share an origin
   * @param first what is open where nothing was kept
   */
  constructor(keeper: Keeper | undefined, place: string, first: SharedQuery, make: (tab: QueryTab) => T) {
    this.#kept = new KeptValue(keeper, `crategraph.tabs ${place}`, keptTabs);
    this.#make = make;
    const { tabs, current } = this.#kept.value;
    this.#all = tabs.map((tab) => make({ ...tab, opened: undefined }));
    const chosen = this.#all[current] ?? this.#all[0];
    this.#current = chosen ?? this.#add(first);
  }

  get all(): readonly T[] {
    return this.#all;
  }

  get current(): T {
    return this.#current;
  }

  get isFull(): boolean {
    return this.#all.length >= MOST_TABS;
  }

  choose(tab: T): void {
    this.#current = tab;
    this.keep();
  }

  /** Opens a query, or goes to the tab that has it. @returns undefined if too many are open */
  open(shared: SharedQuery): T | undefined {
    const open = this.#all.find((tab) => isSameQuery(tab, shared));
    if (open === undefined && this.isFull) return undefined;
    this.#current = open ?? this.#add(shared);
    this.keep();
    return this.#current;
  }

  /** Opens an empty query. @returns undefined if too many are open */
  openEmpty(): T | undefined {
    return this.open({ query: '', values: {} });
  }

  /** Closes a tab; in the place of the last one an empty query opens. */
  close(tab: T): void {
    const at = this.#all.indexOf(tab);
    this.#all = this.#all.filter((other) => other !== tab);
    const neighbour = this.#all[Math.min(at, this.#all.length - 1)];
    if (tab === this.#current || neighbour === undefined)
      this.#current = neighbour ?? this.#add({ query: '', values: {} });
    this.keep();
  }

  /** Keeps the tabs as they are. A browser without room keeps the tabs of before. */
  keep(): void {
    const kept = this.#all.filter(({ query }) => query.length <= LONGEST_KEPT);
    const tabs = kept.map(({ number, query, values }) => ({ number, query, values }));
    this.#kept.keep({ tabs, current: kept.indexOf(this.#current) });
  }

  #add(shared: SharedQuery): T {
    const taken = new Set(this.#all.map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number += 1;
    const tab = this.#make({ ...shared, number, opened: shared.query });
    this.#all = [...this.#all, tab];
    return tab;
  }
}

/** The name of a query: the comment, or the summary, that it begins with; undefined if it begins with none. */
export function queryTitle(query: string): string | undefined {
  for (const line of query
    .slice(0, 10_000)
    .split('\n')
    .map((one) => one.trim())) {
    if (line === '') continue;
    if (!line.startsWith('#')) return undefined;
    const title = line.startsWith('#+') ? /^#\+\s*summary:\s*(.*)$/.exec(line)?.[1] : line.replace(/^#+\s*/, '');
    if (title) return shortTitle(title);
  }
  return undefined;
}

function shortTitle(title: string): string {
  const characters = [...title];
  return characters.length <= 60 ? title : `${characters.slice(0, 59).join('')}…`;
}

/** What a tab is called. */
export function tabTitle({ query, number }: Pick<QueryTab, 'query' | 'number'>): string {
  return queryTitle(query) ?? `Query ${String(number)}`;
}

function keptTabs(kept: unknown): { readonly tabs: readonly KeptTab[]; readonly current: number } {
  const { tabs, current } = keptFields(kept);
  const found = (Array.isArray(tabs) ? tabs : []).slice(0, MOST_TABS).flatMap((one) => {
    const { number, query, values } = keptFields(one);
    return typeof number !== 'number' || typeof query !== 'string'
      ? []
      : [{ number, query, values: keptTexts(values) }];
  });
  return { tabs: found, current: typeof current === 'number' ? current : 0 };
}
