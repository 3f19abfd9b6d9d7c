/** Names a page of some versions of RO-Crate: `pagesOf('metadata')('1.2', '1.3')`. */
export const pagesOf =
  (page: string) =>
  (...versions: readonly string[]): string[] =>
    versions.map((version) => `${version}/${page}`);
