import type { RunAction, RunStatus } from '../../view/run-graph.js';

/** How an action ended, in words. */
export const STATUS_WORDS: Readonly<Record<RunStatus, string>> = {
  completed: 'completed',
  failed: 'failed',
  active: 'still running',
  potential: 'not run yet',
};

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** When an action was, and how long it took, in one line: `2023-04-18 10:00, took 5 min 3 s`. */
export function timeLine({ start, end }: Pick<RunAction, 'start' | 'end'>): string {
  if (start === undefined) return end === undefined ? '' : `ended ${plainTime(end)}`;
  if (end === undefined) return `started ${plainTime(start)}`;
  const took = durationWords(start, end);
  return took === undefined ? `${plainTime(start)} to ${plainTime(end)}` : `${plainTime(start)}, took ${took}`;
}

/** A date and time as people write it: `2023-04-18 10:00`; anything else stays as it is. */
function plainTime(written: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(written) ?? [];
  return day === undefined ? written : minute === undefined ? day : `${day} ${minute}`;
}

function durationWords(start: string, end: string): string | undefined {
  const seconds = Math.round((Date.parse(end) - Date.parse(start)) / 1000);
  if (!(seconds >= 0) || !start.includes(':') || !end.includes(':')) return undefined;
  const at = UNITS.findIndex(([size]) => seconds >= size);
  if (at < 0) return 'less than 1 s';
  const [size, name] = UNITS[at]!;
  const [smaller, smallerName] = UNITS[at + 1] ?? [1, 's'];
  const rest = Math.floor((seconds % size) / smaller);
  return `${Math.floor(seconds / size)} ${name}${rest > 0 && size > 1 ? ` ${rest} ${smallerName}` : ''}`;
}
