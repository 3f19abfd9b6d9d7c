import { CrateError } from '../../base/errors.js';
import { isWebIri } from '../../base/rdf/iri.js';
import { withIndexProgress } from '../index-progress.js';
import { printLines, writeJson } from '../io.js';
import { jsonOption, quietOption, storeFileOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';

interface IndexOptions extends StoreOption, QuietOption, JsonOption {
  readonly rebuild?: true;
}

const HELP = `
The first query over all crates does this by itself. The index is derived: no
answer depends on it, and \`verify\` compares it with the crates. If it is
damaged, --rebuild drops it, with the full text and the lookup of names, and
makes all that was there again.

Examples:
  crategraph index
  crategraph index --rebuild
`;

/** `crategraph index`: makes the index of the store ahead of the first query, or again. */
export const indexCommand: DefineCommand = (command, io) => {
  command
    .addHelpText('after', HELP)
    .option('--rebuild', 'drop what is derived from the crates, also if it is damaged, and make it again');
  withOptions(command, storeFileOption(), quietOption(), jsonOption()).action(async (options: IndexOptions) => {
    if (isWebIri(options.store))
      throw new CrateError('ERR_UNSUPPORTED', `${options.store} is an endpoint, whose engine has an index of its own`, {
        hint: 'queries there need nothing more; `crategraph push --to <file>` copies its crates into a store file',
      });
    const graphs = await withIndexProgress(io, options, (onProgress) =>
      inStore(options, 'change', async (store) => {
        await store.index({ onProgress, rebuild: options.rebuild });
        if (options.rebuild === true)
          await store.indexKeys((await import('../../tasks/stored/graph-names.js')).CRATE_KEYS);
        return (await store.graphs()).size;
      }),
    );
    if (options.json === true) return writeJson(io, [{ store: options.store, graphs }]);
    return printLines(io, [`${options.rebuild === true ? 'rebuilt' : 'indexed'}   ${options.store}  ${graphs} crates`]);
  });
};
