import type { DefineCommand } from '../define-command.js';
import { show, writeJson } from '../io.js';
import { requireFile, withStore, type StoreOptions } from '../options.js';

/** `crategraph verify`: whether a store is as it was written. */
export const verifyCommand: DefineCommand = (program, io, status) => {
  withStore(program.command('verify'))
    .description('read the whole store and compare it with its checksums')
    .addHelpText('after', '\nExit status 1 when something is damaged or missing.\n\nExample:\n  crategraph verify\n')
    .action(async (options: StoreOptions) => {
      const { verifyStore } = await import('../../store/sqlite/verify.js');
      const { graphs, files, problems } = verifyStore(await requireFile(options.store));
      if (problems.length > 0) status.code = 1;
      if (options.json === true) return writeJson(io, [{ graphs, files, problems }]);
      const summary = problems.length === 0 ? 'all is as it was written' : `${problems.length} problems`;
      return show(io, [...problems, `${graphs} graphs, ${files} metadata files: ${summary}`]);
    });
};
