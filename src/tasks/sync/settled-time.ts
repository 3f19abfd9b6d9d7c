/** The last hour of a day on Earth, in UTC, after its beginning. */
const DAY = 36 * 3_600_000;

/**
 * A time as the version of a crate. One that is only a day (`2026-11-29`) says nothing of a second change on that day:
 * it is undefined until the day is over everywhere.
 */
export function settledTime(time: string | undefined, now = Date.now()): string | undefined {
  if (time === undefined || !/^\d{4}(?:-\d\d){2}(?:Z|[+-]\d\d:\d\d)?$/.test(time)) return time;
  return now - Date.parse(time.slice(0, 10)) < DAY ? undefined : time;
}
