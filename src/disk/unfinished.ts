import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file or folder that is being written, under a name that nobody else uses. */
export interface Unfinished {
  readonly path: string;
  /** Deletes what is there; nothing when it got its final name before. */
  remove(): Promise<void>;
}

const NAME = /^\.crategraph-[0-9a-f]{16}\./;
const paths = new Set<string>();

/** A place for what is not finished. It is deleted also when the process ends before that, as with Ctrl-C. */
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

/** The file name of what is not finished. @param key 16 hexadecimal digits */
export function unfinishedName(key: string, kind: 'tmp' | 'part' | 'part.json' | 'archive'): string {
  return `.crategraph-${key}.${kind}`;
}

/** Whether a file name is one of what is not finished: it belongs to no package. */
export function isUnfinishedName(name: string): boolean {
  return NAME.test(name);
}

function removeAll(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
