import { type Command, Option } from 'commander';
import { CrateError } from '../../errors.js';
import { QUERY_FORMATS } from '../../query/result-formats.js';
import { queryForm } from '../../store/sparql-tokens.js';
import type { Io } from '../io.js';
import { exclusive, onlyWith, refuse } from '../option-rules.js';
import {
  jsonOption,
  outputOption,
  quietOption,
  readingOptions,
  repeatable,
  storeOption,
  tableOptions,
  timeoutOption,
  withOptions,
} from '../options.js';
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { formatOf, mostRows, printAnswer, type AnswerChoice } from '../print-answer.js';
import { printNotes } from '../reporting.js';
import { inStore, readingOf, timeLimit } from '../resources.js';
import { sparqlText } from '../sparql-text.js';

interface QueryCommandOptions extends ReadingChoice, StoreOption, AnswerChoice {
  readonly file?: string;
  readonly name?: string;
  readonly crate?: string[];
  readonly in?: string[];
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
    .addOption(repeatable('--in <crate>', 'query this crate or folder of crates instead of the store (repeatable)'))
    .option('--align', 'replace terms by those of the newest RO-Crate version first')
    .addOption(
      new Option(
        '--format <format>',
        'format of the result; default: by the ending of -o, else table or turtle',
      ).choices([...QUERY_FORMATS]),
    ) // prettier-ignore
    .option('--rows <number>', 'print at most this many rows, or all (default: all, in a terminal a table of 1000)')
    .option('--count', 'print only the number of rows or triples')
    .addHelpText(
      'after',
      '\nThe default graph of a query is the union of all crates; GRAPH ?crate { ... } separates them.\nThe load records are the graph <urn:crategraph:catalogue>, which only a query that names it sees.\n\nIn a table <...> and schema:name are IRIs, _:x is a blank node, anything else is a literal; "..."@en has a language.\nIn a terminal, values are shortened and IRIs are relative to ?crate; --wide, a pipe and a file have them in full.\n\nExamples:\n  crategraph query --name crates\n  crategraph query --name files -o files.csv\n  crategraph query --name files --columns file,size --rows 20\n  crategraph query --in my-crate/ \'SELECT ?type (COUNT(*) AS ?n) { ?s a ?type } GROUP BY ?type\'\n',
    );
  withOptions(command, tableOptions(), outputOption(), timeoutOption(), storeOption(), jsonOption(), quietOption());
  exclusive(command, '--format', '--json', 'leave --json out, or write --format json');
  for (const option of ['--format', '--rows', '--columns', '--wide'])
    exclusive(command, option, '--count', `leave ${option} out: --count prints one number`);
  exclusive(command, '--in', '--store', 'query either crates or a store');
  withCrateOptions(command);
  command.action(async (text: string | undefined, options: QueryCommandOptions) => {
    const signal = timeLimit(options);
    const sparql = await chosenQuery(text, options, io);
    const format = formatOf(options);
    if ((format ?? 'table') !== 'table') refuse(command, ['--wide'], `with ${format}`, 'write a table');
    const { answerQuery, answerFromCrates } = await import('../../query/query-store.js');
    const { crate: graphs, align, columns, count } = options;
    const rows = mostRows(io, queryForm(sparql) === 'SELECT', options);
    const asked = { format, graphs, align, signal, rows, columns, count } as const;
    const answer =
      options.in === undefined
        ? await inStore(options, align === true ? 'scratch' : 'read', (store) => answerQuery(store, sparql, asked))
        : await answerFromCrates(options.in, sparql, {
            ...asked,
            ...(await readingOf(options, io)),
            onLoaded: (loaded) => {
              for (const { crate, notes = [], counts = {} } of loaded)
                printNotes(io, options, crate, { notes, counts });
            },
          });
    return printAnswer(io, answer, options);
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

async function chosenQuery(text: string | undefined, { file, name }: QueryCommandOptions, io: Io): Promise<string> {
  if (name === undefined) return sparqlText(text, file, io);
  if (text !== undefined || file !== undefined)
    throw new CrateError('ERR_USAGE', 'give one query: as an argument, with --file, or with --name', {
      hint: 'see `crategraph query --help`',
    });
  return (await (await import('../../store/saved-queries.js')).savedQuery(name)).text;
}
