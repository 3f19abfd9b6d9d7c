import { XSD } from './vocabulary.js';

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?$/;
const DECIMALS: ReadonlySet<string> = new Set(
  ['decimal', 'integer', 'long', 'int', 'short', 'byte', 'nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'].map((name) => XSD + name),
); // prettier-ignore
const TIMES: ReadonlySet<string> = new Set(
  ['dateTime', 'dateTimeStamp', 'date', 'time', 'gYear', 'gYearMonth', 'gMonth', 'gMonthDay', 'gDay'].map((name) => XSD + name),
); // prettier-ignore
const DURATIONS: ReadonlySet<string> = new Set(
  ['duration', 'dayTimeDuration', 'yearMonthDuration'].map((name) => XSD + name),
);
const DURATION = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/**
 * A lexical form that is equal for forms of the same value (XSD 1.1 part 2): stores keep values, not spellings, and
 * give `1.5E0` back as `1.5`. Strings and ill-formed values are returned as they are.
 */
export function valueForm(lexical: string, datatype: string): string {
  if (datatype === `${XSD}double`) return floatForm(lexical, Number);
  if (datatype === `${XSD}float`) return floatForm(lexical, (text) => Math.fround(Number(text)));
  if (DECIMALS.has(datatype)) return decimalForm(lexical);
  if (datatype === `${XSD}boolean`) return lexical === '1' ? 'true' : lexical === '0' ? 'false' : lexical;
  if (TIMES.has(datatype))
    return lexical
      .replace(/(\.\d*?)0+(?=$|Z|[+-])/, '$1')
      .replace(/\.(?=$|Z|[+-])/, '')
      .replace(/[+-]00:00$/, 'Z');
  return DURATIONS.has(datatype) ? durationForm(lexical) : lexical;
}

function floatForm(lexical: string, read: (lexical: string) => number): string {
  if (!FLOAT.test(lexical)) return lexical.replace(/^\+?(-?)inf(?:inity)?$/i, '$1INF').replace(/^[+-]?nan$/i, 'NaN');
  return String(read(lexical)).replace('Infinity', 'INF');
}

function decimalForm(lexical: string): string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(lexical);
  if (match === null || !/\d/.test(lexical)) return lexical;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = (whole === '' ? '0' : whole) + (fraction === '' ? '' : `.${fraction}`);
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

function durationForm(lexical: string): string {
  const match = DURATION.exec(lexical);
  if (match === null) return lexical;
  const [years, months, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const form = `${years * 12 + months}M${((days * 24 + hours) * 60 + minutes) * 60 + seconds}S`;
  return form === '0M0S' ? form : (match[1] ?? '') + form;
}
