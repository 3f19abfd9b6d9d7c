import { Option } from 'commander';
import { printMessage, writeJson } from '../io.js';
import { tableFormat } from '../option-rules.js';
import {
  jsonOption,
  quietOption,
  repeatable,
  storeOption,
  tableFormatOption,
  tableOptions,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { progressBar } from '../progress.js';
import { inStore } from '../resources.js';
import { printTable, type TableChoice } from '../table.js';
import { wholeNumber } from '../whole-number.js';

interface SearchCommandOptions extends StoreOption, JsonOption, QuietOption, TableChoice {
  readonly type?: string;
  readonly crate?: string[];
  readonly rows: number;
}

const HELP = `
All words have to be in one entity, in any of its values; case and accents do
not count. "some words" are wanted in this order, rain* stands for all words
that begin with rain, and -word must not occur. Chinese, Japanese, Korean, Thai
and other texts without spaces are found by any part of them. Names count more
than descriptions, and these more than other values; the name of a file is part
of its IRI. The first search makes an index of the text.

Examples:
  crategraph search rainfall
  crategraph search 'rain* "river gauge" -draft' --type Dataset
  crategraph search Brook --type schema:Person --rows 5
  crategraph search csv --crate 47c378 --json | jq -r '.entities[].entity'
`;

/** `crategraph search`: finds entities of the store by their words. */
export const searchCommand: DefineCommand = (command, io) => {
  command
    .argument('<words...>', 'words to look for')
    .option('--type <type>', 'only entities of this type, as in Person, File or an IRI')
    .addOption(repeatable('--crate <crate>', 'search only this crate: handle, IRI, source or name (repeatable)'))
    .addOption(new Option('--rows <number>', 'print at most this many entities').argParser(wholeNumber(1)).default(20))
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), tableFormatOption(), tableOptions(), quietOption(), jsonOption());
  tableFormat(command);
  command.action(async (words: string[], options: SearchCommandOptions) => {
    const { searchStore } = await import('../../tasks/inspect/search-store.js');
    const progress = await progressBar(io, options, 'crates');
    const { type, crate: crates, rows: most } = options;
    const onProgress = (done: number, total: number): void => progress.update(done, total, 'index');
    const found = await inStore(options, 'read', (store) =>
      searchStore(store, words.join(' '), { type, crates, rows: most, onProgress }),
    ).finally(() => progress.stop());
    if (options.json === true) return writeJson(io, [found], 2);
    const rows = found.entities.map(({ entity, name, types, graphs, inGraphs, graphName, snippet }) => [
      name,
      types.map((iri) => iri.replace(/^.*[/#](?=.)/s, '')).join(' '),
      snippet,
      inGraphs > 1 ? `${graphName ?? graphs[0]} (and ${inGraphs - 1} more)` : (graphName ?? graphs[0]),
      entity,
    ]);
    await printTable(io, { header: ['name', 'type', 'text', 'crate', 'entity'], rows }, options);
    if (options.quiet === true) return;
    if (found.total === 0) printMessage(io, 'no entity has all of these words');
    if (found.total > rows.length) printMessage(io, `${rows.length} of ${found.total} entities: see more with --rows`);
  });
};
