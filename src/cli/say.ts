import type { CrateError } from '../errors.js';
import { say, type Io } from './io.js';
import { isRepair, REPAIRS, WARNINGS, type Note, type RepairKind, type WarningKind } from '../crate/read/report.js';
import type { CommonOptions } from './options.js';

/** The two lines of an error: what, with its place, and what to do. */
export function sayError(io: Io, error: CrateError): void {
  const file = error.details['file'] ?? error.details['crate'];
  const place = typeof file === 'string' && !error.message.includes(file) ? `${file}: ` : '';
  say(io, `${error.code}: ${place}${error.message}`);
  if (error.hint !== '') say(io, `  hint: ${error.hint}`);
}

/** Counts of repairs and warnings, with examples. */
export interface Noted {
  readonly counts: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
  readonly notes: readonly Note[];
}

/** Says on stderr what was repaired and what should be known: one line for each kind, with up to three examples. */
export function sayNotes(io: Io, { quiet }: CommonOptions, subject: string, { counts, notes }: Noted): void {
  if (quiet === true) return;
  for (const [kind, count] of Object.entries(counts) as [RepairKind | WarningKind, number][]) {
    const examples = [...new Set(notes.filter((note) => note.kind === kind).map(({ detail }) => detail))];
    const shown = examples.slice(0, 3).join(', ') + (examples.length > 3 ? ', ...' : '');
    const what = isRepair(kind) ? `repaired: ${REPAIRS[kind]}` : `note: ${WARNINGS[kind]}`;
    say(io, `${subject}: ${what} (${count}x: ${shown})`);
  }
}
