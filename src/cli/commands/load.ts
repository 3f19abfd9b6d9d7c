import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { RDF_ONLY_ENDINGS } from '../../base/rdf/syntaxes.js';
import type { ListedArgument, LoadResult, PassedOver } from '../../tasks/load/load-crates.js';
import { countOf } from '../count-of.js';
import { crateLabel, placeFromHere } from '../crate-label.js';
import { onInterruption } from '../interruption.js';
import { printLines, writeJson, type Io } from '../io.js';
import { argumentBesideList, missingArgument, onlyWith, refuse } from '../option-rules.js';
import {
  jobsOption,
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
import { readingOf, withStore } from '../resources.js';

interface LoadCommandOptions extends ReadingChoice, BaseChoice, RdfChoice, StoreOption, QuietOption, JsonOption {
  readonly mode?: 'create' | 'replace' | 'merge';
  readonly follow?: number;
  readonly jobs: number;
  readonly layout: boolean;
  readonly report?: string;
  readonly each?: boolean;
  readonly null?: boolean;
  readonly reference?: boolean;
  readonly name?: string;
  readonly apart?: boolean;
  readonly withRdf?: boolean;
}

const HELP = `
Examples:
  crategraph load crates/
  crategraph load my-crate --base https://example.org/my-crate/
  crategraph load my-crate.zip https://example.org/crates/7
  cat ro-crate-metadata.json | crategraph load -
  crategraph load crates.nq.gz my-crate.ttl
  crategraph load my-crate --follow 1
  ls -d crates/*/ | crategraph load --each
  crategraph load --reference taxonomy.ttl --name https://example.org/taxonomy

A crate that --follow finds becomes a graph of its own, which stays when a crate
that refers to it is removed. <urn:crategraph:catalogue> says which crate refers
to which (dcterms:references). A reference that cannot be followed is a warning,
with --strict an error. References lead only to public addresses, and not out of
the package; --limit crates=N limits their number.

A reference graph is RDF beside the crates, such as an ontology. Queries read it
with the crates, list --references lists it, and it is never exported as a
crate. Without --name it is called as its only owl:Ontology, skos:ConceptScheme
or void:Dataset, or as the address that it comes from. With --apart it is not
part of what a query or update sees that does not name it (GRAPH <iri>, FROM,
query --crate); --reference without --apart ends that. crategraph 0.9.0 cannot
open a store file with a graph apart, and an endpoint cannot keep one.

With --with-rdf the RDF files that a crate describes (all formats but JSON-LD;
not .xml) become reference graphs in the same commit, each called by the IRI of
the file. It must be in the folder or archive of the crate. A file that cannot
be loaded is a warning, with --strict an error; the graph of one that the crate
no longer has is removed, and so are all of them by \`remove\` of the crate.
`;

/** `crategraph load`: loads crates into the store and prints a line for each. */
export const loadCommand: DefineCommand = (command, io, status) => {
  command
    .argument(
      '[crate...]',
      `crate folders, folder trees full of crates, metadata files, archives (ZIP, .eln, tar, BagIt), URLs, - for stdin, or RDF (${RDF_ONLY_ENDINGS.join(' ')}, also .gz)`,
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'what to do with a graph that came from somewhere else (default: create, an error)',
      ).choices(['create', 'replace', 'merge']),
    )
    .option(
      '--follow <depth>',
      'also load the crates that these refer to: 1: nested crates and those that they name, 2: also what those refer to (default: 0, none)',
      depthOf,
    )
    .addOption(
      jobsOption('threads that read crates, for a load of 64 crates or more').default(
        Math.max(1, Math.min(4, availableParallelism() - 1)),
        'processors less one, 1 to 4',
      ),
    )
    .option('--each', 'load each crate of a list, read from stdin: one a line, optionally with its base after a TAB')
    .option('-0, --null', 'the list ends each crate with NUL instead of a line end')
    .option('--reference', 'load RDF that is no crate beside the crates, such as an ontology')
    .option('--name <iri>', 'what the reference graph is called')
    .option('--with-rdf', 'also load the RDF files that the crates describe, as reference graphs')
    .option('--apart', 'keep the reference graphs out of the union: only queries that name one see it')
    .option('--no-layout', 'do not keep the original documents in the store')
    .option('--report <file>', 'write all notes and errors with their places to a file, a JSON line for each crate')
    .addHelpText('after', HELP);
  withBaseOptions(command);
  onlyWith(command, '--each', ['--null']);
  onlyWith(command, '--reference', ['--name']);
  withOptions(command, rdfOptions(), storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (crates: string[], options: LoadCommandOptions, self: Command) => {
      const { each, reference, report } = options;
      if (each !== true && crates.length === 0) missingArgument(self, "missing required argument 'crate'");
      if (each === true) refuse(self, ['--base', '--arcp', '--root'], 'with --each', 'load one crate');
      if (reference === true)
        refuse(self, ['--arcp', '--root', '--follow', '--no-layout', '--with-rdf'], 'with --reference', 'load crates');
      else if (options.withRdf !== true)
        refuse(self, ['--apart'], 'without --reference or --with-rdf', 'add one of them');
      const { loadCrates } = await import('../../tasks/load/load-crates.js');
      const { isNewStore } = await import('../../store/open-store.js');
      const { checkReport, writeReport } = await import('../load-report.js');
      if (report !== undefined) await checkReport(report, { '--store': options.store });
      onInterruption('nothing was committed');
      const listed = await argumentsOf(crates, each === true, io, options.null === true);
      const reading = await readingOf(options, io);
      const bar = await progressBar(io, options, 'crates');
      const onProgress = (done: number, total: number, name: string) =>
        bar.update(done, total, done === total ? 'storing' : name);
      const onCommitted = () => onInterruption('the crates were committed');
      const passedOver: PassedOver[] = [];
      const onPassedOver = (file: PassedOver) => void passedOver.push(file);
      const start = performance.now();
      const calls = { onProgress, onCommitted, onPassedOver };
      const newStore = await isNewStore(options.store);
      const results = await withStore(options, 'write', (open) => {
        return loadCrates(open, listed, { ...reading, ...choicesOf(options), ...calls, newStore });
      }).finally(bar.stop);
      const outcome = { results, passedOver, seconds: (performance.now() - start) / 1000 };
      if (options.json === true) await writeJson(io, results);
      else await printLines(io, loadedLines(results));
      if (report !== undefined) await writeReport(report, outcome);
      const { printLoad } = await import('../load-summary.js');
      printLoad(io, options, outcome, report !== undefined);
      if (results.some(({ status: one }) => one === 'failed')) status.code = 1;
    },
  );
};

