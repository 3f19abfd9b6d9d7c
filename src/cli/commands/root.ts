import type { Command, Option } from 'commander';
import { RDF_ONLY_ENDINGS } from '../../base/rdf/syntaxes.js';
import type { RootCandidate } from '../../crate/choose-root.js';
import { Report } from '../../crate/read/report.js';
import { printLines, writeJson } from '../io.js';
import { refuse } from '../option-rules.js';
import {
  jsonOption,
  quietOption,
  rdfOptions,
  readingOptions,
  storeOption,
  withBaseOptions,
  withOptions,
} from '../options.js';
import type { BaseChoice, DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';

interface RootCommandOptions extends ReadingChoice, BaseChoice, StoreOption, QuietOption, JsonOption {
  readonly all?: boolean;
  readonly from?: string;
}

const HELP = `
Examples:
  crategraph root my-crate/
  crategraph root --all crates.nq.gz --json
  crategraph root "Coastal atlas of the Tarn estuary"     # in the store
`;

/** `crategraph root`: prints the Root Data Entity of a crate or of RDF. */
export const rootCommand: DefineCommand = (command, io) => {
  command
    .argument(
      '<crate|rdf-file>',
      `crate folder, metadata file, archive, URL, - for stdin, a crate of the store, or an RDF file (${RDF_ONLY_ENDINGS.join(' ')})`,
    )
    .addOption(rdfOptions()[0] as Option)
    .option('--all', 'print every candidate, also of nested crates, with its descriptor')
    .addHelpText('after', HELP);
  withBaseOptions(command);
  withOptions(command, storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (argument: string, { all = false, ...options }: RootCommandOptions, self: Command) => {
      const { isRdfFile } = await import('../../package/open/read-rdf.js');
      const isRdf = isRdfFile(argument, options.from);
      if (isRdf) refuse(self, ['--arcp'], 'with an RDF file', 'give a crate');
      const { withNamedCrate } = await import('../../tasks/argument/named-crate.js');
      const roots = await withStore(options, 'read', (open) =>
        withNamedCrate(argument, open, {
          stored: async (snapshot, graph) => {
            refuse(self, ['--base', '--arcp', '--strict'], 'with a crate of the store', 'give the place of the crate');
            const { storedRoots } = await import('../../tasks/argument/stored-crate.js');
            const { root, candidates } = await storedRoots(snapshot, graph);
            return all ? candidates : [await root()];
          },
          elsewhere: (place) => (isRdf ? rootsOfRdf(place, options, all) : rootsOfCrate(place, options, all)),
        }),
      );
      if (options.json === true) return writeJson(io, [all ? roots : roots[0]]);
      const lines = roots.map(({ root, descriptor }) => (all ? `${root}\t${descriptor}` : root));
      return printLines(io, lines);
    },
  );

  async function rootsOfRdf(
    file: string,
    options: RootCommandOptions,
    all: boolean,
  ): Promise<readonly RootCandidate[]> {
    const { Store } = (await import('n3')).default;
    const { readRdf } = await import('../../package/open/read-rdf.js');
    const { findRoot, rootCandidates } = await import('../../tasks/stored/find-root.js');
    const reading = await readingOf(options, io);
    const { base, from } = options;
    const report = new Report(options.strict);
    const dataset = new Store(await readRdf(file, { ...reading, base, from, onNote: report.add.bind(report) }));
    printNotes(io, options, file, report);
    return all ? rootCandidates(dataset) : [await findRoot(dataset, { base })];
  }

  async function rootsOfCrate(
    crate: string,
    options: RootCommandOptions,
    all: boolean,
  ): Promise<readonly RootCandidate[]> {
    const { openCrateDocument } = await import('../../package/open/open-crate.js');
    const { base, arcp, strict } = options;
    const document = await openCrateDocument(crate, { ...(await readingOf(options, io)), base, arcp });
    if (strict === true) await document.check();
    const roots = all ? document.candidates : [document.root];
    printNotes(io, options, crate, document.report);
    return roots.map(({ root, descriptor }) => ({ root, descriptor }));
  }
};
