import { quietOption, readingOptions, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice } from '../options.js';
import { withNewDocument, withWrittenJson, writeResult, type WrittenChoice } from '../output.js';
import { readingOf } from '../resources.js';

interface RelativizeCommandOptions extends ReadingChoice, WrittenChoice {
  readonly base: string;
  readonly keepBase?: boolean;
}

const HELP = `
Example:
  crategraph relativize absolute.json --base https://example.org/my-crate/
`;

/** `crategraph relativize`: makes the absolute identifiers below a root relative. */
export const relativizeCommand: DefineCommand = (command, io) => {
  command
    .argument('<file>', 'metadata file, crate folder, archive, URL, or - for stdin')
    .requiredOption('--base <iri>', 'IRI of the crate root')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .addHelpText('after', HELP);
  withNewDocument(withOptions(command, readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action(
    async (file: string, options: RelativizeCommandOptions) => {
      const { relativizeCrate } = await import('../../tasks/rewrite/flatten-crate.js');
      const reading = { ...(await readingOf(options, io)), base: options.base };
      const { chunks, read } = await relativizeCrate(file, reading, options.keepBase);
      await writeResult(io, options, { kind: 'metadata document', chunks, subject: file, report: read.report });
    },
  );
};
