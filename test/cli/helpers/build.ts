import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Where the command is, as the `bin` of package.json says. */
export const BIN = 'dist/cli/bin.js';
const LOCK = join(tmpdir(), `crategraph-build-${Buffer.from(resolve('.')).toString('base64url')}`);

let built: Promise<void> | undefined;

/** Builds the command when a source file is newer than it; once, however many test files ask at the same time. */
export function ensureBuilt(): Promise<void> {
  built ??= build();
  return built;
}

async function build(): Promise<void> {
  for (;;) {
    try {
      // Before a look at what is there: another test file may have built half of it.
      await mkdir(LOCK);
    } catch {
      await wait(200); // another test file builds, unless it was killed while it did
      const since = await stat(LOCK).then(({ mtimeMs }) => mtimeMs, Date.now);
      if (Date.now() - since > 30_000) await rm(LOCK, { recursive: true, force: true });
      continue;
    }
    const alive = setInterval(() => void utimes(LOCK, new Date(), new Date()).catch(() => undefined), 5000);
    try {
      if (!(await isStale())) return;
      return await compile();
    } finally {
      clearInterval(alive);
      await rm(LOCK, { recursive: true, force: true });
    }
  }
}

/** @throws Error with what the compiler says */
async function compile(): Promise<void> {
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
