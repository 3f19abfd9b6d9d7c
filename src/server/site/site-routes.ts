import { Hono } from 'hono';
import type { ServerContext } from '../server-context.js';

/** Routes of the website that belong to no crate: the list of crates, statistics, queries, scripts and styles. */
export function siteRoutes(_context: ServerContext): Hono {
  return new Hono();
}
