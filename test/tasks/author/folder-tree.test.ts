import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readTree, type TreeOptions } from '../../../src/tasks/author/folder-tree.js';

let home: string;
let count = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'crategraph-tree-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** A new folder with these files; a path without text is an empty file. */
async function folderOf(texts: Readonly<Record<string, string>>, ...empty: string[]): Promise<string> {
  const folder = join(home, String((count += 1)));
  for (const [path, text] of [...Object.entries(texts), ...empty.map((one) => [one, ''] as const)]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function filesOf(folder: string, options: TreeOptions = {}): Promise<string[]> {
  const { found } = await readTree(folder, options);
  return found.filter(({ type }) => type === 'file').map(({ path }) => path);
}

/** What git would add: our answer has to be the same. */
function filesOfGit(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', '.'], { cwd: folder });
  return listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !path.split('/').some((name) => name.startsWith('.')))
    .sort();
}

const TREE = [
  ...['a.csv', 'b.tmp', 'A.CSV', '#x', '!y', 'with space', 'trail ', 'deep/a.csv', 'deep/b.tmp', 'deep/keep.tmp'],
  ...['raw/1.csv', 'raw/2.csv', 'raw/more/3.csv', 'raw/more/raw/4.csv', 'x[1]/a.csv', 'x1/a.csv', 'é/ü.csv'],
];

describe('what git ignores', () => {
  it('is not described through a link either, unless it is kept', async () => {
    const folder = await folderOf({ '.gitignore': 'secret.csv', 'deep/.gitignore': 'own.csv' }, 'secret.csv', 'deep/own.csv', 'deep/a.csv'); // prettier-ignore
    for (const [name, target] of [
      ['1', 'secret.csv'],
      ['2', 'deep/own.csv'],
      ['3', 'deep/a.csv'],
    ] as const)
      // prettier-ignore
      await symlink(target, join(folder, name));
    const { leftOut } = await readTree(folder);
    expect(await filesOf(folder)).toEqual(['3', 'deep/a.csv']);
    expect(leftOut.filter(({ path }) => path.length === 1)).toEqual(
      ['1', '2'].map((path) => ({ path, why: 'a link to a file that git ignores', keepable: true })),
    );
    expect(await filesOf(folder, { keep: ['1', 'deep/own.csv'] })).toEqual([
      '1',
      '2',
      '3',
      'deep/a.csv',
      'deep/own.csv',
    ]);
  });

  it.each<Record<string, string>>([
    { '.gitignore': '*.tmp\n!keep.tmp\n' },
    { '.gitignore': '/raw\n' },
    { '.gitignore': 'raw/\n', 'deep/.gitignore': 'a.csv' },
    { '.gitignore': 'raw/*\n!raw/more/\n' },
    { '.gitignore': 'raw/**/4.csv\n**/raw/1.csv\n' },
    { '.gitignore': '# comment\n\\#x\n\\!y\nwith space\ntrail\\ \nb.tmp   \n' },
    { '.gitignore': '*.csv', 'raw/.gitignore': '!*.csv\n/1.csv', 'raw/more/.gitignore': '3.csv' },
    { '.gitignore': '*\n!*/\n!a.csv\n' },
    { 'x[1]/.gitignore': '*.csv', 'é/.gitignore': '/ü.csv' },
    { '.gitignore': '\uFEFFraw\r\n*.tmp\r\n' },
    { '.gitignore': '[ab].*\n[!a-z]*\n?1\n' },
    { '.gitignore': '[z-a]\n[\n\\\n**\n!deep\n***\n' },
    { '.gitignore': 'raw\n', 'raw/.gitignore': '!1.csv' },
    { '.git/info/exclude': 'raw\n', '.gitignore': '!raw' },
  ])('is left out, as git does it: %j', async (rules) => {
    const folder = await folderOf({}, ...TREE);
    execFileSync('git', ['init', '-q', folder]);
    for (const [path, text] of Object.entries(rules)) await writeFile(join(folder, path), text);
    expect((await filesOf(folder)).sort()).toEqual(filesOfGit(folder));
  });

  it('is what the repository around the folder ignores, unless that is the whole folder', async () => {
    const repository = await folderOf(
      { '.gitignore': '/data/x\\[1]/a.csv\n*.tmp\n/out', 'data/.gitignore': '!keep.tmp\nraw' },
      ...TREE.map((path) => `data/x/${path}`),
      ...['data/x[1]/a.csv', 'data/x[1]/b.csv', 'data/x[1]/keep.tmp', 'data/x[1]/b.tmp', 'out/a.tmp', 'out/x/b.csv'],
    );
    execFileSync('git', ['init', '-q', repository]);
    expect(await filesOf(join(repository, 'data/x[1]'))).toEqual(['b.csv', 'keep.tmp']);
    const inner = join(repository, 'data/x');
    expect((await filesOf(inner)).sort()).toEqual(filesOfGit(inner));
    expect(await filesOf(join(repository, 'out'))).toEqual(['a.tmp', 'x/b.csv']);
    expect(await filesOf(join(repository, 'out/x'))).toEqual(['b.csv']);
  });

  it('is left out also where no repository is, and can be kept', async () => {
    const folder = await folderOf(
      { '.gitignore': 'out/\n*.log', 'out/.gitignore': '*' },
      'a.csv',
      'out/b.csv',
      'c.log',
    );
    const { leftOut } = await readTree(folder);
    expect(leftOut).toEqual([
      { path: '.gitignore', why: 'hidden', keepable: true },
      { path: 'c.log', why: 'ignored by git', keepable: true },
      { path: 'out/', why: 'ignored by git', keepable: true },
    ]);
    expect(await filesOf(folder, { keep: ['out/', '.gitignore'] })).toEqual(['.gitignore', 'a.csv', 'out/.gitignore', 'out/b.csv']); // prettier-ignore
    expect(await filesOf(folder, { keep: ['*.log'], exclude: ['a.csv'] })).toEqual(['c.log']);
  });
});

describe('folders that programs make again', () => {
  it('are left out, each with its reason', async () => {
    const folder = await folderOf(
      { 'Cargo.toml': '', 'my cache/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55' },
      ...[
        'node_modules/x/index.js',
        'code/__pycache__/a.pyc',
        '.venv/pyvenv.cfg',
        'env/pyvenv.cfg',
        'target/release/x',
      ],
      ...[
        '.ipynb_checkpoints/n.ipynb',
        '.snakemake/x',
        '.nextflow/x',
        '.git/HEAD',
        'code/a.py',
        'my cache/x',
        'build/a',
      ],
      ...['work/ab/1.csv', 'data/target/species.csv'],
    );
    const { leftOut } = await readTree(folder);
    expect(leftOut.map(({ path, why }) => `${path}: ${why}`)).toEqual([
      '.git/: the history of git',
      '.ipynb_checkpoints/: it has copies that Jupyter keeps',
      '.nextflow/: it has the state of Nextflow',
      '.snakemake/: it has the state of Snakemake',
      '.venv/: packages that Python installs',
      'code/__pycache__/: a cache of Python',
      'env/: packages that Python installs',
      'my cache/: a cache, says its CACHEDIR.TAG',
      'node_modules/: packages that npm installs',
      'target/: a build folder, says the Cargo.toml next to it',
      'work/: a build folder, says the .nextflow next to it',
    ]);
    expect(await filesOf(folder)).toEqual(['Cargo.toml', 'build/a', 'code/a.py', 'data/target/species.csv']);
    const kept = await filesOf(folder, { keep: ['node_modules', 'env', 'my cache'] });
    expect(kept).toEqual(expect.arrayContaining(['env/pyvenv.cfg', 'my cache/x', 'node_modules/x/index.js']));
  });

  it('have names that objects have, too', async () => {
    const folder = await folderOf({}, 'constructor/a', '__proto__/b', 'toString/c');
    expect(await filesOf(folder)).toEqual(['__proto__/b', 'constructor/a', 'toString/c']);
  });
});

describe('a file of patterns', () => {
  it('leaves out what matches, whatever is kept', async () => {
    const patterns = join(await folderOf({ patterns: '*.tmp\n!keep.tmp\n/raw/\n' }), 'patterns');
    const folder = await folderOf({}, 'a.tmp', 'keep.tmp', 'raw/a.csv', 'deep/raw/b.csv');
    expect(await filesOf(folder, { excludeFrom: [patterns], keep: ['a.tmp'] })).toEqual(['deep/raw/b.csv', 'keep.tmp']);
    expect((await readTree(folder, { excludeFrom: [patterns] })).leftOut).toEqual([
      { path: 'a.tmp', why: 'a pattern of an exclude file matches' },
      { path: 'raw/', why: 'a pattern of an exclude file matches' },
    ]);
  });

  it('that is not there is an error', async () => {
    const folder = await folderOf({}, 'a.csv');
    await expect(readTree(folder, { excludeFrom: [join(folder, 'none')] })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
      message: `${join(folder, 'none')} does not exist`,
    });
  });
});
