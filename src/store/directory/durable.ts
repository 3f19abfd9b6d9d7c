import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CrateError } from '../../errors.js';

/** Writes a file so that after a crash at any moment it holds either its old content or the new one, whole. */
export async function writeFileDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw diskFailure(error, path);
  }
}

/** Makes the names in a folder durable; where the system cannot sync a folder (Windows) there is nothing to do. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  try {
    await folder?.sync();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await folder?.close();
  }
}

/** The system's name for an error (ENOENT, ENOSPC, ...), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' && !(error instanceof CrateError) ? code : undefined;
}

/** An error of the file system while the store is written, as ERR_OUTPUT. */
export function diskFailure(error: unknown, file: string): unknown {
  if (codeOf(error) === undefined) return error;
  return new CrateError('ERR_OUTPUT', `cannot write ${file}: ${codeOf(error)}`, { details: { file }, cause: error });
}
