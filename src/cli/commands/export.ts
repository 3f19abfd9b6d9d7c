import { Option } from 'commander';
import { isWritableArchiveName } from '../../package/container/archive-names.js';
import { Report } from '../../crate/read/report.js';
import { isFolder } from '../../disk/read-file.js';
import { CrateError } from '../../errors.js';
import type { GraphStore } from '../../store/port.js';
import { onlyWith } from '../option-rules.js';
import { contextOptions, limitOption, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { sayWritten, withOutput, writeResult, type OutputChoice } from '../output.js';
import { printNotes } from '../reporting.js';
import { contextsOf, graphIn, inStore, packagesOf } from '../resources.js';

interface ExportCommandOptions extends Omit<ReadingChoice, 'strict'>, StoreOption, OutputChoice {
  readonly context: 'reference' | 'embed';
  readonly keepBase?: boolean;
  readonly layout: boolean;
  readonly withPayload?: boolean;
  readonly jsonldAlias?: boolean;
}

/** `crategraph export`: writes one crate of the store as metadata document, folder or archive. */
export const exportCommand: DefineCommand = (program, io) => {
  const command = program
    .command('export')
    .description(
      'write a crate of the store as metadata document, folder or archive: as it was loaded, with later changes',
    )
    .argument('<crate>', 'crate of the store: handle, IRI, source or name; see `crategraph list`')
    .option('--with-payload', 'copy the data files from where the crate was loaded, into a folder or archive')
    .option('--jsonld-alias', 'add a link ro-crate-metadata.jsonld to the metadata file in a folder')
    .addOption(
      new Option('--context <form>', 'refer to the context or embed it in the document')
        .choices(['reference', 'embed'])
        .default('reference'),
    )
    .option('--no-layout', 'write in a fixed order, not in that of the original document')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph export https://example.org/my-crate/ -o ro-crate-metadata.json\n  crategraph export 3fa2b1 | jq .\n  crategraph export my-crate/ -o my-crate.zip --with-payload\n',
    );
  withOptions(command, storeOption(), contextOptions(), [limitOption('; needs --with-payload')]);
  withOutput(command, 'file, folder (gets a ro-crate-metadata.json), .zip, .eln, or - for stdout', '<place>');
  withOptions(command, quietOption());
  onlyWith(command, '--with-payload', ['--limit']);
  command.action(async (crate: string, options: ExportCommandOptions) => {
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
      const files = await inStore(options, 'read', async (store) => {
        const graph = await graphIn(store, crate);
        await requireOurs(store, graph, options);
        return exportPackage(store, graph, output as string, { ...exportOptions, withPayload, jsonldAlias, packages });
      });
      await sayWritten(
        io,
        options,
        `${isWritableArchiveName(output ?? '') ? 'archive' : 'folder'}, ${files} file${files === 1 ? '' : 's'} written`,
      );
    } else {
      const { exportChunks } = await import('../../export/export-crate.js');
      await inStore(options, 'read', async (store) => {
        const graph = await graphIn(store, crate);
        await requireOurs(store, graph, options);
        await writeResult(io, options, 'metadata document', exportChunks(store, graph, exportOptions));
      });
    }
    printNotes(io, options, crate, report);
  });
};

/** Without --force an export replaces only a metadata document of the same crate. @throws CrateError ERR_OUTPUT */
async function requireOurs(store: GraphStore, graph: string, { output = '-', force }: OutputChoice): Promise<void> {
  if (output === '-' || force === true) return;
  const { requireSameCrate } = await import('../../export/same-crate.js');
  await requireSameCrate(store, graph, output);
}

/**
 * Whether the output is a folder or an archive, and not a single file.
 * @throws CrateError ERR_USAGE for an option that needs a folder or archive, with another output
 */
async function isPackage({ output = '-', withPayload, jsonldAlias }: ExportCommandOptions): Promise<boolean> {
  const option = withPayload === true ? '--with-payload' : jsonldAlias === true ? '--jsonld-alias' : undefined;
  if (option !== undefined && (output === '-' || /\.jsonl?d?$/i.test(output)))
    throw new CrateError('ERR_USAGE', `${option} does not work with a single metadata document`, {
      hint: 'write a folder or an archive: -o my-crate/ or -o my-crate.zip',
    });
  if (output === '-') return false;
  return option !== undefined || output.endsWith('/') || isWritableArchiveName(output) || isFolder(output);
}
