import { Option } from 'commander';
import { basename, dirname, join } from 'node:path';
import { isFolder } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { countOf } from '../count-of.js';
import { jsonOption, OUTPUT_GROUP, quietOption, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { WEB_PAGE } from '../output-format.js';
import { checkEnding, reportWritten, writeResult, type WrittenChoice } from '../output.js';
import { namedView, noteMissingContext } from '../named-view.js';

type PreviewCommandOptions = ReadingChoice & StoreOption & WrittenChoice;

const HELP = `
Without -o, the preview of a folder goes into that folder; any other goes to
ro-crate-preview.html here. A preview that crategraph made is replaced, any
other file only with --force. A crate of more than 1,000 entities gets further
pages in ro-crate-preview_files/; with -o - all are on one page. A preview
of a folder also shows its pictures and the first rows of its tables: beside
the files by their paths, elsewhere with small pictures in the page.

Examples:
  crategraph preview my-crate/
  crategraph preview my-crate.zip -o preview.html
`;

/** `crategraph preview`: writes a crate as a static web page. */
export const previewCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate>', 'crate folder, metadata file, archive, URL, - for stdin, or a crate of the store')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), readingOptions());
  command.addOption(
    new Option('-o, --output <file>', 'file to write instead, or - for stdout').helpGroup(OUTPUT_GROUP),
  );
  command.addOption(new Option('--force', 'replace a file that is not a preview').helpGroup(OUTPUT_GROUP));
  withOptions(command, quietOption());
  withOptions(command, jsonOption('print what was written, or an error, as JSON'));
  command.action(async (crate: string, options: PreviewCommandOptions) => {
    const { loadPreviewFiles, loadPreviews } = await import('../../site/door.js');
    const { previewPages, PREVIEW_FILE_NAME } = await loadPreviews();
    const inFolder = crate !== '-' && (await isFolder(crate)) ? join(crate, PREVIEW_FILE_NAME) : undefined;
    const folder = inFolder === undefined ? undefined : crate;
    const output = options.output ?? inFolder ?? PREVIEW_FILE_NAME;
    if (output === '-' && options.json === true)
      throw new CrateError('ERR_USAGE', '--json does not work with --output -: both use stdout', {
        hint: 'write to a file, or leave --json out',
      });
    checkEnding({ output }, WEB_PAGE);
    if (await isFolder(output))
      throw new CrateError('ERR_USAGE', `${output} is a folder; -o names a file`, {
        hint: `write -o ${join(output, PREVIEW_FILE_NAME)}`,
      });
    if (output !== '-' && options.force !== true) {
      const { requireOurPreview } = await loadPreviewFiles();
      await requireOurPreview(output);
    }
    const { view, report } = await namedView(io, crate, options);
    noteMissingContext(io, view);
    const written = { subject: crate, report };
    if (output === '-') {
      const pages = previewPages(view, { pageSize: Infinity, folder });
      const chunks = (async function* () {
        for await (const { text } of pages) yield text;
      })();
      return writeResult(io, options, { ...written, kind: 'preview', chunks });
    }
    const { writePreview } = await loadPreviewFiles();
    const isInCrate = inFolder !== undefined && dirname(output) === dirname(inFolder);
    const pages = previewPages(view, { name: basename(output), isInCrate, folder });
    const count = await writePreview(output, pages, options.force === true);
    const kind = count === 1 ? 'preview' : `preview, first of ${countOf(count, 'page')}`;
    await reportWritten(io, { ...options, output }, { ...written, kind });
  });
};
