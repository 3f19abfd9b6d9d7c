import type { Command } from 'commander';
import type { AskOne } from '../../tasks/query/query-crates.js';
import { QUERY_FORMATS } from '../../tasks/query/result-formats.js';
import type { LoadResult } from '../../tasks/load/load-crates.js';
import type { QueryPlan } from '../../store/query-plan.js';
import { queryForm } from '../../store/sparql-tokens.js';
import { chosenCrates, type CratesChoice } from '../chosen-crates.js';
import { printMessage, type Io } from '../io.js';
import type { GraphStore } from '../../store/port.js';
import { chosenQueries, type NamedQuery, type QueryChoice } from '../named-queries.js';
import { printExplained } from '../explain-query.js';
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
import { resultFolder, printAnswers, printerOfAnswers, type StoreAnswer } from '../print-answers.js';
import { withIndexProgress } from '../index-progress.js';
import { printNotes } from '../reporting.js';
import { inStore, readingOf, timeLimit } from '../resources.js';
import { tableWidth } from '../table.js';
import { cratesIn } from '../term-cells.js';
import { aboutText } from '../sparql-text.js';

interface QueryCommandOptions extends ReadingChoice, RdfChoice, StoreOption, AnswerChoice, QueryChoice, CratesChoice {
  readonly in?: string[];
  readonly align?: boolean;
  readonly same?: boolean;
  readonly explain?: boolean;
  readonly safeCsv?: boolean;
  readonly timeout?: string;
  readonly param?: string[];
}

/** Answers one of the queries. */
type AskStore = (...asked: Parameters<AskOne>) => Promise<StoreAnswer>;

const HELP = `
The default graph of a query is the union of all crates; GRAPH ?crate { ... }
separates them. The load records are the graph <urn:crategraph:catalogue>, which
only a query that names it sees. Well-known prefixes (schema:, dcterms:, ...)
and those of the crates need no PREFIX. \`?entity cg:search "words"\` finds what
\`crategraph search\` finds.

Several --in are one dataset: graphs of the same name become one, and a triple
that several graphs have is in the default graph once. A file is a store by its
content; an address is an endpoint if it answers ASK, or begins with sparql@.
The named graphs of an endpoint count as crates; triples of its default graph
that no named graph has are in the default graph too. The query runs here, over
the triples that it needs: name types, properties or graphs to need fewer.

Several queries (--file again, a folder, or lines of stdin) run in one process,
on one moment of the store. Each result has the name of its query: -o results/
has a file for each; a table comes under \`# name\`, JSON and NDJSON have "query".
A line is a query, or {"name": "...", "query": "..."}. One that fails does
not stop the others (exit status 1). --timeout applies to each.

In a table <...> and schema:name are IRIs, _:x is a blank node, anything else is
a literal; "..."@en has a language. In a terminal, values are shortened and IRIs
are relative to ?crate; --wide, a pipe and a file have them in full.

Examples:
  crategraph query --name crates
  crategraph query --name entities-by-type --param type=schema:Person
  crategraph query --name files -o files.csv
  crategraph query --name files --columns file,size --rows 20
  crategraph query --in my-crate/ 'SELECT DISTINCT ?type { ?s a ?type }'
  crategraph query --in my-crate/ --in ./.crategraph --name shared-entities
  crategraph query --file queries/ --format csv -o results/
  crategraph query 'SELECT ?s { ?s schema:name ?name }' --param name='Ada Brook'
`;

