/** Where the links of a file lead. */
export interface MediaLinks {
  /** Where a link in a text of the file leads, as it is written; undefined for one that leads nowhere. */
  readonly hrefOf: (written: string) => string | undefined;
  /** The page of a long file that is asked for, from 1. */
  readonly page: number;
  /** Another page of the same file. */
  readonly pageHref: (page: number) => string;
}
