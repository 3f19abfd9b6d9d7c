import { quietOption, readingOptions, storeOption, withOptions, type DefineCommand } from '../options.js';
import { withNewDocument, withWrittenJson } from '../output.js';
import { rewriteDocument, type RewriteOptions } from '../rewrite-document.js';

const HELP = `
Example:
  crategraph flatten nested.json -o ro-crate-metadata.json
`;

/** `crategraph flatten`: turns nested JSON-LD into a metadata document, as `convert --format crate` does. */
export const flattenCommand: DefineCommand = (command, io) => {
  command
    .argument('<file>', 'metadata file, crate folder, archive, URL, - for stdin, or a crate of the store')
    .addHelpText('after', HELP);
  withNewDocument(withOptions(command, storeOption(), readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action((file: string, options: RewriteOptions) =>
    rewriteDocument(io, file, 'crate', options),
  );
};
