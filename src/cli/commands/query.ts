import type { Command } from 'commander';
import { CrateError } from '../../errors.js';
import type { Answer, AskOptions } from '../../query/answer-query.js';
import { QUERY_FORMATS } from '../../query/result-formats.js';
import { queryForm } from '../../store/sparql-tokens.js';
import type { Io } from '../io.js';
import { exclusive, onlyWith, refuse } from '../option-rules.js';
import {
  formatOption,
  jsonOption,
  parameterOption,
  parametersFrom,
  quietOption,
  rdfOptions,
  readingOptions,
  repeatable,
  storeOption,
  tableOptions,
  timeoutOption,
  withOptions,
} from '../options.js';
import type { DefineCommand, RdfChoice, ReadingChoice, StoreOption } from '../options.js';
import { withNewOutput } from '../output.js';
import { formatOf, mostRows, printAnswer, type AnswerChoice } from '../print-answer.js';
import { printNotes } from '../reporting.js';
import { inStore, readingOf, timeLimit } from '../resources.js';
import { tableWidth } from '../table.js';
import { cratesIn, type Handles } from '../term-cells.js';
import { aboutText, sparqlText } from '../sparql-text.js';

interface QueryCommandOptions extends ReadingChoice, RdfChoice, StoreOption, AnswerChoice {
  readonly file?: string;
  readonly name?: string;
  readonly crate?: string[];
  readonly in?: string[];
  readonly align?: boolean;
  readonly safeCsv?: boolean;
  readonly timeout?: string;
  readonly param?: string[];
}

/** An answer, with the handles of the crates in it. */
type StoreAnswer = Answer & { readonly handles?: Handles };

/** `crategraph query`: runs a SPARQL query on the store, or on the crates, stores and endpoints that `--in` names. */
export const queryCommand: DefineCommand = (program, io) => {
  const command = program
    .command('query')
    .description('run a SPARQL query on all crates of the store')
    .argument('[text]', 'the query; - for stdin')
    .option('-f, --file <file>', 'read the query from a file')
    .option('-n, --name <saved>', 'a saved query; see `crategraph queries`')
    .addOption(repeatable('--crate <crate>', 'query only this crate: handle, IRI, source or name (repeatable)'))
    .addOption(
      repeatable(
        '--in <source>',
        'query this crate, folder of crates, RDF file, store or SPARQL endpoint instead of the store (repeatable)',
      ),
    )
    .option(
      '--align',
      'replace terms by those of the newest RO-Crate version first, and …/ro-crate-metadata.json#x by …/#x',
    )
    .addOption(
      formatOption(
        '--format <format>',
        'format of the result; default: by the ending of -o, else table or turtle',
        QUERY_FORMATS,
      ),
    ) // prettier-ignore
    .option('--rows <number>', 'print at most this many rows, or all (default: all, in a terminal a table of 1000)')
    .option('--safe-csv', "in CSV and TSV, put ' before a cell that begins with = + - @, a tab or CR, and is no number")
    .option('--count', 'print only the number of rows or triples')
    .addHelpText(
      'after',
      "\nThe default graph of a query is the union of all crates; GRAPH ?crate { ... }\nseparates them. The load records are the graph <urn:crategraph:catalogue>, which\nonly a query that names it sees. Well-known prefixes (schema:, dcterms:, ...)\nand those of the crates need no PREFIX.\n\nSeveral --in are one dataset: graphs of the same name become one, and a triple\nthat several graphs have is once in the default graph. A file is a store by its\ncontent; an address is an endpoint if it answers ASK, or begins with sparql@.\nThe named graphs of an endpoint count as crates; triples of its default graph\nthat no named graph has are in the default graph too. The query runs here, over\nthe triples that it needs: name types, properties or graphs to need fewer.\n\nIn a table <...> and schema:name are IRIs, _:x is a blank node, anything else is\na literal; \"...\"@en has a language. In a terminal, values are shortened and IRIs\nare relative to ?crate; --wide, a pipe and a file have them in full.\n\nExamples:\n  crategraph query --name crates\n  crategraph query --name entities-by-type --param type=schema:Person\n  crategraph query --name files -o files.csv\n  crategraph query --name files --columns file,size --rows 20\n  crategraph query --in my-crate/ 'SELECT DISTINCT ?type { ?s a ?type }'\n  crategraph query --in my-crate/ --in ./.crategraph --name shared-entities\n  crategraph query 'SELECT ?s { ?s schema:name ?name }' --param name='Ada Brook'\n",
    );
  withOptions(command, parameterOption(), timeoutOption(), storeOption());
  withNewOutput(withOptions(command, tableOptions()));
  withOptions(command, quietOption(), jsonOption());
  exclusive(command, '--format', '--json', 'leave --json out, or write --format json');
  for (const option of ['--format', '--rows', '--columns', '--wide'])
    exclusive(command, option, '--count', `leave ${option} out: --count prints one number`);
  exclusive(command, '--in', '--store', 'query either crates or a store');
  withCrateOptions(command);
  command.action(async (text: string | undefined, options: QueryCommandOptions) => {
    const signal = timeLimit(options);
    const parameters = parametersFrom(options.param ?? []);
    const sparql = await chosenQuery(text, options, io);
    const format = formatOf(options);
    if ((format ?? 'table') !== 'table') refuse(command, ['--wide'], `with ${format}`, 'write a table');
    if (format !== 'csv' && format !== 'tsv') refuse(command, ['--safe-csv'], 'with other formats', 'write CSV or TSV');
    const { align, columns, count, safeCsv } = options;
    const rows = mostRows(io, queryForm(sparql) === 'SELECT', options);
    const asked = { format, align, signal, parameters, rows, columns, count, safeCsv } as const;
    const asking =
      options.in === undefined
        ? askStore(sparql, asked, options, io)
        : (await import('../../query/query-crates.js')).answerFromCrates(options.in, sparql, {
            ...asked,
            crates: options.crate,
            ...(await readingOf(options, io)),
            from: options.from,
            root: options.root,
            onLoaded: (loaded) => {
              for (const { crate, notes = [], counts = {} } of loaded)
                printNotes(io, options, crate, { notes, counts });
            },
          });
    const answer: StoreAnswer = await asking.catch((error: unknown) => {
      throw aboutText(error, options.file);
    });
    return printAnswer(io, answer, options, answer.handles);
  });
};

