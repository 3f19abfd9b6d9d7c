import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { valueForm } from '../../src/rdf/literal-value.js';
import { SEED } from '../helpers/seed.js';

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
const time = join(two(0, 23), ':', two(0, 59), ':', two(0, 59), fraction);
const part = (letter: string) => fc.oneof(fc.constant(''), join(fc.integer({ min: 0, max: 70 }).map(String), letter));

/** Lexical forms, most of them legal. */
const forms: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['string', fc.constantFrom('1.0', ' 1', '')],
  ['boolean', fc.constantFrom('true', 'false', '1', '0', 'TRUE', 'yes', '')],
  ['integer', fc.oneof(join(sign, digits(25)), fc.constantFrom('1.0', ' 1', '1e3'))],
  ['nonNegativeInteger', join(sign, digits(5))],
  ['decimal', join(sign, digits(22), fraction)],
  ['double', fc.oneof(join(sign, digits(20), fraction, fc.constantFrom('', 'E0', 'e5', 'E-7', 'E400')), fc.double().map(String), fc.constantFrom('INF', '-INF', '+INF', 'NaN', 'inf', 'nan', 'infinity', '0x10', '0b1', ' 1 ', '1_000'))],
  ['float', fc.oneof(join(sign, digits(12), fraction, fc.constantFrom('', 'E0', 'e5')), fc.float().map(String), fc.constantFrom('INF', '-INF', '1E39', '16777217'))],
  ['date', join(date, zone)],
  ['dateTime', join(today, '-', two(1, 12), '-', two(1, 31), 'T', time, zone)],
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

/** What the engine makes of a lexical form. */
function throughEngine(lexical: string, datatype: string): string {
  const store = new oxigraph.Store();
  store.add(
    oxigraph.quad(
      oxigraph.namedNode('urn:s'),
      oxigraph.namedNode('urn:p'),
      oxigraph.literal(lexical, oxigraph.namedNode(datatype)),
    ),
  );
  const [quad] = store.match() as unknown as { object: { value: string } }[];
  return quad?.object.value as string;
}

describe('literals by value', () => {
  it.each(forms)('xsd:%s is the same after a trip through the engine', (name, arbitrary) => {
    const datatype = XSD + name;
    fc.assert(
      fc.property(arbitrary, (lexical) => {
        expect(valueForm(throughEngine(lexical, datatype), datatype)).toBe(valueForm(lexical, datatype));
      }),
      { numRuns: 1000, seed: SEED },
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
