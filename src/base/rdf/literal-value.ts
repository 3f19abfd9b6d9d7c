import { XSD } from './vocabulary.js';

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?$/;
const xsd = (...names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => XSD + name));
const INTEGERS = xsd(
  'integer',
  'long',
  'int',
  'short',
  'byte',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
);
const DATE_TIMES = xsd('dateTime', 'dateTimeStamp');
const DATES = xsd('date', 'gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay');
const DURATIONS = xsd('duration', 'dayTimeDuration', 'yearMonthDuration');

const CLOCK = String.raw`((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)(\.\d+)?(Z|[+-]\d\d:\d\d)?`;
const TIME = new RegExp(`^${CLOCK}$`);
const DATE_TIME = new RegExp(String.raw`^(-?\d{4,})-(\d\d)-(\d\d)T${CLOCK}$`);
/** A date, or a part of one, in the time zone of Greenwich. */
const DATE = /^(?:(-?\d{4,})(?:-(\d\d)(?:-(\d\d))?)?|--(\d\d)(?:-(\d\d))?|---(\d\d))[+-]00:00$/;
const DURATION = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?|\.\d+)S)?)?$/;

/**
 * The same lexical form for all lexical forms of a value (XSD 1.1 part 2): stores keep values, not spellings, and
 * return `1.5E0` as `1.5`. Strings and ill-formed values are returned unchanged.
 */
export function valueForm(lexical: string, datatype: string): string {
  if (datatype === `${XSD}double`) return floatForm(lexical, Number);
  if (datatype === `${XSD}float`) return floatForm(lexical, (text) => Math.fround(Number(text)));
  if (datatype === `${XSD}decimal`) return decimalForm(lexical);
  if (INTEGERS.has(datatype)) return lexical.includes('.') ? lexical : decimalForm(lexical);
  if (datatype === `${XSD}boolean`) return lexical === '1' ? 'true' : lexical === '0' ? 'false' : lexical;
  if (DATE_TIMES.has(datatype)) return dateTimeForm(lexical);
  if (datatype === `${XSD}time`) return timeForm(lexical);
  if (DATES.has(datatype)) return dateForm(lexical);
  return DURATIONS.has(datatype) ? durationForm(lexical) : lexical;
}

/** The datatype under which a store keeps the values of a datatype: subtypes share the values of their base type. */
export function valueType(datatype: string): string {
  if (INTEGERS.has(datatype)) return `${XSD}integer`;
  return DATE_TIMES.has(datatype) ? `${XSD}dateTime` : datatype;
}

function floatForm(lexical: string, read: (lexical: string) => number): string {
  if (!FLOAT.test(lexical)) return lexical.replace(/^\+?(-?)inf(?:inity)?$/i, '$1INF').replace(/^[+-]?nan$/i, 'NaN');
  const value = read(lexical);
  return Object.is(value, -0) ? '-0' : String(value).replace('Infinity', 'INF');
}

function decimalForm(lexical: string): string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(lexical);
  if (match === null || !/\d/.test(lexical)) return lexical;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = (whole === '' ? '0' : whole) + (fraction === '' ? '' : `.${fraction}`);
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

function dateForm(lexical: string): string {
  const match = DATE.exec(lexical);
  if (match === null) return lexical;
  // A leap year has all days.
  const [, year = '2000', month = match[4] ?? '01', day = match[5] ?? match[6] ?? '01'] = match;
  return dayAfter(BigInt(year), Number(month), Number(day)) === undefined ? lexical : `${lexical.slice(0, -6)}Z`;
}

/** The end of a day is the start of the next one (XSD 1.1 part 2, section 3.3.7). */
function dateTimeForm(lexical: string): string {
  const match = DATE_TIME.exec(lexical);
  if (match === null) return lexical;
  const [, year = '', month = '', day = '', clock = '', fraction = '', zone = ''] = match;
  const end = endOf(fraction, zone);
  const after = dayAfter(BigInt(year), Number(month), Number(day));
  if (after === undefined) return lexical;
  if (clock !== '24:00:00') return `${year}-${month}-${day}T${clock}${end}`;
  return /^\.?0*$/.test(fraction) ? `${after}T00:00:00${end}` : lexical;
}

function timeForm(lexical: string): string {
  const [, clock, fraction = '', zone = ''] = TIME.exec(lexical) ?? [];
  if (clock === undefined) return lexical;
  const isEnd = clock === '24:00:00' && /^\.?0*$/.test(fraction);
  return `${isEnd ? '00:00:00' : clock}${endOf(fraction, zone)}`;
}

function endOf(fraction: string, zone: string): string {
  return fraction.replace(/\.?0*$/, '') + zone.replace(/^[+-]00:00$/, 'Z');
}

/** The next day; undefined for a date that does not exist. */
function dayAfter(year: bigint, month: number, day: number): string | undefined {
  const leap = year % 4n === 0n && (year % 100n !== 0n || year % 400n === 0n);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  if (month < 1 || month > 12 || day < 1 || day > days) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const inYear = (number: bigint) => (number < 0n ? '-' : '') + String(number < 0n ? -number : number).padStart(4, '0');
  if (day < days) return `${inYear(year)}-${two(month)}-${two(day + 1)}`;
  return month < 12 ? `${inYear(year)}-${two(month + 1)}-01` : `${inYear(year + 1n)}-01-01`;
}

function durationForm(lexical: string): string {
  const match = DURATION.exec(lexical);
  if (match === null || !/\d/.test(lexical)) return lexical;
  const [years, months, days, hours, minutes] = match.slice(2, 7).map((part) => BigInt(part ?? 0)) as bigint[] as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const [whole = '', fraction = ''] = (match[7] ?? '').split('.');
  const allMonths = years * 12n + months;
  const seconds = ((days * 24n + hours) * 60n + minutes) * 60n + BigInt(whole);
  const rest = fraction.replace(/0+$/, '');
  const part = (number: bigint, letter: string) => (number === 0n ? '' : `${number}${letter}`);
  const last = rest === '' ? part(seconds % 60n, 'S') : `${seconds % 60n}.${rest}S`;
  const clock = part((seconds / 3600n) % 24n, 'H') + part((seconds / 60n) % 60n, 'M') + last;
  const date = part(allMonths / 12n, 'Y') + part(allMonths % 12n, 'M') + part(seconds / 86400n, 'D');
  if (date + clock === '') return 'PT0S';
  return `${match[1] ?? ''}P${date}${clock === '' ? '' : `T${clock}`}`;
}
