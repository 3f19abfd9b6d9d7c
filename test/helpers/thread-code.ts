/** The built code of a thread, which cannot run TypeScript. */
export function threadCode(name: string): URL {
  return new URL(`../../dist/thread/${name}.js`, import.meta.url);
}
