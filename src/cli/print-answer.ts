import { CrateError } from '../base/errors.js';
import type { Answer } from '../tasks/query/answer-query.js';
import { resultFormats, type QueryFormat } from '../tasks/query/result-formats.js';
import { printMessage, writeOutput, type Io } from './io.js';
import type { JsonOption } from './options.js';
import { compressible, outputFormat } from './output-format.js';
import { sayWritten, type OutputChoice } from './output.js';
import { printableJson } from './printable.js';
import { printTable, tableWidth, type TableChoice } from './table.js';
import { termTable, type Handles } from './term-cells.js';

/** How to print the answer to a query. */
export interface AnswerChoice extends TableChoice, OutputChoice, JsonOption {
  readonly format?: QueryFormat;
  readonly rows?: string;
  readonly count?: boolean;
}

/** The rows of a table that a terminal shows unless `--rows` says otherwise. */
const ROWS_IN_TERMINAL = 1000;

/**
 * The format that the options ask for: --format or --json, else the ending of the output file.
 * @throws CrateError ERR_USAGE for an ending that no format of results has, and one that contradicts the option
 */
export function formatOf({ format, json, output, count }: AnswerChoice): QueryFormat | undefined {
  if (count === true) return void outputFormat(output, { formats: COUNTS });
  const chosen = format ?? (json === true ? 'json' : undefined);
  const option = json === true ? '--json' : '--format';
  return outputFormat(output, { formats: RESULTS, option, chosen }) as QueryFormat | undefined;
}

/** A number alone is text, and a value of these formats. */
const COUNTS = resultFormats('SELECT').filter(({ name }) => name !== 'xml');
/** `.json` and `.xml` are rows; for the JSON-LD of a graph `--format` says so. */
const RESULTS = compressible([...resultFormats('SELECT'), ...resultFormats('CONSTRUCT')]);

/** How many rows to ask for; undefined for all. @throws CrateError ERR_USAGE for a --rows that is not a number */
export function mostRows(io: Io, isSelect: boolean, options: AnswerChoice): number | undefined {
  const { rows, count } = options;
  if (rows === undefined) {
    const isTable = isSelect && count !== true && (formatOf(options) ?? 'table') === 'table';
    return isTable && isTerminal(io, options) ? ROWS_IN_TERMINAL : undefined;
  }
  if (rows === 'all') return undefined;
  if (/^[1-9]\d{0,14}$/.test(rows)) return Number(rows);
  throw new CrateError('ERR_USAGE', `invalid --rows ${rows}`, { hint: 'give a number greater than 0, or all' });
}

/** Prints an answer, and to stderr whether rows were left out. @throws CrateError ERR_OUTPUT */
export async function printAnswer(io: Io, answer: Answer, options: AnswerChoice, handles?: Handles): Promise<void> {
  const { text, rows } = answer;
  if (text === undefined) {
    const isBrief = tableWidth(io, options) !== undefined;
    await printTable(io, termTable(rows, isBrief, handles), options);
  } else if (['json', 'ndjson'].includes(formatOf(options) ?? '')) {
    await writeOutput(io, options.output, safeJson(text));
  } else await writeOutput(io, options.output, text);
  const format = formatOf(options) ?? (text === undefined ? 'table' : undefined);
  await sayWritten(io, options, RESULTS.find(({ name }) => name === format)?.label ?? 'result');
  if (options.quiet === true) return;
  if (text === undefined && rows.bindings.length === 0) printMessage(io, 'no rows');
  if (!answer.isCut) return;
  const count = text === undefined ? rows.bindings.length : Number(options.rows);
  const remedy = options.rows === undefined ? ': --rows all shows them; a file (-o) and a pipe get them' : '';
  printMessage(io, `${count === 1 ? 'the first row' : `the first ${count} rows`}; there are more${remedy}`);
}

async function* safeJson(text: NonNullable<Answer['text']>): AsyncGenerator<string> {
  for await (const chunk of text) yield printableJson(chunk);
}

function isTerminal({ stdout }: Io, { output = '-' }: AnswerChoice): boolean {
  return stdout.isTTY === true && output === '-';
}
