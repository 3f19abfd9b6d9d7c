import { type Command, Option } from 'commander';
import { isWritableArchiveName, WRITTEN_ARCHIVES } from '../../package/container/archive-names.js';
import { Report } from '../../crate/read/report.js';
import { isFolder } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { JSONLD, RDF_NAMES, RDF_SYNTAXES } from '../../base/rdf/syntaxes.js';
import type { GraphStore } from '../../store/port.js';
import { countOf } from '../count-of.js';
import { alsoSpelled, exclusive, refuse } from '../option-rules.js';
import { contextOptions, formatOption, limitOption, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { checkPlaceName, compressible, METADATA_DOCUMENT, outputFormat, type OutputFormat } from '../output-format.js';
import {
  checkNew,
  reportWritten,
  withOutput,
  withWrittenJson,
  writeRdf,
  writeResult,
  type WrittenChoice,
} from '../output.js';
import { contextsOf, graphIn, inStore, packagesOf } from '../resources.js';

interface ExportCommandOptions extends Omit<ReadingChoice, 'strict'>, StoreOption, WrittenChoice {
  readonly format?: string;
  readonly context: 'reference' | 'embed';
  readonly keepBase?: boolean;
  readonly layout: boolean;
  readonly withFiles?: boolean;
  readonly files: boolean;
  readonly jsonldAlias?: boolean;
}

const HELP = `
Examples:
  crategraph export https://example.org/my-crate/ -o ro-crate-metadata.json
  crategraph export 47c378 | jq .
  crategraph export 47c378 -o my-crate.ttl
  crategraph export my-crate/ -o my-crate.zip --with-files
`;

/** `crategraph export`: writes one crate of the store as metadata document, folder or archive. */
export const exportCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate>', 'crate of the store: handle, IRI, source or name; see `crategraph list`')
    .addOption(
      formatOption(
        '--format <format>',
        'write the graph as RDF, as it is now (default: the metadata document)',
        RDF_NAMES,
      ),
    )
    .option(
      '--with-files',
      'copy the data files from where the crate was loaded, also from the web; an error if none is available (default: into a new folder or archive, if that place on this machine is unchanged)',
    )
    .option('--no-files', 'write the metadata document of a folder or archive alone')
    .option('--jsonld-alias', 'add a link ro-crate-metadata.jsonld to the metadata file in a folder')
    .addOption(
      new Option('--context <form>', 'refer to the context or embed it in the document')
        .choices(['reference', 'embed'])
        .default('reference'),
    )
    .option('--no-layout', 'write in a fixed order, not in that of the original document')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), contextOptions(), [limitOption()]);
  withOutput(
    command,
    'file, folder (gets a ro-crate-metadata.json), .zip, .eln, or - for stdout; an ending of RDF, such as .ttl, means --format',
    '<place>',
  );
  withWrittenJson(withOptions(command, quietOption()));
  exclusive(command, '--with-files', '--no-files', 'leave one of them out');
  alsoSpelled(command, '--format', '--to');
  alsoSpelled(command, '--with-files', '--with-payload');
  alsoSpelled(command, '--no-files', '--no-payload');
  command.action(async (crate: string, options: ExportCommandOptions, self: Command) => {
    const to = await rdfFormatOf(options);
    if (to !== undefined) {
      refuse(self, DOCUMENT_ONLY, `with RDF (${to})`, 'write a metadata document');
      await checkNew(options);
      const { exportRdf } = await import('../../tasks/export/export-rdf.js');
      const contexts = await contextsOf(options, io);
      return inStore(options, 'read', async (store) => {
        const chunks = exportRdf(store, await graphIn(store, crate), to, contexts);
        await writeRdf(io, options, { kind: to, chunks });
      });
    }
    const { output, keepBase, layout } = options;
    const report = new Report();
    const packages = packagesOf(options, io);
    const exportOptions = {
      contexts: await contextsOf(options, io),
      packages,
      contextForm: options.context,
      keepBase,
      layout,
      onNote: report.add.bind(report),
    };
    if (await isPackage(options)) {
      const { exportPackage } = await import('../../tasks/export/export-package.js');
      const { files, kept } = await inStore(options, 'read', async (store) => {
        const graph = await graphIn(store, crate);
        await requireOurs(store, graph, options);
        const { jsonldAlias, force } = options;
        const withPayload = options.files ? options.withFiles : false;
        const packageOptions = { ...exportOptions, withPayload, jsonldAlias, force };
        return exportPackage(store, graph, output as string, packageOptions);
      });
      const already = kept.length === 0 ? '' : `, ${kept.length} already there`;
      const kind = `${isWritableArchiveName(output ?? '') ? 'archive' : 'folder'}, ${countOf(files.length, 'file')} written${already}`;
      await reportWritten(io, options, { kind, subject: crate, report });
    } else {
      const { exportChunks } = await import('../../tasks/export/export-crate.js');
      await inStore(options, 'read', async (store) => {
        const graph = await graphIn(store, crate);
        await requireOurs(store, graph, options);
        const chunks = exportChunks(store, graph, exportOptions);
        await writeResult(io, options, { kind: 'metadata document', chunks, subject: crate, report });
      });
    }
  });
};

