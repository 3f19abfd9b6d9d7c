import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../../errors.js';
import type { PackageFile } from '../crate-package.js';

/**
 * Writes files into a folder, each atomically; what is there beside them stays. Nothing is written outside, also not
 * through a symbolic link that somebody put into the folder.
 * @param onFile called after each file
 * @throws CrateError ERR_OUTPUT, and what reading the files throws
 */
export async function writeFolder(
  target: string,
  files: AsyncIterable<PackageFile> | Iterable<PackageFile>,
  onFile: (path: string) => void = () => undefined,
): Promise<void> {
  const made = new Set<string>();
  await attempt(target, () => mkdir(target, { recursive: true }));
  const root = await realpath(target);
  for await (const file of files) {
    await writeInto(root, target, file, made);
    onFile(file.path);
  }
}

async function writeInto(
  root: string,
  target: string,
  { path, content }: PackageFile,
  made: Set<string>,
): Promise<void> {
  const place = join(root, path);
  const folder = dirname(place);
  if (!made.has(folder)) {
    await attempt(join(target, path), () => makeFolder(root, folder));
    made.add(folder);
  }
  const temporary = `${place}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await pipeline(Readable.from(content()), createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw outputError(join(target, path), error);
  }
}

/** Makes a folder step by step, so that no step leads through a link out of the root. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const steps = folder
    .slice(root.length)
    .split(sep)
    .filter((step) => step !== '');
  let current = root;
  for (const step of steps) {
    current = join(current, step);
    await mkdir(current).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const real = await realpath(current);
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new CrateError('ERR_OUTPUT', `${current} is a link that leads out of ${root}`);
    }
  }
}

/**
 * Puts a symbolic link with the extension `.jsonld` beside the metadata file, for hosts that only know that as JSON-LD
 * (format document, section 4). A file of that name stays and is an error.
 * @throws CrateError ERR_OUTPUT
 */
export async function writeAlias(target: string, metadataName: string): Promise<void> {
  const alias = join(target, metadataName.replace(/\.json(?:ld)?$/, '.jsonld'));
  if (metadataName.endsWith('.jsonld')) return;
  const found = await lstat(alias).catch(() => undefined);
  if (found?.isSymbolicLink() === true && (await readlink(alias)) === metadataName) return;
  if (found !== undefined && !found.isSymbolicLink())
    throw new CrateError('ERR_OUTPUT', `${alias} is a file and not replaced by a link`);
  await attempt(alias, async () => {
    await rm(alias, { force: true });
    await symlink(metadataName, alias);
  });
}

async function attempt<T>(place: string, job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    throw outputError(place, error);
  }
}

function outputError(place: string, error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new CrateError('ERR_OUTPUT', `${place} cannot be written: ${code ?? message}`, { cause: error });
}
