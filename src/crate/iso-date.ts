const FORM = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** Whether a text is a date of the calendar in ISO 8601, from a year to a moment. */
export function isIsoDate(text: string): boolean {
  if (!FORM.test(text) || Number.isNaN(Date.parse(text))) return false;
  // Date.parse turns 30 February into 1 March.
  const day = text.slice(0, 10);
  return day.length < 10 || new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}

/** The text of a date; undefined for what is none. */
export function asIsoDate(text: string | undefined): string | undefined {
  return text !== undefined && isIsoDate(text) ? text : undefined;
}

/** The day of a moment on the calendar of this machine, as in `2026-03-01`. In UTC it may be the day before or after. */
export function localDay(moment = new Date()): string {
  const [year, ...others] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return [String(year).padStart(4, '0'), ...others.map((number) => String(number).padStart(2, '0'))].join('-');
}
