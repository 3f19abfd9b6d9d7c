import { readStream } from '../base/disk/file-streams.js';
import { unreadable } from '../base/disk/read-file.js';
import { aboutFile, CrateError } from '../base/errors.js';
import { readAll } from '../package/limits.js';
import type { Io } from './io.js';

/** Bytes of a SPARQL text: data of this size is loaded, and not written into an update. */
const LONGEST = 256_000_000;

/**
 * Reads the SPARQL text of a command line: the argument, a file, or stdin (`-`).
 * @throws CrateError ERR_USAGE unless exactly one is given, ERR_NOT_FOUND, ERR_LIMIT
 */
export async function sparqlText(text: string | undefined, file: string | undefined, io: Io): Promise<string> {
  if ((text === undefined) === (file === undefined)) {
    throw new CrateError('ERR_USAGE', 'give one SPARQL text: as an argument, with --file, or - for stdin');
  }
  if (text !== undefined && text !== '-') return requireSparql(text);
  const place = file ?? '-';
  const read = await textAt(place, io, 'the SPARQL text');
  if (read.trim() === '')
    throw new CrateError('ERR_USAGE', `the SPARQL text is empty: ${place === '-' ? 'standard input' : file} has none`);
  return read;
}

/**
 * Refuses an argument that is a single word: people mean a file, or a name.
 * @param advise says what to write instead of a word that is no file name; asked only for such a word
 * @throws CrateError ERR_USAGE
 */
export async function requireSparql(
  text: string,
  advise: (word: string) => string | Promise<string> = () => 'write a SPARQL text, or name a file with --file',
): Promise<string> {
  if (!/^[\w.\\/-]+$/.test(text) || /^(?:select|ask|construct|describe)$/i.test(text)) return text;
  const isFile = /\.\w+$/.test(text);
  throw new CrateError('ERR_USAGE', `${text} is no SPARQL text`, {
    hint: isFile ? `to read a file, write --file ${text}` : await advise(text),
  });
}

/**
 * Reads a text from a file, or from stdin (`-`).
 * @param what names the text
 * @throws CrateError ERR_NOT_FOUND, ERR_LIMIT
 */
export async function textAt(file: string, io: Io, what: string): Promise<string> {
  const bytes = await readAll(file === '-' ? io.stdin : readStream(file), LONGEST, what).catch((error: unknown) => {
    throw file === '-' || error instanceof CrateError ? error : unreadable(file, error);
  });
  return Buffer.from(bytes).toString('utf8');
}

/** Names the file of a SPARQL text in an error about the text, and in no other. */
export function aboutText(error: unknown, file: string | undefined): unknown {
  return error instanceof CrateError && error.code.startsWith('ERR_QUERY_') ? aboutFile(error, file) : error;
}
