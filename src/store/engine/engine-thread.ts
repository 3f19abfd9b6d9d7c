import { parentPort } from 'node:worker_threads';
import { CrateError, packError } from '../../errors.js';
import { answerRequest } from './engine-requests.js';
import type { EngineReply, EngineRequest } from './messages.js';
import { OxigraphEngine } from './oxigraph.js';

/** The engine of this thread. It handles one request at a time and may be terminated at any moment. */
const engine = new OxigraphEngine();

parentPort?.on('message', (request: EngineRequest) => {
  void answerRequest(engine, request)
    .catch((error: unknown): EngineReply => {
      const known =
        error instanceof CrateError
          ? error
          : new CrateError('ERR_INTERNAL', String((error as Error)?.message ?? error));
      return { error: packError(known) };
    })
    .then((result) => {
      const bytes = 'done' in result ? [result.bytes, ...(result.changed ?? []).flatMap(({ pieces }) => pieces)] : [];
      parentPort?.postMessage(
        result,
        bytes.flatMap((one) => (one === undefined ? [] : [one.buffer as ArrayBuffer])),
      );
    });
});
