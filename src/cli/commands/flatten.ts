import { quietOption, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { withNewDocument, withWrittenJson, writeResult, type WrittenChoice } from '../output.js';
import { readingOf, withStore } from '../resources.js';

type FlattenCommandOptions = ReadingChoice & StoreOption & WrittenChoice;

const HELP = `
Example:
  crategraph flatten nested.json -o ro-crate-metadata.json
`;

/** `crategraph flatten`: turns nested JSON-LD into a metadata document. */
export const flattenCommand: DefineCommand = (command, io) => {
  command
    .argument('<file>', 'metadata file, crate folder, archive, URL, - for stdin, or a crate of the store')
    .addHelpText('after', HELP);
  withNewDocument(withOptions(command, storeOption(), readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action(async (file: string, options: FlattenCommandOptions) => {
    const { flattenCrate } = await import('../../tasks/rewrite/flatten-crate.js');
    const { withNamedCrate } = await import('../../tasks/argument/named-crate.js');
    const reading = await readingOf(options, io);
    const { chunks, read } = await withStore(options, 'read', (open) =>
      withNamedCrate(file, open, {
        stored: async (snapshot, graph) => {
          const { storedDocument } = await import('../../tasks/argument/stored-crate.js');
          const { bytes, notes } = await storedDocument(snapshot, graph, reading);
          const flat = await flattenCrate(bytes, reading);
          for (const note of notes) flat.read.report.add(note);
          return flat;
        },
        elsewhere: (crate) => flattenCrate(crate, reading),
      }),
    );
    await writeResult(io, options, { kind: 'metadata document', chunks, subject: file, report: read.report });
  });
};
