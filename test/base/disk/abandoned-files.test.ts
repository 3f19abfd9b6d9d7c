import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { removeAbandoned } from '../../../src/base/disk/abandoned-files.js';
import { hasEnded, namedHasEnded, processName, readProcessName } from '../../../src/base/disk/running-process.js';
import { temporaryPath } from '../../../src/base/disk/temporary-path.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const ENDED = { machine: readProcessName(processName())?.machine ?? '', pid: 4_000_000, start: 5 }; // above pid_max
const nameOf = ({ machine, pid, start } = ENDED, ending = 'tmp') => `.crategraph-${'0'.repeat(16)}.${machine}-${pid}-${start}.${ending}`; // prettier-ignore
const LONG_AGO = new Date(Date.now() - 25 * 60 * 60 * 1000);

/** A process that reserves a temporary path in a folder, puts a folder or a file there, and goes on. */
async function startOwner(folder: string, kind: 'file' | 'folder') {
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { temporaryPath } from ${JSON.stringify(pathToFileURL('dist/base/disk/temporary-path.js').href)};
    const { path } = temporaryPath(${JSON.stringify(folder)});
    ${kind === 'file' ? "writeFileSync(path, 'half')" : "mkdirSync(path); writeFileSync(path + '/a', 'half')"};
    await temporaryPath(${JSON.stringify(folder)}).remove(); // its own cleaning of the folder is over
    console.log(path);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const kill = async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  return { kill };
}

describe('what a killed process leaves beside an output', () => {
  it.each(['file', 'folder'] as const)('is removed by the next one that writes there: a %s', async (kind) => {
    const folder = await scratch();
    const [killed, living] = await Promise.all([startOwner(folder, kind), startOwner(folder, kind)]);
    try {
      await killed.kill();
      expect(await readdir(folder)).toHaveLength(2);
      await temporaryPath(folder).remove();
      expect(await readdir(folder)).toHaveLength(1); // the other one is still at work
    } finally {
      await living.kill();
    }
    await removeAbandoned(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('includes the files of SQLite', async () => {
    const folder = await scratch();
    for (const ending of ['tmp', 'tmp-journal', 'tmp-wal', 'tmp-shm']) await writeFile(join(folder, nameOf(ENDED, ending)), ''); // prettier-ignore
    await removeAbandoned(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is known by the start of its process, whose number another one may have by now', async () => {
    const folder = await scratch();
    const own = readProcessName(processName());
    if (own === undefined || own.start === 0) return; // a system that does not say when a process started
    expect(namedHasEnded(own)).toBe(false);
    expect(namedHasEnded({ ...own, start: own.start - 1 })).toBe(true);
    for (const start of [own.start, own.start - 1, 0]) await writeFile(join(folder, nameOf({ ...own, start })), '');
    await removeAbandoned(folder);
    expect((await readdir(folder)).sort()).toEqual([nameOf(own), nameOf({ ...own, start: 0 })].sort());
  });

  it('includes that of a process whose parent has not noticed its end', async () => {
    if (process.platform !== 'linux') return;
    // The shell becomes a sleep, which does not ask for the end of the process that the shell started. That one lives until
    // its input ends, because a shell may notice an end that comes before it is a sleep.
    const parent = spawn('/bin/sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    try {
      const [bytes] = (await once(parent.stdout as Readable, 'data')) as [Buffer];
      const pid = Number(bytes.toString());
      await textShows(`/proc/${parent.pid}/comm`, /^sleep$/m);
      (parent.stdio[3] as Writable).end();
      await textShows(`/proc/${pid}/stat`, /\) Z /);
      expect(hasEnded(pid)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

/** Waits until the text of a file matches. */
async function textShows(path: string, wanted: RegExp): Promise<void> {
  while (!wanted.test(await readFile(path, 'utf8'))) await new Promise((done) => setTimeout(done, 5));
}

describe('what stays beside an output', () => {
  it('is what another machine or an earlier version wrote within a day', async () => {
    const folder = await scratch();
    const names = [nameOf({ ...ENDED, machine: 'f'.repeat(16) }), `.crategraph-${'1'.repeat(16)}.tmp`];
    for (const name of names) await mkdir(join(folder, name));
    await removeAbandoned(folder);
    expect((await readdir(folder)).sort()).toEqual(names.sort());
    for (const name of names) await utimes(join(folder, name), LONG_AGO, LONG_AGO);
    await removeAbandoned(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is what another user owns, whoever is named', async () => {
    expect(hasEnded(1)).toBe(false); // EPERM, unless the user may do everything
  });

  it('is every other name, link and kind of file', async () => {
    const [folder, elsewhere] = [await scratch(), await scratch()];
    await writeFile(join(elsewhere, 'precious'), 'text');
    const key = '0'.repeat(16);
    const others = [
      ...[`.crategraph-${key}.part`, `.crategraph-${key}.part.json`, `.crategraph-${key}.work`, `.crategraph-${key}`],
      ...[`.crategraph-${key}.archive`, `.crategraph-${key}.x.tmp`, `.crategraph-${key}.0-0-0.tmp`, `x${nameOf()}`],
      ...[`${nameOf()}.txt`, nameOf({ ...ENDED, pid: 0 }), nameOf({ ...ENDED, pid: -1 }), '.crategraph', 'a.tmp'],
      `.crategraph-${key.slice(1)}.tmp`,
    ];
    for (const name of others) {
      await writeFile(join(folder, name), '');
      await utimes(join(folder, name), LONG_AGO, LONG_AGO);
    }
    await symlink(elsewhere, join(folder, nameOf()));
    await symlink(join(elsewhere, 'precious'), join(folder, nameOf({ ...ENDED, start: 6 })));
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, nameOf({ ...ENDED, start: 7 }))]);
    const before = (await readdir(folder)).sort();
    await removeAbandoned(folder);
    expect((await readdir(folder)).sort()).toEqual(before);
    expect(await readdir(elsewhere)).toEqual(['precious']);
  });

  it('is what a link inside of an abandoned folder leads to', async () => {
    const [folder, elsewhere] = [await scratch(), await scratch()];
    await writeFile(join(elsewhere, 'precious'), 'text');
    await mkdir(join(folder, nameOf()));
    await symlink(elsewhere, join(folder, nameOf(), 'link'));
    await removeAbandoned(folder);
    expect(await readdir(folder)).toEqual([]);
    expect((await lstat(join(elsewhere, 'precious'))).isFile()).toBe(true);
  });

  it('does not matter to a folder that is missing or cannot be read', async () => {
    await expect(removeAbandoned(join(await scratch(), 'missing'))).resolves.toBeUndefined();
  });
});
