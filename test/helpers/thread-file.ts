import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The code of the engine's thread as it is built: a thread does not read TypeScript. */
export const THREAD_FILE = pathToFileURL(resolve('dist/store/engine/engine-thread.js'));
