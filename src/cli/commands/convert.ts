import type { Command } from 'commander';
import { CrateError } from '../../errors.js';
import { writeJsonLd, writeOutput } from '../io.js';
import { refuse } from '../option-rules.js';
import { outputOption, quietOption, readingOptions, withBaseOptions, withOptions } from '../options.js';
import type { BaseChoice, DefineCommand, QuietOption, ReadingChoice } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf } from '../resources.js';

interface ConvertCommandOptions extends ReadingChoice, BaseChoice, QuietOption {
  readonly to: string;
  readonly output?: string;
}

/** `crategraph convert`: turns a crate into RDF, or RDF into a metadata document, without a store. */
export const convertCommand: DefineCommand = (program, io) => {
  const command = program
    .command('convert')
    .description('convert a crate to RDF, or RDF to a metadata document')
    .argument(
      '<crate|rdf-file>',
      'crate folder, metadata file, archive, URL, or - for stdin; with --to crate: RDF (.nq .nt .ttl .trig .jsonld, URL, or -)',
    )
    .option('--to <format>', 'nquads, ntriples, turtle, trig, jsonld (absolute identifiers), or crate', 'nquads')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph convert my-crate/ --base https://example.org/my-crate/ > my-crate.nq\n  crategraph convert my-crate/ --to turtle -o my-crate.ttl\n  crategraph convert my-crate.ttl --to crate -o ro-crate-metadata.json\n',
    );
  withBaseOptions(command);
  withOptions(command, outputOption(), readingOptions(), quietOption()).action(
    async (argument: string, options: ConvertCommandOptions, self: Command) => {
      const { crateToRdf } = await import('../../rewrite/crate-rdf.js');
      const { rdfToCrate } = await import('../../rewrite/rdf-to-crate.js');
      const { isRdfFile, mayBeRdf } = await import('../../rewrite/read-rdf.js');
      const { to, base, arcp } = options;
      if (to === 'crate') {
        if (!mayBeRdf(argument))
          throw new CrateError('ERR_USAGE', `the name of ${argument} is not that of an RDF file`, {
            hint: 'names of RDF files end in .nq, .nt, .ttl, .trig or .jsonld; `crategraph flatten` rewrites a crate',
          });
        refuse(self, ['--arcp', '--strict', '--quiet'], 'with --to crate, which reads RDF', 'leave --to crate out');
        const { contexts, packages } = await readingOf(options, io);
        return writeJsonLd(io, options.output, await rdfToCrate(argument, { contexts, base, packages }));
      }
      if (isRdfFile(argument))
        throw new CrateError('ERR_USAGE', `${argument} is already RDF`, {
          hint: '--to crate converts RDF to a metadata document',
        });
      const { openCrate } = await import('../../open/open-crate.js');
      const reading = await readingOf(options, io);
      const document = await openCrate(argument, { ...reading, base, arcp });
      await writeOutput(io, options.output, crateToRdf(document, to, reading.contexts));
      printNotes(io, options, argument, document.report);
    },
  );
};
