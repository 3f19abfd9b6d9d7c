const DATE = /^[+-]?(\d{4})(?:-?(\d{3})(?!\d)|-?(\d{2})(?:-?(\d{2}))?|-?W(\d{2})(?:-?[1-7])?)?/;
const TIME = /^(?:T(?:[01]\d|2[0-4])(?::?[0-5]\d(?::?(?:[0-5]\d|60)(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * How precise a date of ISO 8601 is, with or without a time, in its basic or extended form.
 * @returns undefined if it is no such date
 */
export function precisionOf(text: string): 'day' | 'less' | undefined {
  const match = DATE.exec(text.trim());
  if (match === null) return undefined;
  const [date, year, dayOfYear, month, day, week] = match;
  const rest = text.trim().slice(date.length);
  if (!TIME.test(rest)) return undefined;
  if (month !== undefined && !isCalendarDay(Number(year), Number(month), Number(day ?? 1))) return undefined;
  if (week !== undefined && (Number(week) < 1 || Number(week) > 53)) return undefined;
  if (dayOfYear !== undefined && (Number(dayOfYear) < 1 || Number(dayOfYear) > 366)) return undefined;
  const whole = day !== undefined || dayOfYear !== undefined || (week !== undefined && /W\d{2}-?[1-7]$/.test(date));
  if (rest !== '' && !whole) return undefined; // a time needs a day
  return whole ? 'day' : 'less';
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
