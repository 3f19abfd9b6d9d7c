/** Characters at most of a line on stdout, of a line on stderr, of a cell of a table, and of a value inside a message. */
export const MOST = { line: 10_000, message: 2000, cell: 500, value: 300 } as const;

/**
 * What moves a cursor, sends commands to a terminal, breaks a line or turns the direction of text: C0, DEL, C1, line
 * separators, marks and controls of direction, invisible tags, halves of characters. A tab is harmless.
 */
const UNSAFE =
  /[^\P{Cc}\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/**
 * Text from a crate, a file name or a server as one line for a terminal: unsafe characters are shown as `\u001b`, and
 * what is too long is shortened in the middle, with the number of characters that are left out.
 */
export function printable(text: string, most: number = MOST.line): string {
  return shortened(text, most).replace(UNSAFE, escaped);
}

/**
 * JSON text as the same JSON value that is safe for a terminal: it can be written without the unsafe characters. Line
 * ends stand between values only.
 */
export function printableJson(json: string): string {
  return json.replace(UNSAFE, (character) => (/[\n\r]/.test(character) ? character : escaped(character)));
}

/** A message with values of any length in it: each of them is shortened, and the whole. */
export function printableMessage(text: string): string {
  return printable(
    text.replace(/[^\s]{301,}/g, (value) => shortened(value, MOST.value)),
    MOST.message,
  );
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - 40) / 2);
  return `${text.slice(0, half)} [... ${text.length - 2 * half} characters ...] ${text.slice(-half)}`;
}

function escaped(character: string): string {
  const named = { '\n': '\\n', '\r': '\\r' }[character];
  return named ?? character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
