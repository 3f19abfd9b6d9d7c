/** URL of the code of the engine thread. */
export const THREAD_FILE = new URL('./engine-thread.js', import.meta.url);
