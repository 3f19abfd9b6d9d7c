import { Hono } from 'hono';
import type { ServerContext } from '../server-context.js';

/** Routes to the crates of the store: `/crates/<key>/` by `Accept`, and `/crates/<key>.ttl` and others by extension. */
export function storedRoutes(_context: ServerContext): Hono {
  return new Hono();
}
