/** A text as one word of a POSIX command line, which people may paste: nothing in it can end the word. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
