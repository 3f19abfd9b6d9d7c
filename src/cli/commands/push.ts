import { resolve } from 'node:path';
import { Option } from 'commander';
import type { PushResult } from '../../tasks/export/push-crates.js';
import type { GraphStore } from '../../store/port.js';
import { CrateError } from '../../base/errors.js';
import { countOf } from '../count-of.js';
import { crateLabel } from '../crate-label.js';
import { onInterruption } from '../interruption.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import { jsonOption, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { progressBar } from '../progress.js';
import { inStore } from '../resources.js';

interface PushCommandOptions extends StoreOption, QuietOption, JsonOption {
  readonly to: string;
  readonly mode?: 'create' | 'replace' | 'merge';
  readonly dryRun?: boolean;
}

const HELP = `
A push commits many crates at a time. If it is stopped, run it again: crates
that the other store has are unchanged.

Examples:
  crategraph push --to archive.store
  crategraph push 47c378 --to archive.store --mode replace
`;

/** `crategraph push`: copies crates to another store. */
export const pushCommand: DefineCommand = (command, io, status) => {
  command
    .argument('[crate...]', 'crates of the store: handle, IRI, source or name (default: all)')
    .requiredOption(
      '--to <store>',
      'the other store: a file, created if it does not exist, or the address of a SPARQL endpoint',
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'what to do with a graph that has other content there (default: create, an error)',
      ).choices(['create', 'replace', 'merge']),
    )
    .option('--dry-run', 'show what would be pushed, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), quietOption(), jsonOption()).action(
    async (crates: string[], options: PushCommandOptions) => {
      if (placeOf(options.to) === placeOf(options.store))
        throw new CrateError('ERR_USAGE', '--to is the store that the crates come from', {
          hint: 'give another store',
        });
      const start = performance.now();
      const results = await inStore(options, 'read', async (from) => {
        const { findGraphs } = await import('../../tasks/stored/find-graph.js');
        const graphs = crates.length === 0 ? undefined : await findGraphs(from, crates);
        return inTarget(options, (to) => push(from, to, { graphs, options, io }));
      });
      if (options.json === true) await writeJson(io, results);
      else await printLines(io, results.filter(({ error }) => error === undefined).map(lineOf));
      const { printFailures } = await import('../load-summary.js');
      printFailures(io, results);
      if (options.quiet !== true)
        printSummary(io, results, (performance.now() - start) / 1000, options.dryRun === true);
      if (results.some(({ error }) => error !== undefined)) status.code = 1;
    },
  );
};

/** Opens the other store. A dry run creates none: a new store is as an empty one. */
async function inTarget<T>({ to, dryRun }: PushCommandOptions, work: (store: GraphStore) => Promise<T>): Promise<T> {
  const { isNewStore } = await import('../../store/open-store.js');
  if (dryRun !== true) return inStore({ store: to }, 'write', work);
  return inStore({ store: (await isNewStore(to)) ? 'memory:' : to }, 'read', work);
}

interface PushJob {
  readonly graphs: readonly string[] | undefined;
  readonly options: PushCommandOptions;
  readonly io: Io;
}

async function push(from: GraphStore, to: GraphStore, { graphs, options, io }: PushJob): Promise<PushResult[]> {
  const { pushCrates } = await import('../../tasks/export/push-crates.js');
  const { mode, dryRun } = options;
  const bar = await progressBar(io, options, 'crates');
  let committed = '';
  if (dryRun !== true) onInterruption('nothing was committed');
  const onProgress = (done: number, total: number, graph: string) => bar.update(done, total, graph);
  const onCommitted = (done: number, total: number) => {
    committed = `${done} of ${countOf(total, 'crate')} ${done === 1 ? 'is' : 'are'} in the other store`;
    onInterruption(`${committed}; run the same command again to go on`);
  };
  try {
    return await pushCrates(from, to, { graphs, mode, dryRun, onProgress, onCommitted });
  } catch (error) {
    bar.stop();
    if (committed !== '') printMessage(io, `stopped: ${committed}; run the same command again to go on`);
    throw error;
  } finally {
    bar.stop();
  }
}

function placeOf(store: string): string {
  return /^https?:/i.test(store) ? store : resolve(store);
}

function lineOf({ status, quads, ...crate }: PushResult): string {
  return `${status.padEnd(9)} ${crateLabel(crate)}  ${countOf(quads, 'quad')}`;
}

function printSummary(io: Io, results: readonly PushResult[], seconds: number, isDry: boolean): void {
  const statuses = ['pushed', 'replaced', 'merged', 'unchanged', 'failed'] as const;
  const counts = statuses.map((status) => ({ status, count: results.filter((one) => one.status === status).length }));
  const said = counts.filter(({ count }) => count > 0).map(({ status, count }) => `${count} ${status}`);
  if (results.length > 1) printMessage(io, `${results.length} crates: ${said.join(', ')}; ${seconds.toFixed(1)} s`);
  if (isDry) printMessage(io, 'dry run: the other store is unchanged');
}
