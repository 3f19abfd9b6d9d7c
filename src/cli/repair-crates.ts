import { relative } from 'node:path';
import type { OpenStore } from '../tasks/argument/crate-in-store.js';
import { withNamedCrate } from '../tasks/argument/named-crate.js';
import { uncheckedCrate, type UncheckedCrate } from '../tasks/check/check-crates.js';
import { fixCrate, fixStored, type FixedCrate, type FixOptions } from '../tasks/check/fix/fix-crate.js';
import { replaceUnchanged } from '../base/disk/replace-unchanged.js';
import { CrateError } from '../base/errors.js';
import { findCrates, type FoundCrate } from '../package/open/find-crates.js';
import { countOf } from './count-of.js';
import { printMessage, writeOutput, type Io } from './io.js';
import { styleOn } from './colours.js';
import { textDifference } from './text-difference.js';

/** What `check --fix` does with the documents that it repairs. */
export interface RepairChoice {
  /** Where the only document goes; undefined: to where it came from. */
  readonly output?: string | undefined;
  /** Write nothing. */
  readonly dryRun?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** A crate that an argument names, repaired. */
export interface RepairedCrate extends FixedCrate {
  readonly crate: string;
}

/**
 * Repairs the crates that arguments name, one after the other: shows on stderr what differs, and writes a document that
 * differs, whole or not at all. A crate that cannot be repaired does not end the others.
 * @throws CrateError ERR_USAGE for an output for several crates, before anything is written; the error of the only
 * crate, as ERR_USAGE for a document that cannot be replaced, and ERR_OUTPUT
 */
export async function* repairCrates(
  io: Io,
  crates: readonly string[],
  choice: RepairChoice,
  reading: FixOptions & { readonly store: OpenStore },
): AsyncGenerator<RepairedCrate | UncheckedCrate> {
  if (choice.output !== undefined && crates.length > 1) throw oneOutput();
  const { store, ...options } = reading;
  for (const argument of crates)
    try {
      const found = await withNamedCrate<RepairedCrate | readonly Place[]>(argument, store, {
        stored: async (snapshot, graph) => ({ crate: graph, ...(await fixStored(snapshot, graph, options)) }),
        elsewhere: placesOf,
      });
      if ('fixes' in found) {
        yield await carriedOut(io, found, choice);
        continue;
      }
      if (choice.output !== undefined && found.length > 1) throw oneOutput();
      for (const place of found)
        try {
          if (place.error !== undefined) throw place.error;
          yield await carriedOut(io, { crate: place.file, ...(await fixCrate(place.crate, options)) }, choice);
        } catch (error) {
          if (found.length === 1) throw error;
          yield uncheckedCrate(place.file, error, options);
        }
    } catch (error) {
      if (crates.length === 1) throw error; // nothing else to repair
      yield uncheckedCrate(argument, error, options);
    }
}

type Place = Pick<FoundCrate, 'file' | 'crate' | 'error'>;

async function placesOf(argument: string): Promise<Place[]> {
  const places: Place[] = [];
  for await (const place of findCrates(argument)) places.push(place);
  return places;
}

/** Shows a repair, and writes it where it belongs. */
async function carriedOut(io: Io, repaired: RepairedCrate, choice: RepairChoice): Promise<RepairedCrate> {
  const { crate, replaces, bytes, fixes } = repaired;
  const target = choice.output ?? replaces?.path ?? (crate === '-' ? '-' : undefined);
  const isTrial = choice.dryRun === true;
  if (target === undefined && !isTrial && fixes.length > 0) throw notReplaceable(crate);
  if (choice.quiet !== true) show(io, replaces === undefined ? crate : relative('.', replaces.path), repaired);
  if (isTrial || target === undefined) return repaired;
  if (target !== replaces?.path) await writeOutput(io, target, [bytes]);
  else if (fixes.length > 0) await replaceUnchanged(replaces, [bytes]);
  return repaired;
}

function show(io: Io, name: string, { before, bytes, fixes }: RepairedCrate): void {
  const decoder = new TextDecoder();
  if (fixes.length > 0)
    for (const line of textDifference(name, [decoder.decode(before), decoder.decode(bytes)], styleOn(io.stderr, io)))
      io.stderr.write(`${line}\n`);
  printMessage(io, `${name}: ${fixes.length === 0 ? 'nothing to repair' : countOf(fixes.length, 'repair')}`);
}

function notReplaceable(crate: string): CrateError {
  return new CrateError('ERR_USAGE', `${crate} cannot be repaired in its place`, {
    hint: 'write the repaired document to a file with -o FILE, or give a folder or a metadata file that is not in a bag',
  });
}

function oneOutput(): CrateError {
  return new CrateError('ERR_USAGE', '--output takes the document of one crate', { hint: 'repair one at a time' });
}
