import { stat } from 'node:fs/promises';
import { Option } from 'commander';
import { CrateError } from '../../errors.js';
import { type DefineCommand, contextsOf, inStore, packagesOf, withStore, type StoreOptions } from '../options.js';
import { isWritableArchiveName } from '../../package/container/archive-names.js';
import { Report } from '../../crate/read/report.js';
import { writeOutput } from '../io.js';
import { sayNotes } from '../say.js';

interface ExportCommandOptions extends StoreOptions {
  readonly output?: string;
  readonly context: 'reference' | 'embed';
  readonly keepBase?: boolean;
  readonly layout: boolean;
  readonly withPayload?: boolean;
  readonly jsonldAlias?: boolean;
}

/** `crategraph export`: one crate of the store as metadata document, folder or archive. */
export const exportCommand: DefineCommand = (program, io) => {
  withStore(program.command('export'))
    .description(
      'write a crate of the store as metadata document, folder or archive: as it was loaded, with what has changed since',
    )
    .argument('<graph>', 'IRI of the graph; see `crategraph list`')
    .option('-o, --output <place>', 'file, folder (gets a ro-crate-metadata.json), .zip, .eln, or - for stdout')
    .option('--with-payload', 'copy the data files of what it was loaded from, into a folder or archive')
    .option('--jsonld-alias', 'put a link ro-crate-metadata.jsonld beside the metadata file of a folder')
    .addOption(
      new Option('--context <form>', 'refer to the context or put it into the document')
        .choices(['reference', 'embed'])
        .default('reference'),
    )
    .option('--no-layout', 'in a fixed order, not as the document was loaded')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph export https://example.org/my-crate/ -o ro-crate-metadata.json\n  crategraph export "$GRAPH" | jq .\n  crategraph export "$GRAPH" -o my-crate.zip --with-payload\n',
    )
    .action(async (graph: string, options: ExportCommandOptions) => {
      const { output, withPayload, jsonldAlias, keepBase, layout } = options;
      const report = new Report();
      const contexts = await contextsOf(options, io);
      const exportOptions = {
        contexts,
        contextForm: options.context,
        keepBase,
        layout,
        onNote: report.add.bind(report),
      };
      if (await isPackage(options)) {
        const { exportPackage } = await import('../../export/export-package.js');
        const packages = packagesOf(options, io);
        await inStore(options, 'read', (store) =>
          exportPackage(store, graph, output as string, { ...exportOptions, withPayload, jsonldAlias, packages }),
        );
      } else {
        const { exportChunks } = await import('../../export/export-crate.js');
        await inStore(options, 'read', (store) => writeOutput(io, output, exportChunks(store, graph, exportOptions)));
      }
      sayNotes(io, options, graph, report);
    });
};

/** Whether the output is a folder or an archive, and not a single file. */
async function isPackage({ output, withPayload, jsonldAlias }: ExportCommandOptions): Promise<boolean> {
  const more = withPayload === true || jsonldAlias === true;
  if (output === undefined || output === '-') {
    if (more)
      throw new CrateError('ERR_USAGE', '--with-payload and --jsonld-alias need -o with a folder or an archive');
    return false;
  }
  if (more && /\.jsonl?d?$/i.test(output))
    throw new CrateError(
      'ERR_USAGE',
      `--with-payload and --jsonld-alias need a folder or an archive, ${output} is a file`,
    );
  return (
    more ||
    isWritableArchiveName(output) ||
    output.endsWith('/') ||
    (await stat(output).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  );
}
