import type { InventoryItem, InventoryOptions } from '../../tasks/inspect/take-inventory.js';
import { chooseColumns } from '../../store/write-rows.js';
import { printMessage, writeJson } from '../io.js';
import { exclusive, tableFormat } from '../option-rules.js';
import {
  jsonOption,
  kindOption,
  quietOption,
  readingOptions,
  storeOption,
  tableFormatOption,
  tableOptions,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';
import { printTable, type TableChoice } from '../table.js';

interface InventoryCommandOptions extends ReadingChoice, StoreOption, QuietOption, JsonOption, TableChoice {
  readonly all?: boolean;
  readonly checksums: boolean;
}

const HEADER = ['status', 'path', 'size', 'id', 'problems'];

const HELP = `
Status of a file: ok, missing, undescribed, in-folder (its folder is described),
differs, elsewhere (on the web), refused (its name is not safe on every system).
Exit status 1 when a file is missing, differs or is refused.

Examples:
  crategraph inventory my-crate/
  crategraph inventory my-crate.zip --json
`;

/** `crategraph inventory`: compares the files that a crate describes with those that exist. */
export const inventoryCommand: DefineCommand = (command, io, status) => {
  command
    .argument(
      '<crate>',
      'crate folder, archive, bag or URL; or a crate of the store, compared with the files where it was loaded from',
    )
    .option('--all', 'also list the files that are in order')
    .option('--no-checksums', 'compare only names and sizes, without reading the files')
    .addHelpText('after', HELP);
  withOptions(
    command,
    storeOption(),
    readingOptions(),
    [kindOption()],
    tableFormatOption(),
    tableOptions(),
    quietOption(),
    jsonOption(),
  );
  tableFormat(command);
  exclusive(command, '--json', '--all', 'leave --all out: --json lists all files');
  command.action(async (crate: string, options: InventoryCommandOptions) => {
    if (options.columns !== undefined) chooseColumns(HEADER, options.columns); // before the files are read
    const { takeInventory } = await import('../../tasks/inspect/take-inventory.js');
    const { withNamedCrate } = await import('../../tasks/argument/named-crate.js');
    const taking: InventoryOptions = {
      ...(await readingOf(options, io)),
      checksums: options.checksums,
      onReport: (report) => printNotes(io, options, crate, report),
    };
    const items = await withStore(options, 'read', (open) =>
      withNamedCrate(crate, open, {
        stored: async (snapshot, graph) => {
          const { takeStoredInventory } = await import('../../tasks/inspect/stored-inventory.js');
          return takeStoredInventory(snapshot, graph, taking);
        },
        elsewhere: (place) => takeInventory(place, taking),
      }),
    );
    if (options.json === true) await writeJson(io, [items], 2);
    else {
      const isInOrder = ({ status: state, problems }: InventoryItem) => state === 'ok' && problems.length === 0;
      const shown = options.all === true ? items : items.filter((item) => !isInOrder(item));
      if (shown.length > 0) await printTable(io, { header: HEADER, rows: shown.map(row) }, options);
      if (options.quiet !== true) printMessage(io, summary(items));
    }
    if (items.some((item) => ['missing', 'differs', 'refused'].includes(item.status))) status.code = 1;
  });
};

function row({ status, path, size, id, problems }: InventoryItem): (string | number | undefined)[] {
  return [status, path, size, id, problems.join('; ')];
}

function summary(items: readonly InventoryItem[]): string {
  const counts = new Map<string, number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return `${items.length} files: ${[...counts].map(([status, count]) => `${count} ${status}`).join(', ') || 'none'}`;
}
