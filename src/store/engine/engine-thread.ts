import { serveThread } from '../../threads/serve-thread.js';
import { answerRequest } from './engine-requests.js';
import type { DoneReply, EngineRequest } from './messages.js';
import { OxigraphEngine } from './oxigraph.js';

/** The engine of this thread. It handles one request at a time and may be terminated at any moment. */
await serveThread<undefined, EngineRequest, DoneReply>(() => {
  const engine = new OxigraphEngine();
  return {
    answer: (request) => answerRequest(engine, request),
    moved: ({ parts = [], changed = [] }) =>
      [...parts, ...changed.flatMap(({ pieces }) => pieces)].map(({ buffer }) => buffer as ArrayBuffer),
  };
});
