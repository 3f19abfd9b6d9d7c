import { CrateError } from '../base/errors.js';
import type { Io } from './io.js';
import { textAt } from './sparql-text.js';

/** What names crates of a store. */
export interface CratesChoice {
  readonly crate?: readonly string[];
  readonly cratesFrom?: string;
}

/**
 * The names of crates that the options give: those of `--crate`, and the lines of the file of `--crates-from`.
 * @param isStdinTaken whether something else reads standard input
 * @returns undefined without these options, which means all crates; a file without names gives an empty list, which
 * means none: a script that lists what a user may see must never show everything
 * @throws CrateError ERR_NOT_FOUND, ERR_LIMIT, ERR_USAGE if standard input is taken
 */
export async function chosenCrates(
  { crate, cratesFrom: file }: CratesChoice,
  io: Io,
  isStdinTaken: boolean,
): Promise<readonly string[] | undefined> {
  if (file === undefined) return crate;
  if (file === '-' && isStdinTaken)
    throw new CrateError('ERR_USAGE', 'standard input can be read once', {
      hint: 'put the query or the list of crates into a file',
    });
  const lines = (await textAt(file, io, 'the list of crates')).replace(/^\ufeff/, '').split('\n');
  const names = lines.map((line) => line.trim()).filter((line) => line !== '');
  return [...new Set([...(crate ?? []), ...names])];
}
