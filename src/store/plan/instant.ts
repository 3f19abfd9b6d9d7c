/** A moment, in UTC; without a time zone as if it were in UTC. */
export interface Instant {
  /** Whole seconds since 1970. */
  readonly seconds: number;
  /** Digits after the point of the seconds, without zeros at the end. */
  readonly fraction: string;
  /** `Z`, `+01:00` or nothing. */
  readonly zone: string;
}

const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/;

/** Reads an xsd:dateTime or xsd:date; undefined for one that does not exist, or has an unusual year. */
export function instantOf(lexical: string): Instant | undefined {
  const match = FORM.exec(lexical);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as Six;
  const [fraction = '', zone = ''] = [match[7], match[8]];
  const start = Date.UTC(year, month - 1, day, hour, minute, second);
  const exists = new Date(start).toISOString().startsWith(lexical.slice(0, 10));
  const sign = zone.startsWith('-') ? -1 : 1;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (!exists || year < 100 || hour > 23 || minute > 59 || second > 59 || hours > 13 || minutes > 59) return undefined;
  if (fraction.length > 9) return undefined;
  return { seconds: start / 1000 - sign * (hours * 60 + minutes) * 60, fraction: fraction.replace(/0+$/, ''), zone };
}

type Six = [number, number, number, number, number, number];

/** The order of two moments. */
export function compareInstants(one: Instant, other: Instant): number {
  if (one.seconds !== other.seconds) return one.seconds - other.seconds;
  return one.fraction < other.fraction ? -1 : one.fraction > other.fraction ? 1 : 0;
}
