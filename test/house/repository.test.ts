import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { ERROR_CODES } from '../../src/base/errors.js';
import { listQueries } from '../../src/store/saved-queries.js';
import { HELP_TOPICS } from '../../src/cli/help-topics.js';
import { verbsOf } from '../cli/helpers/option-table.js';
import { runHere } from '../cli/helpers/run-here.js';
import { runCli } from '../cli/helpers/run.js';
import { SUITES } from '../suites.js';
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

interface Workflow {
  readonly jobs: {
    readonly long: {
      readonly strategy: { readonly matrix: { readonly include: readonly { readonly suite: string }[] } };
    };
  };
}

describe('the suites of the tests', () => {
  const suites = Object.keys(SUITES);

  it('are those of package.json, and those that a workflow runs exist', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = Object.values(scripts).flatMap((script) => /^node test\/run\.mjs (\S+)$/.exec(script)?.[1] ?? []);
    expect([...named, 'rooms'].sort()).toEqual([...suites].sort());
    const { jobs } = parse(await readFile('.github/workflows/ci.yml', 'utf8')) as Workflow;
    const long = jobs.long.strategy.matrix.include.map(({ suite }) => suite);
    // The corpus is beside the repository, where only its authors have it.
    expect(['quick', 'corpus', 'rooms', ...long].sort()).toEqual([...suites].sort());
  });
});

describe('the snippets for CI in docs/steward.md', () => {
  it('name what exists, in the version of package.json', async () => {
    const page = await readFile('docs/steward.md', 'utf8');
    const [steps, preCommit] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => parse(text) as unknown);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const action = parse(await readFile('.github/actions/check/action.yml', 'utf8')) as { inputs: object };
    const inputs = Object.fromEntries(Object.keys(action.inputs).map((name) => [name, expect.any(String) as string]));
    inputs['command'] = `npx --yes crategraph@${version}`;
    expect(steps).toContainEqual({
      uses: `crategraph/crategraph/.github/actions/check@v${version}`,
      with: inputs,
    });
    const hooks = parse(await readFile('.pre-commit-hooks.yaml', 'utf8')) as { id: string }[];
    const repo = 'https://github.com/crategraph/crategraph';
    expect(preCommit).toEqual({ repos: [{ repo, rev: `v${version}`, hooks: hooks.map(({ id }) => ({ id })) }] });
  });
});

/** The help of each verb, under its name. */
async function verbPages(): Promise<string> {
  let text = '';
  for (const { name } of verbsOf()) {
    const { stdout } = await runHere(...name.split(' '), '--help');
    text += `### crategraph ${name}\n\n${helpBlock(stdout)}\n`;
  }
  return text;
}

async function topicPages(): Promise<string> {
  let text = '';
  for (const name of Object.keys(HELP_TOPICS))
    text += `### crategraph help ${name}\n\n${helpBlock((await runHere('help', name)).stdout)}\n`;
  return text;
}

/** `UPDATE_DOCS=1 npm test -- test/house` rewrites these sections instead of comparing them. */
describe('the documents', () => {
  it.each([
    ['docs/errors.md', 'errors', () => errorTable(ERROR_CODES)],
    ['docs/queries.md', 'queries', async () => queryTable(await listQueries())],
    ['docs/commands.md', 'help', async () => helpBlock((await runCli(['--help'], { cwd: '.' })).stdout)],
    ['docs/commands.md', 'topics', topicPages],
    ['docs/commands.md', 'verbs', verbPages],
  ] as const)('%s lists the %s as the code does', async (page, name, make) => {
    const text = await make();
    if (process.env['UPDATE_DOCS'] === '1') await withSection(page, name, text);
    expect(await sectionOf(page, name)).toBe(text);
  });
});
