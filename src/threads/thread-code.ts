/**
 * The address of the code of a thread, for the module that starts it. Tests have the built file in its place, because a
 * thread cannot run TypeScript.
 * @param file the code, as in `./load-thread.js`
 * @param from `import.meta.url` of the module
 */
export function threadCode(file: string, from: string): URL {
  return new URL(file, from);
}
