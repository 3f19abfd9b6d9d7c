import { type DefineCommand, withStore, type StoreOptions } from '../options.js';
import { show, writeJson } from '../io.js';

/** `crategraph backup`: a copy of the store of this moment. */
export const backupCommand: DefineCommand = (program, io) => {
  withStore(program.command('backup'))
    .description('copy the store into a new file, while others read and write it')
    .argument('<file>', 'the new file')
    .addHelpText('after', '\nExample:\n  crategraph backup crates-monday.db\n')
    .action(async (file: string, options: StoreOptions) => {
      const { backupStore } = await import('../../store/open-store.js');
      const bytes = await backupStore(options.store, file);
      if (options.json === true) return writeJson(io, [{ file, bytes }]);
      return show(io, [`copied    ${file}  ${bytes} bytes`]);
    });
};
