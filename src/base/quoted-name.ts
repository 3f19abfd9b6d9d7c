/** A name in a sentence: in quotes if it contains white space, so that it is seen where it ends. */
export function quotedName(name: string): string {
  return /\s/.test(name) ? JSON.stringify(name) : name;
}
