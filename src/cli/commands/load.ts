import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import type { LoadResult } from '../../load/load-crates.js';
import { printLines, printMessage, writeJson } from '../io.js';
import {
  jsonOption,
  quietOption,
  rdfOptions,
  readingOptions,
  storeOption,
  withBaseOptions,
  withOptions,
} from '../options.js';
import type {
  BaseChoice,
  DefineCommand,
  JsonOption,
  QuietOption,
  RdfChoice,
  ReadingChoice,
  StoreOption,
} from '../options.js';
import { progressBar } from '../progress.js';
import { printError, printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';

interface LoadCommandOptions extends ReadingChoice, BaseChoice, RdfChoice, StoreOption, QuietOption, JsonOption {
  readonly mode?: 'create' | 'replace' | 'merge';
  readonly jobs: number;
  readonly layout: boolean;
}

/** `crategraph load`: loads crates into the store and prints a line for each. */
export const loadCommand: DefineCommand = (program, io, status) => {
  const command = program
    .command('load')
    .description('load crates into the store, each as one named graph')
    .argument(
      '<crate...>',
      'crate folders, folder trees full of crates, metadata files, archives (ZIP, .eln, tar, BagIt), URLs, - for stdin, or RDF (.nq .nt .ttl .trig .rdf, also .gz)',
    )
    .addOption(
      new Option('--mode <mode>', 'what to do with a graph that came from somewhere else (default: create, an error)') // prettier-ignore
        .choices(['create', 'replace', 'merge']),
    )
    .addOption(
      new Option('--jobs <n>', 'threads that read crates, for a load of 64 crates or more')
        .argParser(jobsOf)
        .default(Math.max(1, Math.min(4, availableParallelism() - 1)), 'processors less one, 1 to 4'),
    )
    .option('--no-layout', 'do not keep the original documents in the store')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph load crates/\n  crategraph load my-crate --base https://example.org/my-crate/\n  crategraph load my-crate.zip https://example.org/crates/7\n  cat ro-crate-metadata.json | crategraph load -\n  crategraph load dump.nq.gz my-crate.ttl\n',
    );
  withBaseOptions(command);
  withOptions(command, rdfOptions(), storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (crates: string[], { base, arcp, from, root, mode, jobs, layout, ...options }: LoadCommandOptions) => {
      const { loadCrates } = await import('../../load/load-crates.js');
      const reading = await readingOf(options, io);
      const bar = await progressBar(io, options, 'crates');
      const onProgress = (done: number, total: number, name: string) =>
        bar.update(done, total, done === total ? 'storing' : name);
      const start = performance.now();
      const results = await withStore(options, 'write', (store) =>
        loadCrates(store, crates, { ...reading, base, arcp, from, root, mode, jobs, layout, onProgress }),
      ).finally(bar.stop);
      const seconds = (performance.now() - start) / 1000;
      for (const { crate, error, notes, counts = {} } of results) {
        if (error !== undefined) printError(io, error);
        else if (notes !== undefined) printNotes(io, options, crate, { counts, notes });
      }
      if (options.json === true) await writeJson(io, results);
      else await printLines(io, results.filter(({ status: one }) => one !== 'failed').map(line));
      if (options.quiet !== true && results.length > 1) printMessage(io, summary(results, seconds));
      if (results.some(({ status: one }) => one === 'failed')) status.code = 1;
    },
  );
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
  throw new InvalidArgumentError('Give a whole number, 1 or more.');
}
