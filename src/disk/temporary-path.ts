import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The path of a temporary file or folder, with a unique name. */
export interface TemporaryPath {
  readonly path: string;
  /** Deletes the file or folder. Does nothing after it was renamed. */
  remove(): Promise<void>;
}

const NAME = /^\.crategraph-[0-9a-f]{16}\./;
const paths = new Set<string>();

/** Reserves a temporary path in a folder. It is also deleted if the process exits first, as with Ctrl-C. */
export function temporaryPath(folder: string): TemporaryPath {
  const path = join(folder, temporaryName(randomBytes(8).toString('hex'), 'tmp'));
  if (paths.size === 0) process.once('exit', removeAll);
  paths.add(path);
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      paths.delete(path);
      if (paths.size === 0) process.off('exit', removeAll);
    },
  };
}

/** Makes the name of a temporary file or folder. @param key 16 hexadecimal digits */
export function temporaryName(key: string, kind: 'tmp' | 'part' | 'part.json' | 'archive' | 'work'): string {
  return `.crategraph-${key}.${kind}`;
}

/** Tells whether a file name is that of a temporary file. Temporary files do not belong to any package. */
export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

function removeAll(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
