import { chooseColumns } from '../store/write-rows.js';
import { printMessage, writeOutput, type Io } from './io.js';
import { printable } from './printable.js';

/** A cell of a table. */
export type Cell = string | number | undefined;

/** A table for people. Its rows are read twice, so they may be made anew each time instead of held. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
  /** The columns for people, unless they ask for others or for all. Default: all. */
  readonly brief?: readonly string[];
}

/** Values of the table options. */
export interface TableChoice {
  readonly wide?: boolean;
  readonly columns?: readonly string[];
  readonly output?: string;
  /** Of `--format`; undefined for a table. JSON is no table: the verb writes it. */
  readonly format?: string;
}

/** The width that a table has to fit: that of the terminal; undefined for a pipe, a file and `--wide`. */
export function tableWidth({ stdout }: Io, { wide, output = '-' }: TableChoice): number | undefined {
  if (stdout.isTTY !== true || wide === true || output !== '-') return undefined;
  return stdout.columns || 80;
}

/** Prints a table: as wide as the terminal, or with every value in full. @throws CrateError ERR_USAGE, ERR_OUTPUT */
export async function printTable(io: Io, whole: Table, options: TableChoice): Promise<void> {
  const isTable = options.format === undefined || options.format === 'table';
  const columns = options.columns ?? (isTable && options.wide !== true ? whole.brief : undefined);
  const table = columns === undefined ? whole : withColumns(whole, columns);
  if (options.format === 'csv' || options.format === 'tsv') {
    const { delimited } = await import('../store/delimited.js');
    const isSeen = tableWidth(io, options) !== undefined;
    const rows = isSeen
      ? again(table.rows, (row) => row.map((cell) => printable(String(cell ?? ''), Infinity)))
      : table.rows;
    return writeOutput(io, options.output, delimited(headed(table.header, rows), options.format));
  }
  const { header, rows } = table;
  const { lines, hidden } = await drawTable({ header, rows }, tableWidth(io, options));
  await writeOutput(io, options.output, inChunks(lines));
  if (hidden.length > 0) printMessage(io, noRoomFor(hidden));
}

/** States which columns a table lacks. */
export function noRoomFor(columns: readonly string[]): string {
  return `no room for ${columns.join(', ')}: choose with --columns, or see all with --wide`;
}

/** The table with only these columns, in this order. @throws CrateError ERR_USAGE for an unknown one */
function withColumns({ header, rows }: Table, columns: readonly string[]): Table {
  const chosen = chooseColumns(header, columns);
  const places = chosen.map((name) => header.indexOf(name));
  return { header: chosen, rows: again(rows, (row) => places.map((place) => row[place])) };
}

/** An iterable that maps the items anew each time it is read. */
export function again<A, B>(items: Iterable<A>, map: (item: A) => B): Iterable<B> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield map(item);
    },
  };
}

/** A column is padded to this width at most, so that one long value does not fill every line with spaces. */
const MOST_PADDING = 100;

const GAP = '  ';

/**
 * Draws a table: a header, then one line for each row, in aligned columns.
 * @param width cells are shortened in the middle so that the lines fit; without it they contain every value in full
 * @returns the lines, and the columns for which there is no room
 */
export async function drawTable(
  { header, rows }: Table,
  width?: number,
): Promise<{ lines: Iterable<string>; hidden: readonly string[] }> {
  const { default: stringWidth } = await import('string-width');
  const widthOf = (text: string) => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));
  const textOf = width === undefined ? fullText : (cell: Cell) => briefText(cell, width);
  const natural = header.map((name) => widthOf(textOf(name)));
  for (const row of rows)
    for (let index = 0; index < natural.length; index += 1) {
      const own = widthOf(textOf(row[index]));
      if (own > (natural[index] as number)) natural[index] = own;
    }
  const shown = width === undefined ? natural.length : fittingColumns(natural, width, GAP.length);
  const widths =
    width === undefined
      ? natural.map((own) => Math.min(own, MOST_PADDING))
      : shareWidths(natural.slice(0, shown), width - GAP.length * (shown - 1));
  const line = (row: readonly Cell[]) => {
    let text = '';
    let missing = 0; // spaces before the next cell; none at the end of a line
    for (let index = 0; index < shown; index += 1) {
      const column = widths[index] as number;
      const whole = textOf(row[index]);
      const cell = width === undefined ? whole : shortened(whole, column, widthOf);
      if (cell !== '') text += ' '.repeat(missing) + cell;
      missing = (cell === '' ? missing + column : Math.max(0, column - widthOf(cell))) + GAP.length;
    }
    return text;
  };
  return { lines: headed(line(header), again(rows, line)), hidden: header.slice(shown) };
}

function* headed<T>(header: T, lines: Iterable<T>): Generator<T> {
  yield header;
  yield* lines;
}

/** The whole value on one line, without a tab. */
function fullText(cell: Cell): string {
  return printable(String(cell ?? '').replaceAll('\t', '\\t'), Infinity);
}

/** The value for a narrow column: white space as one space, and of a long value only what could be seen. */
function briefText(cell: Cell, width: number): string {
  const text = String(cell ?? '');
  const part = 4 * width;
  const seen = text.length <= 4 * part ? text : `${text.slice(0, 2 * part)}…${text.slice(-2 * part)}`;
  return printable(seen.replace(/\s+/g, ' '), Infinity);
}

/** Shortens a text in the middle to a width on the terminal. */
function shortened(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  const tail = width - 1 - head;
  if (/^[ -~]*$/.test(text)) return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return `${asWideAs(characters, head, widthOf)}…${asWideAs(characters.reverse(), tail, widthOf, true)}`;
}

/** As many of the characters as fit. @param isReversed they come from the end of the text */
function asWideAs(
  characters: readonly string[],
  width: number,
  widthOf: (text: string) => number,
  isReversed = false,
): string {
  let text = '';
  let used = 0;
  for (const character of characters) {
    used += widthOf(character);
    if (used > width) break;
    text = isReversed ? character + text : text + character;
  }
  return text;
}

function* inChunks(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 1 << 16) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** A column narrower than this says nothing. */
const LEAST = 8;

/** How many columns fit into a terminal, from the left, if each of them is shortened as far as possible. */
function fittingColumns(natural: readonly number[], width: number, gap: number): number {
  let used = -gap;
  for (const [index, own] of natural.entries()) {
    used += gap + Math.min(own, LEAST);
    if (used > width && index > 0) return index;
  }
  return natural.length;
}

/**
 * Shares a width among columns: narrow ones keep what they need, the wide ones get equal parts of the rest.
 * @param room the width without the gaps between the columns
 */
function shareWidths(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const fromNarrow = [...natural.keys()].sort((one, other) => (natural[one] as number) - (natural[other] as number));
  let left = room;
  let columns = natural.length;
  for (const index of fromNarrow) {
    const width = Math.min(natural[index] as number, Math.max(1, Math.floor(left / columns)));
    widths[index] = width;
    left -= width;
    columns -= 1;
  }
  return widths;
}
