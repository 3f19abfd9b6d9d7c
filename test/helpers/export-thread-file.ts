import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The built code of the thread that writes crates of the store: a thread cannot run TypeScript. */
export const EXPORT_THREAD_FILE = pathToFileURL(resolve('dist/server/stored/export-thread.js'));
