import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The variable that names the folder of the measurements; without it nothing is measured. */
export const FOLDER = 'CRATEGRAPH_CPU';

/** Ticks of a second in `/proc`, on every Linux that Node runs on. */
const TICKS = 100;

/**
 * CPU milliseconds of this process so far, with all threads and, on Linux, with the processes that it started and that
 * have ended.
 */
export function cpuSoFar() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ofChildren();
}

function ofChildren() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS;
}

/** CPU milliseconds of a fixed amount of work, which say how fast this machine is at this moment. */
export function calibrate() {
  const from = process.cpuUsage();
  const bytes = new Uint8Array(1 << 16);
  for (let round = 1; round <= 2; round += 1) {
    for (let at = 1; at < bytes.length; at += 1) bytes[at] = bytes[at - 1] * 31 + at * round;
    JSON.parse(JSON.stringify([...bytes.subarray(0, 1000)].map((value) => ({ value, name: `number ${value}` }))));
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** Keeps what one test file has cost. */
export function keep(file, cpu) {
  const line = JSON.stringify({ file, cpu, loop: calibrate() });
  appendFileSync(join(process.env[FOLDER], `${process.pid}.jsonl`), `${line}\n`);
}

/** All that was kept in a folder. */
export function kept(folder) {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}
