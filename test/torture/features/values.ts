import { raw, type Draft, type Features } from '../draft.js';
import type { JsonValue } from '../../../src/crate/json/lazy-document.js';
import type { Random } from '../random.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A feature that is a kind of value. */
const value = (make: (draft: Draft, random: Random) => JsonValue) => (draft: Draft, random: Random) => {
  draft.values.push(() => make(draft, random));
};

/** Numbers in spellings that JavaScript does not write. */
const SPELLINGS = ['1.0', '1.50', '-0', '-0.0', '1e3', '1E+2', '0.10', '100e-1', '1e21', '1e22', '1.5e300'];
const BIG = ['10000000000000001', '123456789012345678901234567890', '-9007199254740993', '9007199254740993'];
const TEXTS = [
  '',
  ' ',
  '"quoted" \\ back',
  'line\nbreak\r\n\ttab',
  '\u0000\u0001\u001f\u007f\u0085',
  '\u2028\u2029\ufeff',
  '\u{1F600}\u{10FFFF}',
  '\u202e\u2066',
  '[ { } ]',
  '{"@id": "#a"}',
  'http://example.org/a b',
  '_:b0',
  '@id',
  '@none',
  '@foo',
  './',
  '<urn:evil> <urn:p> <urn:o> .',
];

/** All kinds of values. */
export const VALUES: Features = {
  'value object': value((draft) => ({ '@value': draft.text() })),
  'value object of a number': value((_, random) => ({ '@value': random.pick([0, 1, -1.5, 7, 1e21]) })),
  'value object of a boolean': value((_, random) => ({ '@value': random.chance(0.5) })),
  'value object of null': value(() => ({ '@value': null })),
  'value object with @language': value((draft, random) => ({
    '@value': draft.text(),
    '@language': random.pick(['en', 'de-AT', 'EN-us', 'x-klingon']),
  })),
  'value object with @language null': value((draft) => ({ '@value': draft.text(), '@language': null })),
  'value object with @type': value((draft, random) => ({
    '@value': draft.text(),
    '@type': random.pick([`${XSD}date`, 'http://example.org/datatype', 'Person', `${XSD}string`, '__proto__']),
  })),
  'value object with @type null': value((draft) => ({ '@value': draft.text(), '@type': null })),
  'value object with a typed number': value((_, random) => ({
    '@value': random.pick([1, 1.5, 10, -3]),
    '@type': random.pick([`${XSD}double`, `${XSD}decimal`, `${XSD}integer`, `${XSD}float`]),
  })),
  'value object with a typed boolean': value(() => ({ '@value': true, '@type': 'http://example.org/datatype' })),
  'value object with @index': value((draft) => ({ '@value': draft.text(), '@index': 'i' })),
  'value object with @direction': value((draft) => ({
    '@value': draft.text(),
    '@language': 'ar',
    '@direction': 'rtl',
  })),
  'JSON literal': value((draft, random) => ({
    '@type': '@json',
    '@value': random.pick<JsonValue>([
      null,
      7,
      draft.text(),
      [],
      { b: 1, a: [true, null] },
      { '\u20ac': 1, '\r': 2, 1: 3 },
      { ['__proto__']: { ['__proto__']: 1 } },
      [1.5, 1e21, -0, 1e-7],
    ]),
  })),
  'JSON literal with @context in it': value((draft) => ({
    '@type': '@json',
    '@value': { '@context': { name: 'http://example.org/other' }, '@id': 'x', '@list': [draft.text()] },
  })),
  'JSON literal with keywords in it': value(() => ({
    '@type': '@json',
    '@value': { '@value': 1, '@type': ['@json'] },
  })),
  'number spelled oddly': value((_, random) => raw(random.pick(SPELLINGS))),
  'big integer': value((_, random) => raw(random.pick(BIG))),
  boolean: value((_, random) => random.chance(0.5)),
  null: value(() => null),
  'empty array': value(() => []),
  'array with null': value((draft) => [null, draft.text(), null]),
  'array of one': value((draft) => [draft.text()]),
  'array with the same value twice': value(() => ['twice', 'twice', { '@value': 'twice' }]),
  'nested array': value((draft) => [[draft.text()], [[draft.text(), []]]]),
  'odd string': value((_, random) => random.pick(TEXTS)),
  'string with escapes that nobody needs': value((_, random) =>
    raw(random.pick(['"\\u0061\\/b"', '"\\ud83d\\ude00"', '"\\u0022"'])),
  ),
  'nested node': value((draft) => ({ '@id': draft.id(), '@type': 'Person', name: draft.text() })),
  'nested node without a name': value((draft) => ({ '@type': 'Person', name: draft.text() })),
  'nodes nested deeply': value((draft) => ({
    name: draft.text(),
    author: { '@id': draft.id(), author: { name: draft.text(), author: [{ name: draft.text() }] } },
  })),
  'node of which nothing is said': value(() => ({})),
  'node with @index': value((draft) => ({ '@id': draft.id(), '@index': 'i', name: draft.text() })),
  'node that is an @id with null': value((draft) => ({ '@id': draft.id(), name: null })),
  '@list': value((draft) => ({ '@list': [draft.text(), { '@id': draft.id() }, 7, draft.text()] })),
  '@list of one that is no array': value((draft) => ({ '@list': draft.text() })),
  '@list, empty': value(() => ({ '@list': [] })),
  '@list with null': value((draft) => ({ '@list': [null, draft.text(), { '@value': null }] })),
  '@list of nodes': value((draft) => ({
    '@list': [{ name: draft.text() }, { '@id': draft.id(), name: draft.text() }] as JsonValue[],
  })),
  '@list of @list': value((draft) => ({ '@list': [{ '@list': [draft.text()] }, { '@list': [] }, draft.text()] })),
  '@set': value((draft) => ({ '@set': [draft.text(), { '@id': draft.id() }] })),
  '@set of one that is no array': value((draft) => ({ '@set': draft.text() })),
  '@set, empty': value(() => ({ '@set': [] })),
  '@set of @list': value((draft) => ({ '@set': [{ '@list': [draft.text()] }] })),
  '@list of value objects': value((draft) => ({
    '@list': [
      { '@value': draft.text(), '@language': 'fr' },
      { '@value': 1.5 },
      { '@value': 'x', '@type': 'Person' },
    ] as JsonValue[],
  })),
  '@graph as a value': value((draft) => ({ '@graph': [{ '@id': draft.id(), name: draft.text() }] })),
  '@included in a node': value((draft) => ({ '@included': [{ '@id': draft.id(), name: draft.text() }] })),
  '@included beside a name': value((draft) => ({
    '@id': draft.id(),
    '@included': { '@type': 'Person', name: draft.text() },
  })),
};
