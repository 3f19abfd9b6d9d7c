import { type DefineCommand, inStore, withStore, type StoreOptions } from '../options.js';
import { show, writeJson } from '../io.js';

/** `crategraph remove`: crates out of the store. */
export const removeCommand: DefineCommand = (program, io) => {
  withStore(program.command('remove'))
    .description('remove crates from the store: all that are named, or none')
    .argument('<graph...>', 'IRIs of the graphs; see `crategraph list`')
    .addHelpText('after', '\nExample:\n  crategraph remove https://example.org/my-crate/\n')
    .action(async (graphs: string[], options: StoreOptions) => {
      const { removeCrates } = await import('../../load/remove-crates.js');
      const removed = await inStore(options, 'change', (store) => removeCrates(store, graphs));
      if (options.json === true)
        return writeJson(
          io,
          removed.map((one) => ({ ...one, status: 'removed' })),
        );
      return show(
        io,
        removed.map((one) => `removed   ${one.graph}  ${one.quads} quads`),
      );
    });
};
