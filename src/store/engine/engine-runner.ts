import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { unpackError } from '../../errors.js';
import type { DoneReply, EngineReply, EngineRequest } from './messages.js';
import { THREAD_FILE } from './thread-file.js';

/** Runs the requests of one engine, one at a time. */
export interface EngineRunner {
  /** @throws CrateError */
  ask(request: EngineRequest): Promise<DoneReply>;
  /** Ends the engine; in a thread of its own, even during a request. */
  end(): Promise<void>;
}

/** Starts an engine in a thread of its own. */
export function startThread(): EngineRunner {
  return new ThreadRunner();
}

const ENDED: EngineReply = {
  error: { code: 'ERR_INTERRUPTED', message: 'the engine was ended', hint: '', details: {} },
};

class ThreadRunner implements EngineRunner {
  readonly #thread = new Worker(THREAD_FILE);

  constructor() {
    this.#thread.unref();
  }

  async ask(request: EngineRequest): Promise<DoneReply> {
    const thread = this.#thread;
    const listening = new AbortController();
    thread.ref();
    try {
      const answered = once(thread, 'message', listening); // rejects with an error of the thread
      const ended = once(thread, 'exit', listening).then(() => [ENDED]);
      answered.catch(ignored);
      ended.catch(ignored);
      thread.postMessage(request);
      const [answer] = (await Promise.race([answered, ended])) as [EngineReply];
      if ('done' in answer) return answer;
      throw unpackError(answer.error);
    } finally {
      listening.abort(); // not removeAllListeners: a Worker has listeners of its own
      thread.unref();
    }
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** Handles a rejection that is reported elsewhere, or that nobody needs. */
function ignored(): void {}
