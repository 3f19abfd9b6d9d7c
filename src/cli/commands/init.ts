import { addToList } from '../../base/list-map.js';
import { Option } from 'commander';
import { join } from 'node:path';
import type { DescribeOptions, DescribedFolder } from '../../tasks/author/init-crate.js';
import type { LeftOut } from '../../tasks/author/folder-tree.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { authorOf } from '../attach-options.js';
import { countOf } from '../count-of.js';
import { printMessage, writeJson, writeOutput, type Io } from '../io.js';
import { exclusive, onlyWith, refuse } from '../option-rules.js';
import { jsonOption, OUTPUT_GROUP, quietOption, repeatable, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption } from '../options.js';
import { progressBar } from '../progress.js';
import { sayWritten } from '../output.js';

interface InitCommandOptions extends QuietOption, JsonOption {
  readonly name?: string;
  readonly description?: string;
  readonly license?: string;
  readonly author?: string[];
  readonly datePublished?: string;
  readonly spec?: DescribeOptions['version'];
  readonly include?: string[];
  readonly exclude?: string[];
  readonly excludeFrom?: string[];
  readonly keep?: string[];
  readonly checksums: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly update?: boolean;
  readonly drop?: boolean;
}

const HELP = `
Describes the files and folders with their names, sizes, media types and
checksums. A crate in the folder is described as one entity. Left out: hidden
files, what git ignores (.gitignore of the folder and of the repository around
it), packages that npm or Python install, caches, build folders, the preview,
and links that lead out of the folder. --keep describes the first of these.

Scripts, notebooks and workflows are described as such, with their language. A
workflow is a Snakefile, a main.nf at the top or next to a nextflow.config, and
what says that it is one in CWL, WDL or Galaxy.

Licence, name, description, version and authors come from the options, and
else from the first of these files that has them: LICENSE or COPYING (by its
text), CITATION.cff, codemeta.json, package.json, pyproject.toml.

Examples:
  crategraph init my-data/ --license CC-BY-4.0 \\
    --author "Ada Brook <0000-0002-1825-0097>"
  crategraph init my-data/ --exclude "*.tmp" --no-checksums --dry-run
  crategraph init my-data/ --exclude-from drafts.txt --keep .zenodo.json --force
  crategraph init my-crate/ --update --drop    # after files came and went
`;

/** What the root of a new crate says; one that exists says it already. */
const OF_NEW_CRATES = ['--name', '--description', '--license', '--author', '--date-published', '--spec', '--force'];

/** What to add, for what is not known. */
const ADVICE = {
  description: 'the description only counts files: say what the data are with --description',
  license: 'the crate says that no licence is stated: name one, as in --license CC-BY-4.0',
  author: 'there is no author: name one, as in --author "Ada Brook <0000-0002-1825-0097>"',
} as const;

/** `crategraph init`: writes a first metadata file for a folder. */
export const initCommand: DefineCommand = (command, io) => {
  command
    .argument('<folder>', 'folder that becomes the crate root')
    .option('--name <text>', 'name of the crate (default: as its files say, or the name of the folder)')
    .option('--description <text>', 'what the data are (default: as its files say, or how many there are)')
    .option('--license <licence>', 'IRI or SPDX identifier of the licence, as in CC-BY-4.0');
  withOptions(command, [
    repeatable('--author <name>', 'author, as in "Ada Brook <0000-0002-1825-0097>" (repeatable)', authorOf),
    new Option('--date-published <date>', 'an ISO 8601 date (default: today)'),
    new Option('--spec <version>', 'version of RO-Crate').choices(['1.1', '1.2', '1.3']).default('1.2'),
    repeatable('--include <glob>', 'describe only files that match, as in "*.csv" or "data/**" (repeatable)'),
    repeatable('--exclude <glob>', 'leave out files and folders that match (repeatable)'),
    repeatable('--exclude-from <file>', 'leave out what matches a pattern of this file, as in .gitignore (repeatable)'),
    repeatable('--keep <glob>', 'describe files and folders that are hidden, ignored by git, or caches (repeatable)'),
    new Option('--no-checksums', 'do not state the SHA-256 of files, which reads all of them'),
    new Option('--update', 'describe only what is new in a folder that is a crate; all that it says already stays'),
    new Option('--drop', 'with --update: remove the descriptions of files and folders that are gone'),
    new Option('--dry-run', 'print the metadata file, and write nothing'),
    new Option('--force', 'replace the metadata file of the folder').helpGroup(OUTPUT_GROUP),
  ]);
  withOptions(command, quietOption(), jsonOption('print what was described, or an error, as JSON'));
  exclusive(command, '--json', '--dry-run', 'leave --json out: the metadata file is JSON already');
  onlyWith(command, '--update', ['--drop']);
  command.hook('preAction', () => {
    if (command.opts<InitCommandOptions>().update === true)
      refuse(command, OF_NEW_CRATES, 'with --update', 'change it with `crategraph set`');
  });
  exclusive(command, '--force', '--dry-run', 'leave --force out: --dry-run writes nothing');
  command.addHelpText('after', HELP).action(async (folder: string, options: InitCommandOptions) => {
    if (options.update === true) return (await import('../print-update.js')).updateNamedFolder(io, folder, options);
    const { describeFolder, initCrate } = await import('../../tasks/author/init-crate.js');
    const bar = await progressBar(io, options, 'files');
    const describing = {
      ...options,
      authors: options.author?.map(authorOf),
      version: options.spec,
      onProgress: bar.update,
    };
    const isTrial = options.dryRun === true;
    const described = await (isTrial ? describeFolder : initCrate)(folder, describing).finally(bar.stop);
    if (isTrial) await writeOutput(io, undefined, described.crate.chunks());
    await report(io, options, folder, described);
  });
};

/** Says what the crate describes, what it leaves out, and what only a person can add. */
async function report(io: Io, options: InitCommandOptions, folder: string, described: DescribedFolder): Promise<void> {
  const { files, folders, crates, size, leftOut, taken, problems, unsaid, unversioned } = described;
  const output = join(folder, METADATA_FILE_NAME);
  if (options.json === true)
    await writeJson(
      io,
      [{ output, version: options.spec, files, folders, crates, size, leftOut, taken, problems, unsaid, unversioned }],
      2,
    );
  if (options.quiet === true) return;
  const counted = [
    countOf(files, 'file'),
    countOf(folders, 'folder'),
    ...(crates > 0 ? [countOf(crates, 'crate')] : []),
  ];
  if (options.dryRun !== true) await sayWritten(io, { output }, `metadata of ${counted.join(', ')}`);
  for (const { property, file } of taken) printMessage(io, `${property} taken from ${file}`);
  for (const problem of problems) printMessage(io, `warning: ${problem}`);
  for (const [why, paths] of byReason(leftOut))
    printMessage(
      io,
      `left out: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}: ${why}`,
    );
  if (leftOut.some(({ keepable }) => keepable))
    printMessage(
      io,
      'note: --keep GLOB describes hidden files, caches, build folders and what git ignores all the same',
    );
  for (const one of unsaid) printMessage(io, `note: ${ADVICE[one]}`);
  if (unversioned.length > 0)
    printMessage(io, `note: no file states the version of ${unversioned.join(', ')}: write it into the metadata file`);
}

function byReason(leftOut: readonly LeftOut[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { path, why } of leftOut) {
    addToList(reasons, why, path);
  }
  return reasons;
}
