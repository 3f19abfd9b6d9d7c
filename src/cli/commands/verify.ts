import { CrateError, ERROR_CODES } from '../../base/errors.js';
import { isWebAddress } from '../../package/package-options.js';
import { countOf } from '../count-of.js';
import { printLines, printMessage, writeJson } from '../io.js';
import { jsonOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { endpointOf } from '../resources.js';

const HELP = `
For an endpoint, the number of quads of each graph is compared, not the quads;
graphs that another program has written are counted, but not compared.
Exit status 1 when something is damaged or missing.

Example:
  crategraph verify
`;

/** `crategraph verify`: checks that a store is as it was written. */
export const verifyCommand: DefineCommand = (command, io, status) => {
  command.addHelpText('after', HELP);
  withOptions(command, storeOption(), jsonOption()).action(async (options: StoreOption & JsonOption) => {
    const endpoint = endpointOf(options);
    const { verifyStore } = await import('../../tasks/stored/check-store.js');
    const verified = await verifyStore(options.store, { endpoint }).catch(withHintOfVerify);
    const { graphs, files, problems, derived, unrecorded } = verified;
    if (problems.length > 0) status.code = 1;
    if (options.json === true) return writeJson(io, [{ graphs, files, problems, derived, unrecorded }]);
    const sound = isWebAddress(options.store)
      ? 'each graph has as many quads as were written, and every file is as it was written'
      : 'everything is as it was written';
    const found = graphs + files === 0 ? 'there is nothing to compare' : sound;
    const summary = problems.length === 0 ? found : `${problems.length} problems`;
    await printLines(io, [...problems, `${graphs} graphs, ${files} metadata files: ${summary}`]);
    if (unrecorded.length > 0)
      printMessage(
        io,
        `warning: not compared: ${countOf(unrecorded.length, 'graph')} that no command of crategraph has written`,
      );
    if (derived.length > 0) printMessage(io, `  hint: ${REBUILD}`);
  });
};

const REBUILD =
  '`crategraph index --rebuild` makes the index, the full text and the lookup of names again from the crates';

/** Replaces the hint of ERR_STORE_INVALID, which suggests this very verb. */
function withHintOfVerify(error: unknown): never {
  if (!(error instanceof CrateError) || error.hint !== ERROR_CODES.ERR_STORE_INVALID.hint) throw error;
  const { code, message, details, cause } = error;
  const hint = 'check the name in --store; if it was a store, use the last backup, or load the crates again';
  throw new CrateError(code, message, { hint, details, cause });
}
