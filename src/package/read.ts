import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import type { FoundCrate } from './find.js';

/** The bytes of a metadata file, with their digest. */
export interface MetadataBytes {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: Uint8Array;
}

/** Reads a metadata file or standard input whole. @throws CrateError ERR_NOT_FOUND */
export async function readMetadata({ file, argument }: FoundCrate, stdin: AsyncIterable<Uint8Array> = process.stdin): Promise<MetadataBytes> {
  const bytes = file === '-' ? await collect(stdin) : await readFile(file).catch(unreadable(argument));
  return { bytes, sha256: createHash('sha256').update(bytes).digest() };
}

function unreadable(argument: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    throw new CrateError('ERR_NOT_FOUND', `${argument} cannot be read: ${cause.code ?? cause.message}`, { cause });
  };
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
