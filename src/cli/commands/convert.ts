import { type Command, Option } from 'commander';
import { Report } from '../../crate/read/report.js';
import { CrateError } from '../../errors.js';
import { writeJsonLd, writeRdf, type Io } from '../io.js';
import { refuse } from '../option-rules.js';
import { outputOption, quietOption, rdfOptions, readingOptions, withBaseOptions, withOptions } from '../options.js';
import type { BaseChoice, DefineCommand, QuietOption, RdfChoice, ReadingChoice } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf } from '../resources.js';

interface ConvertCommandOptions extends ReadingChoice, BaseChoice, RdfChoice, QuietOption {
  readonly to?: string;
  readonly graph?: string;
  readonly output?: string;
}

/** `crategraph convert`: turns a crate into RDF, or RDF into a metadata document or other RDF, without a store. */
export const convertCommand: DefineCommand = (program, io) => {
  const command = program
    .command('convert')
    .description('convert a crate to RDF, or RDF to a metadata document')
    .argument(
      '<crate|rdf-file>',
      'crate folder, metadata file, archive, URL, or - for stdin; or RDF (.nq .nt .ttl .trig .rdf .jsonld, also .gz, URL, or -)',
    )
    .option(
      '--to <format>',
      'nquads, ntriples, turtle, trig, jsonld (absolute identifiers), or crate (default: by the name of --output, or nquads)',
    )
    .addOption(
      new Option('--graph <iri>', 'write one named graph: root for the IRI of the root, or this IRI (nquads, trig)'),
    ) // prettier-ignore
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph convert my-crate/ --base https://example.org/my-crate/ > my-crate.nq\n  crategraph convert my-crate/ -o my-crate.ttl\n  crategraph convert my-crate/ --to trig --graph root\n  crategraph convert my-crate.ttl --to crate -o ro-crate-metadata.json\n  curl "$URL" | crategraph convert - --from rdfxml --to crate --root https://example.org/my-crate/\n',
    );
  withBaseOptions(command);
  withOptions(command, rdfOptions(), outputOption(), readingOptions(), quietOption()).action(
    async (argument: string, options: ConvertCommandOptions, self: Command) => {
      const { isRdfFile, mayBeRdf } = await import('../../open/read-rdf.js');
      const { syntaxOfFile } = await import('../../rdf/syntaxes.js');
      const to = options.to ?? syntaxOfFile(options.output ?? '')?.name ?? 'nquads';
      const isRdf = isRdfFile(argument, options.from);
      if (to === 'crate' && !isRdf && !mayBeRdf(argument))
        throw new CrateError('ERR_USAGE', `the name of ${argument} is not that of an RDF file`, {
          hint: 'name the format, as in --from turtle; `crategraph flatten` rewrites a crate',
        });
      if (to === 'crate') refuse(self, ['--graph'], 'with --to crate', 'write --to trig');
      if (isRdf || to === 'crate') {
        refuse(self, ['--arcp'], 'with RDF, which has absolute identifiers', 'give a crate');
        return fromRdf(argument, to, options, io);
      }
      refuse(self, ['--root'], 'with a crate, whose descriptor names the root', 'give RDF');
      const { crateToRdf } = await import('../../rewrite/crate-rdf.js');
      const { openCrate } = await import('../../open/open-crate.js');
      const { base, arcp, graph, output } = options;
      const reading = await readingOf(options, io);
      const document = await openCrate(argument, { ...reading, base, arcp });
      await writeRdf(io, output, crateToRdf(document, to, reading.contexts, graph));
      printNotes(io, options, argument, document.report);
    },
  );
};

async function fromRdf(argument: string, to: string, options: ConvertCommandOptions, io: Io): Promise<void> {
  const { rdfToCrate, rdfToRdf } = await import('../../rewrite/crate-rdf.js');
  const { base, from, root, graph, output } = options;
  const report = new Report(options.strict);
  const reading = await readingOf(options, io);
  const reads = { ...reading, base, from, root, graph, onNote: report.add.bind(report) };
  if (to === 'crate') await writeJsonLd(io, output, await rdfToCrate(argument, reads));
  else await writeRdf(io, output, rdfToRdf(argument, to, reads));
  printNotes(io, options, argument, report);
}
