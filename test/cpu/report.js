import console from 'node:console';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { beyondBudget, LOOP, median, percent, sumsOf } from './budget.js';
import { FOLDER, kept } from './measure.mjs';

/** Test files that the table names. */
const DEAREST = 20;

/**
 * A reporter of jest: CPU time by room and of the dearest test files. The run fails if a room, or all
 * of them together, are beyond the budget.
 */
export default class CpuReport {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.folder = mkdtempSync(join(tmpdir(), 'crategraph-cpu-'));
    process.env[FOLDER] = this.folder; // workers start with it
  }

  onRunComplete() {
    const costs = kept(this.folder).map((cost) => ({ ...cost, file: relative(join(this.rootDir, 'test'), cost.file) }));
    rmSync(this.folder, { recursive: true });
    if (costs.length === 0) return;
    const sums = sumsOf(costs);
    const total = sums.reduce((sum, { seconds }) => sum + seconds, 0);
    const loop = median(costs.map(({ loop }) => loop));
    const lines = [
      `CPU: ${total.toFixed(1)} s; calibration ${loop.toFixed(2)} ms, ${(loop / LOOP).toFixed(2)} of the reference`,
      ...sums.map(({ room, seconds, files, part }) => row(seconds, room, `${files} files, ${percent(part)} of budget`)),
      'the dearest test files',
      ...costs
        .sort((a, b) => b.cpu - a.cpu)
        .slice(0, DEAREST)
        .map(({ file, cpu }) => row(cpu / 1000, file)),
    ];
    console.log(`\n${lines.join('\n')}`);
    const beyond = beyondBudget(costs);
    if (beyond === undefined) return;
    this.error = new Error(`test/cpu/budget.js: ${beyond}`);
    console.error(`\n${this.error.message}`);
  }

  /** What makes the run fail. */
  getLastError() {
    return this.error;
  }
}

const row = (seconds, ...words) => [seconds.toFixed(1).padStart(8), ...words].join('  ');
