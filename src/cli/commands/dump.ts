import { Option } from 'commander';
import { writeRdf } from '../io.js';
import { outputOption, storeOption, withOptions, type DefineCommand, type StoreOption } from '../options.js';
import { inStore } from '../resources.js';

interface DumpCommandOptions extends StoreOption {
  readonly to: 'nquads' | 'trig';
  readonly output?: string;
}

/** `crategraph dump`: writes the crates of the store as RDF. */
export const dumpCommand: DefineCommand = (program, io) => {
  const command = program
    .command('dump')
    .description('write the crates of the store as RDF with graph names, for other RDF tools')
    .argument('[graph...]', 'IRIs of graphs (default: all)')
    .addOption(new Option('--to <format>', 'RDF format').choices(['nquads', 'trig']).default('nquads'))
    .addHelpText('after', '\nExamples:\n  crategraph dump -o crates.nq.gz\n  crategraph dump "$GRAPH" --to trig\n');
  withOptions(command, outputOption('write to a file; a name that ends in .gz compresses it'), storeOption()).action(
    async (graphs: string[], { to, output, store: place }: DumpCommandOptions) => {
      const { dumpStore } = await import('../../export/dump-store.js');
      const { syntaxOf } = await import('../../rdf/syntaxes.js');
      await inStore({ store: place }, 'read', async (store) => {
        const chunks = dumpStore(store, graphs, syntaxOf(to) as NonNullable<ReturnType<typeof syntaxOf>>);
        await writeRdf(io, output, chunks);
      });
    },
  );
};
