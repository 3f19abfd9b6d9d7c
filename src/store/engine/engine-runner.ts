import { threadCode } from '../../threads/thread-code.js';
import { Thread } from '../../threads/thread.js';
import type { DoneReply, EngineRequest } from './messages.js';

/** Runs the requests of one engine, one at a time. */
export interface EngineRunner {
  /** @throws CrateError */
  ask(request: EngineRequest): Promise<DoneReply>;
  /** Ends the engine; in a thread of its own, even during a request. */
  end(): Promise<void>;
}

/** What the engine does for a request, as the subject of an error message. */
const DOING: Readonly<Record<EngineRequest['do'], string>> = {
  feed: 'loading graphs into the graph engine',
  drop: 'removing graphs from the graph engine',
  query: 'the query',
  update: 'the update',
};

/** Starts an engine in a thread of its own. */
export function startThread(): EngineRunner {
  const thread = new Thread<EngineRequest, DoneReply>({ code: threadCode('./engine-thread.js', import.meta.url) });
  return { ask: (request) => thread.ask(request, { doing: DOING[request.do] }), end: () => thread.end() };
}
