import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import { threadCode } from '../../base/thread-code.js';
import { ThreadPool } from '../../base/threads/thread-pool.js';
import type { StoredFormat } from './stored-formats.js';

/** What the threads get when they start. */
export interface ExportThreadData {
  readonly place: string;
  readonly contexts: ContextOptions;
}

/** A crate in one form. */
export interface ExportChoice {
  readonly graph: string;
  readonly to: NonNullable<StoredFormat['to']>;
  /** The mark that the graph must have. */
  readonly mark: string;
  /** The address of the metadata document. */
  readonly address: string;
}

/** How a thread ended; `isSame` is false if the graph has another mark by now, and nothing was written. */
export interface ExportOutcome {
  readonly isSame: boolean;
}

/** Writes crates of the store, in a thread: to follow a changed crate of 100,000 entities takes seconds. */
export class CrateExports {
  readonly #threads: ThreadPool<ExportChoice, ExportOutcome>;

  constructor(data: ExportThreadData) {
    const code = threadCode('export-thread');
    // A slow client must not keep others waiting.
    this.#threads = new ThreadPool({ code, data, threads: 2, isShared: true, atOnce: 8 });
  }

  /**
   * Begins to write; the rest comes as it is read, and the thread stops when the stream is cancelled.
   * @returns undefined if the graph has another mark by now
   * @throws CrateError as `exportCrate`, before the first byte; ERR_LIMIT if the thread runs out of memory
   */
  async open(choice: ExportChoice): Promise<ReadableStream<Uint8Array> | undefined> {
    const opened = await this.#threads.open(choice, { doing: 'the export' });
    if ('body' in opened) return opened.body;
    return opened.answer.isSame ? new Blob([]).stream() : undefined;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
