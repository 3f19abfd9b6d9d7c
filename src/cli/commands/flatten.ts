import { quietOption, readingOptions, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice } from '../options.js';
import { withNewOutput, writeJsonLd, type OutputChoice } from '../output.js';
import { printNotes } from '../reporting.js';
import { readingOf } from '../resources.js';

type FlattenCommandOptions = ReadingChoice & OutputChoice;

/** `crategraph flatten`: turns nested JSON-LD into a metadata document. */
export const flattenCommand: DefineCommand = (program, io) => {
  const command = program
    .command('flatten')
    .description('flatten nested JSON-LD to a metadata document; relative identifiers stay relative')
    .argument('<file>', 'metadata file, crate folder, archive, URL, or - for stdin')
    .addHelpText('after', '\nExample:\n  crategraph flatten nested.json -o ro-crate-metadata.json\n');
  withNewOutput(withOptions(command, readingOptions()));
  withOptions(command, quietOption()).action(async (file: string, options: FlattenCommandOptions) => {
    const { flattenCrate } = await import('../../rewrite/flatten-crate.js');
    const { document, read } = await flattenCrate(file, await readingOf(options, io));
    await writeJsonLd(io, options, 'metadata document', document);
    printNotes(io, options, file, read.report);
  });
};
