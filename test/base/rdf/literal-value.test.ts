import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { valueForm, valueType } from '../../../src/base/rdf/literal-value.js';
import { tries } from '../../helpers/seed.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: most });
const sign = fc.constantFrom('', '', '-', '+');
const zone = fc.constantFrom('', 'Z', '+00:00', '-00:00', '+05:30', '-11:00');
const two = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, '0'));
const join = (...parts: (fc.Arbitrary<string> | string)[]) =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));
const fraction = fc.oneof(fc.constant(''), join('.', digits(22)));
const year = fc.oneof(
  fc.integer({ min: 1, max: 9999 }).map((number) => String(number).padStart(4, '0')),
  fc.constantFrom('-0044', '12020', '0000'),
);
/** The engine adds a minute to times before the year 0 that have a fraction. */
const today = fc.integer({ min: 1, max: 9999 }).map((number) => String(number).padStart(4, '0'));
const date = join(year, '-', two(1, 12), '-', two(1, 31));
const clock = join(two(0, 23), ':', two(0, 59), ':', two(0, 59), fraction);
const time = fc.oneof(
  { weight: 4, arbitrary: clock },
  fc.constantFrom('24:00:00', '24:00:00.0', '24:00:01', '24:00:00.10'),
);
const part = (letter: string) => fc.oneof(fc.constant(''), join(fc.integer({ min: 0, max: 70 }).map(String), letter));

/** Lexical forms, most of them legal. */
const forms: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['string', fc.constantFrom('1.0', ' 1', '')],
  ['boolean', fc.constantFrom('true', 'false', '1', '0', 'TRUE', 'yes', '')],
  ['integer', fc.oneof(join(sign, digits(25)), fc.constantFrom('1.0', ' 1', '1e3'))],
  ...['nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger', 'long', 'int', 'short', 'byte', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'].map((name) => [name, join(sign, digits(5))] as const),
  ['decimal', join(sign, digits(22), fraction)],
  ['double', fc.oneof(join(sign, digits(20), fraction, fc.constantFrom('', 'E0', 'e5', 'E-7', 'E400')), fc.double().map(String), fc.constantFrom('INF', '-INF', '+INF', 'NaN', 'inf', 'nan', 'infinity', '0x10', '0b1', ' 1 ', '1_000'))],
  ['float', fc.oneof(join(sign, digits(12), fraction, fc.constantFrom('', 'E0', 'e5')), fc.float().map(String), fc.constantFrom('INF', '-INF', '1E39', '16777217'))],
  ['date', join(date, zone)],
  ['dateTime', join(today, '-', two(1, 12), '-', two(1, 31), 'T', time, zone)],
  ['dateTimeStamp', join(today, '-', two(1, 12), '-', two(1, 31), 'T', time, zone)],
  ['time', join(time, zone)],
  ['gYear', join(year, zone)],
  ['gYearMonth', join(year, '-', two(1, 12), zone)],
  ['gMonthDay', join('--', two(1, 12), '-', two(1, 31), zone)],
  ['gDay', join('---', two(1, 31), zone)],
  ['gMonth', join('--', two(1, 12), zone)],
  ['duration', join(fc.constantFrom('', '-'), 'P', part('Y'), part('M'), part('D'), fc.oneof(fc.constant(''), join('T', part('H'), part('M'), part('S'))))],
  ['dayTimeDuration', join(fc.constantFrom('', '-'), 'P', part('D'), fc.oneof(fc.constant(''), join('T', part('H'), part('M'), part('S'))))],
  ['yearMonthDuration', join(fc.constantFrom('', '-'), 'P', part('Y'), part('M'))],
]; // prettier-ignore

const store = new oxigraph.Store();

