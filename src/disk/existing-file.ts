import { stat } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import { requireNoStore } from './no-store.js';

/**
 * Whether writing to a path would replace content. A pipe, a device or a folder is not replaced.
 * @throws CrateError ERR_OUTPUT for a store, which nothing replaces
 */
export async function hasContent(path: string): Promise<boolean> {
  await requireNoStore(path);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size > 0;
}

/** The error for an output that would replace a file. @param what completes "x exists" */
export function wouldReplace(path: string, what = ''): CrateError {
  return new CrateError('ERR_OUTPUT', `${path} exists${what}; nothing was written`, {
    hint: 'give the output another name, or add --force to replace the file',
    details: { file: path },
  });
}
