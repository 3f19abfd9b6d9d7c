import type { Command } from 'commander';
import { CrateError } from '../../errors.js';
import { refuse } from '../option-rules.js';
import { quietOption, readingOptions, storeOption, withBaseOptions, withOptions } from '../options.js';
import type { BaseChoice, DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { FORMAT_NAMES, withNewOutput, writeJsonLd, writeResult, type OutputChoice } from '../output.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';

interface ConvertCommandOptions extends ReadingChoice, BaseChoice, StoreOption, OutputChoice {
  readonly to: string;
}

/** `crategraph convert`: turns a crate into RDF, or RDF into a metadata document. */
export const convertCommand: DefineCommand = (program, io) => {
  const command = program
    .command('convert')
    .description('convert a crate to RDF, or RDF to a metadata document')
    .argument(
      '<crate|rdf-file>',
      'crate folder, metadata file, archive, URL, - for stdin, or a crate of the store; with --to crate: RDF (.nq .nt .ttl .trig .jsonld, URL, or -)',
    )
    .option('--to <format>', 'nquads, ntriples, turtle, trig, jsonld (absolute identifiers), or crate', 'nquads')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph convert my-crate/ --base https://example.org/my-crate/ > my.nq\n  crategraph convert my-crate/ --to turtle -o my-crate.ttl\n  crategraph convert my-crate.ttl --to crate -o ro-crate-metadata.json\n  crategraph convert 3fa2b1 --to turtle     # a crate of the store, as its graph is now\n',
    );
  withBaseOptions(command);
  withNewOutput(withOptions(command, storeOption(), readingOptions()));
  withOptions(command, quietOption()).action(
    async (argument: string, options: ConvertCommandOptions, self: Command) => {
      const { withNamedCrate } = await import('../../argument/named-crate.js');
      const { crateToRdf, rdfToCrate } = await import('../../rewrite/crate-rdf.js');
      const { isRdfFile, mayBeRdf } = await import('../../rewrite/read-rdf.js');
      const { to, base, arcp } = options;
      if (to === 'crate') {
        if (!mayBeRdf(argument))
          throw new CrateError('ERR_USAGE', `the name of ${argument} is not that of an RDF file`, {
            hint: 'names of RDF files end in .nq, .nt, .ttl, .trig or .jsonld; `crategraph flatten` rewrites a crate, and `crategraph export` writes one of the store',
          });
        refuse(self, ['--arcp', '--strict'], 'with --to crate, which reads RDF', 'leave --to crate out');
        const { contexts, packages } = await readingOf(options, io);
        const document = await withStore(options, 'read', (open) =>
          withNamedCrate(argument, open, {
            stored: (_, graph) => {
              throw new CrateError('ERR_USAGE', `<${graph}> is a crate of the store, and --to crate reads RDF`, {
                hint: '`crategraph export` writes a crate of the store as metadata document',
              });
            },
            elsewhere: (file) => rdfToCrate(file, { contexts, base, packages }),
          }),
        );
        return writeJsonLd(io, options, 'metadata document', document);
      }
      const reading = await readingOf(options, io);
      await withStore(options, 'read', (open) =>
        withNamedCrate(argument, open, {
          stored: async (snapshot, graph) => {
            refuse(self, ['--base', '--arcp', '--strict'], 'with a crate of the store', 'give the place of the crate');
            const { storedRdf } = await import('../../argument/stored-crate.js');
            await writeResult(io, options, FORMAT_NAMES[to] ?? to, storedRdf(snapshot, graph, to, reading.contexts));
          },
          elsewhere: async (crate) => {
            if (isRdfFile(crate))
              throw new CrateError('ERR_USAGE', `${crate} is already RDF`, {
                hint: '--to crate converts RDF to a metadata document',
              });
            const { openCrate } = await import('../../open/open-crate.js');
            const document = await openCrate(crate, { ...reading, base, arcp });
            await writeResult(io, options, FORMAT_NAMES[to] ?? to, crateToRdf(document, to, reading.contexts));
            printNotes(io, options, crate, document.report);
          },
        }),
      );
    },
  );
};
