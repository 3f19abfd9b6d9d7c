import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CrateError } from '../errors.js';
import { isMetadataFileName, METADATA_FILE_NAMES } from '../crate/names.js';

/** A metadata document on the local disk, or standard input. */
export interface FoundCrate {
  /** Absolute path of the metadata file, `-` for standard input. */
  readonly file: string;
  /** The words of the user that led here: for messages. */
  readonly argument: string;
}

/**
 * Finds the crates that an argument names: a metadata file (any JSON file that is named outright), a crate folder, a
 * folder tree full of crates, or `-`. Crates inside a crate belong to it and are not looked for.
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_UNSUPPORTED for what has no reader yet
 */
export async function* findCrates(argument: string): AsyncGenerator<FoundCrate> {
  if (argument === '-') {
    yield { file: '-', argument };
    return;
  }
  if (/^https?:/i.test(argument)) {
    throw new CrateError('ERR_UNSUPPORTED', `${argument}: crates on the web cannot be read yet`, { hint: 'download the metadata file and give its address with --base' });
  }
  const path = resolve(argument);
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const missing = cause.code === 'ENOENT' || cause.code === 'ENOTDIR';
    throw new CrateError('ERR_NOT_FOUND', missing ? `${argument} does not exist` : `${argument} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  if (found.isFile()) {
    if (/\.(?:zip|eln|tar|tgz|gz)$/i.test(path)) {
      throw new CrateError('ERR_UNSUPPORTED', `${argument}: archives cannot be read yet`, { hint: 'unpack the archive and give the folder' });
    }
    yield { file: path, argument };
    return;
  }
  let count = 0;
  for await (const file of metadataFilesBelow(path)) {
    count += 1;
    yield { file, argument };
  }
  if (count === 0) throw new CrateError('ERR_NOT_A_CRATE', `${argument} holds no RO-Crate metadata file`);
}

/** Metadata files below a folder in the order of their paths; what lies inside a crate is its payload. */
async function* metadataFilesBelow(folder: string): AsyncGenerator<string> {
  const files: string[] = [];
  const folders: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.git')) folders.push(entry.name);
    else if (isMetadataFileName(entry.name) && (entry.isFile() || entry.isSymbolicLink())) files.push(entry.name);
  }
  const [attached] = METADATA_FILE_NAMES.filter((name) => files.includes(name));
  if (attached !== undefined) {
    yield join(folder, attached);
    return;
  }
  for (const file of files.sort()) yield join(folder, file);
  for (const name of folders.sort()) yield* metadataFilesBelow(join(folder, name));
}

/** A short name for messages: the folder of a standard metadata file, else the file itself. */
export function shortName({ file }: FoundCrate): string {
  const name = basename(file);
  return (METADATA_FILE_NAMES as readonly string[]).includes(name) ? basename(dirname(file)) : name;
}
