import { relative } from 'node:path';
import { checkCrate, shapesOf } from '../tasks/check/check-crate.js';
import {
  checkCrates,
  type CheckCratesOptions,
  type NamedResult,
  type UncheckedCrate,
} from '../tasks/check/check-crates.js';
import type { Fix } from '../tasks/check/fix/fix.js';
import { isWebAddress } from '../package/package-options.js';
import type { Io } from './io.js';
import { repairCrates, type RepairChoice } from './repair-crates.js';

/** What `check` says of a crate. */
export interface CheckedResult extends NamedResult {
  /** What `--fix` repaired, or would repair. */
  readonly fixes?: readonly Fix[];
  /** How many of its findings are in the baseline, and so not among `findings`. */
  readonly known?: number;
}

/** Checks crates, with paths as seen from the current folder. @throws CrateError as `checkCrates` */
export async function* checkedCrates(
  crates: readonly string[],
  options: CheckCratesOptions,
): AsyncGenerator<CheckedResult | UncheckedCrate> {
  for await (const result of checkCrates(crates, options)) yield 'error' in result ? result : shown(result);
}

/**
 * Repairs crates and checks what they are then: in its place with its files, elsewhere only the document.
 * @throws CrateError as `repairCrates`
 */
export async function* repairedCrates(
  io: Io,
  crates: readonly string[],
  choice: RepairChoice,
  given: CheckCratesOptions,
): AsyncGenerator<CheckedResult | UncheckedCrate> {
  const options = { ...given, shapes: shapesOf(given) };
  await options.shapes?.readFiles(); // before anything is written
  for await (const repaired of repairCrates(io, crates, choice, options)) {
    if ('error' in repaired) {
      yield repaired;
      continue;
    }
    const { crate, replaces, bytes, fixes } = repaired;
    const file = replaces?.path;
    const isInPlace = file !== undefined && choice.output === undefined && choice.dryRun !== true;
    if (!isInPlace) {
      const own = { ...options, ...(await options.settingsOf?.(file)) };
      yield { ...shown({ crate, document: file, ...(await checkCrate(bytes, own)) }), fixes };
    } else for await (const result of checkedCrates([file], options)) yield { ...result, fixes };
  }
}

function shown(result: NamedResult): NamedResult {
  const { crate, document } = result;
  if (document === undefined) return result;
  const short = isWebAddress(document) ? document : shortPath(document);
  return { ...result, document: short, ...(crate === document && { crate: short }) };
}

/** A path as seen from the current folder, if it is below it. */
function shortPath(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') ? path : short;
}
