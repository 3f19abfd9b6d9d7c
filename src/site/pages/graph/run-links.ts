import { entityHref } from '../crate/site-links.js';

/** Where the parts of a run lead. */
export interface RunLinks {
  /** The page of an entity that the crate describes. */
  thing(id: string): string;
  /** Other actions of the same crate; undefined where there is no such page. */
  page(number: number): string | undefined;
}

/** The links of runs on the website. */
export const SITE_RUN_LINKS: RunLinks = {
  thing: entityHref,
  page: (number) => `?view=run&page=${String(number)}`,
};
