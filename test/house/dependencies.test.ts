import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly license?: string; readonly optional?: boolean }>
  >;
}

interface Dependabot {
  readonly updates: readonly { readonly ignore?: readonly { readonly 'dependency-name': string }[] }[];
}

/** Licences that let our users do what ours lets them do. */
const ALLOWED = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  '(WTFPL OR MIT)',
];

const PAGE = 'docs/dependencies.md';

/** The rows of the tables of the page: the cells of each. */
async function tableRows(): Promise<string[][]> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n').filter((line) => /^\| [^-]/.test(line));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

async function json<T>(...path: string[]): Promise<T> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as T;
}

/** A package as it is installed. */
interface Installed {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Writes versions and licences into the rows of the page; the registry says on which day a new version came. */
async function writeRows(installed: readonly Installed[]): Promise<void> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n').map((line) => {
    const [start = '', name = '', version = '', release = '', , ...rest] = line.split('|').map((cell) => cell.trim());
    const now = installed.find((one) => one.name === name);
    if (now === undefined || rest.length !== 4) return line;
    const day = now.version === version ? release : releaseOf(now);
    return [start, name, now.version, day, now.license, ...rest].join(' | ').trim();
  });
  await writeFile(PAGE, await format(lines.join('\n'), { ...(await resolveConfig(PAGE)), parser: 'markdown' }));
}

function releaseOf({ name, version }: Installed): string {
  const times = execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' });
  return (JSON.parse(times) as Record<string, string>)[version]?.slice(0, 10) ?? 'unknown';
}

/** The packages that our code imports and has inside, sorted; `site/browser/` has a bundle of its own. */
async function packagesInside(dependencies: readonly string[]): Promise<string[]> {
  const names = new Set<string>();
  for (const file of await readdir('src', { recursive: true })) {
    if (!/\.tsx?$/.test(file) || file.startsWith('site/browser/')) continue;
    const text = await readFile(join('src', file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:^import [^;]*?from |\bimport\()'((?:@[\w-]+\/)?[\w.-]+)/gm))
      names.add(name);
  }
  const { devDependencies = {} } = await json<Manifest>('package.json');
  return [...names].filter((name) => name in devDependencies && !dependencies.includes(name)).sort();
}

/** `UPDATE_DOCS=1 npm test -- test/house` writes versions and licences into the page instead of comparing them. */
describe('the packages that crategraph depends on', () => {
  it('are on their page, with the version and licence that are installed', async () => {
    const { dependencies = {} } = await json<Manifest>('package.json');
    const names = [...Object.keys(dependencies), ...(await packagesInside(Object.keys(dependencies)))];
    const installed = await Promise.all(
      names.map(async (name) => {
        const { version, license = 'none' } = await json<Manifest>('node_modules', name, 'package.json');
        return { name, version, license };
      }),
    );
    if (process.env['UPDATE_DOCS'] === '1') await writeRows(installed);
    const listed = (await tableRows()).filter((cells) => cells.length === 7 && cells[0] !== 'package');
    expect(listed.map(([name, version, , license]) => ({ name, version, license }))).toEqual(installed);
    expect(listed.flat().filter((cell) => cell === '')).toEqual([]);
  });

  it('have licences that we accept, and so has everything below them', async () => {
    const { packages } = await json<LockFile>('package-lock.json');
    const unstated = new Set((await tableRows()).filter((cells) => cells.length === 4).map(([name]) => name));
    const others: string[] = [];
    for (const [path, entry] of Object.entries(packages)) {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      if (path === '' || entry.dev === true || unstated.has(name)) continue;
      if (!ALLOWED.includes(entry.license ?? '')) others.push(`${path}: ${entry.license ?? 'none'}`);
    }
    expect(others).toEqual([]);
  });

  it('are those of which dependabot proposes no new major version', async () => {
    const { dependencies = {}, devDependencies = {} } = await json<Manifest>('package.json');
    const { updates } = parse(await readFile('.github/dependabot.yml', 'utf8')) as Dependabot;
    const ignored = updates.flatMap(({ ignore = [] }) => ignore.map((one) => one['dependency-name']));
    expect(ignored.filter((name) => !(name in dependencies) && !(name in devDependencies))).toEqual([]);
  });

  it('have an exact version where we use what is private to them', async () => {
    const { dependencies = {} } = await json<Manifest>('package.json');
    expect(dependencies['rdfxml-streaming-parser']).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
