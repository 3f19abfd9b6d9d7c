import { Metrics } from './metrics.js';
import { listen, type NodeServerOptions } from './node-server.js';
import type { OpenedHandler, OpenHandlerOptions } from './open-routes.js';

/** What a server serves, how, and where it listens. */
export interface ServeOptions extends Omit<OpenHandlerOptions, 'address' | 'metrics'> {
  /**
   * Public address of the server, if it is behind a proxy: on loopback no other host is answered.
   * Default: where it listens.
   */
  readonly address?: string | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Called at the end of each request with a line in the combined log format. */
  readonly onAccess?: NodeServerOptions['onAccess'];
}

/** A server that is running. */
export interface RunningServer extends Omit<OpenedHandler, 'close'> {
  /** Where it listens. */
  readonly listensAt: string;
  /** Whether it listens on loopback: no other computer reaches it. */
  readonly isLoopback: boolean;
  /** Takes no more requests, lets those under way end for up to 30 s, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a server of crate folders and stored crates: their files and metadata, pages for people, and SPARQL.
 * @example
 * const server = await openServer({ folders: ['data/crates/rainfall-survey'] });
 * const answer = await fetch(`${server.address}crates/rainfall-survey/ro-crate-metadata.json`);
 * console.log(answer.headers.get('content-type')); // application/ld+json; profile="…"
 * await server.stop();
 * @throws CrateError as `openHandler`, and ERR_OUTPUT if the port is not available
 */
export async function openServer(options: ServeOptions = {}): Promise<RunningServer> {
  const metrics = new Metrics();
  const server = await listen({ ...options, metrics });
  try {
    const { openRoutes } = await import('./open-routes.js'); // large, and most programs never serve
    // After the port is known: it is part of the base of the crates that are loaded.
    const { close, ...opened } = await openRoutes({ ...options, address: options.address ?? server.address, metrics });
    server.answerWith(opened.handler);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= server.stop().then(close)); // requests under way end before what they need closes
    return { ...opened, listensAt: server.address, isLoopback: server.isLoopback, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