/** What the engine makes of a literal. */
function literalThroughEngine(lexical: string, datatype: string): oxigraph.Literal {
  const literal = oxigraph.literal(lexical, oxigraph.namedNode(datatype));
  store.add(oxigraph.quad(oxigraph.namedNode('urn:s'), oxigraph.namedNode('urn:p'), literal));
  const [quad] = store.match();
  store.delete(quad as oxigraph.Quad);
  return (quad as oxigraph.Quad).object as oxigraph.Literal;
}

const throughEngine = (lexical: string, datatype: string): string => literalThroughEngine(lexical, datatype).value;

/** Odd forms of each datatype, in the range that the engine keeps by value. */
const ODD: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false', '1', '0', 'TRUE', ' true', '', '01', 'yes'],
  integer: ['1', '01', '+1', '-1', '-01', '0', '-0', '+0', '00', '1.0', '1.', '', '+', '1e0', ' 1', '10000000000000001', '10000000000000000'],
  unsignedByte: ['1', '01', '+1', '1.0', '0300', '300'],
  decimal: ['1', '1.', '1.0', '01.50', '1.5', '1.50', '.5', '0.5', '-.5', '-0.0', '0', '+0', '.', '1e0', '0.1', '0.10', '0.100000000000000001'],
  double: ['1.5E0', '1.5', '15e-1', '0', '-0', '-0.0', '+0', '0e5', '1e-400', '-1e-400', '1e400', 'INF', '+INF', '-INF', '-1e400', 'inf', 'NaN', 'nan', '1', '1.', '1e0', '0x1', ' 1', '', '0.1', '0.1000000000000000055511151231257827', '0.10000000000000002'],
  float: ['1.5E0', '1.5', '-0', '0', '16777216', '16777217', '16777218', '1e39', 'INF', '0.1', '0.100000001', '0.1000001', 'NaN'],
  dateTime: ['2020-01-01T00:00:00', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00.0Z', '2020-01-01T00:00:00+00:00', '2020-01-01T00:00:00-00:00', '2020-01-01T01:00:00+01:00', '2019-12-31T24:00:00', '2019-12-31T24:00:00.00Z', '2019-12-31T24:00:01', '2020-01-01T00:00:00.500', '2020-01-01T00:00:00.5', '2020-02-28T24:00:00', '2020-02-29T00:00:00', '2020-02-29T24:00:00', '2020-03-01T00:00:00', '2020-02-30T24:00:00', '2020-03-02T00:00:00', '2100-02-28T24:00:00', '2100-03-01T00:00:00', '-0001-12-31T24:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T24:00:00', '10000-01-01T00:00:00', '2020-01-01', 'x.50', 'x.5', 'x+00:00', 'xZ', '2020-13-01T24:00:00', '-0004-02-28T24:00:00', '-0004-02-29T00:00:00'],
  dateTimeStamp: ['2019-12-31T24:00:00Z', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00+00:00', '2020-01-01T00:00:00.10Z', '2020-01-01T00:00:00.1Z'],
  date: ['2020-01-01', '2020-01-01Z', '2020-01-01+00:00', '2020-01-01-00:00', '2020-01-01+01:00', 'x+00:00', 'xZ', '2020-02-30+00:00', '2020-01-01T10:00:00+00:00', '2020-01-01T10:00:00Z'],
  time: ['24:00:00', '00:00:00', '24:00:00.0', '00:00:00.000', '24:00:00Z', '00:00:00Z', '00:00:00+00:00', '24:00:00+05:00', '00:00:00+05:00', '24:00:01', '12:00:00.10', '12:00:00.1', 'x.0', 'x'],
  gYear: ['2020', '2020Z', '2020+00:00', '02020', '-0044'],
  gYearMonth: ['2020-01', '2020-01Z', '2020-01-00:00'],
  gMonth: ['--01', '--01Z', '--01+00:00'],
  gMonthDay: ['--03-29', '--03-29Z', '--03-29-00:00'],
  gDay: ['---01', '---01Z', '---01+00:00'],
  duration: ['P1Y2M', 'P14M', 'P01Y02M', '-P14M', 'PT90M', 'PT1H30M', 'PT0S', 'P0D', '-P0D', 'P', 'PT', 'P1Y', 'P1YT', 'P1D', 'PT24H', 'P1M', 'PT1M', 'PT1.50S', 'PT1.5S', 'PT.5S', 'PT0.50S', 'PT1.S', 'PT1S', 'PT9007199254740993S', 'PT9007199254740992S', 'P9007199254740993M', 'P9007199254740992M', 'P9007199254740993D', 'P1Y1D', 'P12M1D'],
  dayTimeDuration: ['P1D', 'PT24H', 'PT0S', '-PT0.0S', 'P1Y', 'PT60S', 'PT1M', 'P1DT24H'],
  yearMonthDuration: ['P1Y2M', 'P14M', 'P0Y', '-P0M', 'P1D', 'P12M', 'P1Y'],
  string: ['1', '01', '1.0', ' 1', 'true', 'TRUE'],
  anyURI: ['http://x', 'HTTP://x', 'http://x/'],
}; // prettier-ignore

/** The engine has two spellings for no time at all: `PT0S`, and `P0M` for months. */
function isZeroSpan(lexical: string | undefined): boolean {
  return lexical === 'PT0S' || lexical === 'P0M';
}

describe('literals by value', () => {
  it.each(Object.entries(ODD))('unusual forms of xsd:%s have the same value if they do in the engine', (name, odd) => {
    const datatype = XSD + name;
    const engine = new Map(odd.map((lexical) => [lexical, throughEngine(lexical, datatype)]));
    for (const one of odd) {
      const { value } = literalThroughEngine(one, datatype).datatype;
      expect(valueType(value)).toBe(valueType(datatype));
      expect(valueForm(engine.get(one) as string, datatype)).toBe(valueForm(one, datatype));
      for (const other of odd)
        expect(`${one} ${other} ${String(valueForm(one, datatype) === valueForm(other, datatype))}`).toBe(
          `${one} ${other} ${String(isZeroSpan(engine.get(one)) ? isZeroSpan(engine.get(other)) : engine.get(one) === engine.get(other))}`,
        );
    }
  });

  it.each(forms)('xsd:%s is the same after a round trip through the engine', (name, arbitrary) => {
    const datatype = XSD + name;
    fc.assert(
      fc.property(arbitrary, (lexical) => {
        expect(valueForm(throughEngine(lexical, datatype), datatype)).toBe(valueForm(lexical, datatype));
      }),
      tries(500),
    );
  });

  it.each([
    ['integer', '007', '7'],
    ['integer', '-0', '0'],
    ['decimal', '1.50', '1.5'],
    ['decimal', '10', '10.0'],
    ['double', '1.5E0', '1.5'],
    ['double', '1E3', '1000'],
    ['boolean', '1', 'true'],
    ['dateTime', '2020-01-01T00:00:00.500+00:00', '2020-01-01T00:00:00.5Z'],
    ['duration', 'P1Y2M', 'P14M'],
    ['duration', 'PT90M', 'PT1H30M'],
  ])('xsd:%s %s and %s are one value', (name, left, right) => {
    expect(valueForm(left, XSD + name)).toBe(valueForm(right, XSD + name));
  });

  it.each([
    ['integer', '10000000000000001', '10000000000000000'],
    ['decimal', '0.1', '0.10000000000000001'],
    ['double', '0.1', '0.2'],
    ['string', '1', '01'],
    ['dateTime', '2020-01-01T00:00:00', '2020-01-01T00:00:00Z'],
    ['date', '2020-01-01', '2020-01-02'],
    ['duration', 'P1M', 'PT1M'],
    ['double', '', '0'],
    ['boolean', 'yes', 'true'],
  ])('xsd:%s %s and %s are two', (name, left, right) => {
    expect(valueForm(left, XSD + name)).not.toBe(valueForm(right, XSD + name));
  });
});
