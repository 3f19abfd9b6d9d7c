import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { writeOutput } from '../io.js';
import { sayNotes } from '../say.js';

/** `crategraph flatten`: nested JSON-LD to a metadata document. */
export const flattenCommand: DefineCommand = (program, io) => {
  withCommon(program.command('flatten'))
    .description('flatten nested JSON-LD to a metadata document; relative identifiers stay relative')
    .argument('<file>', 'metadata file, crate folder, archive, URL, or - for stdin')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', '\nExample:\n  crategraph flatten nested.json -o ro-crate-metadata.json\n')
    .action(async (file: string, options: CommonOptions & { readonly output?: string }) => {
      const { flattenCrate } = await import('../../rewrite/flatten-crate.js');
      const { document, read } = await flattenCrate(file, {
        contexts: await contextsOf(options, io),
        strict: options.strict,
        packages: packagesOf(options, io),
      });
      await writeOutput(io, options.output, [`${JSON.stringify(document, null, 2)}\n`]);
      sayNotes(io, options, file, read.report);
    });
};
