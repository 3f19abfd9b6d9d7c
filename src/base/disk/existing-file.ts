import { lstat, open, stat, type FileHandle } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import { quotedName } from '../quoted-name.js';
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
  return new CrateError('ERR_OUTPUT', `${quotedName(path)} exists${what}; nothing was written`, {
    hint: 'give the output another name, or add --force to replace the file',
    details: { file: path },
  });
}

/**
 * Compares the file at a path with another file. A link counts as missing: an output replaces it and not its target.
 */
export async function compareFile(path: string, other: string): Promise<'missing' | 'same' | 'differs'> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true) return 'missing';
  return (await haveSameContent(path, other)) ? 'same' : 'differs';
}

/** Compares two files in small parts. */
async function haveSameContent(...paths: [string, string]): Promise<boolean> {
  const [size, otherSize] = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  if (size !== otherSize) return false;
  const files: FileHandle[] = [];
  try {
    for (const path of paths) files.push(await open(path));
    const parts = files.map(() => Buffer.alloc(PART));
    for (;;) {
      const [read = 0, readOther] = await Promise.all(
        parts.map((part, index) => fill(files[index] as FileHandle, part)),
      );
      const [part, otherPart] = parts.map((filled) => filled.subarray(0, read)) as [Buffer, Buffer];
      if (read !== readOther || !part.equals(otherPart)) return false;
      if (read < PART) return true;
    }
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

const PART = 1 << 18;

/** Reads until the part is full or the file ends. */
async function fill(file: FileHandle, part: Buffer): Promise<number> {
  let filled = 0;
  while (filled < part.length) {
    const { bytesRead } = await file.read(part, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