/** `crategraph query`: runs a SPARQL query on the store, or on the crates, stores and endpoints that `--in` names. */
export const queryCommand: DefineCommand = (command, io, status) => {
  command
    .argument('[text]', 'the query; - for stdin, with one query, or several: one a line')
    .addOption(
      repeatable(
        '-f, --file <file>',
        'read the query from a file, or all .rq files of a folder; - for stdin (repeatable)',
      ),
    )
    .option('-n, --name <saved>', 'a saved query; see `crategraph queries`')
    .addOption(repeatable('--crate <crate>', 'query only this crate: handle, IRI, source or name (repeatable)'))
    .option(
      '--crates-from <file>',
      'query only the crates of this list, one a line; - for stdin; an empty list means no crates',
    )
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
    .option('--same', 'see what is the same across crates as one; see `crategraph identities`')
    .addOption(
      formatOption(
        '--format <format>',
        'format of the result; default: by the ending of -o, else table or turtle',
        QUERY_FORMATS,
      ),
    )
    .option('--rows <number>', 'print at most this many rows, or all (default: all, in a terminal a table of 1000)')
    .option(
      '--safe-csv',
      "in CSV and TSV, put ' before a cell that begins with = + - @, a tab or CR, and is not a number",
    )
    .option('--count', 'print only the number of rows or triples')
    .option('--explain', 'run the query and print how it was answered, step by step, instead of its result')
    .addHelpText('after', HELP);
  withOptions(command, parameterOption(), timeoutOption(), storeOption());
  withNewOutput(withOptions(command, tableOptions()));
  withOptions(command, quietOption(), jsonOption());
  excludeEachOther(command);
  withCrateOptions(command);
  command.action(async (text: string | undefined, options: QueryCommandOptions) => {
    timeLimit(options); // both refuse a wrong value before anything is read
    mostRows(io, true, options);
    const parameters = parametersFrom(options.param ?? []);
    const { queries, isList } = await chosenQueries(text, options, io, command);
    const format = formatOf(options);
    if ((format ?? 'table') !== 'table') refuse(command, ['--wide'], `with ${format}`, 'write a table');
    if (format !== 'csv' && format !== 'tsv') refuse(command, ['--safe-csv'], 'with other formats', 'write CSV or TSV');
    const places = [text, ...(options.file ?? []), ...(options.in ?? [])];
    const crates = await chosenCrates(options, io, places.includes('-'));
    const { columns, count, safeCsv } = options;
    const answer = async (ask: AskStore, { text: sparql, file }: NamedQuery): Promise<StoreAnswer> => {
      const rows = mostRows(io, queryForm(sparql) === 'SELECT', options);
      const signal = timeLimit(options);
      return ask(sparql, { format, signal, parameters, rows, columns, count, safeCsv }).catch((error: unknown) => {
        throw aboutText(error, file);
      });
    };
    const [first] = queries as [NamedQuery];
    if (options.explain === true)
      return withStoreOrCrates({ crates, queries }, options, io, async (ask) => {
        for (const { name, text: sparql, file } of queries) {
          let plan: QueryPlan | undefined;
          const signal = timeLimit(options);
          await ask(sparql, {
            count: queryForm(sparql) !== 'ASK',
            signal,
            parameters,
            onPlan: (one) => (plan = one),
          }).catch((error: unknown) => {
            throw aboutText(error, file);
          });
          await printExplained(io, { name, plan }, options);
        }
      });
    if (isList || (await resultFolder(options)) !== undefined) {
      const printer = { ...options, ...(await printerOfAnswers(io, queries, options)) };
      const print = (ask: AskStore) => printAnswers(io, queries, printer, (query) => answer(ask, query));
      if ((await withStoreOrCrates({ crates, queries }, options, io, print)) > 0) status.code = 1;
      return;
    }
    const only = await withStoreOrCrates({ crates, queries }, options, io, (ask) => answer(ask, first));
    await printAnswer(io, only, options, only.handles);
  });
};

