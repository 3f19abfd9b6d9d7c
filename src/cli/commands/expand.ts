import { quietOption, readingOptions, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice } from '../options.js';
import { withNewDocument, withWrittenJson, writeJsonLd, type WrittenChoice } from '../output.js';
import { readingOf } from '../resources.js';

type ExpandCommandOptions = ReadingChoice & WrittenChoice;

const HELP = `
Example:
  crategraph expand my-crate/ | jq .
`;

/** `crategraph expand`: writes a document without its context. */
export const expandCommand: DefineCommand = (command, io) => {
  command.argument('<file>', 'metadata file, crate folder, archive, URL, or - for stdin').addHelpText('after', HELP);
  withNewDocument(withOptions(command, readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action(async (file: string, options: ExpandCommandOptions) => {
    const { expandCrate } = await import('../../tasks/rewrite/expand-crate.js');
    const { document, read } = await expandCrate(file, await readingOf(options, io));
    await writeJsonLd(io, options, { kind: 'expanded document', document, subject: file, report: read.report });
  });
};
