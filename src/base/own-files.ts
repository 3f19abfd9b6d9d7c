/**
 * The address of a file of this package, such as `data/moved-terms.tsv`. Right from the sources and from what the build
 * makes of them, because all of them have the folder of this module at the same depth.
 * @param path from the top of the package
 */
export function ownFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}
