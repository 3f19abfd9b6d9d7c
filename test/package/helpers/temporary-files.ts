import { open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Finds the temporary files that begin with these bytes. Other test files may have their own at the same time. */
export async function temporaryFilesOf(start: Buffer): Promise<string[]> {
  const names = (await readdir(tmpdir())).filter((name) => /^\.crategraph-.*\.tmp$/.test(name));
  const files = names.map((name) => join(tmpdir(), name));
  const own = await Promise.all(files.map((file) => beginsWith(file, start)));
  return files.filter((_, index) => own[index]);
}

async function beginsWith(path: string, start: Buffer): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return undefined; // deleted meanwhile, or of another user
    throw error;
  });
  if (file === undefined) return false;
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(start.length), 0, start.length, 0);
    return buffer.subarray(0, bytesRead).equals(start);
  } finally {
    await file.close();
  }
}
