import { isFolder } from '../../base/disk/read-file.js';
import { archiveExtension } from '../../package/container/archive-names.js';
import { countOf } from '../count-of.js';
import { onInterruption } from '../interruption.js';
import { printLines, printMessage, writeJson } from '../io.js';
import { jsonOption, parallelOption, quietOption, readingOptions, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice } from '../options.js';
import { METADATA_DOCUMENT, outputFormat, READ_ARCHIVE } from '../output-format.js';
import { checkNew } from '../output.js';
import { progressBar } from '../progress.js';
import { printError } from '../reporting.js';
import { readingOf } from '../resources.js';

interface FetchCommandOptions extends ReadingChoice, QuietOption, JsonOption {
  readonly output: string;
  readonly force?: boolean;
  readonly metadataOnly?: boolean;
  readonly parallel?: number;
}

const HELP = `
An interrupted download continues where it stopped. CRATEGRAPH_TOKEN_<HOST>
holds a token for a host (EXAMPLE_ORG for example.org), ~/.netrc holds logins.
HTTP_PROXY, HTTPS_PROXY and NO_PROXY name proxies, which then look up the hosts.
--strict does not look into an archive.

Examples:
  crategraph fetch https://example.org/crates/7 -o my-crate/
  crategraph fetch https://example.org/crates/7.zip -o my-crate.zip
`;

/** `crategraph fetch`: retrieves a crate from the web into a file or folder. */
export const fetchCommand: DefineCommand = (command, io, status) => {
  command
    .argument('<url>', 'address of a crate: permalink, landing page, metadata file or archive')
    .requiredOption(
      '-o, --output <place>',
      'folder (ends in / or exists): the whole package; file: the metadata document or the archive',
    )
    .option('--force', 'let --output replace an existing file, or files of the folder')
    .option('--metadata-only', 'retrieve only the metadata document')
    .addHelpText('after', HELP);
  withOptions(command, parallelOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (url: string, options: FetchCommandOptions) => {
      if (archiveExtension(options.output) === undefined && !(await isFolder(options.output)))
        outputFormat(options.output, { formats: [METADATA_DOCUMENT, READ_ARCHIVE] });
      await checkNew(options);
      const { fetchCrate } = await import('../../tasks/fetch/fetch-crate.js');
      const reading = await readingOf(options, io);
      onInterruption('files that are complete stay, and the same command fetches the others');
      const bar = await progressBar(io, options, 'bytes');
      const fetched = await fetchCrate(url, options.output, {
        ...reading,
        metadataOnly: options.metadataOnly,
        force: options.force,
        parallel: options.parallel,
        onProgress: bar.update,
      }).finally(bar.stop);
      if (options.json === true) await writeJson(io, [fetched]);
      else await printLines(io, fetched.files);
      const { files, kept, failed, refused } = fetched;
      for (const { error } of [...failed, ...refused]) printError(io, error);
      const skipped = refused.length === 0 ? '' : `, ${refused.length} skipped`;
      const counts = `${countOf(files.length, 'file')} fetched, ${kept.length} already there, ${failed.length} failed${skipped}`;
      if (options.quiet !== true) printMessage(io, `${fetched.url}: ${counts}`);
      if (failed.length + refused.length > 0) status.code = 1;
    },
  );
};
