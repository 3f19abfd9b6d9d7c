import { readFile } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import type { Io } from './io.js';

/**
 * Reads the SPARQL text of a command line: the argument, a file, or stdin (`-`).
 * @throws CrateError ERR_USAGE unless exactly one is given, ERR_NOT_FOUND
 */
export async function sparqlText(text: string | undefined, file: string | undefined, io: Io): Promise<string> {
  if ((text === undefined) === (file === undefined)) {
    throw new CrateError('ERR_USAGE', 'give one SPARQL text: as an argument, with --file, or - for stdin');
  }
  if (text !== undefined && text !== '-') return text;
  if (file === undefined || file === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of io.stdin) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CrateError('ERR_NOT_FOUND', `${file} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
}
