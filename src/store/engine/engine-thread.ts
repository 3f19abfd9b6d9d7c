import { serveThread, type ThreadJob } from '../../base/threads/serve-thread.js';
import { answerRequest } from './engine-requests.js';
import type { DoneReply, EngineRequest } from './messages.js';
import { OxigraphEngine } from './oxigraph.js';

/** The engine of this thread. It handles one request at a time and may be terminated at any moment. */
await serveThread<undefined, EngineRequest, DoneReply<Uint8Array>>(() => {
  const engine = new OxigraphEngine();
  return {
    answer: async (request, job) => {
      const { result, ...reply } = await answerRequest(engine, request);
      return { ...reply, result: result && (await send(result, job)) };
    },
    moved: ({ result, changed = [] }) =>
      [...(result ? [result] : []), ...changed.flatMap(({ pieces }) => pieces)].map(
        ({ buffer }) => buffer as ArrayBuffer,
      ),
  };
});

/** Sends a result as it is read. @returns one that has only one part: it needs no stream */
async function send(result: Iterable<Uint8Array>, job: ThreadJob): Promise<Uint8Array | undefined> {
  const parts = result[Symbol.iterator]();
  const first = parts.next().value as Uint8Array;
  let next = parts.next();
  if (next.done === true) return first;
  await job.send(first, true);
  for (; next.done !== true; next = parts.next()) await job.send(next.value, true);
  return undefined;
}
