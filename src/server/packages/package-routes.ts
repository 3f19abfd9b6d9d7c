import { Hono } from 'hono';
import type { ServerContext } from '../server-context.js';

/** Routes to the files of crate folders: `/crates/<name>/<path>`. */
export function packageRoutes(_context: ServerContext): Hono {
  return new Hono();
}
