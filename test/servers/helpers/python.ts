import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a Python program. @returns what it prints */
export type RunPython = (program: string, ...args: readonly string[]) => Promise<string>;

/** Installs packages of Python for a test, which is skipped, with a word, where that is not possible. */
export async function withPython(
  packages: readonly string[],
  work: (runPython: RunPython) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-python-'));
  try {
    const python = join(folder, 'venv/bin/python');
    try {
      await run('python3', ['-m', 'venv', join(folder, 'venv')]);
      await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
    } catch (error) {
      console.log(`skipped: ${packages.join(', ')} cannot be installed: ${(error as Error).message.slice(0, 200)}`);
      return;
    }
    await work(async (program, ...args) => (await run(python, ['-c', program, ...args])).stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
