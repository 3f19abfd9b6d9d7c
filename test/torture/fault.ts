/** A fault in how we handle a document. */
export interface Fault {
  readonly kind: 'refused' | 'graph' | 'dropped' | 'bytes' | 'update' | 'diff' | 'crash';
  readonly detail: string;
}

/** Returns the lines that only one of two graphs contains; with blank nodes, these may be more than actually differ. */
export function difference(ours: readonly string[], theirs: readonly string[]): string {
  const only = (some: readonly string[], others: readonly string[], sign: string) =>
    some.filter((line) => !others.includes(line)).map((line) => `${sign} ${line.trimEnd()}`);
  return [...only(ours, theirs, 'ours  '), ...only(theirs, ours, 'theirs')].slice(0, 12).join('\n');
}
