import { resolve } from 'node:path';
import { Option } from 'commander';
import type { PushOptions, PushResult } from '../../tasks/export/push-crates.js';
import type { GraphStore } from '../../store/port.js';
import { CrateError } from '../../base/errors.js';
import { isWebIri } from '../../base/rdf/iri.js';
import { countOf } from '../count-of.js';
import { crateLabel } from '../crate-label.js';
import { onInterruption } from '../interruption.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import { jsonOption, otherAddressOptions, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { progressBar } from '../progress.js';
import { endpointOf, inStore } from '../resources.js';

interface PushCommandOptions extends StoreOption, QuietOption, JsonOption {
  readonly to: string;
  readonly toQueryUrl?: string;
  readonly toUpdateUrl?: string;
  readonly toGraphUrl?: string;
  readonly toEngine?: string;
  readonly mode?: 'create' | 'replace' | 'merge';
  readonly plain?: boolean;
  readonly dryRun?: boolean;
}

const HELP = `
A push commits many crates at a time. If it is stopped, run it again: crates
that the other store has are unchanged.

--plain is for other programs that ask the endpoint: graphs have blank nodes
instead of IRIs for them, and nothing is kept beside them, so no original comes
back from there. A graph that is there is an error, or with --mode replace
written again.

Examples:
  crategraph push --to archive.store
  crategraph push 47c378 --to archive.store --mode replace
  crategraph push --plain --mode replace --to http://localhost:3030/ds
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
    .option('--plain', 'to an endpoint: write graphs for other programs, without load records')
    .option('--dry-run', 'show what would be pushed, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, otherAddressOptions(), storeOption(), quietOption(), jsonOption()).action(
    async (crates: string[], options: PushCommandOptions) => {
      if (placeOf(options.to) === placeOf(options.store))
        throw new CrateError('ERR_USAGE', '--to is the store that the crates come from', {
          hint: 'give another store',
        });
      if (options.plain === true) checkPlain(options);
      const start = performance.now();
      const results = await inStore(options, 'read', async (from) => {
        const { findGraphs } = await import('../../tasks/stored/find-graph.js');
        const graphs = crates.length === 0 ? undefined : await findGraphs(from, crates);
        const job = { graphs, options, io };
        return options.plain === true ? publish(from, job) : inTarget(options, (to) => push(from, to, job));
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
async function inTarget<T>(options: PushCommandOptions, work: (store: GraphStore) => Promise<T>): Promise<T> {
  const { isNewStore } = await import('../../store/open-store.js');
  if (options.dryRun !== true) return inStore(targetOf(options), 'write', work);
  return inStore((await isNewStore(options.to)) ? { store: 'memory:' } : targetOf(options), 'read', work);
}

function targetOf({ to, toQueryUrl, toUpdateUrl, toGraphUrl, toEngine }: PushCommandOptions): StoreOption {
  return {
    store: to,
    ...(toQueryUrl !== undefined && { queryUrl: toQueryUrl }),
    ...(toUpdateUrl !== undefined && { updateUrl: toUpdateUrl }),
    ...(toGraphUrl !== undefined && { graphUrl: toGraphUrl }),
    ...(toEngine !== undefined && { engine: toEngine }),
  };
}

interface PushJob {
  readonly graphs: readonly string[] | undefined;
  readonly options: PushCommandOptions;
  readonly io: Io;
}

async function push(from: GraphStore, to: GraphStore, job: PushJob): Promise<PushResult[]> {
  const { pushCrates } = await import('../../tasks/export/push-crates.js');
  const { mode } = job.options;
  return watched(job, 'run the same command again', (watch) => pushCrates(from, to, { mode, ...watch }));
}

async function publish(from: GraphStore, job: PushJob): Promise<PushResult[]> {
  const { publishCrates } = await import('../../tasks/export/publish-crates.js');
  const { to, mode } = job.options;
  const endpoint = endpointOf(targetOf(job.options));
  return watched(job, 'run the command with --mode replace', (watch) =>
    publishCrates(from, to, { mode: mode === 'replace' ? mode : 'create', endpoint, ...watch }),
  );
}

/** @throws CrateError ERR_USAGE for what --plain cannot do */
function checkPlain({ to, mode }: PushCommandOptions): void {
  if (!isWebIri(to))
    throw new CrateError('ERR_USAGE', '--plain is for SPARQL endpoints: no other program reads a store file', {
      hint: '`crategraph dump` writes a file of quads for other programs',
    });
  if (mode === 'merge')
    throw new CrateError('ERR_USAGE', '--plain cannot merge: blank nodes would be added again with each push', {
      hint: '--mode replace writes a graph again',
    });
}

/** Pushes with a progress bar, and says how far it was if it is stopped. @param again what to do then */
async function watched(
  { graphs, options, io }: PushJob,
  again: string,
  work: (watch: Pick<PushOptions, 'graphs' | 'dryRun' | 'onProgress' | 'onCommitted'>) => Promise<PushResult[]>,
): Promise<PushResult[]> {
  const { dryRun } = options;
  const bar = await progressBar(io, options, 'crates');
  let committed = '';
  const isEndpoint = isWebIri(options.to);
  if (dryRun !== true)
    onInterruption(isEndpoint ? `some crates may be in the other store; ${again} to go on` : 'nothing was committed');
  const onProgress = (done: number, total: number, graph: string) => bar.update(done, total, graph);
  const onCommitted = (done: number, total: number) => {
    committed = `${done} of ${countOf(total, 'crate')} ${done === 1 ? 'is' : 'are'} in the other store`;
    onInterruption(`${committed}; ${again} to go on`);
  };
  try {
    return await work({ graphs, dryRun, onProgress, onCommitted });
  } catch (error) {
    bar.stop();
    if (committed !== '') printMessage(io, `stopped: ${committed}; ${again} to go on`);
    throw error;
  } finally {
    bar.stop();
  }
}

function placeOf(store: string): string {
  return isWebIri(store) ? store : resolve(store);
}

function lineOf({ status, quads, ...crate }: PushResult): string {
  return `${status.padEnd(9)} ${crateLabel(crate)}  ${countOf(quads, 'quad')}`;
}

function printSummary(io: Io, results: readonly PushResult[], seconds: number, isDry: boolean): void {
  const statuses = ['pushed', 'replaced', 'merged', 'unchanged', 'failed'] as const;
  const counts = statuses.map((status) => ({ status, count: results.filter((one) => one.status === status).length }));
  const said = counts.filter(({ count }) => count > 0).map(({ status, count }) => `${count} ${status}`);
  if (results.length > 1) printMessage(io, `${results.length} crates: ${said.join(', ')}; ${seconds.toFixed(1)} s`);
  const unrecorded = results.filter(({ recordsRemoved = 0 }) => recordsRemoved > 0).length;
  if (unrecorded > 0)
    printMessage(
      io,
      `note: ${countOf(unrecorded, 'crate')} had load records in the other store${isDry ? ', which would be removed' : '; they are removed'}`,
    );
  if (isDry) printMessage(io, 'dry run: the other store is unchanged');
}
