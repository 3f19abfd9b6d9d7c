/** URL of the code of a query thread. */
export const QUERY_THREAD_FILE = new URL('./query-thread.js', import.meta.url);
