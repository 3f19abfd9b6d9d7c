import { type Command, Option } from 'commander';
import { CrateError } from '../../errors.js';
import { QUERY_FORMATS, type QueryFormat } from '../../query/result-formats.js';
import { printLines, writeOutput, type Io } from '../io.js';
import { exclusive, onlyWith } from '../option-rules.js';
import {
  jsonOption,
  outputOption,
  quietOption,
  rdfOptions,
  readingOptions,
  repeatable,
  storeOption,
  timeoutOption,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, RdfChoice, ReadingChoice, StoreOption } from '../options.js';
import { printableJson } from '../printable.js';
import { printNotes } from '../reporting.js';
import { inStore, readingOf, timeLimit } from '../resources.js';
import { sparqlText } from '../sparql-text.js';

interface QueryCommandOptions extends ReadingChoice, RdfChoice, StoreOption, QuietOption, JsonOption {
  readonly file?: string;
  readonly name?: string;
  readonly crate?: string[];
  readonly in?: string[];
  readonly format?: QueryFormat;
  readonly output?: string;
  readonly align?: boolean;
  readonly timeout?: string;
}

/** `crategraph query`: runs a SPARQL query on the store, or on crates that `--in` names. */
export const queryCommand: DefineCommand = (program, io) => {
  const command = program
    .command('query')
    .description('run a SPARQL query on all crates of the store')
    .argument('[text]', 'the query; - for stdin')
    .option('-f, --file <file>', 'read the query from a file')
    .option('-n, --name <saved>', 'a saved query; see `crategraph queries`')
    .addOption(repeatable('--crate <iri>', 'query only this graph (repeatable)'))
    .addOption(
      repeatable('--in <crate>', 'query this crate, folder of crates, or RDF file instead of the store (repeatable)'),
    )
    .option('--align', 'replace terms by those of the newest RO-Crate version first')
    .addOption(new Option('--format <format>', 'format of the result').choices([...QUERY_FORMATS]))
    .addHelpText(
      'after',
      "\nThe default graph of a query is the union of all crates; GRAPH ?crate { ... } separates them.\nThe load records are the graph <urn:crategraph:catalogue>, which only a query that names it sees.\n\nExamples:\n  crategraph query --name crates\n  crategraph query --name files --format csv > files.csv\n  crategraph query --in my-crate/ 'SELECT ?type (COUNT(*) AS ?n) { ?s a ?type } GROUP BY ?type'\n",
    );
  withOptions(command, outputOption(), timeoutOption(), storeOption(), jsonOption());
  exclusive(command, '--format', '--json', 'leave --json out, or write --format json');
  exclusive(command, '--in', '--store', 'query either crates or a store');
  withCrateOptions(command);
  command.action(async (text: string | undefined, options: QueryCommandOptions) => {
    const signal = timeLimit(options);
    const sparql = await chosenQuery(text, options, io);
    const { queryStore, queryCrates } = await import('../../query/query-store.js');
    const format = options.format ?? (options.json === true ? 'json' : undefined);
    const asked = { format, graphs: options.crate, align: options.align, signal } as const;
    const result =
      options.in === undefined
        ? await inStore(options, options.align === true ? 'scratch' : 'read', (store) =>
            queryStore(store, sparql, asked),
          )
        : await queryCrates(options.in, sparql, {
            ...asked,
            ...(await readingOf(options, io)),
            from: options.from,
            root: options.root,
            onLoaded: (loaded) => {
              for (const { crate, notes = [], counts = {} } of loaded)
                printNotes(io, options, crate, { notes, counts });
            },
          });
    if (typeof result === 'string')
      return writeOutput(io, options.output, [format === 'json' ? printableJson(result) : result]);
    const { table } = await import('../table.js');
    return printLines(io, await table(result.variables, result.rows), options.output);
  });
};

/** Adds the options that work only with `--in`: a store has read its crates already. */
function withCrateOptions(command: Command): void {
  const options = [...rdfOptions(), ...readingOptions(), ...quietOption()];
  for (const option of options) option.helpGroup('Options that need --in:');
  withOptions(command, options);
  onlyWith(
    command,
    '--in',
    options.map(({ long }) => long as string),
  );
}

async function chosenQuery(text: string | undefined, { file, name }: QueryCommandOptions, io: Io): Promise<string> {
  if (name === undefined) return sparqlText(text, file, io);
  if (text !== undefined || file !== undefined)
    throw new CrateError('ERR_USAGE', 'give one query: as an argument, with --file, or with --name', {
      hint: 'see `crategraph query --help`',
    });
  return (await (await import('../../store/saved-queries.js')).savedQuery(name)).text;
}
