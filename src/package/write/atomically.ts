import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { CrateError } from '../../errors.js';

/**
 * Lets a file appear when it is complete: it is written beside its place and renamed, and nothing is left of a failure.
 * @param write writes the file of the given temporary path
 * @throws CrateError ERR_OUTPUT, and CrateErrors of `write` as they are
 */
export async function atomically(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await write(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof CrateError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CrateError('ERR_OUTPUT', `${target} cannot be written: ${code ?? message}`, { cause: error });
  }
}
