import { writeJson } from '../io.js';
import { tableOrJson } from '../option-rules.js';
import { jsonOption, storeOption, tableOptions, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';
import { printTable, type TableChoice } from '../table.js';

/** `crategraph list`: lists the crates of the store. */
export const listCommand: DefineCommand = (program, io) => {
  const command = program
    .command('list')
    .description('list the crates of the store')
    .addHelpText(
      'after',
      "\nExamples:\n  crategraph list\n  crategraph export 47c378     # a handle names its crate for all verbs\n  crategraph list --columns handle,name\n  crategraph list --json | jq -r '.[].graph'\n",
    );
  withOptions(command, storeOption(), tableOptions(), jsonOption());
  tableOrJson(command);
  command.action(async (options: StoreOption & JsonOption & TableChoice) => {
    const { listCrates } = await import('../../inspect/list-crates.js');
    const crates = await inStore(options, 'read', listCrates);
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
