import { Parser } from 'n3';
import type { Quad } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import type { NQuadsChunks } from './port.js';

/** Size of the pieces of N-Quads that engines are fed with: one giant text is several times slower. */
export const PIECE_SIZE = 256 * 1024;

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
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
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

/** Whether a line may hold a blank node: `_:` before the first quote (an IRI with `_:` in it counts too, harmlessly). */
function mayHoldBlankNode(line: string): boolean {
  const at = line.indexOf('_:');
  if (at < 0) return false;
  const quote = line.indexOf('"');
  return quote < 0 || at < quote;
}

/** Parts the lines with blank nodes from the others; each part has empty lines for the other, so line numbers hold. */
export function partBlankLines(text: string): { readonly plain: string; readonly blank: string } {
  const plain: string[] = [];
  const blank: string[] = [];
  for (const line of text.split('\n')) {
    const isBlank = mayHoldBlankNode(line);
    plain.push(isBlank ? '' : line);
    blank.push(isBlank ? line : '');
  }
  return { plain: plain.join('\n'), blank: blank.join('\n') };
}

/**
 * Quads of an N-Quads text, blank node labels as they are (N-Quads, section 3.1).
 * @throws Error of the parser, its message naming the line
 */
export function parseLines(text: string): Quad[] {
  return new Parser({ format: 'N-Quads', blankNodePrefix: '' }).parse(text);
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
