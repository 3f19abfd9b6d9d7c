import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A temporary file or folder, under a name that nobody else uses. */
export interface Unfinished {
  readonly path: string;
  /** Deletes it; does nothing if it already has its final name. */
  remove(): Promise<void>;
}

const NAME = /^\.crategraph-[0-9a-f]{16}\./;
const paths = new Set<string>();

/** Reserves a temporary path in a folder. It is also deleted if the process ends first, as with Ctrl-C. */
export function unfinished(folder: string): Unfinished {
  const path = join(folder, unfinishedName(randomBytes(8).toString('hex'), 'tmp'));
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

/** Makes the name of a temporary file. @param key 16 hexadecimal digits */
export function unfinishedName(key: string, kind: 'tmp' | 'part' | 'part.json' | 'archive'): string {
  return `.crategraph-${key}.${kind}`;
}

/** Whether a file name is that of a temporary file, which does not belong to any package. */
export function isUnfinishedName(name: string): boolean {
  return NAME.test(name);
}

function removeAll(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
