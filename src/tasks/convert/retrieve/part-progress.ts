import type { Part } from './check-parts.js';

/** What a progress counts: bytes if the sizes of all files are known. */
export type ProgressUnit = 'bytes' | 'files';

/** Receives the progress of a retrieval. @param name the file that arrives */
export type OnPartProgress = (done: number, total: number, name: string, unit: ProgressUnit) => void;

/** Counts what is retrieved, in bytes or files. */
export class PartProgress {
  readonly #total: number;
  readonly #unit: ProgressUnit;
  readonly #report: OnPartProgress | undefined;
  #done = 0;

  constructor(parts: readonly Part[], report: OnPartProgress | undefined) {
    const changes = parts.map(({ change }) => change).filter(({ action }) => action !== 'folder');
    this.#unit = changes.every(({ size }) => size !== undefined) ? 'bytes' : 'files';
    this.#total = this.#unit === 'bytes' ? changes.reduce((sum, { size = 0 }) => sum + size, 0) : changes.length;
    this.#report = report;
  }

  /**
   * Counts one part.
   * @returns `add` for bytes that arrive, and `end` for the part that is complete, kept or given up
   */
  begin({ path, change }: Part): { add(bytes: number): void; end(): void } {
    const all = this.#unit === 'bytes' ? (change.size ?? 0) : 1;
    let counted = 0;
    const count = (amount: number) => {
      counted += amount;
      this.#done += amount;
      this.#report?.(this.#done, this.#total, path, this.#unit);
    };
    return {
      add: (bytes) => {
        if (this.#unit === 'bytes') count(Math.min(bytes, all - counted));
      },
      end: () => count(all - counted),
    };
  }
}
