import { withIndexProgress } from '../index-progress.js';
import { printLines, writeJson } from '../io.js';
import { jsonOption, quietOption, storeFileOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';

/** `crategraph index`: makes the index of the store ahead of the first query. */
export const indexCommand: DefineCommand = (program, io) => {
  const command = program
    .command('index')
    .description('make the index of the store, or bring it up to date, ahead of the next query')
    .addHelpText(
      'after',
      '\nThe first query over all crates does this by itself. The index is derived: no\nanswer depends on it, and `verify` compares it with the crates.\n\nExample:\n  crategraph index\n',
    );
  withOptions(command, storeFileOption(), quietOption(), jsonOption()).action(
    async (options: StoreOption & QuietOption & JsonOption) => {
      const graphs = await withIndexProgress(io, options, (onProgress) =>
        inStore(options, 'change', async (store) => {
          await store.index({ onProgress });
          return (await store.graphs()).size;
        }),
      );
      if (options.json === true) return writeJson(io, [{ store: options.store, graphs }]);
      return printLines(io, [`indexed   ${options.store}  ${graphs} crates`]);
    },
  );
};
