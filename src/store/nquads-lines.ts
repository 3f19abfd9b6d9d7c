import { CrateError } from '../base/errors.js';
import type { NQuadsChunks } from './port.js';

/** Size of the pieces of N-Quads in bytes: engines load one giant text several times as slowly. */
const PIECE_SIZE = 256 * 1024;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;

/** Joins chunks and splits them into texts of whole lines, of about {@link PIECE_SIZE}. */
export async function* wholeLines(chunks: NQuadsChunks): AsyncGenerator<string> {
  let parts: string[] = [];
  let size = 0;
  let hasEnd = false;
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    parts.push(part);
    size += part.length;
    hasEnd ||= part.includes('\n');
    if (size < PIECE_SIZE || !hasEnd) continue;
    const text = parts.join('');
    const end = text.lastIndexOf('\n') + 1;
    yield* cutAtLines(text.slice(0, end));
    parts = [text.slice(end)];
    size = text.length - end;
    hasEnd = false;
  }
  const rest = parts.join('');
  if (rest !== '') yield* cutAtLines(rest.endsWith('\n') ? rest : `${rest}\n`);
}

/** Counts the lines of a text of whole lines in UTF-8. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** Splits a text of whole lines into texts of about {@link PIECE_SIZE} that end at a line end. */
export function* cutAtLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const cut = text.indexOf('\n', start + PIECE_SIZE);
    const end = cut < 0 ? text.length : cut + 1;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Separates the lines with blank nodes (`_:` before the first quote) from the others. Both results have empty lines in
 * place of the other lines, so line numbers stay right. Costs little if there are few such lines.
 */
export function partBlankLines(bytes: Buffer): { readonly plain: Buffer; readonly blank: string } {
  const plain = Buffer.from(bytes);
  let blank = '';
  let done = 0;
  for (let at = bytes.indexOf('_:'); at >= 0;) {
    const start = bytes.lastIndexOf(LINE_FEED, at) + 1;
    const next = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
    if (!bytes.subarray(start, at).includes(QUOTE)) {
      blank += '\n'.repeat(countLines(bytes.subarray(done, start))) + bytes.toString('utf8', start, next);
      plain.fill(SPACE, start, bytes[next - 1] === LINE_FEED ? next - 1 : next);
      done = next;
    }
    at = bytes.indexOf('_:', next);
  }
  return { plain, blank };
}

/** A parser's error as ERR_RDF_SYNTAX; its line number is of a piece, so the lines before the piece are added. */
export function syntaxError(error: unknown, linesBefore: number): CrateError {
  let line: number | undefined;
  const text = String((error as Error | undefined)?.message ?? error);
  const message = text.replace(/\b(line )(\d+)/, (_match, word: string, number: string) => {
    line = Number(number) + linesBefore;
    return `${word}${line}`;
  });
  return new CrateError('ERR_RDF_SYNTAX', `N-Quads: ${message}`, { details: line === undefined ? {} : { line } });
}
