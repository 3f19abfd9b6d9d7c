import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The path of the command, from `bin` in package.json. */
export const BIN = 'dist/cli/bin.js';

/** The last file that the build writes. */
const LAST = 'dist/assets/licences.txt';
const SOURCES = ['src', 'data/contexts', '.config'];

/**
 * Builds `dist` before the suites if a source file is newer: the tests of the command line, the engine's thread and the
 * browser modules use the built files.
 * @throws Error with the messages of the compiler
 */
export default async function build(): Promise<void> {
  if (!(await isStale())) return;
  try {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src']);
    await run(process.execPath, ['.config/bundle-code.js']);
    await run(process.execPath, ['.config/write-contexts.js']);
    await run(process.execPath, ['.config/write-land.js']);
    await run(process.execPath, ['.config/write-assets.js']);
  } catch (error) {
    await rm(LAST, { force: true }); // the compiler writes files even with errors; they must not count as built
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`src does not compile:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

async function isStale(): Promise<boolean> {
  const built = await stat(LAST).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  const folders = await Promise.all(SOURCES.map((folder) => filesBelow(folder)));
  const times = await Promise.all(folders.flat().map(async (path) => (await stat(path)).mtimeMs));
  return times.some((time) => time > built);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
