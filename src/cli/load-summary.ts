import type { CrateError } from '../base/errors.js';
import { shellWord } from '../base/shell-word.js';
import type { LoadResult, PassedOver } from '../tasks/load/load-crates.js';
import { isRepair, type RepairKind, type WarningKind } from '../crate/read/report.js';
import { PASSED_OVER } from '../package/open/passed-over.js';
import { printMessage, type Io } from './io.js';
import type { QuietOption } from './options.js';
import { inWords, printError, printNotes, termsHint, times } from './reporting.js';

/** What a load did, in the order of its crates. */
export interface LoadOutcome {
  readonly results: readonly LoadResult[];
  readonly passedOver: readonly PassedOver[];
  readonly seconds: number;
}

/** Up to this many crates the notes of each are printed, from more the sum of all. */
const FEW = 3;
/** Examples of each kind of note, and of files that were passed over. */
const EXAMPLES = 3;

/**
 * Prints to stderr what a load did. Failures and the summary come last, so that they stay on the screen.
 * @param report whether the command writes all notes to a file
 */
export function printLoad(io: Io, options: QuietOption, outcome: LoadOutcome, report: boolean): void {
  const { results, passedOver, seconds } = outcome;
  const print = (line: string) => {
    if (options.quiet !== true) printMessage(io, line);
  };
  if (results.length > FEW) {
    const sums = new NoteSums();
    for (const { crate, ...result } of results) sums.add(crate, result);
    if (sums.print(print) && !report) print('all notes with their places: load with --report FILE');
  } else
    for (const { crate, notes, counts = {} } of results)
      if (notes !== undefined) printNotes(io, options, crate, { counts, notes });
  printPassedOver(print, passedOver);
  printFailures(io, results);
  if (results.length > 1) print(summary(results, seconds));
}

/** A kind of note with the crates that have it. */
interface NoteSum {
  readonly kind: RepairKind | WarningKind;
  count: number;
  crates: number;
  /** Some of the crates, each with one of its notes. */
  readonly examples: string[];
}

/** The notes of one crate. */
type SummedNotes = { readonly [Part in 'counts' | 'notes']?: LoadResult[Part] | undefined };

/** The notes of many crates by kind. */
export class NoteSums {
  readonly #sums = new Map<string, NoteSum>();
  #crates = 0;

  /** Adds those of a crate. */
  add(crate: string, { counts = {}, notes = [] }: SummedNotes): void {
    this.#crates += 1;
    for (const [kind, count] of Object.entries(counts) as [RepairKind | WarningKind, number][]) {
      const sum = this.#sums.get(kind) ?? { kind, count: 0, crates: 0, examples: [] };
      this.#sums.set(kind, sum);
      sum.count += count;
      sum.crates += 1;
      if (sum.examples.length < EXAMPLES)
        sum.examples.push(`${crate}: ${notes.find((note) => note.kind === kind)?.detail ?? ''}`);
    }
  }

  /** Prints them: repairs first, those of most crates first. @returns whether there are any */
  print(print: (line: string) => void): boolean {
    const rank = ({ kind }: NoteSum) => (isRepair(kind) ? 0 : 1);
    const sums = [...this.#sums.values()].sort((a, b) => rank(a) - rank(b) || b.crates - a.crates);
    for (const sum of sums) printSum(print, sum, this.#crates);
    return sums.length > 0;
  }
}

function printSum(print: (line: string) => void, { kind, count, crates, examples }: NoteSum, all: number): void {
  print(`${inWords(kind, count)}: ${times(kind, count, ' ')}in ${crates} of ${all} crates`);
  for (const example of examples) print(`    ${example}`);
  if (crates > examples.length) print(`    ... and ${crates - examples.length} more crates`);
  if (kind === 'undefined-property') print(termsHint('CRATE'));
}

function printPassedOver(print: (line: string) => void, passedOver: readonly PassedOver[]): void {
  for (const [reason, meaning] of Object.entries(PASSED_OVER)) {
    const files = passedOver.filter((one) => one.reason === reason).map(({ file }) => file);
    if (files.length === 0) continue;
    print(`not loaded: ${meaning} (${files.length}x)`);
    for (const file of files.slice(0, EXAMPLES)) print(`    ${file}`);
    if (files.length > EXAMPLES) print(`    ... and ${files.length - EXAMPLES} more`);
    const [file = ''] = files;
    if (reason === 'nested' || reason === 'other-name')
      print(`  hint: to load such a file, name it: crategraph load ${shellWord(file)}`);
  }
}

/** Prints failures with the same remedy one below the other, and the remedy once. */
export function printFailures(io: Io, results: readonly { readonly error?: CrateError }[]): void {
  const groups = new Map<string, CrateError[]>();
  for (const { error } of results) {
    if (error === undefined) continue;
    const key = `${error.code} ${error.hint}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [error]);
    else group.push(error);
  }
  for (const group of groups.values())
    for (const [index, error] of group.entries()) printError(io, error, index === group.length - 1);
}

function summary(results: readonly LoadResult[], seconds: number): string {
  const count = (status: LoadResult['status']) => results.filter((result) => result.status === status).length;
  const sum = (field: 'entities' | 'repairs' | 'dropped') =>
    results.reduce((total, result) => total + (result[field] ?? 0), 0);
  const states = (['loaded', 'replaced', 'merged', 'unchanged', 'failed'] as const).filter(
    (status) => count(status) > 0,
  );
  const rate = `${seconds.toFixed(1)} s, ${Math.round(results.length / seconds)} crates/s`;
  return `${results.length} crates: ${states.map((status) => `${count(status)} ${status}`).join(', ')}; ${sum('entities')} entities, ${sum('repairs')} repairs, ${sum('dropped')} dropped; ${rate}`;
}
