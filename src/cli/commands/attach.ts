import { addToList } from '../../base/list-map.js';
import { Option } from 'commander';
import type { AttachedCrate, AttachOptions } from '../../tasks/convert/attach/attach-crate.js';
import type { Change, Plan } from '../../tasks/convert/plan.js';
import { CrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { planningOf, withAttachOptions, type AttachChoice } from '../attach-options.js';
import { countOf } from '../count-of.js';
import { onInterruption } from '../interruption.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import { exclusive, onlyWith, tableOrJson } from '../option-rules.js';
import {
  jsonOption,
  kindOption,
  OUTPUT_GROUP,
  parallelOption,
  quietOption,
  readingOptions,
  storeOption,
  tableOptions,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { checkPlaceName } from '../output-format.js';
import { progressBar } from '../progress.js';
import { printError, printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';
import { shellWord } from '../../base/shell-word.js';
import { savedPlan } from '../saved-plan.js';
import type { TableChoice } from '../table.js';

interface AttachCommandOptions extends AttachChoice, ReadingChoice, StoreOption, QuietOption, JsonOption, TableChoice {
  readonly parallel?: number;
  readonly dryRun?: boolean;
  readonly plan?: string;
  readonly force?: boolean;
}

const HELP = `
Without a mode, a crate that names its own download (\`distribution\`) is
retrieved from there; any other becomes a --snapshot. What cannot be retrieved
stays on the web, with the reason; run the same command again to get only that.
Exit status 1 when something could not be retrieved.

Examples:
  crategraph attach atlas-ro-crate-metadata.json -o atlas/
  crategraph attach atlas-ro-crate-metadata.json --download --dry-run
  crategraph attach atlas-ro-crate-metadata.json --download --max-size 100MB \\
    --author "Ada Brook" -o atlas.zip
`;

/** `crategraph attach`: makes an Attached Package of a Detached one. */
export const attachCommand: DefineCommand = (command, io, status) => {
  command
    .argument('<crate>', 'metadata document of a Detached crate: file, URL, - for stdin, or a crate of the store')
    .option('--dry-run', 'print the plan, with --json to be edited; write and retrieve nothing')
    .option('--plan <file>', 'do what this plan says, as --dry-run --json prints it');
  withAttachOptions(command).addHelpText('after', HELP);
  const output = new Option('-o, --output <place>', 'the folder, .zip or .eln to make');
  const force = new Option('--force', 'let --output replace files that an earlier run did not write');
  withOptions(command, parallelOption());
  withOptions(
    command,
    storeOption(),
    readingOptions(),
    [kindOption()],
    [output.helpGroup(OUTPUT_GROUP), force.helpGroup(OUTPUT_GROUP)],
  );
  withOptions(command, tableOptions(), quietOption(), jsonOption());
  tableOrJson(command);
  onlyWith(command, '--dry-run', ['--columns', '--wide']);
  exclusive(command, '--dry-run', '--output', 'leave one of them out: --dry-run writes nothing');
  exclusive(command, '--dry-run', '--plan', 'leave --dry-run out: the plan is there already');
  onlyWith(command, '--output', ['--force', '--parallel']);
  command.action(async (crate: string, options: AttachCommandOptions) => {
    const { dryRun, output: place } = options;
    if (place === undefined && dryRun !== true)
      throw new CrateError('ERR_USAGE', 'attach needs --output', {
        hint: 'add -o with a folder or archive to make, or --dry-run',
      });
    if (place !== undefined) checkPlaceName(place);
    const { checkPlanColumns } = await import('../print-plan.js');
    checkPlanColumns(options);
    const plan = await savedPlan(options.plan, 'attach');
    const work = { ...planningOf(options), ...(await readingOf(options, io)), ...callbacks(crate, options, io), plan };
    await withStore(options, 'read', async (open) => {
      const { withNamedCrate } = await import('../../tasks/argument/named-crate.js');
      const job = (argument: CrateArgument, attaching: AttachOptions) =>
        dryRun === true ? showPlan(argument, attaching) : attach(argument, attaching);
      await withNamedCrate(crate, open, {
        stored: async (snapshot, graph) => {
          const { storedDocument } = await import('../../tasks/argument/stored-crate.js');
          const { bytes } = await storedDocument(snapshot, graph, work);
          await job(bytes, work);
        },
        elsewhere: (argument) => job(argument, work),
      });
    });

    async function showPlan(argument: CrateArgument, attaching: AttachOptions): Promise<void> {
      const { planAttach } = await import('../../tasks/convert/attach/plan-attach.js');
      const shown: Plan = { ...(attaching.plan ?? (await planAttach(argument, attaching))), crate };
      const { printPlan } = await import('../print-plan.js');
      await printPlan(io, shown, options);
    }

    async function attach(argument: CrateArgument, attaching: AttachOptions): Promise<void> {
      const { attachCrate } = await import('../../tasks/convert/attach/attach-crate.js');
      onInterruption('what is complete stays, and the same command fetches the rest');
      const bar = await progressBar(io, options, 'files');
      const doing = { ...attaching, parallel: options.parallel, force: options.force, onProgress: bar.update };
      const attached = await attachCrate(argument, place as string, doing).finally(bar.stop);
      await report(io, options, attached);
      if (attached.failed.length > 0) status.code = 1;
    }
  });
};

function callbacks(crate: string, options: QuietOption, io: Io): Pick<AttachOptions, 'onNote' | 'onReport'> {
  return {
    onNote: (note) => void (options.quiet === true || printMessage(io, `note: ${note}`)),
    onReport: (found) => printNotes(io, options, crate, found),
  };
}

/** Says what was written, what failed, and what stays on the web and why. */
async function report(io: Io, options: AttachCommandOptions, attached: AttachedCrate): Promise<void> {
  const { files, kept, failed, left, base, plan, work } = attached;
  if (options.json === true) {
    const failures = failed.map(({ change, error }) => ({ id: change.id, url: change.url, error }));
    const stays = left.map(({ id, url, why }) => ({ id, url, why }));
    await writeJson(
      io,
      [{ output: options.output, mode: plan.mode, base, files, kept, failed: failures, work, left: stays }],
      2,
    );
  } else await printLines(io, files);
  for (const { error } of failed) printError(io, error);
  if (options.quiet === true) return;
  for (const [why, ids] of byReason(left))
    printMessage(
      io,
      `on the web: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}: ${why}`,
    );
  (await import('../print-plan.js')).printRiskLines(io, plan);
  const isFile = (path: string) => !path.endsWith('/');
  const counts = `${countOf(files.filter(isFile).length, 'file')} written, ${kept.filter(isFile).length} already there, ${failed.length} failed, ${left.length} left on the web`;
  printMessage(io, `${options.output ?? ''}: ${plan.mode ?? 'attach'}, ${counts}`);
  if (work !== undefined) printMessage(io, `what is not complete is in ${work}: the same command continues there`);
  const [root] = plan.changes;
  if (plan.mode !== 'distribution' || root === undefined) return;
  const advice =
    base === undefined
      ? 'no --base can be made of that'
      : `crategraph load ${shellWord(options.output ?? '')} --base ${shellWord(base)}`;
  printMessage(io, `its identifiers are relative to ${root.id}: ${advice}`);
}

function byReason(left: readonly Change[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { id, why } of left) {
    addToList(reasons, why, id);
  }
  return reasons;
}
