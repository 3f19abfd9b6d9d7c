import { hostname } from 'node:os';
import { basename } from 'node:path';

/** Who writes to a store, as a writer states it while it has the lock. */
export interface Writer {
  readonly pid: number;
  readonly host: string;
  /** The program with its verb, without the rest of its command line; absent if unknown. */
  readonly runs?: string;
  /** When it got the lock, in ISO 8601. */
  readonly since: string;
}

/** What this process says of itself. @param since when it got the lock, in ISO 8601 */
export function writerText(since: string): string {
  const runs = program(process.argv[1], process.argv[2]);
  return JSON.stringify({ pid: process.pid, host: hostname(), ...(runs && { runs }), since } satisfies Writer);
}

/** Reads a text of {@link writerText}; undefined for any other. */
export function parseWriter(text: string): Writer | undefined {
  try {
    const { pid, host, runs, since } = JSON.parse(text) as Writer;
    const isValid = Number.isSafeInteger(pid) && pid > 0 && /^[\w.-]{1,255}$/.test(host);
    if (!isValid || new Date(since).toISOString() !== since) return undefined;
    return { pid, host, ...(isPlainCommand(runs) && { runs }), since };
  } catch {
    return undefined;
  }
}

/** Describes a writer in a message. */
export function describeWriter({ pid, host, runs, since }: Writer): string {
  const place = host === hostname() ? '' : ` on ${host}`;
  return `process ${pid}${place}${runs === undefined ? '' : ` (${runs})`} since ${since}`;
}

/** The program by its script, with the verb if it is ours. No other argument, because it may be a secret. */
function program(script = '', verb = ''): string | undefined {
  const ours = /(?:^|[\\/])(?:crategraph|dist[\\/]cli[\\/]bin\.js)$/.test(script);
  if (ours) return /^[a-z]{2,12}$/.test(verb) ? `crategraph ${verb}` : 'crategraph';
  const runs = `node ${basename(script)}`;
  return /\.[cm]?[jt]s$/.test(script) && isPlainCommand(runs) ? runs : undefined;
}

function isPlainCommand(words: unknown): words is string {
  return typeof words === 'string' && /^[\w.-]{1,60}(?: [\w.-]{1,60})?$/.test(words);
}
