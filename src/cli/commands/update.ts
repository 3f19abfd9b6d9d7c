import { type DefineCommand, inStore, timeLimit, withStore, withTimeout, type StoreOptions } from '../options.js';
import { show, writeJson } from '../io.js';
import { sparqlText } from '../sparql-text.js';

interface UpdateCommandOptions extends StoreOptions {
  readonly file?: string;
  readonly crate?: string;
  readonly timeout?: string;
}

/** `crategraph update`: SPARQL Update on the store. */
export const updateCommand: DefineCommand = (program, io) => {
  withTimeout(withStore(program.command('update')))
    .description('change the store with SPARQL Update: all of it or nothing')
    .argument('[text]', 'the update; - for stdin')
    .option('-f, --file <file>', 'read the update from a file')
    .option('--crate <iri>', 'the graph for which triples are meant that are in no GRAPH')
    .addHelpText(
      'after',
      '\nExample:\n  crategraph update \'PREFIX s: <http://schema.org/>\n    DELETE { GRAPH ?g { ?p s:name ?old } } INSERT { GRAPH ?g { ?p s:name "Ada Brook" } }\n    WHERE { GRAPH ?g { ?p a s:Person ; s:name ?old FILTER (?old = "A. Brook") } }\'\n',
    )
    .action(async (text: string | undefined, options: UpdateCommandOptions) => {
      const sparql = await sparqlText(text, options.file, io);
      const { updateStore } = await import('../../query/update-store.js');
      const limits = { crate: options.crate, signal: timeLimit(options) };
      const changed = await inStore(options, 'change', (store) => updateStore(store, sparql, limits));
      if (options.json === true) return writeJson(io, changed);
      const lines = changed.map(
        ({ graph, added, removed }) => `changed   ${graph}  ${added} quads added, ${removed} removed`,
      );
      return show(io, lines.length > 0 ? lines : ['nothing changed']);
    });
};
