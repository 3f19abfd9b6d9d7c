import type { IndexWork } from '../store/port.js';
import type { Io } from './io.js';
import type { QuietOption } from './options.js';
import { progressBar } from './progress.js';

/** Runs work that makes the index of a store, with a progress bar. */
export async function withIndexProgress<T>(
  io: Io,
  options: QuietOption,
  work: (onProgress: IndexWork['onProgress']) => Promise<T>,
): Promise<T> {
  const bar = await progressBar(io, options, 'crates indexed');
  return work((done, total) => bar.update(done, total, '')).finally(bar.stop);
}