/** Without --force an export replaces only a metadata document of the same crate. @throws CrateError ERR_OUTPUT */
async function requireOurs(store: GraphStore, graph: string, { output = '-', force }: WrittenChoice): Promise<void> {
  if (output === '-' || force === true) return;
  const { requireSameCrate } = await import('../../tasks/export/same-crate.js');
  await requireSameCrate(store, graph, output);
}

/** The options that shape a metadata document or a package. */
const DOCUMENT_ONLY = ['--with-files', '--no-files', '--jsonld-alias', '--context', '--no-layout', '--keep-base'];

const RDF = compressible(RDF_SYNTAXES.filter((syntax) => syntax !== JSONLD));

/**
 * The RDF format that the options ask for; undefined for a metadata document or a package.
 * @throws CrateError ERR_USAGE for the ending of what export cannot write
 */
async function rdfFormatOf({ output = '-', format: to, withFiles }: ExportCommandOptions): Promise<string | undefined> {
  const chosen = { option: '--format', chosen: to };
  if (to === JSONLD.name) return outputFormat(output, { ...chosen, formats: [JSONLD] });
  if (to === undefined) {
    if (isWritableArchiveName(output) || (await isFolder(output))) return undefined;
    if (withFiles === true && !/\.jsonl?d?$/i.test(output)) return void checkPlaceName(output);
  }
  const format = outputFormat(output, { ...chosen, formats: [METADATA_DOCUMENT, ...RDF, ...ARCHIVES] });
  return format === METADATA_DOCUMENT.name ? undefined : format;
}

/** For the list of endings: the name of an archive is recognised before. */
const ARCHIVES: readonly OutputFormat[] = [{ name: 'archive', label: 'archive', extensions: WRITTEN_ARCHIVES }];

/**
 * Whether the output is a folder or an archive, and not a single file.
 * @throws CrateError ERR_USAGE for an option that needs a folder or archive, with another output
 */
async function isPackage({ output = '-', withFiles, jsonldAlias }: ExportCommandOptions): Promise<boolean> {
  const option = withFiles === true ? '--with-files' : jsonldAlias === true ? '--jsonld-alias' : undefined;
  if (option !== undefined && (output === '-' || /\.jsonl?d?$/i.test(output)))
    throw new CrateError('ERR_USAGE', `${option} does not work with a single metadata document`, {
      hint: 'write a folder or an archive: -o my-crate/ or -o my-crate.zip',
    });
  if (output === '-') return false;
  return option !== undefined || output.endsWith('/') || isWritableArchiveName(output) || isFolder(output);
}
