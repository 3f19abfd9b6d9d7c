import { readFileSync } from 'node:fs';
import * as library from '../../src/index.js';

const MODULE = /^\/\*\*.*?\*\//s.exec(readFileSync('src/index.ts', 'utf8'))?.[0] ?? '';
const [, TABLE = ''] = /## Twenty names to begin with\n(.*?)\n## /s.exec(readFileSync('docs/library.md', 'utf8')) ?? [];

/** The names that a text gives with what they are for. */
function namesIn(text: string, form: RegExp): string[] {
  return [...text.matchAll(form)].map(([, name = '', purpose = '']) => `${name}: ${purpose}`);
}

it('the types and the documents name the same twenty names to begin with, and all of them are exported', () => {
  const names = namesIn(MODULE, /\{@link (\w+)\}: (.+)/g);
  expect(names).toHaveLength(20);
  expect(namesIn(TABLE, /`(\w+)` \((.*?)\)(?=, | +\|)/g)).toEqual(names);
  expect(names.map((line) => line.replace(/:.*/, '')).filter((name) => !(name in library))).toEqual([]);
});
