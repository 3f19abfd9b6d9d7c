import { relative } from 'node:path';
import { withNamedCrate, type OpenStore } from '../argument/named-crate.js';
import { fixCrate, fixStored, type FixedCrate, type FixOptions } from '../check/fix/fix-crate.js';
import { CrateError } from '../errors.js';
import { findCrates } from '../open/find-crates.js';
import { countOf } from './count-of.js';
import { printMessage, writeOutput, type Io } from './io.js';
import { printDiff } from './print-diff.js';

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
 * Repairs the crates that arguments name, shows on stderr what differs, and writes the documents: each whole or not at
 * all, and only one that differs.
 * @throws CrateError ERR_USAGE for a document that cannot be replaced, if there is no output; nothing of it is written
 */
export async function repairCrates(
  io: Io,
  crates: readonly string[],
  choice: RepairChoice,
  reading: FixOptions & { readonly store: OpenStore },
): Promise<RepairedCrate[]> {
  const { output, dryRun, quiet } = choice;
  const repaired: RepairedCrate[] = [];
  for (const argument of crates)
    for await (const one of repairs(argument, reading)) {
      if (output !== undefined && repaired.length > 0)
        throw new CrateError('ERR_USAGE', '--output takes the document of one crate', { hint: 'repair one at a time' });
      const target = output ?? one.file ?? (one.crate === '-' ? '-' : undefined);
      if (target === undefined && dryRun !== true && one.fixes.length > 0) throw notReplaceable(one.crate);
      repaired.push(one);
    }
  for (const one of repaired) {
    const name = one.file === undefined ? one.crate : relative('.', one.file);
    if (quiet !== true) show(io, name, one);
    const target = output ?? one.file ?? '-';
    if (dryRun === true || (one.fixes.length === 0 && target === one.file)) continue;
    if (output !== undefined || one.file !== undefined || one.crate === '-') await writeOutput(io, target, [one.bytes]);
  }
  return repaired;
}

async function* repairs(
  argument: string,
  { store, ...options }: FixOptions & { readonly store: OpenStore },
): AsyncGenerator<RepairedCrate> {
  const found = await withNamedCrate<RepairedCrate | readonly string[]>(argument, store, {
    stored: async (snapshot, graph) => ({ crate: graph, ...(await fixStored(snapshot, graph, options)) }),
    elsewhere: async (place) => {
      const places: string[] = [];
      for await (const { file } of findCrates(place)) places.push(file);
      return places;
    },
  });
  if ('fixes' in found) yield found;
  else for (const place of found) yield { crate: place, ...(await fixCrate(place, options)) };
}

function show(io: Io, name: string, { before, bytes, fixes }: RepairedCrate): void {
  const decoder = new TextDecoder();
  if (fixes.length > 0) printDiff(io, name, [decoder.decode(before), decoder.decode(bytes)]);
  printMessage(io, `${name}: ${fixes.length === 0 ? 'nothing to repair' : countOf(fixes.length, 'repair')}`);
}

function notReplaceable(crate: string): CrateError {
  return new CrateError('ERR_USAGE', `${crate} cannot be repaired in its place`, {
    hint: 'write the repaired document to a file with -o FILE, or give a folder or a metadata file that is not in a bag',
  });
}
