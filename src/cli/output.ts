import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Option, type Command } from 'commander';
import { hasContent, wouldReplace } from '../disk/existing-file.js';
import type { Chunks } from '../disk/write-file.js';
import { printMessage, writeOutput, type Io } from './io.js';
import { onlyWith } from './option-rules.js';
import { OUTPUT_GROUP, type QuietOption } from './options.js';

/** Values of {@link withOutput}. */
export interface OutputChoice extends QuietOption {
  readonly output?: string;
  readonly force?: boolean;
}

/** Adds `--output` and `--force` to a verb; an output that would replace a file is refused before the verb begins. */
export function withNewOutput(command: Command, description = 'write to a file instead of stdout'): Command {
  return withOutput(command, description).hook('preAction', () => checkNew(command.opts()));
}

/**
 * Adds `--output` and `--force` to a verb that itself decides which files it may replace.
 * @param value what the value is, for the help
 */
export function withOutput(command: Command, description: string, value = '<file>'): Command {
  command.addOption(new Option(`-o, --output ${value}`, description).helpGroup(OUTPUT_GROUP));
  return withForce(command);
}

/** Adds `--force` to a verb that has `--output`. */
export function withForce(command: Command): Command {
  command.addOption(new Option('--force', 'let --output replace an existing file').helpGroup(OUTPUT_GROUP));
  return onlyWith(command, '--output', ['--force']);
}

/** Refuses an output that would replace a file. @throws CrateError ERR_OUTPUT */
export async function checkNew({ output = '-', force }: OutputChoice): Promise<void> {
  if (output !== '-' && force !== true && (await hasContent(output))) throw wouldReplace(output);
}

/** Writes a document, RDF or a table to stdout or to a file, and says so. @throws CrateError ERR_OUTPUT */
export async function writeResult(io: Io, options: OutputChoice, kind: string, chunks: Chunks): Promise<void> {
  await writeOutput(io, options.output, chunks);
  await sayWritten(io, options, kind);
}

/**
 * Writes RDF as {@link writeResult} does; compressed to a file whose name ends in `.gz`.
 * @param to name of the format
 */
export async function writeRdf(io: Io, options: OutputChoice, to: string, chunks: Chunks): Promise<void> {
  const kind = FORMAT_NAMES[to] ?? to;
  if (options.output?.endsWith('.gz') !== true) return writeResult(io, options, kind, chunks);
  const { createGzip } = await import('node:zlib');
  const { through } = await import('../package/bytes/through.js');
  await writeResult(io, options, `${kind}, compressed`, through(Readable.from(chunks), createGzip()));
}

/** Writes a JSON-LD document as {@link writeResult} does. */
export async function writeJsonLd(io: Io, options: OutputChoice, kind: string, document: unknown): Promise<void> {
  await writeResult(io, options, kind, [`${JSON.stringify(document, null, 2)}\n`]);
}

/** Says on stderr what a command has written to a file or folder; nothing about a pipe or device. */
export async function sayWritten(io: Io, { output = '-', quiet }: OutputChoice, kind: string): Promise<void> {
  if (output === '-' || quiet === true) return;
  const found = await stat(output).catch(() => undefined);
  if (found?.isDirectory() === true) printMessage(io, `wrote ${output}: ${kind}`);
  if (found?.isFile() !== true) return;
  const { humanSize } = await import('../package/limits.js');
  printMessage(io, `wrote ${output}: ${kind}, ${humanSize(found.size)}`);
}

/** The names of formats in messages. */
export const FORMAT_NAMES: Readonly<Record<string, string>> = {
  nquads: 'N-Quads',
  ntriples: 'N-Triples',
  turtle: 'Turtle',
  trig: 'TriG',
  jsonld: 'JSON-LD',
  table: 'table',
  json: 'JSON',
  ndjson: 'NDJSON',
  csv: 'CSV',
  tsv: 'TSV',
  xml: 'XML',
};
