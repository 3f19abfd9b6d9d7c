import { basename, dirname, join, resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import type { AdoptingCrate, ExtractedProfile } from '../../vocabulary/extract-profile.js';
import type { ProfileDifference } from '../../vocabulary/compare-profiles.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { replaceUnchanged } from '../../disk/replace-unchanged.js';
import { CrateError } from '../../errors.js';
import { countOf } from '../count-of.js';
import { printLines, printMessage, writeJson, writeOutput, type Io } from '../io.js';
import { exclusive, refuse } from '../option-rules.js';
import { jsonOption, quietOption, readingOptions, withOptions, type DefineCommand, type ReadingChoice } from '../options.js'; // prettier-ignore
import { checkPlaceName } from '../output-format.js';
import { checkNew, withOutput, type WrittenChoice } from '../output.js';
import { printNotes } from '../reporting.js';
import { readingOf } from '../resources.js';

interface ProfileCommandOptions extends ReadingChoice, WrittenChoice {
  readonly permalink?: string;
  readonly contextAddress?: string;
  readonly name?: string;
  readonly license?: string;
  readonly outputCrates?: string;
  readonly dryRun?: boolean;
}

/** Options that only `extract` has. */
const EXTRACTING = ['--permalink', '--context-address', '--name', '--license', '--output-crates', '--dry-run', '--output']; // prettier-ignore

const HELP = `
extract moves the terms that several crates name and define in the same way to
a new profile crate, and changes the metadata files of these crates to use it:
where they are, or into --output-crates. The folder of the profile also works
as --contexts, until its context is published.

diff compares two versions of a profile. Exit status 1 if the newer one has
lost a term, and names the crates that still use it.

Examples:
  crategraph profile extract north/ south/ --dry-run \\
    --permalink https://example.org/tides
  crategraph profile extract north/ south/ -o tides-profile/ \\
    --permalink https://example.org/tides
  crategraph profile diff old-profile/ new-profile/ north/ south/
`;

/** `crategraph profile`: makes a profile of the terms that crates share, or compares two versions of one. */
export const profileCommand: DefineCommand = (program, io, status) => {
  const command = program
    .command('profile')
    .description('move the terms that crates share to a profile crate, or compare two versions of a profile')
    .addArgument(new Argument('<job>', 'what to do').choices(['extract', 'diff']))
    .argument(
      '<crate...>',
      'crates that share terms; for diff the older and the newer profile, then crates that use it',
    ) // prettier-ignore
    .option('--permalink <iri>', 'IRI of the profile; its terms become <iri>#<term>')
    .option('--context-address <url>', 'where its context will be (default: <permalink>/context.jsonld)')
    .option('--name <text>', 'name of the profile (default: its permalink)')
    .option('--license <iri>', 'licence of the profile (default: that of all crates)')
    .option('--output-crates <folder>', 'write the changed metadata files there, one folder for each crate')
    .option('--dry-run', 'print what would move, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, readingOptions());
  withOutput(command, 'folder for the profile crate', '<folder>');
  withOptions(command, quietOption(), jsonOption());
  exclusive(command, '--dry-run', '--output', 'leave --output out: --dry-run writes nothing');
  command.action(async (job: string, crates: string[], options: ProfileCommandOptions, self: Command) => {
    if (job === 'extract') return extract(crates, options, io);
    refuse(self, EXTRACTING, 'with diff', 'use extract');
    const difference = await compare(crates, options, io);
    if (difference.removed.length > 0) status.code = 1;
  });
};

async function extract(crates: readonly string[], options: ProfileCommandOptions, io: Io): Promise<void> {
  const { permalink, output, dryRun = false, contextAddress, name, license } = options;
  if (permalink === undefined)
    throw new CrateError('ERR_USAGE', 'profile extract needs --permalink, the IRI of the profile');
  if (!dryRun && (output === undefined || output === '-'))
    throw new CrateError('ERR_USAGE', 'profile extract needs a folder for the profile crate', {
      hint: 'name it with -o, or look first with --dry-run',
    });
  if (output !== undefined) checkPlaceName(output, false);
  const { extractProfile } = await import('../../vocabulary/extract-profile.js');
  const reading = await notedReading(options, io);
  const extracted = await extractProfile(crates, { ...reading, permalink, contextAddress, name, license });
  const targets = extracted.crates.map((crate) => targetOf(crate, options));
  if (!dryRun) await writeAll(extracted, targets, { ...options, output: output ?? '' }, io);
  if (options.json === true) {
    const { terms, files, different } = extracted;
    const adopting = extracted.crates.map((crate, index) => ({ crate: crate.crate, output: dryRun ? undefined : targets[index], terms: crate.terms })); // prettier-ignore
    await writeJson(io, [{ output: dryRun ? undefined : output, terms, files: files.map(({ path }) => path), crates: adopting, different }], 2); // prettier-ignore
  } else await printLines(io, linesOf(extracted));
  if (options.quiet === true) return;
  for (const one of extracted.different)
    printMessage(io, `warning: ${one} stays: several crates use it, and define it differently or not at all`);
  if (dryRun) printMessage(io, 'dry run: nothing is written');
  else printMessage(io, `wrote ${output ?? ''}: profile crate, ${countOf(extracted.terms.length, 'term')}; ${countOf(targets.length, 'crate')} changed`); // prettier-ignore
}

/** Where the new metadata document of a crate goes. @throws CrateError ERR_USAGE */
function targetOf({ crate, replaces }: AdoptingCrate, { outputCrates, dryRun }: ProfileCommandOptions): string {
  if (outputCrates !== undefined) {
    const file = replaces === undefined ? 'ro-crate-metadata.json' : basename(replaces.path);
    const own = replaces === undefined ? crate.replace(/[?#].*$/, '') : dirname(resolve(replaces.path));
    return join(outputCrates, basename(own) || 'crate', file);
  }
  if (replaces !== undefined || dryRun === true) return replaces?.path ?? '';
  throw new CrateError('ERR_USAGE', `${crate} cannot be changed where it is`, {
    hint: 'write the changed crates to a folder with --output-crates',
  });
}

/** Writes the profile, then the crates. Nothing is written if a file is in the way. @throws CrateError ERR_OUTPUT */
async function writeAll(
  { files, crates }: ExtractedProfile,
  targets: readonly string[],
  options: ProfileCommandOptions & { readonly output: string },
  io: Io,
): Promise<void> {
  const twice = targets.find((target, index) => targets.indexOf(target) !== index);
  if (twice !== undefined)
    throw new CrateError('ERR_USAGE', `two crates would be written to ${twice}`, { hint: 'rename one of the folders' });
  if (options.outputCrates !== undefined) for (const output of targets) await checkNew({ ...options, output });
  const { writeFolder } = await import('../../package/write/write-folder.js');
  const encoder = new TextEncoder();
  const profile = files.map(({ path, text }) => ({
    path,
    size: encoder.encode(text).length,
    content: async function* () {
      yield encoder.encode(text);
    },
  }));
  await writeFolder(options.output, profile, { force: options.force });
  const { mkdir } = await import('node:fs/promises');
  for (const [index, { chunks, replaces }] of crates.entries()) {
    const target = targets[index] ?? '';
    if (options.outputCrates !== undefined) await mkdir(dirname(target), { recursive: true });
    if (target === replaces?.path) await replaceUnchanged(replaces, chunks);
    else await writeOutput(io, target, chunks);
  }
}

function linesOf({ terms, crates }: ExtractedProfile): string[] {
  return [
    ...terms.map(
      ({ name, from, to, crates: count }) => `term    ${name}  ${from} -> ${to}  in ${countOf(count, 'crate')}`,
    ),
    ...crates.map(({ crate, terms: names }) => `crate   ${crate}  ${names.join(', ')}`),
  ];
}

async function compare(crates: readonly string[], options: ProfileCommandOptions, io: Io): Promise<ProfileDifference> {
  const [older, newer, ...users] = crates;
  if (older === undefined || newer === undefined)
    throw new CrateError('ERR_USAGE', 'profile diff needs the older and the newer profile', {
      hint: 'write crategraph profile diff old-profile/ new-profile/',
    });
  const { compareProfiles } = await import('../../vocabulary/compare-profiles.js');
  const difference = await compareProfiles(older, newer, users, await notedReading(options, io));
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

async function notedReading(options: ProfileCommandOptions, io: Io) {
  const onDocument = ({ file = '', report }: CrateDocument) => printNotes(io, options, file, report);
  return { ...(await readingOf(options, io)), onDocument };
}
