import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SLOW_SUITES } from '../slow-suites.js';
import { PAGES } from './commands.js';

const SLOW = SLOW_SUITES.map((path) => path.replace('<rootDir>/', ''));

describe('the list of slow suites', () => {
  it('names suites that exist, each once', () => {
    expect(SLOW.filter((path) => !existsSync(path))).toEqual([]);
    expect(new Set(SLOW).size).toBe(SLOW.length);
  });
});

describe('a command of the documents that names suites', () => {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) => `test/${path}`);
  const quick = all.filter((path) => path.endsWith('.test.ts') && !SLOW.includes(path));
  const commands = [...PAGES, 'src/README.md', 'src/tasks/check/RULES.md'].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm (test|run test:slow) -- (\w[^\s`]*)/g)].map(
      ([command, script = '', suites = '']) => [page, command, script === 'test' ? quick : SLOW, suites] as const,
    ),
  );

  it.each(commands)('%s: %s finds some', (_page, _command, there, suites) => {
    expect(there.some((path) => path.includes(suites))).toBe(true);
  });
});
