import { differenceLines } from '../difference-lines.js';
import { printLines, writeJson } from '../io.js';
import { jsonOption, quietOption, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';

type DiffCommandOptions = ReadingChoice & StoreOption & QuietOption & JsonOption;

/** `crategraph diff`: compares two crates, entity by entity. */
export const diffCommand: DefineCommand = (program, io) => {
  const command = program
    .command('diff')
    .description('compare two crates, or a graph of the store with a crate, entity by entity')
    .argument(
      '<crate|graph>',
      'crate folder, metadata file, archive, URL, - for stdin, or the IRI of a graph in the store',
    )
    .argument('<crate|graph>', 'the same, to compare with')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph diff old-crate/ new-crate/\n  crategraph diff https://example.org/my-crate/ my-crate/ --json\n',
    );
  withOptions(command, storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (left: string, right: string, options: DiffCommandOptions) => {
      const { diffCrates } = await import('../../inspect/diff-crates.js');
      const reading = await readingOf(options, io);
      const difference = await withStore(options, 'read', (store) =>
        diffCrates(left, right, {
          ...reading,
          store,
          onReport: (side, report) => printNotes(io, options, side, report),
        }),
      );
      if (options.json === true) return writeJson(io, [difference], 2);
      return printLines(io, differenceLines(difference));
    },
  );
};
