/** The built code of a thread, which cannot run TypeScript. */
export function threadCode(file: string, from: string): URL {
  return new URL(file, from.replace(/\/src\/(?!.*\/src\/)/, '/dist/'));
}
