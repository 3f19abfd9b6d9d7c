import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The built code of the page thread: a thread cannot run TypeScript. */
export const PAGE_THREAD_FILE = pathToFileURL(resolve('dist/pages/thread/page-thread.js'));
