import { resolve } from 'node:path';
import { operate } from './operations.js';

/** Commits again and again until it is killed; reports each commit once it is durable. */
const [path, seed, first] = process.argv.slice(2) as [string, string, string];
const { openStore } = (await import(
  resolve('dist/store/open-store.js')
)) as typeof import('../../../src/store/open-store.js');
const { backupFile } = (await import(
  resolve('dist/store/sqlite/backup-store.js')
)) as typeof import('../../../src/store/sqlite/backup-store.js');

const store = await openStore(path, { mode: 'write', create: true });
for (let step = Number(first); ; step += 1) {
  await operate(store, Number(seed), step);
  process.send?.(step);
  if (step % 5 === 0) await backupFile(path, `${path}-${step}-${process.pid}`);
}
