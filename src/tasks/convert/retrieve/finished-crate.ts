import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openPackage } from '../../../package/open/open-package.js';
import { isWritableArchiveName } from '../../../package/container/archive-names.js';
import type { CratePackage } from '../../../package/crate-package.js';
import type { Plan } from '../plan.js';
import type { Part } from './check-parts.js';

/** The SHA-256 of the metadata document of an output in hexadecimal digits; undefined if there is none. */
export async function writtenDocument(output: string, name: string): Promise<string | undefined> {
  return withWrittenCrate(output, name, async ({ metadata }) => Buffer.from(metadata.content.sha256).toString('hex'));
}

/** Tells whether the files of all parts are in an output, with their sizes. */
export async function hasFiles(output: string, { name }: Pick<Plan, 'name'>, parts: readonly Part[]): Promise<boolean> {
  const files = parts.filter(({ change }) => change.action === 'retrieve');
  if (files.length === 0) return true;
  const found = await withWrittenCrate(output, name, async (opened) => {
    const sizes = new Map<string, number>();
    if (isWritableArchiveName(output)) for await (const { path, size } of opened.files()) sizes.set(path, size);
    for (const { path, change } of files) {
      const size = isWritableArchiveName(output) ? sizes.get(path) : await sizeOf(join(resolve(output), path));
      if (size === undefined || (change.size !== undefined && change.size !== size)) return false;
    }
    return true;
  }).catch(() => false);
  return found === true;
}

/** Opens the crate in an output; undefined if there is none. */
export async function withWrittenCrate<T>(
  output: string,
  name: string,
  job: (opened: CratePackage) => Promise<T>,
): Promise<T | undefined> {
  const file = isWritableArchiveName(output) ? resolve(output) : join(resolve(output), name);
  if ((await lstat(file).catch(() => undefined))?.isFile() !== true) return undefined;
  const opened = await openPackage(file, { verify: 'metadata' });
  try {
    return await job(opened);
  } finally {
    await opened.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}
