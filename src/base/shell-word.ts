/** A path as one word of a command line, which is no option even if it begins with a hyphen. */
export function shellPath(path: string): string {
  return shellWord(path.startsWith('-') ? `./${path}` : path);
}

/** A text as one word of a POSIX command line, which people may paste: nothing in it can end the word. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
