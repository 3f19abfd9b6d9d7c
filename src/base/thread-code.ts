/**
 * The address of the code of a thread. The build bundles it, because a thread cannot run TypeScript.
 * @param name its file without the extension, as in `load-thread`
 */
export function threadCode(name: string): URL {
  return new URL(`../thread/${name}.js`, import.meta.url);
}
