import type { CrateError } from '../base/errors.js';
import { isRepair, REPAIRS, WARNINGS, type Note, type RepairKind, type WarningKind } from '../crate/read/report.js';
import { printMessage, type Io } from './io.js';
import { printable } from './printable.js';
import type { QuietOption } from './options.js';

/** Prints an error to stderr in two lines: the code with the file and the message, then the hint. */
export function printError(io: Io, error: CrateError, withHint = true): void {
  const file = error.details['file'] ?? error.details['crate'];
  const place = typeof file === 'string' && !error.message.includes(file) ? `${file}: ` : '';
  printMessage(io, `${error.code}: ${place}${error.message}`);
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
    printMessage(io, `${subject}: ${meaningOf(kind)} (${count}x: ${shown})`);
  }
}

/** What a kind of note means. */
export function meaningOf(kind: RepairKind | WarningKind): string {
  return isRepair(kind) ? `repaired: ${REPAIRS[kind]}` : `note: ${WARNINGS[kind]}`;
}
