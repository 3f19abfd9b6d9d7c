import { BUNDLED } from './read.js';
import { openServer, type RunningServer, type ServeOptions } from '../../src/server/open-server.js';

const running: RunningServer[] = [];

/**
 * Starts the real server on a free port of loopback, with the bundled contexts only. It stops at the end of the test file
 * at the latest. A request that fails inside of the server fails the test.
 */
export async function startServer(options: ServeOptions = {}): Promise<RunningServer> {
  const server = await openServer({ contexts: BUNDLED, onFault: (error) => void faults.push(error), ...options });
  running.push(server);
  return server;
}

const faults: unknown[] = [];

afterAll(async () => {
  for (const server of running.splice(0)) await server.stop();
  expect(faults).toEqual([]);
});
