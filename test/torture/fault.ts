/** One thing that is wrong with what we make of a document. */
export interface Fault {
  readonly kind: 'refused' | 'graph' | 'dropped' | 'bytes' | 'update' | 'diff' | 'crash';
  readonly detail: string;
}

/** The lines of which one graph knows nothing: with blank nodes they may be more than differ. */
export function difference(ours: readonly string[], theirs: readonly string[]): string {
  const only = (some: readonly string[], others: readonly string[], sign: string) =>
    some.filter((line) => !others.includes(line)).map((line) => `${sign} ${line.trimEnd()}`);
  return [...only(ours, theirs, 'ours  '), ...only(theirs, ours, 'theirs')].slice(0, 12).join('\n');
}