/** Adds the options that work only with `--in`: a store has read its crates already. */
function withCrateOptions(command: Command): void {
  const options = [...rdfOptions(), ...readingOptions()];
  for (const option of options) option.helpGroup('Options that need --in:');
  withOptions(command, options);
  onlyWith(
    command,
    '--in',
    options.map(({ long }) => long as string),
  );
}

async function askStore(sparql: string, asked: AskOptions, options: QueryCommandOptions, io: Io): Promise<StoreAnswer> {
  const { answerQuery } = await import('../../query/answer-query.js');
  return inStore(options, asked.align === true ? 'scratch' : 'read', async (store) => {
    const answer = await answerQuery(store, sparql, { ...asked, graphs: await chosenGraphs(options) });
    if (answer.text !== undefined || tableWidth(io, options) === undefined) return answer;
    const { shortHandle } = await import('../../stored/handles.js');
    const crates = await store.graphs([...cratesIn(answer.rows)]);
    return { ...answer, handles: new Map([...crates.keys()].map((graph) => [graph, shortHandle(graph)])) };
  });
}

/** The graphs that `--crate` names. A scratch copy does not know which crates an update renamed, so the names are those of the store. */
async function chosenGraphs(options: QueryCommandOptions): Promise<string[] | undefined> {
  const { crate } = options;
  if (crate === undefined) return undefined;
  const { findGraphs } = await import('../../stored/find-graph.js');
  return inStore(options, 'read', (store) => findGraphs(store, crate));
}

async function chosenQuery(text: string | undefined, { file, name }: QueryCommandOptions, io: Io): Promise<string> {
  if (name === undefined) return sparqlText(text, file, io);
  if (text !== undefined || file !== undefined)
    throw new CrateError('ERR_USAGE', 'give one query: as an argument, with --file, or with --name', {
      hint: 'see `crategraph query --help`',
    });
  return (await (await import('../../store/saved-queries.js')).savedQuery(name)).text;
}
