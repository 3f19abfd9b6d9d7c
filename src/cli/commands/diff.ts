import { RDF_ONLY_ENDINGS } from '../../base/rdf/syntaxes.js';
import { differenceLines, printDifference } from '../difference-lines.js';
import { writeJson } from '../io.js';
import { jsonOption, quietOption, rdfOptions, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, RdfChoice, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';

type DiffCommandOptions = ReadingChoice &
  RdfChoice &
  StoreOption &
  QuietOption &
  JsonOption & { readonly exitCode?: boolean };

const HELP = `
Exit status: 0, also with differences; with --exit-code 1 if there are any. An
error is 1 or 2 in any case, with its code on stderr and nothing on stdout.

Examples:
  crategraph diff old-crate/ new-crate/
  crategraph diff https://example.org/my-crate/ my-crate/ --json
  crategraph diff my-crate.ttl my-crate/
  crategraph diff old-crate/ new-crate/ --exit-code > /dev/null || echo changed
`;

/** `crategraph diff`: compares two crates, entity by entity. */
export const diffCommand: DefineCommand = (command, io, status) => {
  command
    .argument(
      '<crate>',
      `crate folder, metadata file, archive, URL, - for stdin, RDF (${RDF_ONLY_ENDINGS.join(' ')}), or a crate of the store`,
    )
    .argument('<crate>', 'the same, to compare with')
    .option('--exit-code', 'exit with 1 if there are differences, as git diff does')
    .addHelpText('after', HELP);
  withOptions(command, rdfOptions(), storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (left: string, right: string, options: DiffCommandOptions) => {
      const { diffCrates } = await import('../../tasks/inspect/diff-crates.js');
      const reading = await readingOf(options, io);
      const difference = await withStore(options, 'read', (store) =>
        diffCrates(left, right, {
          ...reading,
          from: options.from,
          root: options.root,
          store,
          onReport: (side, report) => printNotes(io, options, side, report),
        }),
      );
      const { added, removed, changed } = difference;
      if (options.exitCode === true && added.length + removed.length + changed.length > 0) status.code = 1;
      if (options.json === true) return writeJson(io, [difference], 2);
      return printDifference(io, differenceLines(difference));
    },
  );
};
