import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import process from 'node:process';

/** A module that Node loads before the program: it reports what the process used, with all its threads. */
const REPORT = `data:text/javascript,import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS * 1024 }));
  });`;

/**
 * Runs a process of Node to its end.
 * @returns its CPU milliseconds, user and system, its peak memory in bytes, and the SHA-256 of what it writes to stdout
 * @throws Error with what it wrote to stderr, if it fails
 */
export function costOf(args, cwd) {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
  const child = spawn(process.execPath, ['--import', REPORT, ...args], { cwd, stdio });
  const digest = createHash('sha256');
  let facts = '';
  let words = '';
  child.stdout.on('data', (chunk) => digest.update(chunk));
  child.stderr.on('data', (chunk) => (words += chunk));
  child.stdio[3].on('data', (chunk) => (facts += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve({ ...JSON.parse(facts), output: digest.digest('hex') });
      else reject(new Error(`${args.join(' ')} failed: ${words}`));
    });
  });
}
