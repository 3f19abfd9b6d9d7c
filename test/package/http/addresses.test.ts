import { withoutQuery } from '../../../src/package/http/addresses.js';

test.each([
  ['https://example.org:8443/a/b.zip?token=1#x', 'https://example.org:8443/a/b.zip'],
  ['https://example.org', 'https://example.org/'],
  ['https://example.org/a#b?c', 'https://example.org/a'],
])('the address of a file has neither query nor fragment: %s', (address, expected) =>
  expect(withoutQuery(new URL(address))).toBe(expected),
);
