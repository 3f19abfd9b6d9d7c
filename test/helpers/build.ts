import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the command is, as the `bin` of package.json says. */
export const BIN = 'dist/cli/bin.js';

/**
 * Builds `dist` before the suites when a source file is newer than it: the command line and the engine's thread are
 * tested as they are built.
 * @throws Error with what the compiler says
 */
export default async function build(): Promise<void> {
  if (!(await isStale())) return;
  try {
    await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src']);
  } catch (error) {
    await rm(BIN, { force: true }); // it was written nevertheless, and would count as built
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`src does not compile:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

async function isStale(): Promise<boolean> {
  const bin = await stat(BIN).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  const sources = await readdir('src', { recursive: true });
  const times = await Promise.all(
    sources.filter((name) => name.endsWith('.ts')).map(async (name) => (await stat(join('src', name))).mtimeMs),
  );
  return times.some((time) => time > bin);
}
