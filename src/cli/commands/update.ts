import type { DefineCommand } from '../define-command.js';
import { show, writeJson } from '../io.js';
import { withStore, type StoreOptions } from '../options.js';
import { sparqlText } from '../query-text.js';

/** `crategraph update`: SPARQL Update on the store. */
export const updateCommand: DefineCommand = (program, io) => {
  withStore(program.command('update'))
    .description('change the store with SPARQL Update: all of it or nothing')
    .argument('[text]', 'the update; - for stdin')
    .option('-f, --file <file>', 'read the update from a file')
    .addHelpText(
      'after',
      '\nExample:\n  crategraph update \'PREFIX s: <http://schema.org/>\n    DELETE { GRAPH ?g { ?p s:name ?old } } INSERT { GRAPH ?g { ?p s:name "Ada Brook" } }\n    WHERE { GRAPH ?g { ?p a s:Person ; s:name ?old FILTER (?old = "A. Brook") } }\'\n',
    )
    .action(async (text: string | undefined, options: StoreOptions & { readonly file?: string }) => {
      const sparql = await sparqlText(text, options.file, io);
      const { updateStore } = await import('../../update.js');
      const { openStore } = await import('../../store/open.js');
      const store = await openStore(options.store, { mode: 'write' });
      try {
        const changed = await updateStore(store, sparql);
        if (options.json === true) {
          return await writeJson(io, changed);
        }
        const lines = changed.map(
          ({ graph, added, removed }) => `changed   ${graph}  ${added} quads added, ${removed} removed`,
        );
        await show(io, lines.length > 0 ? lines : ['nothing changed']);
      } finally {
        await store.close();
      }
    });
};
