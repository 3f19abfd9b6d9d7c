import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { say, show, writeJson } from '../io.js';
import { progressBar } from '../progress.js';
import { sayError } from '../say.js';

interface FetchCommandOptions extends CommonOptions {
  readonly output: string;
  readonly metadataOnly?: boolean;
}

/** `crategraph fetch`: a crate from the web into a file or folder. */
export const fetchCommand: DefineCommand = (program, io, status) => {
  withCommon(program.command('fetch'))
    .description('retrieve a crate from the web: its metadata document, its archive, or the whole package')
    .argument('<url>', 'address of a crate: permalink, landing page, metadata file or archive')
    .requiredOption(
      '-o, --output <place>',
      'folder (ends in / or is there): the whole package; file: the metadata document or the archive',
    )
    .option('--metadata-only', 'the metadata document and nothing else')
    .addHelpText(
      'after',
      '\nA download that was broken off goes on where it stopped. A token for a host comes from CRATEGRAPH_TOKEN_<HOST>\n(EXAMPLE_ORG for example.org), a login from ~/.netrc.\n\nExamples:\n  crategraph fetch https://example.org/crates/7 -o my-crate/\n  crategraph fetch https://example.org/crates/7.zip -o my-crate.zip\n',
    )
    .action(async (url: string, options: FetchCommandOptions) => {
      const { fetchCrate } = await import('../../fetch/fetch-crate.js');
      const bar = await progressBar(io, options, 'bytes');
      const fetched = await fetchCrate(url, options.output, {
        contexts: await contextsOf(options, io),
        strict: options.strict,
        packages: packagesOf(options, io),
        metadataOnly: options.metadataOnly,
        onProgress: bar.update,
      }).finally(bar.stop);
      if (options.json === true) await writeJson(io, [fetched]);
      else await show(io, fetched.files);
      const { files, kept, failed, refused } = fetched;
      for (const { error } of [...failed, ...refused]) sayError(io, error);
      const skipped = refused.length === 0 ? '' : `, ${refused.length} skipped`;
      if (options.quiet !== true)
        say(
          io,
          `${fetched.url}: ${files.length} files fetched, ${kept.length} there already, ${failed.length} failed${skipped}`,
        );
      if (failed.length + refused.length > 0) status.code = 1;
    });
};
