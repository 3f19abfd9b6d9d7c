import { readFile } from 'node:fs/promises';
import { accentStyle, GROUNDS, isLegible, parseColour, readableAccent } from '../../../src/site/branding/accent.js';

test('the grounds are those of the style sheet', async () => {
  const text = await readFile('src/site/browser/colours.css', 'utf8');
  for (const [at, name] of ['paper', 'card', 'sunk'].entries())
    expect(text).toContain(`--${name}: light-dark(${GROUNDS.light[at]!}, ${GROUNDS.dark[at]!});`);
});

test.each([
  ['#ABC', '#aabbcc'],
  ['#0a5A6b', '#0a5a6b'],
  ['0a5a6b', undefined],
  ['#0a5a6', undefined],
  ['red', undefined],
  ['#0a5a6b; }', undefined],
])('%s is the colour %s', (text, colour) => {
  expect(parseColour(text)).toBe(colour);
});

test('what the pages have can be read, and of any colour there is a shade that can', () => {
  expect(isLegible('#0a5a6b', 'light') && isLegible('#7acbdb', 'dark')).toBe(true);
  expect(isLegible('#7acbdb', 'light') || isLegible('#0a5a6b', 'dark')).toBe(false);
  for (let colour = 0; colour <= 0xffffff; colour += 0x071337)
    for (const scheme of ['light', 'dark'] as const) {
      const hex = `#${colour.toString(16).padStart(6, '0')}`;
      const shade = readableAccent(hex, scheme);
      expect([hex, isLegible(shade, scheme)]).toEqual([hex, true]);
      if (isLegible(hex, scheme)) expect(shade).toBe(hex);
    }
});

test('the ground of an accent, and what is written on it, follow from it', () => {
  expect(accentStyle({ light: '#000000', dark: '#ffffff' })).toBe(
    ':root {\n  --accent: light-dark(#000000, #ffffff);\n  --accent-ground: light-dark(#e0e0e0, #363a3d);\n  --on-accent: light-dark(#ffffff, #0c1c20);\n}\n',
  );
});
