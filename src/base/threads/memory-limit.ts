import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage.js';
import { deathError } from './thread-death.js';

/** Steps of the work from one look at the heap to the next. */
const EVERY = 1024;

/**
 * Stops work whose objects take too much memory. Node's own limits for a thread cannot be relied on: where the heap
 * grows in large steps, they end the whole process.
 */
export class MemoryLimit {
  readonly #most: number;
  #steps = 0;
  /** Bytes, garbage included, from which on it is worth finding out how many are in use. */
  #suspicious: number;

  constructor(megabytes: number) {
    this.#most = this.#suspicious = megabytes * 1024 * 1024;
  }

  /** To be called at each step. @param doing the subject of the message @throws CrateError ERR_LIMIT */
  check(doing: string): void {
    this.#steps += 1;
    if (this.#steps % EVERY !== 0 || heapSize() < this.#suspicious) return;
    collectGarbage();
    const inUse = heapSize();
    if (inUse > this.#most) throw deathError({ by: 'memory' }, doing);
    this.#suspicious = Math.max(this.#most, inUse + this.#most / 2);
  }
}

function heapSize(): number {
  return getHeapStatistics().used_heap_size;
}
