import {
  formatOption,
  quietOption,
  storeOption,
  withOptions,
  type DefineCommand,
  type StoreOption,
} from '../options.js';
import { withNewOutput, withWrittenJson, writeRdf, type WrittenChoice } from '../output.js';
import { inStore } from '../resources.js';

interface DumpCommandOptions extends StoreOption, WrittenChoice {
  readonly to: 'nquads' | 'trig';
}

/** `crategraph dump`: writes the crates of the store as RDF. */
export const dumpCommand: DefineCommand = (program, io) => {
  const command = program
    .command('dump')
    .description('write the crates of the store as RDF with graph names, for other RDF tools')
    .argument('[crate...]', 'crates of the store: handle, IRI, source or name (default: all)')
    .addOption(formatOption('--to <format>', 'RDF format', ['nquads', 'trig']).default('nquads'))
    .addHelpText('after', '\nExamples:\n  crategraph dump -o crates.nq.gz\n  crategraph dump 47c378 --to trig\n');
  withOptions(command, storeOption());
  withNewOutput(command, 'write to a file; a name that ends in .gz compresses it');
  withWrittenJson(withOptions(command, quietOption())).action(async (crates: string[], options: DumpCommandOptions) => {
    const { findGraphs } = await import('../../stored/find-graph.js');
    const { dumpStore } = await import('../../export/dump-store.js');
    const { syntaxOf } = await import('../../rdf/syntaxes.js');
    const { to } = options;
    await inStore(options, 'read', async (store) => {
      const graphs = await findGraphs(store, crates);
      const chunks = dumpStore(store, graphs, syntaxOf(to) as NonNullable<ReturnType<typeof syntaxOf>>);
      await writeRdf(io, options, { kind: to, chunks });
    });
  });
};
