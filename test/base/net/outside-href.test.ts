import { outsideHref } from '../../../src/base/net/outside-href.js';

it.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['HTTPS://Example.ORG/A', 'https://example.org/A'],
  ['http://example.org:8080/', 'http://example.org:8080/'],
  ['http://example.org/user@host', 'http://example.org/user@host'],
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['https://example.org/\u0007"<x>', 'https://example.org/%07%22%3Cx%3E'],
  ['mailto:ann@example.org', 'mailto:ann@example.org'],
  ['MAILTO:ann@example.org', 'mailto:ann@example.org'],
  ['doi:10.5281/zenodo.1', 'https://doi.org/10.5281/zenodo.1'],
  ['DOI: 10.5281/a"b', 'https://doi.org/10.5281/a%22b'],
])('%j is a link to %j', (identifier, href) => {
  expect(outsideHref(identifier)).toBe(href);
});

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,AAAA',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'view-source:https://example.org/',
  'https:example.org',
  'https://',
  'http://[::1',
  ' https://example.org/',
  '\u0000https://example.org/',
  '//example.org/',
  '/a',
  './a',
  '../a',
  'a',
  '',
  '#a',
  '?a',
  '_:b0',
  'urn:uuid:0',
  'doi:11.1/x',
  'https://ann@example.org/',
  'http://ann:secret@example.org/',
  'http://:secret@example.org/',
  'https://example.org@example.com/',
])('%j is text, not a link', (identifier) => {
  expect(outsideHref(identifier)).toBeUndefined();
});
