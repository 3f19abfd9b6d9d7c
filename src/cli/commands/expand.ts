import { quietOption, readingOptions, storeOption, withOptions, type DefineCommand } from '../options.js';
import { withNewDocument, withWrittenJson } from '../output.js';
import { rewriteDocument, type RewriteOptions } from '../rewrite-document.js';

const HELP = `
Example:
  crategraph expand my-crate/ | jq .
`;

/** `crategraph expand`: writes a document without its context, as `convert --format expanded` does. */
export const expandCommand: DefineCommand = (command, io) => {
  command
    .argument('<file>', 'metadata file, crate folder, archive, URL, - for stdin, or a crate of the store')
    .addHelpText('after', HELP);
  withNewDocument(withOptions(command, storeOption(), readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action((file: string, options: RewriteOptions) =>
    rewriteDocument(io, file, 'expanded', options),
  );
};
