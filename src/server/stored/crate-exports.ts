import type { TransferListItem } from 'node:worker_threads';
import { unpackError, type PackedError } from '../../errors.js';
import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import { EXPORT_THREAD_FILE } from './export-thread-file.js';
import type { StoredFormat } from './stored-formats.js';

/** What the threads get when they start. */
export interface ExportThreadData {
  readonly place: string;
  readonly contexts: ContextOptions;
}

/** What to write, and into what. */
export interface ExportTask extends ExportChoice {
  readonly writable: WritableStream<Uint8Array>;
}

/** A crate in one form. */
export interface ExportChoice {
  readonly graph: string;
  readonly to: NonNullable<StoredFormat['to']>;
  /** The mark that the graph must have. */
  readonly mark: string;
}

/** How a thread ended; `isSame` is false if the graph has another mark by now, and nothing was written. */
export type ExportOutcome = { readonly isSame: boolean } | { readonly error: PackedError };

/** Writes crates of the store, in a thread: to follow a changed crate of 100,000 entities takes seconds. */
export class CrateExports {
  readonly #data: ExportThreadData;
  #pool: Promise<import('tinypool').Tinypool> | undefined;

  constructor(data: ExportThreadData) {
    this.#data = data;
  }

  /**
   * Begins to write; the rest comes as it is read, and the thread stops when the stream is cancelled.
   * @returns undefined if the graph has another mark by now
   * @throws CrateError as `exportCrate`, before the first byte
   */
  async open(choice: ExportChoice): Promise<ReadableStream<Uint8Array> | undefined> {
    const pool = await (this.#pool ??= this.#start());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const task: ExportTask = { ...choice, writable };
    const done = pool.run(task, { transferList: [writable as unknown as TransferListItem] }) as Promise<ExportOutcome>;
    const reader = readable.getReader();
    const first = reader.read().catch(() => undefined);
    const begun = await Promise.race([first, done.then(() => first)]);
    if (begun === undefined || begun.done) {
      const outcome = await done;
      if ('error' in outcome) throw unpackError(outcome.error);
      if (!outcome.isSame) return undefined;
    }
    done.catch(() => undefined); // the stream ends with the error
    return rest(reader, begun);
  }

  async #start(): Promise<import('tinypool').Tinypool> {
    const { default: Tinypool } = await import('tinypool');
    return new Tinypool({
      filename: EXPORT_THREAD_FILE.href,
      minThreads: 1,
      maxThreads: 2,
      concurrentTasksPerWorker: 8, // a slow client must not keep others waiting
      workerData: this.#data,
    });
  }

  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
  }
}

/** The stream from its first chunk on. */
function rest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  begun: { readonly done: boolean; readonly value?: Uint8Array | undefined } | undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (begun?.value !== undefined) controller.enqueue(begun.value);
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
