import { stat } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { hasContent, wouldReplace } from '../base/disk/existing-file.js';
import type { Unsaid } from '../site/door.js';
import type { Chunks } from '../base/disk/write-file.js';
import { CrateError } from '../base/errors.js';
import { syntaxOf } from '../base/rdf/syntaxes.js';
import { printMessage, writeJson, writeOutput, type Io } from './io.js';
import { onlyWith } from './option-rules.js';
import { METADATA_DOCUMENT, isCompressedName, outputFormat, type OutputFormat } from './output-format.js';
import { jsonOption, OUTPUT_GROUP, withOptions, type JsonOption, type QuietOption } from './options.js';
import { printNotes, type CountedNotes } from './reporting.js';

/** Values of {@link withOutput}. */
export interface OutputChoice extends QuietOption {
  readonly output?: string;
  readonly force?: boolean;
}

/** Values of {@link withOutput} and {@link withWrittenJson}. */
export interface WrittenChoice extends OutputChoice, JsonOption {}

/** Adds `--output` and `--force` to a verb; an output that would replace a file is refused before the verb begins. */
export function withNewOutput(command: Command, description = 'write to a file instead of stdout'): Command {
  return withOutput(command, description).hook('preAction', () => checkNew(command.opts()));
}

/** As {@link withNewOutput}, for a verb that writes nothing but a metadata document. */
export function withNewDocument(command: Command): Command {
  command.hook('preAction', () => checkEnding(command.opts()));
  return withNewOutput(command);
}

/** Refuses an output whose ending means another format. @throws CrateError ERR_USAGE */
export function checkEnding({ output }: OutputChoice, format: OutputFormat = METADATA_DOCUMENT): void {
  outputFormat(output, { formats: [format] });
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

/** Adds `--json` to a verb whose result is the file that it writes. */
export function withWrittenJson(command: Command): Command {
  withOptions(command, jsonOption('print what was written, or an error, as JSON'));
  return onlyWith(command, '--output', ['--json']).hook('preAction', () => {
    const { output, json } = command.opts<WrittenChoice>();
    if (json === true && output === '-')
      throw new CrateError('ERR_USAGE', '--json does not work with --output -: both use stdout', {
        hint: 'write to a file, or leave --json out',
      });
  });
}

/** What a command says about what it has written. */
export interface Written {
  readonly kind: string;
  /** What the notes are about. */
  readonly subject?: string;
  /** The repairs and warnings; complete once all is written. */
  readonly report?: CountedNotes;
  /** What a catalogue could not say; complete once all is written. */
  readonly unsaid?: () => readonly Unsaid[];
}

/** Writes a result to stdout or to a file, and says so. @throws CrateError ERR_OUTPUT */
export async function writeResult(io: Io, options: WrittenChoice, result: Written & { chunks: Chunks }): Promise<void> {
  await writeOutput(io, options.output, result.chunks);
  await reportWritten(io, options, result);
}

/** Writes RDF as {@link writeResult} does. @param result its kind is the name of the format */
export async function writeRdf(io: Io, options: WrittenChoice, result: Written & { chunks: Chunks }): Promise<void> {
  await writeResult(io, options, { ...result, kind: syntaxOf(result.kind)?.label ?? result.kind });
}

/** Writes a JSON-LD document as {@link writeResult} does. */
export async function writeJsonLd(
  io: Io,
  options: WrittenChoice,
  result: Written & { document: unknown },
): Promise<void> {
  await writeResult(io, options, { ...result, chunks: [`${JSON.stringify(result.document, null, 2)}\n`] });
}

/** Says what a command has written and what it had to note: on stderr, and with `--json` as JSON on stdout. */
export async function reportWritten(io: Io, options: WrittenChoice, written: Written): Promise<void> {
  const { kind, subject = '', report: { notes, counts } = { notes: [], counts: {} } } = written;
  const unsaid = written.unsaid?.();
  const { output = '-' } = options;
  if (options.json === true) {
    const found = await stat(output).catch(() => undefined);
    const bytes = found?.isFile() === true ? found.size : undefined;
    await writeJson(io, [{ output, kind, bytes, notes, counts, unsaid }], 2);
  }
  await sayWritten(io, options, kind);
  printNotes(io, options, subject, { notes, counts });
  if (options.quiet !== true) for (const { message } of unsaid ?? []) printMessage(io, `note: ${message}`);
}

/** Says on stderr what a command has written to a file or folder; nothing about a pipe or device. */
export async function sayWritten(io: Io, { output = '-', quiet }: OutputChoice, kind: string): Promise<void> {
  if (output === '-' || quiet === true) return;
  const found = await stat(output).catch(() => undefined);
  if (found?.isDirectory() === true) printMessage(io, `wrote ${output}: ${kind}`);
  if (found?.isFile() !== true) return;
  const { humanSize } = await import('../package/limits.js');
  const compressed = isCompressedName(output) ? ', compressed' : '';
  printMessage(io, `wrote ${output}: ${kind}${compressed}, ${humanSize(found.size)}`);
}
