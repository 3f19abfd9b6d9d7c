import { Hono } from 'hono';
import type { ServerContext } from '../server-context.js';

/** Routes of the SPARQL 1.1 Protocol, `/sparql`, and of the Graph Store HTTP Protocol, `/graphs`. */
export function sparqlRoutes(_context: ServerContext): Hono {
  return new Hono();
}
