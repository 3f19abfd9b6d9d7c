import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CrateError } from '../../errors.js';
import { Connection } from './connection.js';
import { prepareTables } from './schema.js';

/**
 * Copies a store of this moment into a new file, while others read and write.
 * @returns size of the file in bytes
 * @throws CrateError ERR_OUTPUT when the target is there or cannot be written, ERR_STORE_INVALID
 */
export async function backupStore(path: string, target: string): Promise<number> {
  const file = resolve(target);
  if ((await stat(file).catch(() => undefined)) !== undefined)
    throw new CrateError('ERR_OUTPUT', `${file} is there already`, { hint: 'give the name of a new file' });
  const part = `${file}.part`;
  const connection = new Connection(resolve(path));
  try {
    prepareTables(connection, path, false);
    connection.run('VACUUM INTO ?', part);
    await rename(part, file);
  } finally {
    connection.close();
    await rm(part, { force: true });
  }
  return (await stat(file)).size;
}
