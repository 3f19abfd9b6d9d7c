import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Node does not tell what its children cost; bash does, of all their threads and processes. */
const TIMED = `TIMEFORMAT='%U %S'; time "$@" 2>&3`;

/**
 * Runs a process to its end.
 * @returns its CPU time in milliseconds, user and system, and the SHA-256 of what it writes to stdout
 * @throws Error with what it wrote to stderr, if it fails
 */
export function costOf(command, args, cwd) {
  const folder = mkdtempSync(join(tmpdir(), 'crategraph-cost-'));
  const files = ['stdout', 'stderr'].map((name) => join(folder, name));
  const [stdout, stderr] = files.map((file) => openSync(file, 'w'));
  try {
    const stdio = ['ignore', stdout, 'pipe', stderr];
    const ended = spawnSync('bash', ['-c', TIMED, 'bash', command, ...args], { cwd, stdio, encoding: 'utf8' });
    if (ended.error !== undefined) throw ended.error;
    const [output, words] = files.map((file) => readFileSync(file));
    if (ended.status !== 0) throw new Error(`${[command, ...args].join(' ')} failed: ${words}`);
    const [user, system] = ended.stderr.trim().split(' ').map(Number);
    return { cpu: 1000 * (user + system), output: createHash('sha256').update(output).digest('hex') };
  } finally {
    closeSync(stdout);
    closeSync(stderr);
    rmSync(folder, { recursive: true });
  }
}
