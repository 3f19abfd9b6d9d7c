import { streamOf } from '../../base/threads/stream-of.js';
import type { EngineRunner } from './engine-runner.js';
import type { OxigraphEngine } from './oxigraph.js';

/**
 * Starts an engine in this thread, which each request blocks: for a caller that ends whole threads. Its code is
 * imported with the first request: most queries need none.
 */
export function startHere(): EngineRunner {
  let engine: Promise<OxigraphEngine> | undefined;
  return {
    ask: async (request) => {
      const [{ answerRequest }, started] = await Promise.all([
        import('./engine-requests.js'),
        (engine ??= newEngine()),
      ]);
      const { result, ...reply } = await answerRequest(started, request);
      return { ...reply, result: result && streamOf(result[Symbol.iterator]()) };
    },
    end: async () => (await engine)?.free(),
  };
}

async function newEngine(): Promise<OxigraphEngine> {
  const { OxigraphEngine } = await import('./oxigraph.js');
  return new OxigraphEngine();
}
