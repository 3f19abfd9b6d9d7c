import { errorText } from '../../../../src/store/endpoint/protocol/endpoint-error.js';

const text = (content: string, type = 'text/plain', secrets: string[] = []) =>
  errorText(Buffer.from(content), type, secrets);

it.each([
  ['a page', '<!DOCTYPE html><head><title>x</title></head><style>b{}</style><h1>Error&nbsp;404</h1><!-- c --><p>a &lt; b &#233;</p>', 'Error 404 a < b é'], // prettier-ignore
  ['words between & and ;', '<p>a &constructor; &nothing; b</p>', 'a &constructor; &nothing; b'],
  ['controls', 'a\u001b[31m\u0000\u202eb\r\n c', 'a [31m b c'],
  ['addresses', 'see http://u:p@h.org/x?key=1#a and https://h.org/y', 'see http://h.org/x and https://h.org/y'],
  ['secrets', 'wrong password s3cret!', 'wrong password ***'],
])('%s are shown as plain text', (_, content, expected) => {
  expect(text(content, 'text/html'.repeat(Number(content.startsWith('<'))), ['s3cret!'])).toBe(expected);
});

it('is at most 300 characters, and never half a character', () => {
  for (let length = 290; length < 300; length += 1) {
    const shown = text('a'.repeat(length) + '😀'.repeat(20));
    expect(shown.length).toBeLessThanOrEqual(300);
    expect(shown).toMatch(/^a+(?:😀)* \.\.\.$/u);
  }
});

it('reads the character set that the endpoint names', () => {
  expect(errorText(Buffer.from('é', 'latin1'), 'text/plain; charset=ISO-8859-1')).toBe('é');
  expect(text('é', 'text/plain; charset=nonsense')).toBe('é');
});
