import { readFileSync } from 'node:fs';
import { LIMIT_NAMES } from '../../src/cli/limit-option.js';
import {
  BY_LINE,
  NAME_ANY_CRATE,
  NAME_STORED_CRATE,
  READ_CRATES,
  verbsWith,
  WRITING,
} from '../cli/helpers/option-table.js';

const without = (all: readonly string[], some: readonly string[]) => all.filter((name) => !some.includes(name));

/** Sentences of the documents that list names, each with where its list begins and ends, and the names of the code. */
const LISTS: readonly (readonly [page: string, before: string, after: string, names: readonly string[]])[] = [
  ['docs/commands.md', 'addresses are not found; not ', ' |', without(verbsWith('--store'), verbsWith('--query-url'))],
  ['docs/commands.md', 'all that read crates, except ', ' |', without(READ_CRATES, verbsWith('--strict'))],
  ['docs/commands.md', 'Verbs that read crates are ', '.', READ_CRATES],
  ['docs/commands.md', '(`written`: ', ')', WRITING],
  ['docs/commands.md', '(`report`). ', ', and `query`', BY_LINE],
  ['docs/commands.md', 'chooses and orders the columns (', ')', verbsWith('--columns')],
  ['docs/store.md', '## Names of stored crates\n\n', ' take', NAME_STORED_CRATE],
  ['docs/store.md', 'suggests the nearest crates.\n\n', ' take', NAME_ANY_CRATE],
  ['docs/reading.md', 'The names are ', '. In the library', LIMIT_NAMES],
];

/** The names in code of a list, without options: `profile` stands for all of its jobs. */
function namesIn(page: string, before: string, after: string): string[] {
  const [, rest, more] = readFileSync(page, 'utf8').split(before);
  if (rest === undefined || more !== undefined) throw new Error(`${page} does not say once: ${before}`);
  const list = rest.slice(0, rest.indexOf(after));
  const names = [...list.matchAll(/`([^` ]+)[^`]*`/g)].map(([, name = '']) => name);
  return names.filter((name) => !name.startsWith('-')).sort();
}

describe('a list of names in the documents is that of the code', () => {
  it.each(LISTS)('%s: %j', (page, before, after, names) => {
    const words = names.map((name) => name.replace(/ .*/, ''));
    expect(namesIn(page, before, after)).toEqual([...new Set(words)].sort());
  });
});