/** Says which options do not go together. */
function excludeEachOther(command: Command): void {
  exclusive(command, '--format', '--json', 'leave --json out, or write --format json');
  for (const option of ['--format', '--rows', '--columns', '--wide'])
    exclusive(command, option, '--count', `leave ${option} out: --count prints one number`);
  for (const option of ['--format', '--rows', '--columns', '--count', '--output', '--safe-csv'])
    exclusive(command, '--explain', option, `leave ${option} out: --explain prints no result`);
  exclusive(command, '--in', '--store', 'query either crates or a store');
  exclusive(
    command,
    '--in',
    '--same',
    'load the crates into a store, where `crategraph identities` finds what is the same',
  );
}

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

/** What is asked, and of which crates; undefined for all. */
interface AskedCrates {
  readonly crates: readonly string[] | undefined;
  readonly queries: readonly NamedQuery[];
}

/** Opens what the options name, once for all queries. */
async function withStoreOrCrates<T>(
  { crates, queries }: AskedCrates,
  options: QueryCommandOptions,
  io: Io,
  work: (ask: AskStore) => Promise<T>,
): Promise<T> {
  if (options.in === undefined) return withAskedStore({ crates, queries }, options, io, work);
  const { askCrates } = await import('../../tasks/query/query-crates.js');
  const { align, from, root } = options;
  const onLoaded = (loaded: readonly LoadResult[]): void => {
    for (const { crate, notes = [], counts = {} } of loaded) printNotes(io, options, crate, { notes, counts });
  };
  const reading = await readingOf(options, io);
  return askCrates(options.in, { ...reading, crates, align, from, root, signal: timeLimit(options), onLoaded }, work);
}

async function withAskedStore<T>(
  { crates, queries }: AskedCrates,
  options: QueryCommandOptions,
  io: Io,
  work: (ask: AskStore) => Promise<T>,
): Promise<T> {
  const { answerFrom, requireQuery } = await import('../../tasks/query/answer-query.js');
  const { ifWritable } = await import('../../store/if-writable.js');
  const { mentionsSearch } = await import('../../store/search/mentions-search.js');
  const { withSnapshot } = await import('../../store/store-snapshots.js');
  return inStore(options, options.align === true ? 'scratch' : 'read', async (store) => {
    if (options.align === true) await (await import('../../tasks/query/align-terms.js')).alignTerms(store);
    const graphs = await chosenGraphs(crates, options);
    const text = queries.some((query) => mentionsSearch(query.text));
    const { same } = options;
    if (same === true) await noteStale(store, options, io);
    if (text || same === true || graphs === undefined)
      await withIndexProgress(io, options, (onProgress) => ifWritable(store.index({ text, onProgress })));
    return withSnapshot(store, (snapshot) =>
      work(async (sparql, asked) => {
        requireQuery(sparql);
        const answer = await answerFrom(snapshot, sparql, { ...asked, graphs, same });
        if (answer.text !== undefined || tableWidth(io, options) === undefined) return answer;
        const { shortHandle } = await import('../../tasks/stored/handles.js');
        const named = await snapshot.graphs([...cratesIn(answer.rows)]);
        return { ...answer, handles: new Map([...named.keys()].map((graph) => [graph, shortHandle(graph)])) };
      }),
    );
  });
}

async function noteStale(store: GraphStore, { quiet, align }: QueryCommandOptions, io: Io): Promise<void> {
  if (quiet === true || align === true) return; // aligned crates are not those of the store
  const { areIdentitiesStale } = await import('../../tasks/identity/same-terms.js');
  await (await import('../../tasks/stored/find-graph.js')).prepareNames(store);
  if (await areIdentitiesStale(store))
    printMessage(io, 'note: crates have changed since `crategraph identities` looked; run it again');
}

/**
 * The graphs that names mean. A scratch copy does not know which crates an update renamed, so the
 * names are those of the store.
 */
async function chosenGraphs(
  crates: readonly string[] | undefined,
  options: QueryCommandOptions,
): Promise<string[] | undefined> {
  if (crates === undefined) return undefined;
  const { findGraphs } = await import('../../tasks/stored/find-graph.js');
  return inStore(options, 'read', (store) => findGraphs(store, crates));
}
