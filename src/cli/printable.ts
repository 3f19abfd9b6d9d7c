/** Maximum number of characters in a line on stdout, a line on stderr, a table cell, and a value inside a message. */
export const MAX_LENGTH = { line: 10_000, message: 2000, cell: 500, value: 300 } as const;

/**
 * Characters that move a cursor, send commands to a terminal, break a line or turn the direction of text: C0, DEL, C1,
 * line separators, marks and controls of direction, invisible tags, lone surrogates. A tab is harmless.
 */
const UNSAFE =
  /[^\P{Cc}\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/**
 * Turns text from a crate, a file name or a server into one line for a terminal. Unsafe characters become `\u001b` and
 * the like. Text that is too long is shortened in the middle, with the number of characters that are left out.
 */
export function printable(text: string, maxLength: number = MAX_LENGTH.line): string {
  return shortened(text, maxLength).replace(UNSAFE, escaped);
}

/** Escapes the unsafe characters in JSON text, so that it stays the same JSON value. Line ends only separate values. */
export function printableJson(json: string): string {
  return json.replace(UNSAFE, (character) => (/[\n\r]/.test(character) ? character : escaped(character)));
}

/** Makes a message safe for a terminal; shortens each long value in it, and then the whole message. */
export function printableMessage(text: string): string {
  return printable(
    text.replace(/[^\s]{301,}/g, (value) => shortened(value, MAX_LENGTH.value)),
    MAX_LENGTH.message,
  );
}

function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor((maxLength - 40) / 2);
  return `${text.slice(0, half)} [... ${text.length - 2 * half} characters ...] ${text.slice(-half)}`;
}

function escaped(character: string): string {
  const named = { '\n': '\\n', '\r': '\\r' }[character];
  return named ?? character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
