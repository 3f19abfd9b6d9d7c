import { join } from 'node:path';
import { hasContent, wouldReplace } from '../base/disk/existing-file.js';
import { makeFolder } from '../base/disk/make-folder.js';
import { isFolder } from '../base/disk/read-file.js';
import { withOutputError } from '../base/disk/write-file.js';
import { CrateError } from '../base/errors.js';
import type { Answer } from '../tasks/query/answer-query.js';
import { resultFormats } from '../tasks/query/result-formats.js';
import { queryForm } from '../store/sparql-tokens.js';
import { printMessage, writeJson, writeOutput, type Io } from './io.js';
import type { NamedQuery } from './named-queries.js';
import { checkPlaceName } from './output-format.js';
import { formatOf, printAnswer, type AnswerChoice } from './print-answer.js';
import { printable, printableJson } from './printable.js';
import { progressBar } from './progress.js';
import { printError } from './reporting.js';
import type { Handles } from './term-cells.js';

/** An answer, with the handles of the crates in it. */
export type StoreAnswer = Answer & { readonly handles?: Handles };

/** The folder that an output names: it ends in a slash, or exists; undefined for a file and stdout. */
export async function resultFolder({ output = '-' }: AnswerChoice): Promise<string | undefined> {
  if (output === '-' || !(/[\\/]$/.test(output) || (await isFolder(output)))) return undefined;
  checkPlaceName(output, false);
  return output;
}

/** Prints the answers to several queries. */
export interface AnswersPrinter {
  /** The folder of the results; undefined for stdout. */
  readonly folder: string | undefined;
  readonly print: PrintOne;
}

/**
 * Chooses how to print each result with the name of its query: in a folder a file with this name, else text under a
 * heading, or JSON values with `query`.
 * @throws CrateError ERR_USAGE for a format that cannot tell results apart, ERR_OUTPUT if a file would be replaced
 */
export async function printerOfAnswers(
  io: Io,
  queries: readonly NamedQuery[],
  options: AnswerChoice,
): Promise<AnswersPrinter> {
  const folder = await resultFolder(options);
  return { folder, print: folder === undefined ? toStdout(io, options) : await toFolder(io, folder, queries, options) };
}

/**
 * Answers queries one after the other and prints each result. A query that fails is reported and stops no other.
 * @param ask answers one of them
 * @returns how many failed
 * @throws CrateError ERR_OUTPUT
 */
export async function printAnswers(
  io: Io,
  queries: readonly NamedQuery[],
  { folder, print, ...options }: AnswersPrinter & AnswerChoice,
  ask: (query: NamedQuery) => Promise<StoreAnswer>,
): Promise<number> {
  const bar = await progressBar(io, folder === undefined ? { quiet: true } : options, 'queries');
  let failed = 0;
  for (const [index, query] of queries.entries()) {
    bar.update(index, queries.length, query.name ?? '');
    try {
      await print(query, await ask(query));
    } catch (error) {
      if (!(error instanceof CrateError) || error.code === 'ERR_OUTPUT') {
        bar.stop();
        throw error;
      }
      failed += 1;
      if (folder === undefined && isJson(options)) await writeJson(io, [{ query: query.name, error }]);
      printError(io, error.with({ file: query.file ?? `query ${query.name}` }));
    }
  }
  bar.stop();
  if (failed > 0) printMessage(io, `queries that failed: ${failed} of ${queries.length}`);
  return failed;
}

type PrintOne = (query: NamedQuery, answer: StoreAnswer) => Promise<void>;

/** @throws CrateError ERR_USAGE */
function toStdout(io: Io, options: AnswerChoice): PrintOne {
  if (options.output !== undefined && options.output !== '-')
    throw new CrateError('ERR_USAGE', 'several queries have several results, which need a folder', {
      hint: 'end the name of the folder in /, as in --output results/',
    });
  const format = formatOf(options);
  if (isJson(options)) return (query, answer) => printJson(io, query, answer, format === 'ndjson');
  if (format !== undefined && format !== 'table')
    throw new CrateError('ERR_USAGE', `results of several queries as ${format} need a folder`, {
      hint: 'add --output results/, or write --format ndjson',
    });
  let isFirst = true;
  return async ({ name = '' }, answer) => {
    await writeOutput(io, undefined, [`${isFirst ? '' : '\n'}# ${printable(name)}\n`]);
    isFirst = false;
    await printAnswer(io, answer, options, answer.handles);
  };
}

function isJson(options: AnswerChoice): boolean {
  return options.json === true || ['json', 'ndjson'].includes(formatOf(options) ?? '');
}

/** Prints an answer as a JSON value, or one for each row. It is read whole first: a value is never cut. */
async function printJson(io: Io, { name }: NamedQuery, { text = [] }: Answer, byRow: boolean): Promise<void> {
  const chunks: string[] = [];
  for await (const chunk of text) chunks.push(printableJson(chunk));
  const head = `{"query":${printableJson(JSON.stringify(name))},`;
  if (!byRow)
    return writeOutput(io, undefined, [`${head}"result":`, ...chunks.slice(0, -1), `${chunks.at(-1)?.trimEnd()}}\n`]);
  const key = /^\{"head":/.test(chunks[0] ?? '') ? 'result' : 'row';
  await writeOutput(io, undefined, rowsOf(chunks, `${head}"${key}":`));
}

function* rowsOf(chunks: Iterable<string>, start: string): Generator<string> {
  // A chunk has whole rows.
  for (const chunk of chunks) for (const row of chunk.split('\n')) if (row !== '') yield `${start}${row}}\n`;
}

/** @throws CrateError ERR_OUTPUT if a file would be replaced */
async function toFolder(
  io: Io,
  folder: string,
  queries: readonly NamedQuery[],
  options: AnswerChoice,
): Promise<PrintOne> {
  const pathOf = ({ name, text }: NamedQuery): string => {
    if (name === undefined)
      throw new CrateError('ERR_USAGE', 'this query has no name, so its result has none in a folder', {
        hint: 'name a file with --output, or put the query into a file of its own (--file)',
      });
    return join(folder, `${name}.${endingOf(text, options)}`);
  };
  for (const query of queries) {
    const path = pathOf(query);
    if (options.force !== true && (await hasContent(path))) throw wouldReplace(path);
  }
  await withOutputError(folder, () => makeFolder(folder));
  return (query, answer) => printAnswer(io, answer, { ...options, output: pathOf(query) }, answer.handles);
}

/** The ending of a file with the result of a query. */
function endingOf(sparql: string, options: AnswerChoice): string {
  if (options.count === true) return 'txt';
  const formats = resultFormats(queryForm(sparql));
  const format = formatOf({ ...options, output: '-' });
  return (formats.find(({ name }) => name === format) ?? formats[0])?.extensions[0] ?? 'txt';
}
