import { threadCode } from '../../base/thread-code.js';
import { streamOf } from '../../base/threads/stream-of.js';
import { Thread } from '../../base/threads/thread.js';
import type { DoneReply, EngineRequest } from './messages.js';

/**
 * What the engine did. The parts of a result are made as they are read; until all of them are, it does nothing else.
 */
export type EngineReply = DoneReply<ReadableStream<Uint8Array>>;

/** Runs the requests of one engine, one at a time. */
export interface EngineRunner {
  /** @throws CrateError */
  ask(request: EngineRequest): Promise<EngineReply>;
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
  const thread = new Thread<EngineRequest, DoneReply<Uint8Array>>({
    code: threadCode('engine-thread'),
  });
  return {
    ask: async (request) => {
      const opened = await thread.open(request, { doing: DOING[request.do] });
      if ('body' in opened) return { done: true, result: opened.body };
      const { result, ...reply } = opened.answer;
      return { ...reply, result: result && streamOf([result].values()) };
    },
    end: () => thread.end(),
  };
}
