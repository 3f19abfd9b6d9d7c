/** The code of the thread that writes crates of the store. Tests have the built file in its place. */
export const EXPORT_THREAD_FILE = new URL('./export-thread.js', import.meta.url);
