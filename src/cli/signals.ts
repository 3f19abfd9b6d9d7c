/**
 * Gives Ctrl-C and its kin back to the system. The engine answers a query in one go, in which no handler is called,
 * neither ours nor those that libraries install to tidy up their locks: a busy process could not be stopped.
 */
export function letSignalsEndProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);
}
