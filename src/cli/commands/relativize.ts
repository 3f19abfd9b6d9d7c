import { quietOption, readingOptions, storeOption, withOptions, type DefineCommand } from '../options.js';
import { withNewDocument, withWrittenJson } from '../output.js';
import { rewriteDocument, type RewriteOptions } from '../rewrite-document.js';

const HELP = `
Example:
  crategraph relativize absolute.json --base https://example.org/my-crate/
`;

/**
 * `crategraph relativize`: makes the absolute identifiers below a root relative, as `convert --format relative` does.
 */
export const relativizeCommand: DefineCommand = (command, io) => {
  command
    .argument('<file>', 'metadata file, crate folder, archive, URL, - for stdin, or a crate of the store')
    .requiredOption('--base <iri>', 'IRI of the crate root')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .addHelpText('after', HELP);
  withNewDocument(withOptions(command, storeOption(), readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action((file: string, options: RewriteOptions) =>
    rewriteDocument(io, file, 'relative', options),
  );
};
