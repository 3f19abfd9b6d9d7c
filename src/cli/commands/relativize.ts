import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { writeOutput } from '../io.js';
import { sayNotes } from '../say.js';

interface RelativizeCommandOptions extends CommonOptions {
  readonly base: string;
  readonly keepBase?: boolean;
  readonly output?: string;
}

/** `crategraph relativize`: absolute identifiers below a root become relative. */
export const relativizeCommand: DefineCommand = (program, io) => {
  withCommon(program.command('relativize'))
    .description('make the absolute identifiers below a crate root relative')
    .argument('<file>', 'metadata file, crate folder, archive, URL, or - for stdin')
    .requiredOption('--base <iri>', 'IRI of the crate root')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', '\nExample:\n  crategraph relativize absolute.json --base https://example.org/my-crate/\n')
    .action(async (file: string, options: RelativizeCommandOptions) => {
      const { relativizeCrate } = await import('../../rewrite/flatten-crate.js');
      const { base, strict } = options;
      const { document, read } = await relativizeCrate(
        file,
        { contexts: await contextsOf(options, io), base, strict, packages: packagesOf(options, io) },
        options.keepBase,
      );
      await writeOutput(io, options.output, [`${JSON.stringify(document, null, 2)}\n`]);
      sayNotes(io, options, file, read.report);
    });
};
