/** Runs one task in this process: `process.mjs <library> <task> <folder>` prints milliseconds and answer as JSON. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';

const [, , library, task, folder] = process.argv;
const tasks = await import(`./${library}.mjs`);
const start = performance.now();
const answer = await tasks[task](folder);
process.stdout.write(JSON.stringify({ wall: performance.now() - start, answer }));
