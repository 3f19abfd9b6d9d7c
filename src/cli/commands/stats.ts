import type { CrateStatistics } from '../../tasks/inspect/statistics.js';
import { completenessTable, statisticsTable, type NumberTable } from '../../tasks/inspect/statistics-table.js';
import { humanSize } from '../../package/limits.js';
import { printLines, writeJson } from '../io.js';
import { tableFormat } from '../option-rules.js';
import { jsonOption, quietOption, readingOptions, storeOption, tableFormatOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, inStore, withStore } from '../resources.js';
import { drawTable, printTable, type TableChoice } from '../table.js';

interface StatsCommandOptions extends ReadingChoice, StoreOption, QuietOption, JsonOption, TableChoice {}

const HELP = `
Files and sizes are what the crates say (encodingFormat, contentSize).
To compare them with the files that exist, see \`crategraph inventory\`.

Examples:
  crategraph stats                # of the store
  crategraph stats my-crate/
  crategraph stats my-crate.zip --json | jq .files.bytes
  crategraph stats --format csv > stats.csv     # all in one table
`;

/** `crategraph stats`: statistics of crates, or of the whole store. */
export const statsCommand: DefineCommand = (command, io) => {
  command
    .argument(
      '[crate...]',
      'crate folder, metadata file, archive, bag or URL, - for stdin, or a crate of the store; several are counted together (default: all crates of the store)',
    )
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), readingOptions(), tableFormatOption(), quietOption(), jsonOption());
  tableFormat(command);
  command.action(async (crates: readonly string[], options: StatsCommandOptions) => {
    const { crateStatistics, storeStatistics } = await import('../../tasks/inspect/crate-statistics.js');
    const { sumStatistics } = await import('../../tasks/inspect/statistics.js');
    const reading = await readingOf(options, io);
    const ofCrates = () =>
      withStore(options, 'read', async (store) => {
        const all: CrateStatistics[] = [];
        for (const crate of crates)
          all.push(
            await crateStatistics(crate, {
              ...reading,
              store,
              onReport: (report) => printNotes(io, options, crate, report),
            }),
          );
        return sumStatistics(all);
      });
    const statistics =
      crates.length === 0 ? await inStore(options, 'read', (store) => storeStatistics(store)) : await ofCrates();
    if (options.json === true) return writeJson(io, [statistics], 2);
    if (['csv', 'tsv'].includes(options.format ?? '')) return printTable(io, statisticsTable(statistics), options);
    return printLines(io, await statisticsLines(statistics));
  });
};

/** The statistics for people: three tables with an empty line between. */
async function statisticsLines(statistics: CrateStatistics): Promise<string[]> {
  const tables = [completenessTable(statistics), typeTable(statistics), formatTable(statistics)];
  const lines: string[] = [];
  for (const table of tables) {
    if (table.rows.length === 0) continue;
    if (lines.length > 0) lines.push('');
    for (const line of (await drawTable(table)).lines) lines.push(line);
  }
  return lines;
}

function typeTable({ types }: CrateStatistics): NumberTable {
  return { header: ['type', 'entities', 'iri'], rows: types.map(({ name, entities, type }) => [name, entities, type]) };
}

function formatTable({ files: { formats } }: CrateStatistics): NumberTable {
  const rows = formats.map(({ format = '(none)', files, bytes, withoutSize }) => [
    format,
    files,
    humanSize(bytes),
    withoutSize,
  ]);
  return { header: ['format', 'files', 'size', 'without size'], rows };
}
