import { pipeline } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
import { writeNamedFile, type Chunks } from '../disk/write-file.js';
import { printable, printableJson, printableMessage } from './printable.js';

/** Where a command reads and writes: the process, or anything like it. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & AsyncIterable<Uint8Array>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Writes a result as it is to a file or to stdout. A file appears when it is complete: it is written beside its place and renamed.
 * @param target path, or `-` or undefined for stdout
 * @throws CrateError ERR_OUTPUT
 */
export async function writeOutput(io: Io, target: string | undefined, chunks: Chunks): Promise<void> {
  if (target === undefined || target === '-') {
    await toStdout(io, chunks);
    return;
  }
  await writeNamedFile(target, chunks);
}

/**
 * Writes lines for people to stdout or to a file: what they hold of crates, files and servers is made safe for a
 * terminal. What machines read goes through {@link writeJson}; documents, RDF and tables through {@link writeOutput}.
 * @throws CrateError ERR_OUTPUT
 */
export async function show(io: Io, lines: Iterable<string>, target?: string): Promise<void> {
  let text = '';
  for (const line of lines) text += `${printable(line)}\n`;
  await writeOutput(io, target, [text]);
}

/**
 * Writes results for machines to stdout, one JSON value after the other, safe for a terminal too.
 * @param indent blanks by which each level is moved in; without it each value is one line
 */
export async function writeJson(io: Io, results: Iterable<unknown>, indent?: number): Promise<void> {
  let text = '';
  for (const result of results) text += `${printableJson(JSON.stringify(result, null, indent))}\n`;
  await writeOutput(io, undefined, [text]);
}

/** Writes one line for people to stderr, safe for a terminal and bounded. */
export function say(io: Io, line: string): void {
  io.stderr.write(`${printableMessage(line)}\n`);
}

/** Streams that hold data of ours. */
const begun = new WeakSet<NodeJS.WritableStream>();

/** Whether a result, or the beginning of one, is on stdout: nothing else can follow it there. */
export function hasOutput({ stdout }: Io): boolean {
  return begun.has(stdout);
}

async function toStdout({ stdout }: Io, chunks: Chunks): Promise<void> {
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      begun.add(stdout);
      stdout.write(chunk, (error) => done(error ?? null));
    },
  });
  try {
    await pipeline(Readable.from(chunks), sink);
  } catch (error) {
    // A reader that has seen enough, such as `head`, is no failure.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
