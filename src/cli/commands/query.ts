import { Option } from 'commander';
import { CrateError } from '../../errors.js';
import { QUERY_FORMATS, type QueryFormat } from '../../query/result-formats.js';
import {
  type DefineCommand,
  contextsOf,
  inStore,
  packagesOf,
  repeatable,
  timeLimit,
  withStore,
  withTimeout,
  type StoreOptions,
} from '../options.js';
import { show, writeOutput, type Io } from '../io.js';
import { sayNotes } from '../say.js';
import { printableJson } from '../printable.js';
import { sparqlText } from '../sparql-text.js';

interface QueryCommandOptions extends StoreOptions {
  readonly file?: string;
  readonly name?: string;
  readonly crate?: string[];
  readonly in?: string[];
  readonly format?: QueryFormat;
  readonly output?: string;
  readonly align?: boolean;
  readonly timeout?: string;
}

/** `crategraph query`: SPARQL over the store, or over crates that are named. */
export const queryCommand: DefineCommand = (program, io) => {
  withTimeout(withStore(program.command('query')))
    .description('ask SPARQL over all crates of the store')
    .argument('[text]', 'the query; - for stdin')
    .option('-f, --file <file>', 'read the query from a file')
    .option('-n, --name <saved>', 'a saved query; see `crategraph queries`')
    .addOption(repeatable('--crate <iri>', 'ask only this graph (repeatable)'))
    .addOption(repeatable('--in <crate>', 'ask this crate or folder of crates instead of a store (repeatable)'))
    .option('--align', 'ask with the terms of the newest RO-Crate version, whatever version a crate has')
    .addOption(new Option('--format <format>', 'form of the result').choices([...QUERY_FORMATS]))
    .option('-o, --output <file>', 'write to a file')
    .addHelpText(
      'after',
      "\nThe default graph of a query is the union of all crates; GRAPH ?crate { ... } tells them apart.\nThe load records are the graph <urn:crategraph:catalogue>, for a query that names it.\n\nExamples:\n  crategraph query --name crates\n  crategraph query --name files --format csv > files.csv\n  crategraph query --in my-crate/ 'SELECT ?type (COUNT(*) AS ?n) { ?s a ?type } GROUP BY ?type'\n",
    )
    .action(async (text: string | undefined, options: QueryCommandOptions) => {
      const sparql = await queryText(text, options, io);
      const { queryStore, queryCrates } = await import('../../query/query-store.js');
      const asked = {
        format: options.format ?? (options.json === true ? 'json' : undefined),
        graphs: options.crate,
        align: options.align,
        signal: timeLimit(options),
      } as const;
      const answer =
        options.in === undefined
          ? await inStore(options, options.align === true ? 'scratch' : 'read', (store) =>
              queryStore(store, sparql, asked),
            )
          : await queryCrates(options.in, sparql, {
              ...asked,
              contexts: await contextsOf(options, io),
              strict: options.strict,
              packages: packagesOf(options, io),
              onLoaded: (results) =>
                results.forEach(({ crate, notes = [], counts = {} }) =>
                  sayNotes(io, options, crate, { notes, counts }),
                ),
            });
      if (typeof answer === 'string')
        return writeOutput(io, options.output, [asked.format === 'json' ? printableJson(answer) : answer]);
      const { table } = await import('../table.js');
      return show(io, await table(answer.variables, answer.rows), options.output);
    });
};

async function queryText(text: string | undefined, { file, name }: QueryCommandOptions, io: Io): Promise<string> {
  if (name === undefined) return sparqlText(text, file, io);
  if (text !== undefined || file !== undefined)
    throw new CrateError('ERR_USAGE', 'give one query: as text, with --file, or with --name', {
      hint: 'see `crategraph query --help`',
    });
  return (await (await import('../../store/saved-queries.js')).savedQuery(name)).text;
}
