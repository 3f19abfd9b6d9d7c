import type { KeptIndex } from './index-wait.js';

/** How queries run. */
export interface QueryThreadOptions {
  /** Path of the store file. */
  readonly place: string;
  /** Seconds that a query may run. */
  readonly seconds: number;
  /** Threads; at least two. */
  readonly threads: number;
  /** Milliseconds of work after which a query is a long one. Default 500. */
  readonly longAfter?: number | undefined;
  /** Default: there is no keeper. */
  readonly index?: KeptIndex | undefined;
}

/** What the threads do at a moment. */
export interface QueryThreadState {
  readonly threads: number;
  readonly busy: number;
  /** Busy with a long query. */
  readonly long: number;
  /** Queries that wait for a thread. */
  readonly waiting: number;
  /** Queries that were ended so far: by the time limit, for others, or because their client had gone. */
  readonly ended: number;
  /** Bytes of results that have left their thread and that clients have not fetched yet. */
  readonly heldBytes: number;
}
