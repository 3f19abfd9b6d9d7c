import { CrateError, ERROR_CODES } from '../../errors.js';
import { type DefineCommand, withStore, type StoreOptions } from '../options.js';
import { show, writeJson } from '../io.js';

/** `crategraph verify`: whether a store is as it was written. */
export const verifyCommand: DefineCommand = (program, io, status) => {
  withStore(program.command('verify'))
    .description('read the whole store and compare it with its checksums')
    .addHelpText('after', '\nExit status 1 when something is damaged or missing.\n\nExample:\n  crategraph verify\n')
    .action(async (options: StoreOptions) => {
      const { verifyStore } = await import('../../store/open-store.js');
      const { graphs, files, problems } = await verifyStore(options.store).catch(withOwnHint);
      if (problems.length > 0) status.code = 1;
      if (options.json === true) return writeJson(io, [{ graphs, files, problems }]);
      const summary = problems.length === 0 ? 'all is as it was written' : `${problems.length} problems`;
      return show(io, [...problems, `${graphs} graphs, ${files} metadata files: ${summary}`]);
    });
};

/** The hint of the code leads to this very verb. */
function withOwnHint(error: unknown): never {
  if (!(error instanceof CrateError) || error.hint !== ERROR_CODES.ERR_STORE_INVALID.hint) throw error;
  const { code, message, details, cause } = error;
  const hint = 'check the name in --store; if it was a store, take the last backup, or load the crates again';
  throw new CrateError(code, message, { hint, details, cause });
}
