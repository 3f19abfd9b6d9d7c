import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The built code of a query thread: a thread cannot run TypeScript. */
export const QUERY_THREAD_FILE = pathToFileURL(resolve('dist/server/sparql/query-thread.js'));
