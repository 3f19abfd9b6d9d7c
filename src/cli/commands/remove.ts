import { onInterruption } from '../interruption.js';
import { printLines, writeJson } from '../io.js';
import { jsonOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';

interface RemoveCommandOptions extends StoreOption, JsonOption {
  readonly foreign?: boolean;
}

const HELP = `
Example:
  crategraph remove https://example.org/my-crate/ 228fbf
`;

/** `crategraph remove`: removes crates from the store. */
export const removeCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate...>', 'crates of the store: handle, IRI, source or name; see `crategraph list`')
    .option('--foreign', 'remove graphs of an endpoint also if another program has written them')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), jsonOption()).action(async (crates: string[], options: RemoveCommandOptions) => {
    const { findGraphs } = await import('../../tasks/stored/find-graph.js');
    const { removeCrates } = await import('../../tasks/load/remove-crates.js');
    const removed = await inStore(options, 'change', async (store) => {
      const done = await removeCrates(store, await findGraphs(store, crates), { foreign: options.foreign });
      onInterruption('the change was committed');
      return done;
    });
    const results = removed.map((one) => ({ ...one, status: 'removed' }));
    if (options.json === true) return writeJson(io, results);
    const lines = removed.map(({ graph, quads }) => `removed   ${graph}  ${quads} quads`);
    return printLines(io, lines);
  });
};
