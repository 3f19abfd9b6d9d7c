import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
  type TransferListItem,
} from 'node:worker_threads';
import { shareNativeCalls } from './native-call.js';
import { PARTS_AHEAD, packFault, type FromThread, type ThreadStart, type ToThread } from './thread-messages.js';

/** A request as the thread sees it. */
export interface ThreadJob {
  /** Aborts when no caller waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Says what the thread does now, as the subject of the error message if it dies of it. */
  note(doing: string): void;
  /**
   * Sends a part of the answer. Wait for it: then the reader has room for the next one.
   * @param moves whether its buffer moves rather than being copied; then nothing else here may use it. Default false
   * @throws when no caller waits for the answer any more
   */
  send(part: Uint8Array, moves?: boolean): Promise<void>;
}

/** What a thread does. */
export interface ThreadService<Request, Answer, Fact = unknown> {
  /** A fact about the thread, for its owner. */
  readonly fact?: Fact;
  /** Answers a request. What it throws is thrown to the caller of the thread. */
  answer(request: Request, job: ThreadJob): Answer | Promise<Answer>;
  /** The buffers of an answer that move to the owner; others are copied. Default: none. */
  moved?(answer: Answer): readonly TransferListItem[];
}

/** A job with its side of the protocol. */
class RunningJob implements ThreadJob {
  readonly #number: number;
  readonly #stop = new AbortController();
  #room = PARTS_AHEAD;
  #wake: (() => void) | undefined;

  constructor(number: number) {
    this.#number = number;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  note(note: string): void {
    post({ is: 'note', number: this.#number, note });
  }

  async send(part: Uint8Array, moves = false): Promise<void> {
    while (this.#room === 0 && !this.signal.aborted) await new Promise<void>((wake) => (this.#wake = wake));
    this.signal.throwIfAborted();
    this.#room -= 1;
    post({ is: 'part', number: this.#number, part }, moves ? [part.buffer as ArrayBuffer] : []);
  }

  /** The reader has taken a part. */
  more(): void {
    this.#room += 1;
    this.#wake?.();
  }

  abort(): void {
    this.#stop.abort(new Error('no caller waits for the answer'));
    this.#wake?.();
  }
}

/**
 * Makes this thread answer the requests of its owner, a `Thread`. An error of a request becomes its answer; one that
 * keeps the thread from starting ends it.
 * @param start prepares the work, with what the owner gave
 */
export async function serveThread<Data, Request, Answer>(
  start: (data: Data) => ThreadService<Request, Answer> | Promise<ThreadService<Request, Answer>>,
): Promise<void> {
  const { data, isShared, nativeCalls } = workerData as ThreadStart;
  shareNativeCalls(nativeCalls);
  const jobs = new Map<number, RunningJob>();
  let last: Promise<unknown> = Promise.resolve();
  let service: ThreadService<Request, Answer>;
  try {
    service = await start(data as Data);
  } catch (error) {
    return post({ is: 'unable', fault: packFault(error) });
  }
  const run = async (number: number, request: Request): Promise<void> => {
    const job = jobs.get(number) as RunningJob;
    try {
      job.signal.throwIfAborted(); // while it waited for its turn
      const answer = await service.answer(request, job);
      post({ is: 'answer', number, answer }, service.moved?.(answer) ?? []);
    } catch (error) {
      post({ is: 'fault', number, fault: packFault(error) });
    } finally {
      jobs.delete(number);
    }
  };
  const take = (message: ToThread): void => {
    const { number } = message;
    switch (message.do) {
      case 'ask': {
        const waits = jobs.size > 0;
        jobs.set(number, new RunningJob(number));
        const begin = (): Promise<void> => run(number, message.request as Request);
        if (isShared) last = begin();
        else
          last = last.then(() => {
            if (waits) takeWaiting(); // it may have been aborted meanwhile
            return begin();
          });
        return;
      }
      case 'more':
        return jobs.get(number)?.more();
      case 'abort':
        return jobs.get(number)?.abort();
      case 'ping':
        return post({ is: 'pong', number });
    }
  };
  const takeWaiting = (): void => {
    for (let waiting = received(); waiting !== undefined; waiting = received()) take(waiting.message);
  };
  parentPort?.on('message', take);
  post({ is: 'ready', fact: service.fact });
}

/** A message that has come and that no event has brought yet. */
function received(): { readonly message: ToThread } | undefined {
  return receiveMessageOnPort(parentPort as MessagePort) as { readonly message: ToThread } | undefined;
}

function post(message: FromThread, moved: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, moved);
}