function choicesOf(options: LoadCommandOptions) {
  const { base, arcp, from, root, mode, follow, jobs, layout, each, report, reference, name, apart, withRdf } = options;
  return {
    isList: each,
    base,
    arcp,
    from,
    root,
    mode,
    follow,
    jobs,
    layout,
    allNotes: report !== undefined,
    reference: reference === true ? { name, apart } : undefined,
    rdf: withRdf === true ? { apart } : undefined,
  };
}

/** The crates of the command line, or of the list on standard input. @throws CrateError ERR_USAGE */
async function argumentsOf(crates: string[], each: boolean, io: Io, nul: boolean): Promise<ListedArgument[]> {
  if (each && crates[0] !== undefined) throw argumentBesideList('load', crates[0]);
  if (!each) return crates;
  const { listedCrates } = await import('../crate-list.js');
  const listed: ListedArgument[] = [];
  for await (const crate of listedCrates(io.stdin, nul ? '\0' : '\n')) listed.push(crate);
  return listed;
}

/** A line for each crate that did not fail; of several crates with its place. */
function loadedLines(results: readonly LoadResult[]): string[] {
  const isOne = results.length === 1;
  const done = results.filter(({ status }) => status !== 'failed');
  return done.map((result) => (isOne ? line(result) : `${line(result)}  ${placeFromHere(result.crate)}`));
}

function line({ status, quads = 0, entities = 0, repairs = 0, dropped = 0, ...result }: LoadResult): string {
  const { keptChanges: kept = 0, discardedChanges: discarded = 0 } = result;
  const facts = [
    countOf(quads, 'quad'),
    `${entities} ${entities === 1 ? 'entity' : 'entities'}`,
    result.apart === true && 'apart',
    repairs > 0 && countOf(repairs, 'repair'),
    dropped > 0 && `${dropped} dropped`,
    kept > 0 && `${countOf(kept, 'change')} of the store kept`,
    discarded > 0 && `${countOf(discarded, 'change')} of the store discarded`,
  ];
  return `${status.padEnd(9)} ${crateLabel(result)}  ${facts.filter((fact) => fact !== false).join(', ')}`;
}

/** @throws InvalidArgumentError */
function depthOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}
