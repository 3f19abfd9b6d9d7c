import { preferredType } from '../../../src/server/http/preferred-type.js';

const TYPES = ['text/html', 'application/ld+json', 'text/turtle'];

it.each([
  [null, 'text/html'],
  ['', 'text/html'],
  [' ', 'text/html'],
  ['*/*', 'text/html'],
  ['text/*', 'text/html'],
  ['application/*', 'application/ld+json'],
  ['text/turtle', 'text/turtle'],
  ['TEXT/Turtle', 'text/turtle'],
  ['text/turtle, text/html;q=0.5', 'text/turtle'],
  ['text/turtle;q=0.1, text/html;q=0.5', 'text/html'],
  ['text/turtle ; Q=0.9, application/ld+json; q = 0.8', 'text/turtle'],
  ['*/*, text/html;q=0', 'application/ld+json'],
  ['text/html;q=0', undefined],
  ['*/*;q=0', undefined],
  ['image/png', undefined],
  ['image/png, */*;q=0.1', 'text/html'],
  ['text/turtle; charset=utf-8', 'text/turtle'],
  ['text/turtle;charset="utf-8";q=0.2, application/ld+json;q=0.3', 'application/ld+json'],
  ['application/ld+json;profile="https://w3id.org/ro/crate"', 'application/ld+json'],
  ['application/ld+json;profile="a, text/turtle, b";q=0.4, text/turtle;q=0.3', 'application/ld+json'],
  ['text/turtle;q=0.3, application/ld+json;profile="a; q=0.1";q=0.4', 'application/ld+json'],
  ['application/ld+json;profile="say \\"text/html, \\"";q=0.4, text/turtle;q=0.3', 'application/ld+json'],
  ['application/ld+json;q=0.4;ext="1, 2", text/turtle;q=0.3', 'application/ld+json'],
  ['application/ld+json;flag, text/turtle;q=0.3', 'application/ld+json'],
])('of %j the best is %s', (accept, best) => {
  expect(preferredType(accept, TYPES)).toBe(best);
});

it('a header of many parameters is read in linear time', () => {
  const accept = `text/html${'; '.repeat(4000)}${';a="'.repeat(4000)}`;
  expect([undefined, 'text/html']).toContain(preferredType(accept, TYPES));
});
