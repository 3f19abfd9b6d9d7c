import { pipeline } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
import { outputError, writeNamedFile, type Chunks } from '../base/disk/write-file.js';
import { isCompressedName } from './output-format.js';
import { printable, printableJson, printableMessage } from './printable.js';

/** Where a command reads and writes: the process, or anything like it. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & AsyncIterable<Uint8Array>;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Writes a result, unchanged, to a file or to stdout. A file appears when it is complete: we write a temporary file
 * next to it and rename that. A name that ends in `.gz` compresses it.
 * @param target path, or `-` or undefined for stdout
 * @throws CrateError ERR_OUTPUT
 */
export async function writeOutput(io: Io, target: string | undefined, chunks: Chunks): Promise<void> {
  if (target === undefined || target === '-') {
    await toStdout(io, chunks);
    return;
  }
  await writeNamedFile(target, isCompressedName(target) ? await compressed(chunks) : chunks);
}

async function compressed(chunks: Chunks): Promise<Chunks> {
  const { createGzip } = await import('node:zlib');
  const { through } = await import('../package/bytes/through.js');
  return through(Readable.from(chunks), createGzip());
}

/**
 * Writes lines for people to stdout or to a file. Text from crates, files and servers becomes safe for a terminal.
 * Results for machines go through {@link writeJson}; documents, RDF and tables through {@link writeOutput}.
 * @throws CrateError ERR_OUTPUT
 */
export async function printLines(io: Io, lines: Iterable<string>, target?: string): Promise<void> {
  let text = '';
  for (const line of lines) text += `${printable(line)}\n`;
  await writeOutput(io, target, [text]);
}

/**
 * Writes results for machines to stdout, one JSON value after the other, also safe for a terminal.
 * @param indent spaces for each level; without it each value is one line
 */
export async function writeJson(io: Io, results: Iterable<unknown>, indent?: number): Promise<void> {
  let text = '';
  for (const result of results) text += `${printableJson(JSON.stringify(result, null, indent))}\n`;
  await writeOutput(io, undefined, [text]);
}

/** Writes one line for people to stderr, shortened and safe for a terminal. */
export function printMessage(io: Io, line: string): void {
  io.stderr.write(`${printableMessage(line)}\n`);
}

async function toStdout({ stdout }: Io, chunks: Chunks): Promise<void> {
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      stdout.write(chunk, (error) => done(writeError(error)));
    },
  });
  try {
    await pipeline(Readable.from(chunks), sink);
  } catch (error) {
    // A reader that closes the pipe early, such as `head`, is not a failure.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** A closed pipe keeps its error, which {@link toStdout} expects. */
function writeError(error: NodeJS.ErrnoException | null | undefined): Error | null {
  if (error === null || error === undefined) return null;
  return error.code === 'EPIPE' ? error : outputError('standard output', error);
}
