import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { DetachCrateOptions } from '../../tasks/convert/detach/detach-crate.js';
import type { Report } from '../../crate/read/report.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { withOutputError } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { exclusive, onlyWith, refuse, tableOrJson } from '../option-rules.js';
import {
  jsonOption,
  kindOption,
  quietOption,
  readingOptions,
  storeOption,
  tableOptions,
  withBaseOptions,
  withOptions,
} from '../options.js';
import type { BaseChoice, DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { checkEnding, checkNew, withOutput, writeResult, type WrittenChoice } from '../output.js';
import { checkPlanColumns, printPlan, printRisks } from '../print-plan.js';
import { printNotes } from '../reporting.js';
import { readingOf } from '../resources.js';
import { savedPlan, textOfFile } from '../saved-plan.js';
import type { TableChoice } from '../table.js';

interface DetachCommandOptions extends ReadingChoice, BaseChoice, StoreOption, WrittenChoice, TableChoice {
  readonly published?: string;
  readonly files?: string;
  readonly map?: string;
  readonly browsing: boolean;
  readonly describe?: boolean;
  readonly checkLinks?: boolean;
  readonly verify?: boolean;
  readonly mintContextual?: boolean;
  readonly mintSeed?: string;
  readonly keepBase?: boolean;
  readonly dryRun?: boolean;
  readonly plan?: string;
  readonly output?: string;
}

/** Options that make a plan, which `--plan` has already. */
const PLANNING = [
  '--published',
  '--files',
  '--map',
  '--no-browsing',
  '--describe',
  '--check-links',
  '--mint-contextual',
  '--keep-base',
  '--base',
  '--arcp',
];

const HELP = `
Without --published, --files or --map, every file needs an absolute address
already. --map wins over --files, --files over --published. A metadata file
that is read from the web counts as published where it is.

--dry-run --json prints a plan to save and edit; --plan applies it. Exit
status 1 when --check-links finds an address that does not answer.

Examples:
  crategraph detach my-crate/ --published https://example.org/mine/ --dry-run
  crategraph detach my-crate/ --published https://example.org/mine/ -o out/
  crategraph detach my-crate.zip --files https://example.org/files/ --describe
  crategraph detach my-crate/ --map new-places.csv --dry-run --json > plan.json
  crategraph detach my-crate/ --plan plan.json -o my-ro-crate-metadata.json
`;

/** `crategraph detach`: turns an Attached Package into a Detached one. */
export const detachCommand: DefineCommand = (command, io, status) => {
  command
    .argument('<crate>', 'crate folder, metadata file, archive, URL, - for stdin, or a crate of the store')
    .option('--published <url>', 'address where the crate is published; its identifiers become absolute')
    .option('--files <url>', 'address of a folder on the web where the data files will be')
    .option('--map <file>', 'new addresses of files: CSV with columns old and new, or JSON')
    .option('--no-browsing', 'the server does not list folders, so the document lists what they contain')
    .option('--describe', 'add size, media type, checksum and date of the files at hand')
    .option('--check-links', 'request each new address, and say which do not answer')
    .option('--verify', 'follow the new identifier of the root, and fail if another crate is there')
    .option('--mint-contextual', 'give local contextual entities new urn:uuid: identifiers')
    .option('--mint-seed <text>', 'make these identifiers from this text, the same each time')
    .option('--keep-base', 'keep a fresh arcp @base in the context')
    .option('--dry-run', 'print the plan, and write nothing')
    .option('--plan <file>', 'apply a saved plan')
    .addHelpText('after', HELP);
  withBaseOptions(command);
  withOptions(command, storeOption(), readingOptions(), [kindOption()]);
  withOutput(
    command,
    'write to a file, or into a folder (ends in / or exists) as <name>-ro-crate-metadata.json',
    '<place>',
  );
  withOptions(
    command,
    tableOptions(),
    quietOption(),
    jsonOption('print the plan, what was written, or an error as JSON'),
  );
  tableOrJson(onlyWith(command, '--dry-run', ['--columns', '--wide']));
  onlyWith(command, '--mint-contextual', ['--mint-seed']);
  exclusive(command, '--dry-run', '--plan', 'the plan is in the file already');
  exclusive(
    command,
    '--dry-run',
    '--output',
    'leave --output out: --dry-run writes nothing; redirect stdout to save the plan',
  );
  command.action(async (crate: string, options: DetachCommandOptions, self: Command) => {
    if (options.plan !== undefined) refuse(self, PLANNING, 'with --plan', 'make a new plan without --plan');
    if (options.dryRun !== true && options.json === true && (options.output ?? '-') === '-')
      throw new CrateError(
        'ERR_USAGE',
        '--json does not work without --dry-run or --output: the document is on stdout',
        { hint: 'add -o <file>, or leave --json out' },
      );
    checkPlanColumns(options);
    let report: Report | undefined;
    const detaching: DetachCrateOptions = {
      ...(await readingOf(options, io)),
      ...(await detachingOf(options)),
      onReport: (found) => void (report = found),
      onUnreachable: () => void (status.code = 1),
    };
    const { withNamedConvertible } = await import('../named-convertible.js');
    await withNamedConvertible(crate, { command: self, store: options, options: detaching }, async (argument, more) => {
      if (options.dryRun === true) {
        const { planDetach } = await import('../../tasks/convert/detach/plan-detach.js');
        const plan = await planDetach(argument, more);
        if (report !== undefined) printNotes(io, options, crate, report);
        return printPlan(io, plan, options);
      }
      const { detachCrate } = await import('../../tasks/convert/detach/detach-crate.js');
      const { plan, name, chunks } = await detachCrate(argument, more);
      const output = await targetOf(options.output, name);
      checkEnding(output === undefined ? {} : { output });
      await checkNew({ ...options, ...(output === undefined ? {} : { output }) });
      await writeResult(
        io,
        { ...options, ...(output === undefined ? {} : { output }) },
        { kind: 'Detached Package', subject: crate, chunks, ...(report === undefined ? {} : { report }) },
      );
      printRisks(io, plan, options);
    });
  });
};

/** The options of the library. @throws CrateError ERR_NOT_FOUND, ERR_USAGE, ERR_PLAN_INVALID */
async function detachingOf(options: DetachCommandOptions): Promise<DetachCrateOptions> {
  const { published, browsing, describe, checkLinks, verify, mintContextual, mintSeed, keepBase, base, arcp } = options;
  const making = { published, browsing, describe, checkLinks, verify, mintContextual, mintSeed, keepBase, base, arcp };
  const { readLocationMap } = await import('../../tasks/convert/detach/location-map.js');
  return {
    ...making,
    filesUrl: options.files,
    map: options.map === undefined ? undefined : readLocationMap(await textOfFile(options.map), options.map),
    plan: await savedPlan(options.plan, 'detach'),
  };
}

/** The file to write: in a folder, with the name of the Detached Package. */
async function targetOf(output: string | undefined, name: string): Promise<string | undefined> {
  if (output === undefined || output === '-') return output;
  const found = await stat(output).catch(() => undefined);
  if (found === undefined && output.endsWith('/')) await withOutputError(output, () => makeFolder(output));
  return output.endsWith('/') || found?.isDirectory() === true ? join(output, name) : output;
}
