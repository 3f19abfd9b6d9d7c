import { Option } from 'commander';
import { LIST_ORDERS, type ListOrder } from '../../tasks/inspect/list-orders.js';
import { writeJson } from '../io.js';
import { tableOrJson } from '../option-rules.js';
import { jsonOption, storeOption, tableOptions, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';
import { wholeNumber } from '../whole-number.js';
import { printTable, type TableChoice } from '../table.js';

interface ListCommandOptions extends StoreOption, JsonOption, TableChoice {
  readonly rows?: number;
  readonly sort: ListOrder;
  readonly name?: string;
}

const HELP = `
Examples:
  crategraph list
  crategraph export 47c378     # a handle names its crate for all verbs
  crategraph list --columns handle,name
  crategraph list --rows 20 --sort loaded
  crategraph list --name survey
  crategraph list --json | jq -r '.[].graph'
`;

/** `crategraph list`: lists the crates of the store. */
export const listCommand: DefineCommand = (command, io) => {
  command.addHelpText('after', HELP);
  command
    .addOption(new Option('--rows <number>', 'list at most this many crates (default: all)').argParser(wholeNumber(1)))
    .addOption(
      new Option('--sort <column>', 'the order; the most quads and the latest load come first')
        .choices(LIST_ORDERS)
        .default('graph'),
    )
    .option('--name <text>', 'only crates with this text in their name, in any case');
  withOptions(command, storeOption(), tableOptions(), jsonOption());
  tableOrJson(command);
  command.action(async (options: ListCommandOptions) => {
    const { listCrates } = await import('../../tasks/inspect/list-crates.js');
    const { rows: most, sort, name: text } = options;
    const crates = await inStore(options, 'read', (store) => listCrates(store, { rows: most, sort, name: text }));
    if (options.json === true) return writeJson(io, [crates], 2);
    const rows = crates.map(({ handle, graph, name, version, quads, changed, source }) => [
      handle,
      graph,
      name,
      version,
      quads,
      changed ? 'changed' : '',
      source,
    ]);
    return printTable(
      io,
      { header: ['handle', 'graph', 'name', 'version', 'quads', 'changed', 'source'], rows },
      options,
    );
  });
};
