import { printLines, writeJson } from '../io.js';
import { jsonOption, storeFileOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';

const HELP = `
Example:
  crategraph backup crates-monday.db
`;

/** `crategraph backup`: copies the store as it is at one moment. */
export const backupCommand: DefineCommand = (command, io) => {
  command.argument('<file>', 'the new file').addHelpText('after', HELP);
  withOptions(command, storeFileOption(), jsonOption()).action(
    async (file: string, options: StoreOption & JsonOption) => {
      const { backupStore } = await import('../../store/open-store.js');
      const bytes = await backupStore(options.store, file);
      if (options.json === true) return writeJson(io, [{ file, bytes }]);
      return printLines(io, [`copied    ${file}  ${bytes} bytes`]);
    },
  );
};
