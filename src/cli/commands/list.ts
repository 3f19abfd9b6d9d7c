import { type DefineCommand, inStore, withStore, type StoreOptions } from '../options.js';
import { show, writeJson } from '../io.js';
import { table } from '../table.js';

/** `crategraph list`: the crates of the store. */
export const listCommand: DefineCommand = (program, io) => {
  withStore(program.command('list'))
    .description('list the crates of the store')
    .addHelpText('after', "\nExamples:\n  crategraph list\n  crategraph list --json | jq -r '.[].graph'\n")
    .action(async (options: StoreOptions) => {
      const { listCrates } = await import('../../inspect/list-crates.js');
      const crates = await inStore(options, 'read', listCrates);
      if (options.json === true) return writeJson(io, [crates], 2);
      const rows = crates.map(({ graph, name, version, quads, source }) => [graph, name, version, quads, source]);
      return show(io, await table(['graph', 'name', 'version', 'quads', 'source'], rows));
    });
};
