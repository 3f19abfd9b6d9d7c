import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The built code of the engine's thread: a thread cannot run TypeScript. */
export const THREAD_FILE = pathToFileURL(resolve('dist/store/engine/engine-thread.js'));
