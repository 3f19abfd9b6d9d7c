import { onInterruption } from '../interruption.js';
import { printLines, writeJson } from '../io.js';
import { jsonOption, storeOption, timeoutOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { graphIn, inStore, timeLimit } from '../resources.js';
import { sparqlText } from '../sparql-text.js';

interface UpdateCommandOptions extends StoreOption, JsonOption {
  readonly file?: string;
  readonly crate?: string;
  readonly timeout?: string;
}

/** `crategraph update`: runs a SPARQL Update on the store. */
export const updateCommand: DefineCommand = (program, io) => {
  const command = program
    .command('update')
    .description('change the store with SPARQL Update: all of it or nothing')
    .argument('[text]', 'the update; - for stdin')
    .option('-f, --file <file>', 'read the update from a file')
    .option(
      '--crate <crate>',
      'crate of the store for the triples that stand outside GRAPH: handle, IRI, source or name',
    )
    .addHelpText(
      'after',
      '\nExample:\n  crategraph update \'PREFIX s: <http://schema.org/>\n    DELETE { GRAPH ?g { ?p s:name "A. Brook" } }\n    INSERT { GRAPH ?g { ?p s:name "Ada Brook" } }\n    WHERE { GRAPH ?g { ?p a s:Person ; s:name "A. Brook" } }\'\n',
    );
  withOptions(command, timeoutOption(), storeOption(), jsonOption()).action(
    async (text: string | undefined, options: UpdateCommandOptions) => {
      const signal = timeLimit(options);
      const sparql = await sparqlText(text, options.file, io);
      const { updateStore } = await import('../../query/update-store.js');
      const changed = await inStore(options, 'change', async (store) => {
        const crate = options.crate === undefined ? undefined : await graphIn(store, options.crate);
        const differences = await updateStore(store, sparql, { crate, signal });
        onInterruption('the change was committed');
        return differences;
      });
      if (options.json === true) return writeJson(io, changed);
      const lines = changed.map(
        ({ graph, added, removed }) => `changed   ${graph}  ${added} quads added, ${removed} removed`,
      );
      return printLines(io, lines.length > 0 ? lines : ['nothing changed']);
    },
  );
};
