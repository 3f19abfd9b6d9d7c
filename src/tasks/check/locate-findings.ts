import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { decodeUtf8, type ByteSource } from '../../crate/json/byte-source.js';
import type { LazyDocument } from '../../crate/json/lazy-document.js';
import type { Window } from '../../crate/json/outline.js';

/** A place in a text: line and column from 1, the column in UTF-16 code units. */
export interface DocumentPlace {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 0x0a;
/** Bytes that are counted at once. */
const CHUNK = 1 << 20;

/**
 * Finds where JSON pointers lead in the text of a document. Only the windows with such a place are parsed. A pointer to
 * something that the text does not have leads to what would contain it.
 */
export function locate({ source, windows }: LazyDocument, pointers: Iterable<string>): Map<string, DocumentPlace> {
  const inWindow: string[][] = windows.map(() => []);
  const outside: string[] = [];
  for (const pointer of pointers) {
    const place = Number(/^\/@graph\/(\d+)(?:\/|$)/.exec(pointer)?.[1] ?? -1);
    (inWindow[windows.findLastIndex(({ first }) => first <= place)] ?? outside).push(pointer);
  }
  const places = new Map<string, DocumentPlace>();
  const counter = new PlaceCounter(source);
  const start = windows[0]?.start ?? source.length;
  const end = windows.at(-1)?.end ?? source.length;
  const head = textBetween(source, 0, start);
  const tail = textBetween(source, end, source.length);
  const skeleton = outside.length === 0 ? undefined : parseTree(head + tail);
  const offsets = outside.map((pointer) => [pointer, nodeAt(skeleton, stepsOf(pointer))?.offset ?? 0] as const);
  const isInHead = (offset: number) => offset < head.length;
  const inHead = new LineTable(head, counter.at(0));
  for (const [pointer, offset] of offsets) if (isInHead(offset)) places.set(pointer, inHead.placeOf(offset));
  for (const [number, some] of inWindow.entries()) {
    const { start: from, end: to, first } = windows[number] as Window;
    if (some.length === 0) continue;
    const text = textBetween(source, from, to);
    const tree = parseTree(`[${text}]`);
    const table = new LineTable(text, counter.at(from));
    for (const pointer of some) {
      const [, index, ...rest] = stepsOf(pointer);
      places.set(pointer, table.placeOf((nodeAt(tree, [String(Number(index) - first), ...rest])?.offset ?? 1) - 1));
    }
  }
  const inTail = new LineTable(tail, counter.at(end));
  for (const [pointer, offset] of offsets)
    if (!isInHead(offset)) places.set(pointer, inTail.placeOf(offset - head.length));
  return places;
}

function textBetween(source: ByteSource, start: number, end: number): string {
  return decodeUtf8(source.read(start, end)).text.replace(/^\ufeff/, ' '); // which keeps the offsets
}

function stepsOf(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The node at a path, or the last one on the way to it; of a property its key. */
function nodeAt(tree: Node | undefined, path: readonly string[]): Node | undefined {
  let node = tree;
  for (const step of path) {
    const next = node && findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
    if (next === undefined) break;
    node = next;
  }
  return node?.parent?.type === 'property' ? node.parent : node;
}

/** The places of characters in a text that begins somewhere in a document. */
class LineTable {
  readonly #starts: number[] = [0];
  readonly #first: DocumentPlace;

  constructor(text: string, first: DocumentPlace) {
    this.#first = first;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  placeOf(offset: number): DocumentPlace {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    const column = offset - (this.#starts[low] as number) + 1;
    return { line: this.#first.line + low, column: low === 0 ? this.#first.column + column - 1 : column };
  }
}

/** Counts lines and columns of a document up to a byte; forwards only. */
class PlaceCounter {
  readonly #source: ByteSource;
  #byte = 0;
  #line = 1;
  #column = 1;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  at(byte: number): DocumentPlace {
    while (this.#byte < byte) {
      const bytes = this.#source.read(this.#byte, Math.min(byte, this.#byte + CHUNK));
      for (const one of bytes) {
        if (one === NEWLINE) {
          this.#line += 1;
          this.#column = 1;
        } else if (one >= 0xf0)
          this.#column += 2; // a pair of code units
        else if ((one & 0xc0) !== 0x80) this.#column += 1;
      }
      this.#byte += bytes.length;
    }
    return { line: this.#line, column: this.#column };
  }
}
