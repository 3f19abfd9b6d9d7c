import { readLocationMap } from '../../../src/tasks/convert/detach/location-map.js';

const EXPECTED = [
  ['data/a, b.txt', 'https://example.org/a'],
  ['x', 'https://example.org/x'],
];

it.each([
  ['CSV', '"data/a, b.txt",https://example.org/a\nx,https://example.org/x\n'],
  ['CSV with a header, a byte order mark, CRLF and empty lines', '\uFEFFold,new\r\n"data/a, b.txt", https://example.org/a\r\n\r\nx,https://example.org/x'], // prettier-ignore
  ['a JSON object', '{"data/a, b.txt": "https://example.org/a", "x": "https://example.org/x"}'],
  ['a JSON array', '[{"old": "data/a, b.txt", "new": "https://example.org/a"}, {"old": "x", "new": "https://example.org/x"}]'], // prettier-ignore
])('%s', (_, text) => expect(readLocationMap(text, 'map')).toEqual(EXPECTED));

it('keeps what is there twice, which is an error later', () => {
  expect(readLocationMap('{"a": "https://example.org/1", "a": "https://example.org/2"}', 'map')).toHaveLength(2);
});

it.each([
  ['one column', 'a\n', /line 1 /],
  ['three columns', 'a,b\na,b,c\n', /line 2 /],
  ['an empty column', 'a,\n', /line 1 /],
  ['an open quote', '"a,b\n', /not a list/],
  ['broken JSON', '{"a"', /neither JSON nor CSV/],
  ['other values', '{"a": 1}', /"a" does not give/],
  ['an array of text', '["a"]', /\[0\] does not give/],
])('%s is refused', (_, text, message) => {
  expect(() => readLocationMap(text, 'map.csv')).toThrow(expect.objectContaining({ code: 'ERR_USAGE', message: expect.stringMatching(message) })); // prettier-ignore
});
