import { stat } from 'node:fs/promises';
import { CrateError } from '../errors.js';

/** Whether writing to a path would replace a file with content; a pipe, a device or a folder is not replaced. */
export async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size > 0;
}

/** The error for an output that would replace a file. @param what completes "x exists" */
export function wouldReplace(path: string, what = ''): CrateError {
  return new CrateError('ERR_OUTPUT', `${path} exists${what}, and nothing was written`, {
    hint: 'give the output another name, or add --force to replace the file',
    details: { file: path },
  });
}
