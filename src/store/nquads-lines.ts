import { CrateError } from '../errors.js';
import type { NQuadsChunks } from './port.js';

/** Size of the pieces of N-Quads that engines are fed with: one giant text is several times slower. */
export const PIECE_SIZE = 256 * 1024;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;

/** The chunks again in pieces of whole lines of a good size, wherever and however finely the source has cut them. */
export async function* wholeLines(chunks: NQuadsChunks): AsyncGenerator<string> {
  let parts: string[] = [];
  let size = 0;
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    parts.push(part);
    size += part.length;
    if (size < PIECE_SIZE) continue;
    const text = parts.join('');
    const end = text.lastIndexOf('\n') + 1;
    yield* cutAtLines(text.slice(0, end));
    parts = [text.slice(end)];
    size = text.length - end;
  }
  const rest = parts.join('');
  if (rest !== '') yield* cutAtLines(rest.endsWith('\n') ? rest : `${rest}\n`);
}

/** Number of lines of whole lines in UTF-8. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** A long text in pieces of about {@link PIECE_SIZE} that end at a line end. */
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
 * Parts the lines with blank nodes (`_:` before the first quote) from the others; each part has empty lines for the
 * other, so line numbers hold. Costs little where such lines are few.
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
