import { streamOf } from '../../threads/stream-of.js';
import { answerRequest } from './engine-requests.js';
import type { EngineRunner } from './engine-runner.js';
import { OxigraphEngine } from './oxigraph.js';

/** Starts an engine in this thread, which each request blocks: for a caller that ends whole threads. */
export function startHere(): EngineRunner {
  const engine = new OxigraphEngine();
  return {
    ask: async (request) => {
      const { result, ...reply } = await answerRequest(engine, request);
      return { ...reply, result: result && streamOf(result[Symbol.iterator]()) };
    },
    end: async () => engine.free(),
  };
}
