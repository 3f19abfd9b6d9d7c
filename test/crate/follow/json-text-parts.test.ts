import {
  indentBefore,
  lineText,
  rebuild,
  localStyle,
  styleOf,
  treeOf,
  valueText,
  type Item,
  type TextStyle,
} from '../../../src/crate/follow/json-text.js';

const PLAIN: TextStyle = { unit: '  ', newline: '\n', colon: ' ', pad: '', ascii: false };
const DENSE: TextStyle = { ...PLAIN, unit: '', colon: '' };
const WIDE: TextStyle = { ...PLAIN, unit: '', pad: ' ' };

describe('the style of a text', () => {
  it.each<[string, Partial<TextStyle>]>([
    ['{"a":1}', { unit: '', newline: '\n', colon: '', pad: '', ascii: false }],
    ['{ "a": 1 }', { unit: '', colon: ' ', pad: ' ' }],
    ['{\n  "a": {\n    "b":1}}', { unit: '  ', colon: ' ', pad: '' }],
    ['{\r\n\t"a":  1\r\n}', { unit: '\t', newline: '\r\n', colon: '  ' }],
    ['{\n"a" : 1}', { unit: '', colon: ' ' }],
    ['{"a": "caf\\u00e9"}', { ascii: true }],
    ['{"a": "caf\\u00E9"}', { ascii: true }],
    ['{"a": "caf\\\\u00e9"}', { ascii: false }],
    ['{"a": "caf\\u00e9 \u00e9"}', { ascii: false }],
    // JSON always escapes control characters.
    ['{"a": "\\u0000\\u001f"}', { ascii: false }],
    ['{"a": "\\u0000 \\u00e9"}', { ascii: true }],
  ])('%j', (text, style) => expect(styleOf(text)).toMatchObject(style));

  it('next to a value on one line is one line', () => {
    const text = '{\n  "a": { "b":1 },\n  "c": {\n    "d": 1\n  }\n}';
    const [one, many] = (treeOf(text).children ?? []).map((property) => property.children?.[1] as never);
    expect(localStyle(text, [one as never], PLAIN)).toEqual({ ...PLAIN, unit: '', colon: '', pad: ' ' });
    expect(localStyle(text, [many as never], PLAIN)).toBe(PLAIN);
    expect(localStyle(text, [many as never, one as never], PLAIN).unit).toBe('');
    expect(localStyle('["x"]', [treeOf('["x"]').children?.[0] as never], PLAIN)).toBe(PLAIN);
  });
});

describe('rebuild', () => {
  const original = (text: string, from: number): Item => ({ text, from });
  it.each<[string, string, Item[], TextStyle, string]>([
    ['without its first item', '[1, 2,3]', [original('2', 1), original('3', 2)], PLAIN, '[2,3]'],
    ['without its last', '[ 1,2 ]', [original('1', 0)], PLAIN, '[ 1 ]'],
    ['without any', '[ 1 ]', [], PLAIN, '[]'],
    ['with separators of its own', '[ 1,\n 2 , 3 ]', [original('1', 0), original('3', 2), { text: '4' }], PLAIN, '[ 1 , 3,\n 4 ]'],
    ['with one in the middle', '[1,  2]', [original('1', 0), { text: '9' }, original('2', 1)], PLAIN, '[1,  9,  2]'],
    ['from one item on lines', '[\n  1\n]', [original('1', 0), { text: '2' }], PLAIN, '[\n  1,\n  2\n]'],
    ['from one item on a line', '[1]', [original('1', 0), { text: '2' }], PLAIN, '[1, 2]'],
    ['from one item, densely', '[1]', [original('1', 0), { text: '2' }], DENSE, '[1,2]'],
    ['from nothing', '{}', [{ text: '"a":1' }, { text: '"b":2' }], DENSE, '{"a":1,"b":2}'],
    ['inside of other text', '["x", [1]]', [original('"x"', 0)], PLAIN, '["x"]'],
  ])('%s', (_, text, items, style, written) => expect(rebuild(text, treeOf(text), items, style)).toBe(written)); // prettier-ignore
});

describe('new values', () => {
  const value = { a: { b: [1, 'caf\u00e9'] }, c: [] };
  it.each<[string, TextStyle, string]>([
    ['on lines', PLAIN, '{\n    "a": {\n      "b": [\n        1,\n        "caf\u00e9"\n      ]\n    },\n    "c": []\n  }'],
    ['on lines that end in CRLF', { ...PLAIN, newline: '\r\n', unit: '\t' }, '{\r\n  \t"a": {\r\n  \t\t"b": [\r\n  \t\t\t1,\r\n  \t\t\t"caf\u00e9"\r\n  \t\t]\r\n  \t},\r\n  \t"c": []\r\n  }'],
    ['on one line', WIDE, '{ "a": { "b": [1, "caf\u00e9"] }, "c": [] }'],
    ['densely', DENSE, '{"a":{"b":[1,"caf\u00e9"]},"c":[]}'],
    ['in ASCII', { ...DENSE, ascii: true }, '{"a":{"b":[1,"caf\\u00e9"]},"c":[]}'],
  ])('%s', (_, style, text) => expect(valueText(value, '  ', style)).toBe(text)); // prettier-ignore

  it('in ASCII, on lines, as keys', () => {
    const style = { ...PLAIN, ascii: true };
    expect(valueText(['\u00e9\u{1f600}'], '', style)).toBe('[\n  "\\u00e9\\ud83d\\ude00"\n]');
    expect(lineText({ '\u00e9': '\u007f\u0080' }, style)).toBe('{"\\u00e9": "\u007f\\u0080"}');
  });
});

it('indentBefore finds the indentation of the line', () => {
  const text = '{\n \t"a": 1}';
  expect(indentBefore(text, text.indexOf('"a"'))).toBe(' \t');
  expect(indentBefore(text, text.indexOf('1'))).toBe(' \t');
  expect(indentBefore(text, 0)).toBe('');
});
