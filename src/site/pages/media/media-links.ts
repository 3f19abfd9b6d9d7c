/** Where the links of a file lead. */
export interface MediaLinks {
  /** Where a link in a text of the file leads, as it is written; undefined for one that leads nowhere. */
  readonly hrefOf: (written: string) => string | undefined;
  /** Another page of the same file. */
  readonly pageHref: (page: number) => string;
}
