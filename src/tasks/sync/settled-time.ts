/** Hours until the end of a day in UTC is that of the day everywhere. */
const REST = 12 * 3_600_000;

/**
 * A time as the version of a crate. One that is only a day (`2026-11-29`), a month or a year says nothing of a second
 * change in it: it is undefined until that is over everywhere.
 */
export function settledTime(time: string | undefined, now = Date.now()): string | undefined {
  if (time === undefined) return undefined;
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:Z|[+-]\d\d:\d\d)?$/.exec(time) ?? [];
  if (year === undefined) return time;
  // The next year, month or day; a month of another year and a day of another month are carried over.
  const end = Date.UTC(
    Number(year) + (month === undefined ? 1 : 0),
    Number(month ?? 1) - (day === undefined && month !== undefined ? 0 : 1),
    Number(day ?? 0) + 1,
  );
  return now < end + REST ? undefined : time;
}
