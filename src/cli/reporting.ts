import type { CrateError } from '../errors.js';
import { isRepair, REPAIRS, WARNINGS, type Note, type RepairKind, type WarningKind } from '../crate/read/report.js';
import { printMessage, type Io } from './io.js';
import type { QuietOption } from './options.js';

/** Prints an error to stderr in two lines: the code with the file and the message, then the hint. */
export function printError(io: Io, error: CrateError, withHint = true): void {
  const file = error.details['file'] ?? error.details['crate'];
  const place = typeof file === 'string' && !error.message.includes(file) ? `${file}: ` : '';
  printMessage(io, `${error.code}: ${place}${error.message}`);
  if (withHint && error.hint !== '') printMessage(io, `  hint: ${error.hint}`);
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
