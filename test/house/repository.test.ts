import { execFileSync } from 'node:child_process';
import { ERROR_CODES } from '../../src/errors.js';
import { listQueries } from '../../src/store/saved-queries.js';
import { runCli } from '../cli/helpers/run.js';
import { errorTable, helpBlock, queryTable, sectionOf, withSection } from './readme.js';

const TOP_LEVEL = [
  'src',
  'queries',
  'test',
  'data',
  'package.json',
  'tsconfig.json',
  'README.md',
  'package-lock.json',
  'LICENSE',
  'CHANGELOG.md',
  'docs',
];

describe('the repository', () => {
  it('contains only the agreed top-level files, and dot files', () => {
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
    const top = new Set(files.map((file) => file.split('/')[0] ?? ''));
    expect([...top].filter((name) => !name.startsWith('.') && !TOP_LEVEL.includes(name))).toEqual([]);
  });
});

/** `UPDATE_DOCS=1 npm test -- test/house` rewrites these sections instead of comparing them. */
describe('README.md', () => {
  it.each([
    ['errors', () => errorTable(ERROR_CODES)],
    ['queries', async () => queryTable(await listQueries())],
    ['help', async () => helpBlock((await runCli(['--help'], { cwd: '.' })).stdout)],
  ] as const)('lists the %s as the code does', async (name, make) => {
    const text = await make();
    if (process.env['UPDATE_DOCS'] === '1') await withSection(name, text);
    expect(await sectionOf(name)).toBe(text);
  });
});
