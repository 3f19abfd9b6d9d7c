import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Makes a folder and those above it, as `mkdir -p` does. Throws the error of the system: on a disk that is read-only
 * Node says that the folder above does not exist.
 * @param mode permissions of the new folders; default: what the process gives to new folders
 * @returns the first folder that it made; undefined if all were there
 */
export async function makeFolder(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    let above = dirname(resolve(path));
    while ((await stat(above).catch(() => undefined)) === undefined && dirname(above) !== above) above = dirname(above);
    const first = relative(above, resolve(path)).split(sep)[0] ?? '';
    await mkdir(join(above, first)); // fails for the true reason
    throw error;
  }
}
