import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileDifference } from '../../tasks/vocabulary/compare-profiles.js';
import { countOf } from '../count-of.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import {
  jsonOption,
  quietOption,
  readingOptions,
  withOptions,
  type DefineCommand,
  type JsonOption,
  type QuietOption,
  type ReadingChoice,
} from '../options.js';
import { notedReading } from '../noted-reading.js';

const HELP = `
Names the terms that are new and those that are gone, and the crates that still
use what is gone. The folders of the profiles also work as --contexts. Exit
status 1 if the newer version has lost a term.

Example:
  crategraph profile diff old-profile/ new-profile/ north/ south/
`;

/** `crategraph profile diff`: compares two versions of a profile. */
export const diffProfilesCommand: DefineCommand = (command, io, status) => {
  command
    .argument('<older>', 'the older version of the profile')
    .argument('<newer>', 'the newer version')
    .argument('[crate...]', 'crates that use it')
    .addHelpText('after', HELP);
  withOptions(command, readingOptions(), quietOption(), jsonOption());
  command.action(async (older: string, newer: string, users: string[], options: DiffCommandOptions) => {
    const difference = await compare({ older, newer, users }, options, io);
    if (difference.removed.length > 0) status.code = 1;
  });
};

type DiffCommandOptions = ReadingChoice & QuietOption & JsonOption;

/** What to compare. */
interface Compared {
  readonly older: string;
  readonly newer: string;
  readonly users: readonly string[];
}

async function compare(
  { older, newer, users }: Compared,
  options: DiffCommandOptions,
  io: Io,
): Promise<ProfileDifference> {
  const { compareProfiles } = await import('../../tasks/vocabulary/compare-profiles.js');
  // The context of a profile may not be published yet; the older one has the terms that its crates still use.
  const own = [older, newer].filter((place) => existsSync(join(place, 'index.json')));
  const contexts = [...(options.contexts ?? []), ...own];
  const difference = await compareProfiles(older, newer, users, await notedReading({ ...options, contexts }, io));
  const { added, removed, lost } = difference;
  if (options.json === true) await writeJson(io, [difference], 2);
  else
    await printLines(io, [
      ...added.map((iri) => `added     ${iri}`),
      ...removed.map((iri) => `removed   ${iri}`),
      ...lost.map(({ crate, name, uses }) => `in use    ${name}  ${crate}  ${uses}`),
    ]);
  if (options.quiet !== true) printMessage(io, `${countOf(added.length, 'term')} added, ${removed.length} removed`);
  return difference;
}
