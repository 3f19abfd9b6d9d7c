import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import type { LoadResult } from '../../load/load-crates.js';
import { type DefineCommand, contextsOf, inStore, packagesOf, withStore, type StoreOptions } from '../options.js';
import { say, show, writeJson } from '../io.js';
import { sayNotes, sayError } from '../say.js';
import { progressBar } from '../progress.js';

interface LoadCommandOptions extends StoreOptions {
  readonly base?: string;
  readonly arcp?: string;
  readonly mode?: 'create' | 'replace' | 'merge';
  readonly jobs: number;
}

/** `crategraph load`: crates into the store, one line for each. */
export const loadCommand: DefineCommand = (program, io, status) => {
  withStore(program.command('load'))
    .description('load crates into the store, each as one named graph')
    .argument(
      '<crate...>',
      'crate folders, folder trees full of crates, metadata files, archives (ZIP, .eln, tar, BagIt), URLs, or - for stdin',
    )
    .option('--base <iri>', 'IRI of the crate root, for identifiers that are relative')
    .option('--arcp <choice>', 'name for crates without an address: hash, uuid, or a UUID (default: hash)')
    .addOption(
      new Option('--mode <mode>', 'when the graph is there and came from somewhere else').choices([
        'create',
        'replace',
        'merge',
      ]),
    )
    .addOption(
      new Option('--jobs <n>', 'threads that read crates, for loads of many')
        .argParser(jobsOf)
        .default(Math.max(1, Math.min(4, availableParallelism() - 1)), 'processors less one, 1 to 4'),
    )
    .option('--no-layout', 'do not keep the documents beside the graphs')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph load crates/\n  crategraph load my-crate --base https://example.org/my-crate/\n  crategraph load my-crate.zip https://example.org/crates/7\n  cat ro-crate-metadata.json | crategraph load -\n',
    )
    .action(async (crates: string[], options: LoadCommandOptions) => {
      const { loadCrates } = await import('../../load/load-crates.js');
      const contexts = await contextsOf(options, io);
      const bar = await progressBar(io, options, 'crates');
      const onProgress = (done: number, total: number, name: string) =>
        bar.update(done, total, done === total ? 'storing' : name);
      const start = performance.now();
      const results = await inStore(options, 'write', (store) =>
        loadCrates(store, crates, { ...options, contexts, packages: packagesOf(options, io), onProgress }),
      ).finally(bar.stop);
      const seconds = (performance.now() - start) / 1000;
      for (const result of results) {
        if (result.error !== undefined) sayError(io, result.error);
        else if (result.notes !== undefined)
          sayNotes(io, options, result.crate, { counts: result.counts ?? {}, notes: result.notes });
      }
      const shown = results.filter(({ status: one }) => options.json === true || one !== 'failed');
      if (options.json === true) await writeJson(io, shown);
      else await show(io, shown.map(line));
      if (options.quiet !== true && results.length > 1) say(io, summary(results, seconds));
      if (results.some(({ status: one }) => one === 'failed')) status.code = 1;
    });
};

function line({ status, graph, quads = 0, entities = 0, repairs = 0, dropped = 0 }: LoadResult): string {
  return `${status.padEnd(9)} ${graph ?? ''}  ${quads} quads, ${entities} entities, ${repairs} repairs, ${dropped} dropped`;
}

function summary(results: readonly LoadResult[], seconds: number): string {
  const count = (status: LoadResult['status']) => results.filter((result) => result.status === status).length;
  const sum = (field: 'entities' | 'repairs' | 'dropped') =>
    results.reduce((total, result) => total + (result[field] ?? 0), 0);
  const states = (['loaded', 'replaced', 'merged', 'unchanged', 'failed'] as const).filter(
    (status) => count(status) > 0,
  );
  const rate = `${seconds.toFixed(1)} s, ${Math.round(results.length / seconds)} crates/s`;
  return `${results.length} crates: ${states.map((status) => `${count(status)} ${status}`).join(', ')}; ${sum('entities')} entities, ${sum('repairs')} repairs, ${sum('dropped')} dropped; ${rate}`;
}

/** @throws InvalidArgumentError */
function jobsOf(text: string): number {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs > 0) return jobs;
  throw new InvalidArgumentError('It is a whole number from 1 on.');
}
