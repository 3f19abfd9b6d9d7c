import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStore } from '../../../../src/index.js';
import { loadRecords } from '../../../../src/tasks/stored/load-records.js';
import { scratch } from '../../../package/helpers/crate-forms.js';
import { crateText, statuses, syncHere } from '../helpers/sync-here.js';

/** Runs git as somebody, without the settings of this machine. */
function git(folder: string, ...command: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  return execFileSync('git', ['-C', folder, '-c', 'protocol.file.allow=always', ...command], { env, stdio: 'pipe' })
    .toString()
    .trim();
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

function commit(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'x');
  return git(folder, 'rev-parse', 'HEAD');
}

async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratch();
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  await write(folder, files);
  commit(folder);
  return folder;
}

const TWO = {
  'a/ro-crate-metadata.json': crateText('A'),
  'b ü/ro-crate-metadata.json': crateText('B'),
  'readme.md': 'x',
};

describe('a Git repository as a catalogue', () => {
  it('has the crates of HEAD, and a second sync reads none of them', async () => {
    const folder = await repository(TWO);
    // The work tree and the index do not count.
    await write(folder, { 'c/ro-crate-metadata.json': crateText('C'), 'a/ro-crate-metadata.json': '{' });
    git(folder, 'add', '--all');
    const store = await openStore('memory:');
    const first = await syncHere(store, folder, { kind: 'git' });
    expect(statuses(first)).toEqual({
      [`${folder}#a/ro-crate-metadata.json`]: 'loaded',
      [`${folder}#b ü/ro-crate-metadata.json`]: 'loaded',
    });
    const second = await syncHere(store, folder, { kind: 'git' });
    expect(second).toMatchObject({ listed: 2, counts: { unchanged: 2 }, items: [] });
  });

  it('sees what a commit has changed, added, removed and moved; bases stay', async () => {
    const folder = await repository(TWO);
    const store = await openStore('memory:');
    await syncHere(store, folder, { kind: 'git' });
    const bases = async () =>
      new Map((await loadRecords(store)).map(({ source, base }) => [source.slice(folder.length), base]));
    const before = await bases();
    await write(folder, { 'a/ro-crate-metadata.json': crateText('A2'), 'c/ro-crate-metadata.json': crateText('C') });
    await rm(join(folder, 'b ü'), { recursive: true });
    commit(folder);
    expect(statuses(await syncHere(store, folder, { kind: 'git' }))).toEqual({
      [`${folder}#a/ro-crate-metadata.json`]: 'replaced',
      [`${folder}#b ü/ro-crate-metadata.json`]: 'gone',
      [`${folder}#c/ro-crate-metadata.json`]: 'loaded',
    });
    const after = await bases();
    expect(after.get('#a/ro-crate-metadata.json')).toMatch(/^arcp:\/\/uuid,/);
    expect(after.get('#a/ro-crate-metadata.json')).toBe(before.get('#a/ro-crate-metadata.json'));
    expect(new Set(after.values()).size).toBe(3);
  });

  it('finds only the outermost crates, with each name of a metadata file', async () => {
    const crate = crateText('x');
    const folder = await repository({
      'a/ro-crate-metadata.json': crate,
      'a/ro-crate-metadata.jsonld': crate,
      'a/x-ro-crate-metadata.json': crate,
      'a/inner/ro-crate-metadata.json': crate,
      'a0/ro-crate-metadata.jsonld': crate,
      'd/one-ro-crate-metadata.json': crate,
      'd/two-ro-crate-metadata.json': crate,
      'd/inner/ro-crate-metadata.json': crate,
      'node_modules/x/ro-crate-metadata.json': crate,
      'd/._ro-crate-metadata.json': crate,
    });
    const synced = await syncHere(await openStore('memory:'), folder, { kind: 'git', dryRun: true });
    expect(Object.keys(statuses(synced)).map((source) => source.slice(folder.length + 1))).toEqual([
      'a/ro-crate-metadata.json',
      'a0/ro-crate-metadata.jsonld',
      'd/inner/ro-crate-metadata.json',
      'd/one-ro-crate-metadata.json',
      'd/two-ro-crate-metadata.json',
    ]);
  });

  it('is seen if it is bare, and is read at a branch, a tag or a commit', async () => {
    const folder = await repository(TWO);
    const first = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'branch', 'old');
    await rm(join(folder, 'b ü'), { recursive: true });
    commit(folder);
    const bare = join(await scratch(), 'x.git');
    git(folder, 'clone', '--quiet', '--bare', folder, bare);
    const store = await openStore('memory:');
    expect(await syncHere(store, bare)).toMatchObject({ kind: 'git', listed: 1 });
    const old = await syncHere(store, `${bare}#old`);
    expect(statuses(old)).toEqual({
      [`${bare}#old:a/ro-crate-metadata.json`]: 'loaded',
      [`${bare}#old:b ü/ro-crate-metadata.json`]: 'loaded',
    });
    expect(await syncHere(store, `${bare}#${first}`)).toMatchObject({ listed: 2 });
    expect((await syncHere(store, folder, { dryRun: true })).kind).toBe('folder');
  });

  it('says what its content is not in the repository: links, submodules, Git LFS', async () => {
    const inner = await repository({ 'ro-crate-metadata.json': crateText('inner') });
    const folder = await repository({
      'a/ro-crate-metadata.json': crateText('A'),
      // git-lfs, docs/spec.md, “The Pointer”
      'big/ro-crate-metadata.json': [
        'version https://git-lfs.github.com/spec/v1',
        'oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393',
        'size 12345\n',
      ].join('\n'),
    });
    await mkdir(join(folder, 'link'));
    await symlink('../a/ro-crate-metadata.json', join(folder, 'link/ro-crate-metadata.json'));
    git(folder, 'submodule', '--quiet', 'add', inner, 'sub');
    git(folder, 'submodule', '--quiet', 'add', inner, 'a/payload');
    commit(folder);
    const store = await openStore('memory:');
    for (const again of [false, true]) {
      const { items } = await syncHere(store, folder, { kind: 'git' });
      const failed = items.filter(({ status }) => status === 'failed');
      expect(failed.map(({ source, error }) => [source.slice(folder.length + 1), error?.message])).toEqual([
        ['big/ro-crate-metadata.json', expect.stringContaining('it is a pointer of Git LFS')],
        ['link/ro-crate-metadata.json', expect.stringContaining('it is a symbolic link')],
        ['sub', expect.stringContaining('it is a submodule')],
      ]);
      expect(items).toHaveLength(again ? 3 : 4);
    }
  });

  it('runs no program that the repository names', async () => {
    const folder = await repository({ ...TWO, '.gitattributes': '* filter=x diff=x\n' });
    const trap = join(folder, 'trap.sh');
    const sprung = join(folder, 'sprung');
    await writeFile(trap, `#!/bin/sh\necho x >> '${sprung}'\ncat\n`);
    await chmod(trap, 0o755);
    for (const name of ['fsmonitor', 'pager', 'sshCommand', 'askPass']) git(folder, 'config', `core.${name}`, trap);
    for (const name of ['filter.x.smudge', 'filter.x.process', 'diff.x.textconv', 'diff.external'])
      git(folder, 'config', name, trap);
    expect(await syncHere(await openStore('memory:'), folder, { kind: 'git' })).toMatchObject({
      counts: { loaded: 2 },
    });
    expect(existsSync(sprung)).toBe(false);
    git(folder, 'status');
    expect(existsSync(sprung)).toBe(true); // the trap works
  });

  it('fetches no object that is missing, by a program that the repository names', async () => {
    const folder = await repository(TWO);
    const sprung = join(folder, 'sprung');
    const trap = join(folder, 'trap.sh');
    await writeFile(trap, `#!/bin/sh\necho x >> '${sprung}'\nexit 1\n`);
    await chmod(trap, 0o755);
    const blob = git(folder, 'rev-parse', 'HEAD:a/ro-crate-metadata.json');
    await rm(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const settings = { 'core.repositoryFormatVersion': '1', 'extensions.partialClone': 'origin', 'remote.origin.promisor': 'true' }; // prettier-ignore
    for (const [name, value] of Object.entries({ ...settings, 'remote.origin.url': 'ssh://127.0.0.1/x', 'core.sshCommand': trap })) git(folder, 'config', name, value); // prettier-ignore
    const { items } = await syncHere(await openStore('memory:'), folder, { kind: 'git' });
    expect(items.map(({ status }) => status).sort()).toEqual(['failed', 'loaded']);
    expect(existsSync(sprung)).toBe(false);
    expect(() => git(folder, 'cat-file', 'blob', blob)).toThrow();
    expect(existsSync(sprung)).toBe(true); // the trap works
  });

  it('is not led elsewhere by variables or by a folder above', async () => {
    const other = await repository({ 'other/ro-crate-metadata.json': crateText('other') });
    const folder = await repository(TWO);
    process.env['GIT_DIR'] = join(other, '.git');
    try {
      expect(await syncHere(await openStore('memory:'), folder, { kind: 'git', dryRun: true })).toMatchObject({
        listed: 2,
      });
    } finally {
      delete process.env['GIT_DIR'];
    }
    await expect(syncHere(await openStore('memory:'), join(folder, 'a'), { kind: 'git' })).rejects.toMatchObject({
      code: 'ERR_CATALOGUE_INVALID',
      message: expect.stringContaining('not a git repository'),
    });
  });

  it('is an error without a commit, for a ref that is missing or an option, and for an address', async () => {
    const store = await openStore('memory:');
    const empty = await scratch();
    git(empty, 'init', '--quiet');
    const folder = await repository(TWO);
    for (const place of [empty, `${folder}#nothing`, `${folder}#--all`, `${folder}#`, 'http://127.0.0.1/x.git'])
      await expect(syncHere(store, place, { kind: 'git' })).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
    await expect(syncHere(store, join(folder, 'none'), { kind: 'git' })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
  });

  it('is an error if an object is missing: a listing never ends early', async () => {
    const folder = await repository(TWO);
    const store = await openStore('memory:');
    await syncHere(store, folder, { kind: 'git' });
    await write(folder, { 'a/ro-crate-metadata.json': crateText('A2') });
    commit(folder);
    const tree = git(folder, 'rev-parse', 'HEAD:a');
    await rm(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)), { force: true });
    await expect(syncHere(store, folder, { kind: 'git' })).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
  });

  it('is an error that says so where git is not installed', async () => {
    const folder = await repository(TWO);
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      await expect(syncHere(await openStore('memory:'), folder, { kind: 'git' })).rejects.toMatchObject({
        code: 'ERR_UNSUPPORTED',
        message: expect.stringContaining('not installed'),
      });
    } finally {
      process.env['PATH'] = path;
    }
  });
});
