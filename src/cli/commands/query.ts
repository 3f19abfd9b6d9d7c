import { type Command, Option } from 'commander';
import { aboutFile, CrateError } from '../../errors.js';
import { QUERY_FORMATS, type QueryFormat } from '../../query/result-formats.js';
import { printLines, type Io } from '../io.js';
import { exclusive, onlyWith } from '../option-rules.js';
import {
  jsonOption,
  parameterOption,
  parametersFrom,
  quietOption,
  readingOptions,
  repeatable,
  storeOption,
  timeoutOption,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, ReadingChoice, StoreOption } from '../options.js';
import { sayWritten, withNewOutput, writeResult, type OutputChoice } from '../output.js';
import { printableJson } from '../printable.js';
import { printNotes } from '../reporting.js';
import { inStore, readingOf, timeLimit } from '../resources.js';
import { sparqlText } from '../sparql-text.js';

interface QueryCommandOptions extends ReadingChoice, StoreOption, OutputChoice, JsonOption {
  readonly file?: string;
  readonly name?: string;
  readonly crate?: string[];
  readonly in?: string[];
  readonly format?: QueryFormat;
  readonly align?: boolean;
  readonly timeout?: string;
  readonly param?: string[];
}

/** `crategraph query`: runs a SPARQL query on the store, or on crates that `--in` names. */
export const queryCommand: DefineCommand = (program, io) => {
  const command = program
    .command('query')
    .description('run a SPARQL query on all crates of the store')
    .argument('[text]', 'the query; - for stdin')
    .option('-f, --file <file>', 'read the query from a file')
    .option('-n, --name <saved>', 'a saved query; see `crategraph queries`')
    .addOption(repeatable('--crate <crate>', 'query only this crate: handle, IRI, source or name (repeatable)'))
    .addOption(repeatable('--in <crate>', 'query this crate or folder of crates instead of the store (repeatable)'))
    .option(
      '--align',
      'replace terms by those of the newest RO-Crate version first, and …/ro-crate-metadata.json#x by …/#x',
    )
    .addOption(new Option('--format <format>', 'format of the result').choices([...QUERY_FORMATS]))
    .addHelpText(
      'after',
      "\nThe default graph of a query is the union of all crates; GRAPH ?crate { ... }\nseparates them. The load records are the graph <urn:crategraph:catalogue>, which\nonly a query that names it sees. Well-known prefixes (schema:, dcterms:, ...) and\nthose of the crates need no PREFIX.\n\nExamples:\n  crategraph query --name crates\n  crategraph query --name entities-by-type --param type=schema:Person\n  crategraph query --name files --format csv > files.csv\n  crategraph query --in my-crate/ 'SELECT DISTINCT ?type { ?s a ?type }'\n  crategraph query 'SELECT ?s { ?s schema:name ?name }' --param name='Ada Brook'\n",
    );
  withOptions(command, parameterOption(), timeoutOption(), storeOption());
  withNewOutput(command);
  withOptions(command, quietOption(), jsonOption());
  exclusive(command, '--format', '--json', 'leave --json out, or write --format json');
  exclusive(command, '--in', '--store', 'query either crates or a store');
  withCrateOptions(command);
  command.action(async (text: string | undefined, options: QueryCommandOptions) => {
    const signal = timeLimit(options);
    const parameters = parametersFrom(options.param ?? []);
    const sparql = await chosenQuery(text, options, io);
    const { queryStore, queryCrates } = await import('../../query/query-store.js');
    const format = options.format ?? (options.json === true ? 'json' : undefined);
    const asked = { format, align: options.align, signal, parameters } as const;
    const answer =
      options.in === undefined
        ? inStore(options, options.align === true ? 'scratch' : 'read', async (store) =>
            queryStore(store, sparql, { ...asked, graphs: await chosenGraphs(options) }),
          )
        : queryCrates(options.in, sparql, {
            ...asked,
            crates: options.crate,
            ...(await readingOf(options, io)),
            onLoaded: (loaded) => {
              for (const { crate, notes = [], counts = {} } of loaded)
                printNotes(io, options, crate, { notes, counts });
            },
          });
    const result = await answer.catch((error: unknown) => {
      throw aboutFile(error, options.file);
    });
    if (typeof result === 'string')
      return writeResult(io, options, `result${format === undefined ? '' : ` as ${format}`}`, [
        format === 'json' ? printableJson(result) : result,
      ]);
    const { table } = await import('../table.js');
    await printLines(io, await table(result.variables, result.rows), options.output);
    await sayWritten(io, options, `table of ${result.rows.length} rows`);
  });
};

/** Adds the options that work only with `--in`: a store has read its crates already. */
function withCrateOptions(command: Command): void {
  const options = readingOptions();
  for (const option of options) option.helpGroup('Options that need --in:');
  withOptions(command, options);
  onlyWith(
    command,
    '--in',
    options.map(({ long }) => long as string),
  );
}

/** The graphs that `--crate` names. A scratch copy has no load records, so the names are those of the store itself. */
async function chosenGraphs({ crate, store: place }: QueryCommandOptions): Promise<string[] | undefined> {
  if (crate === undefined) return undefined;
  const { findGraphs } = await import('../../stored/find-graph.js');
  return inStore({ store: place }, 'read', (store) => findGraphs(store, crate));
}

async function chosenQuery(text: string | undefined, { file, name }: QueryCommandOptions, io: Io): Promise<string> {
  if (name === undefined) return sparqlText(text, file, io);
  if (text !== undefined || file !== undefined)
    throw new CrateError('ERR_USAGE', 'give one query: as an argument, with --file, or with --name', {
      hint: 'see `crategraph query --help`',
    });
  return (await (await import('../../store/saved-queries.js')).savedQuery(name)).text;
}
