import { open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The temporary files that begin as a stream of the caller's does; those of other test files come and go beside them. */
export async function spooled(start: Buffer): Promise<string[]> {
  const folders = (await readdir(tmpdir())).filter((name) => /^crategraph-\w{6}$/.test(name));
  const files = folders.map((name) => join(tmpdir(), name, 'content'));
  const own = await Promise.all(files.map((file) => beginsWith(file, start)));
  return files.filter((_, index) => own[index]);
}

async function beginsWith(path: string, start: Buffer): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return undefined; // gone meanwhile, or another person's
    throw error;
  });
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(start.length), 0, start.length, 0);
    return buffer.subarray(0, bytesRead).equals(start);
  } finally {
    await file.close();
  }
}
