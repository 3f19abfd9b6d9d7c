import { ROOT_PROPERTIES, type CrateStatistics } from '../../tasks/inspect/statistics.js';
import { humanSize } from '../../package/limits.js';
import { printLines, writeJson } from '../io.js';
import { tableFormat } from '../option-rules.js';
import { jsonOption, quietOption, readingOptions, storeOption, tableFormatOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, inStore, withStore } from '../resources.js';
import { drawTable, printTable, type Table, type TableChoice } from '../table.js';

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
    if (['csv', 'tsv'].includes(options.format ?? '')) return printTable(io, wholeTable(statistics), options);
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

/** All statistics in one table, for spreadsheets. */
function wholeTable(statistics: CrateStatistics): Table {
  const { rows } = completenessTable(statistics);
  const types = statistics.types.map(({ name, entities, type }) => ['type', name, entities, undefined, type]);
  const formats = statistics.files.formats.map(({ format = '', files, bytes, withoutSize }) => [
    ...['format', format, files, undefined, undefined],
    ...[bytes, withoutSize],
  ]);
  return {
    header: ['about', 'what', 'number', 'of', 'iri', 'bytes', 'without size'],
    rows: [
      ...rows.map((cells) => ['all', ...cells, undefined, undefined, undefined]),
      ...types.map((cells) => [...cells, undefined, undefined]),
      ...formats,
    ],
  };
}

interface FilledTable extends Table {
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

function completenessTable({ crates, triples, entities, files, completeness }: CrateStatistics): FilledTable {
  const withFormat = files.formats.reduce((sum, one) => sum + (one.format === undefined ? 0 : one.files), 0);
  const rows = [
    ['crates', crates, undefined],
    ['triples', triples, undefined],
    ['entities', entities, undefined],
    ['entities with a name', entities - completeness.entitiesWithoutName, entities],
    ['entities with a type', entities - completeness.entitiesWithoutType, entities],
    ...ROOT_PROPERTIES.map((name) => [`roots with ${name}`, completeness.root[name], crates]),
    ['files', files.files, undefined],
    ['files with a format', withFormat, files.files],
    ['files with a size', files.files - files.withoutSize, files.files],
    ['bytes', files.bytes, undefined],
    ['broken internal references', completeness.missingInside, undefined],
    ['references to the web, not described', completeness.undescribedOutside, undefined],
  ] as const;
  return { header: ['what', 'number', 'of'], rows };
}

function typeTable({ types }: CrateStatistics): FilledTable {
  return { header: ['type', 'entities', 'iri'], rows: types.map(({ name, entities, type }) => [name, entities, type]) };
}

function formatTable({ files: { formats } }: CrateStatistics): FilledTable {
  const rows = formats.map(({ format = '(none)', files, bytes, withoutSize }) => [
    format,
    files,
    humanSize(bytes),
    withoutSize,
  ]);
  return { header: ['format', 'files', 'size', 'without size'], rows };
}
