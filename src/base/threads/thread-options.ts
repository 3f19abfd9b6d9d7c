import type { TransferListItem } from 'node:worker_threads';

/** What a thread is. */
export interface ThreadOptions {
  /** Its code, see `threadCode`; it calls `serveThread`. */
  readonly code: URL;
  /** What it gets when it starts. */
  readonly data?: unknown;
  /** Whether requests take turns in the thread. Default false: one after the other, in their order. */
  readonly isShared?: boolean | undefined;
}

/** How to ask a thread. */
export interface ThreadAsk {
  /** What it does then, as the subject of an error message. Default `the work of a thread`. */
  readonly doing?: string | undefined;
  /** Buffers of the request that move to the thread; others are copied. */
  readonly transfer?: readonly TransferListItem[] | undefined;
  /** Ends the request; of a thread that does one thing at a time, the thread. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds that the thread may take for it, or from one part of its answer to the next. Default: no limit. */
  readonly seconds?: number | undefined;
  /** Whether it may take longer as long as the thread handles messages: it waits for a disk, say. Default false. */
  readonly isPatient?: boolean | undefined;
  /** Called when the thread has done with the request, which may be long after the first part of an answer. */
  readonly onEnd?: (() => void) | undefined;
}

/**
 * The beginning of an answer: all of it, or a stream of parts, which ends with the error of a request that fails later.
 */
export type Opened<Answer> = { readonly answer: Answer } | { readonly body: ReadableStream<Uint8Array> };
