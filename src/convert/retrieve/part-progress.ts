import type { Change } from '../plan.js';
import type { Part } from './check-parts.js';

/** The unit of the progress of a retrieval: bytes if the sizes of all parts are known. */
export function progressUnit(changes: readonly Change[]): 'bytes' | 'files' {
  const retrieved = changes.filter(({ action }) => action === 'retrieve' || action === 'unpack');
  return retrieved.length > 0 && retrieved.every(({ size }) => size !== undefined) ? 'bytes' : 'files';
}

/** Counts what is retrieved, in bytes or files. */
export class PartProgress {
  readonly #total: number;
  readonly #inBytes: boolean;
  readonly #report: ((done: number, total: number, name: string) => void) | undefined;
  #done = 0;

  constructor(parts: readonly Part[], report: ((done: number, total: number, name: string) => void) | undefined) {
    const changes = parts.map(({ change }) => change).filter(({ action }) => action !== 'folder');
    this.#inBytes = progressUnit(changes) === 'bytes';
    this.#total = this.#inBytes ? changes.reduce((sum, { size = 0 }) => sum + size, 0) : changes.length;
    this.#report = report;
  }

  /** Counts one part. @returns `add` for bytes that arrive, and `end` for the part that is complete, kept or given up */
  begin({ path, change }: Part): { add(bytes: number): void; end(): void } {
    const all = this.#inBytes ? (change.size ?? 0) : 1;
    let counted = 0;
    const count = (amount: number) => {
      counted += amount;
      this.#done += amount;
      this.#report?.(this.#done, this.#total, path);
    };
    return {
      add: (bytes) => {
        if (this.#inBytes) count(Math.min(bytes, all - counted));
      },
      end: () => count(all - counted),
    };
  }
}
