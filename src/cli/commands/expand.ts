import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { writeOutput } from '../io.js';
import { sayNotes } from '../say.js';

/** `crategraph expand`: a document without context. */
export const expandCommand: DefineCommand = (program, io) => {
  withCommon(program.command('expand'))
    .description('expand a document: no context, absolute properties and types, relative identifiers')
    .argument('<file>', 'metadata file, crate folder, archive, URL, or - for stdin')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', '\nExample:\n  crategraph expand my-crate/ | jq .\n')
    .action(async (file: string, options: CommonOptions & { readonly output?: string }) => {
      const { expandCrate } = await import('../../rewrite/expand-crate.js');
      const { document, read } = await expandCrate(file, {
        contexts: await contextsOf(options, io),
        strict: options.strict,
        packages: packagesOf(options, io),
      });
      await writeOutput(io, options.output, [`${JSON.stringify(document, null, 2)}\n`]);
      sayNotes(io, options, file, read.report);
    });
};
