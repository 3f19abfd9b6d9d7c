import { printLines, writeJson } from '../io.js';
import { jsonOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';
import { table } from '../table.js';

/** `crategraph list`: lists the crates of the store. */
export const listCommand: DefineCommand = (program, io) => {
  const command = program
    .command('list')
    .description('list the crates of the store')
    .addHelpText(
      'after',
      "\nExamples:\n  crategraph list\n  crategraph export 3fa2b1     # a handle names its crate for all verbs\n  crategraph list --json | jq -r '.[].graph'\n",
    );
  withOptions(command, storeOption(), jsonOption()).action(async (options: StoreOption & JsonOption) => {
    const { listCrates } = await import('../../inspect/list-crates.js');
    const crates = await inStore(options, 'read', listCrates);
    if (options.json === true) return writeJson(io, [crates], 2);
    const rows = crates.map(({ handle, graph, name, version, quads, source }) => [
      handle,
      graph,
      name,
      version,
      quads,
      source,
    ]);
    return printLines(io, await table(['handle', 'graph', 'name', 'version', 'quads', 'source'], rows));
  });
};
