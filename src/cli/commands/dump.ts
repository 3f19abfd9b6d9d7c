import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Option } from 'commander';
import { type DefineCommand, inStore, withStore, type StoreOptions } from '../options.js';
import { through } from '../../package/bytes/through.js';
import { writeOutput } from '../io.js';

interface DumpCommandOptions extends StoreOptions {
  readonly to: 'nquads' | 'trig';
  readonly output?: string;
}

/** `crategraph dump`: the crates of the store as RDF. */
export const dumpCommand: DefineCommand = (program, io) => {
  withStore(program.command('dump'))
    .description('write the crates of the store as RDF with graph names, for other RDF tools')
    .argument('[graph...]', 'IRIs of graphs; default: all')
    .addOption(new Option('--to <format>', 'nquads or trig').choices(['nquads', 'trig']).default('nquads'))
    .option('-o, --output <file>', 'write to a file; packed when its name ends in .gz')
    .addHelpText('after', '\nExamples:\n  crategraph dump -o crates.nq.gz\n  crategraph dump "$GRAPH" --to trig\n')
    .action(async (graphs: string[], { to, output, ...options }: DumpCommandOptions) => {
      const { dumpStore } = await import('../../export/dump-store.js');
      const { syntaxOf } = await import('../../rdf/syntaxes.js');
      await inStore(options, 'read', async (store) => {
        const chunks = dumpStore(store, graphs, syntaxOf(to) as NonNullable<ReturnType<typeof syntaxOf>>);
        if (output?.endsWith('.gz') !== true) return writeOutput(io, output, chunks);
        await writeOutput(io, output, through(Readable.from(chunks), createGzip()));
      });
    });
};
