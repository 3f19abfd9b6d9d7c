import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { replaceFile, writeNamedFile } from '../../../src/base/disk/write-file.js';
import { scratch } from '../../package/helpers/crate-forms.js';

async function* failing(after: readonly string[]) {
  yield* after;
  throw new Error('no more');
}

describe('a file that is written', () => {
  it('appears when it is complete, and a failure leaves the previous file', async () => {
    const folder = await scratch();
    const target = join(folder, 'a.txt');
    await replaceFile(target, ['one ', Buffer.from('two')]);
    expect(await readFile(target, 'utf8')).toBe('one two');
    await expect(replaceFile(target, failing(['half']))).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    for (let times = 0; times < 100; times += 1)
      await expect(replaceFile(join(folder, 'b.txt'), failing([]))).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect(await readFile(target, 'utf8')).toBe('one two');
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  it('may be private', async () => {
    const target = join(await scratch(), 'a.txt');
    await replaceFile(target, ['text'], 0o600);
    expect((await lstat(target)).mode & 0o777).toBe(0o600);
  });

  it('may have the longest possible name', async () => {
    const target = join(await scratch(), 'x'.repeat(255));
    await writeNamedFile(target, ['text']);
    expect(await readFile(target, 'utf8')).toBe('text');
  });

  it('behind a link that the user named is written, and the link stays', async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'a.txt'), 'old');
    await symlink(join('real', 'a.txt'), join(folder, 'link.txt'));
    await writeNamedFile(join(folder, 'link.txt'), ['new']);
    expect((await lstat(join(folder, 'link.txt'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real', 'a.txt'), 'utf8')).toBe('new');
  });

  it('may disappear at any moment before it is replaced', async () => {
    const target = join(await scratch(), 'a.txt');
    const others = new Worker(
      `const { rmSync, writeFileSync } = require('node:fs');
       for (;;) { writeFileSync(${JSON.stringify(target)}, 'old'); rmSync(${JSON.stringify(target)}, { force: true }); }`,
      { eval: true },
    );
    try {
      for (let times = 0; times < 300; times += 1) await writeNamedFile(target, ['new']);
    } finally {
      await others.terminate();
    }
  });

  it('is written to, not replaced, if it is a pipe', async () => {
    const pipe = join(await scratch(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [text] = await Promise.all([readFile(pipe, 'utf8'), writeNamedFile(pipe, ['through'])]);
    expect(text).toBe('through');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });
});
