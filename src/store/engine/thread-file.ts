/** Where the code of the engine's thread is. */
export const THREAD_FILE = new URL('./engine-thread.js', import.meta.url);
