import type { CrateError } from '../base/errors.js';
import { isRepair, REPAIRS, WARNINGS, type Note, type RepairKind, type WarningKind } from '../crate/read/report.js';
import { shellWord } from '../base/shell-word.js';
import { countOf } from './count-of.js';
import { styleOn } from './colours.js';
import { printMessage, type Io } from './io.js';
import { printable, printableMessage } from './printable.js';
import type { QuietOption } from './options.js';

/** Prints an error to stderr in two lines: the code with the file and the message, then the hint. */
export function printError(io: Io, error: CrateError, withHint = true): void {
  const file = error.details['file'] ?? error.details['crate'];
  const place = typeof file === 'string' && !error.message.includes(file) ? `${file}: ` : '';
  const code = styleOn(io.stderr, io)('red', error.code);
  io.stderr.write(`${code}: ${printableMessage(`${place}${error.message}`)}\n`);
  printExcerpt(io, error);
  if (withHint && error.hint !== '') printMessage(io, `  hint: ${error.hint}`);
}

/** Shows the line with the mistake, and a caret under it, for an error that has them. */
function printExcerpt(io: Io, { details: { line, excerpt, caret } }: CrateError): void {
  if (typeof excerpt !== 'string' || typeof caret !== 'number') return;
  const [before, after] = [excerpt.slice(0, caret), excerpt.slice(caret)].map((text) =>
    printable(text.replaceAll('\t', ' ')),
  ) as [string, string];
  const margin = `  ${String(line)} | `;
  printMessage(io, `${margin}${before}${after}`);
  printMessage(io, `${' '.repeat(margin.length + [...before].length)}^`);
}

/** How many notes of each kind there are, with examples. */
export interface CountedNotes {
  readonly counts: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
  readonly notes: readonly Note[];
}

/**
 * Prints repairs and warnings to stderr: one line for each kind, with up to three examples.
 * @param subject the crate or graph that the notes are about
 */
export function printNotes(io: Io, { quiet }: QuietOption, subject: string, { counts, notes }: CountedNotes): void {
  if (quiet === true) return;
  for (const [kind, count] of Object.entries(counts) as [RepairKind | WarningKind, number][]) {
    const examples = [...new Set(notes.filter((note) => note.kind === kind).map(({ detail }) => detail))];
    const shown = examples.slice(0, 3).join(', ') + (examples.length > 3 ? ', ...' : '');
    printMessage(io, `${subject}: ${inWords(kind, count)} (${times(kind, count, ': ')}${shown})`);
    if (kind === 'undefined-property') printMessage(io, termsHint(subject));
  }
}

/** What notes of a kind mean. A sentence that says how many there are needs no {@link times}. */
export function inWords(kind: RepairKind | WarningKind, count: number): string {
  if (isRepair(kind)) return `repaired: ${REPAIRS[kind]}`;
  if (kind !== 'undefined-property') return `note: ${WARNINGS[kind]}`;
  const [whose, them] = count === 1 ? ['its', 'it'] : ['their', 'them'];
  return `note: ${countOf(count, 'value')} cannot be queried, because no context defines ${whose} property; the document keeps ${them}`;
}

/** How many notes there are, for a sentence that does not say it. @param end what follows the number */
export function times(kind: RepairKind | WarningKind, count: number, end: string): string {
  return kind === 'undefined-property' ? '' : `${count}x${end}`;
}

/** How properties that no context defines get into RDF. */
export function termsHint(crate: string): string {
  return `  hint: \`crategraph terms ${shellWord(crate)}\` lists these terms, and with --add or --define it defines them`;
}
