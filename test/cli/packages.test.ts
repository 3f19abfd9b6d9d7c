import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FILES, METADATA, writeTree, zipOf } from '../package/helpers/crate-forms.js';
import { rawZip } from '../package/helpers/raw-zip.js';
import { answerFile, serve } from '../package/helpers/server.js';
import { expectFailure, finished, freshFolder, runCli, startCli } from './helpers/run.js';

/** A server with the crate as a document, behind a redirect, and as an archive. */
async function site() {
  return serve((request, response) => {
    if (request.url === '/id') response.writeHead(301, { location: '/c/ro-crate-metadata.json' }).end();
    else if (request.url === '/c/ro-crate-metadata.json') response.end(METADATA);
    else if (request.url === '/a.zip') answerFile(request, response, zipOf(FILES));
    else response.writeHead(404).end();
  });
}

describe('every verb takes every kind of package', () => {
  it.each(['convert', 'root', 'flatten', 'expand'])('%s', async (verb) => {
    const { url } = await site();
    const folder = await freshFolder('packages');
    await writeFile(join(folder, 'a.eln'), zipOf(FILES, 'top/'));
    for (const crate of ['a.eln', `${url}/id`, `${url}/a.zip`]) {
      const ran = await runCli([verb, crate, '--quiet'], { cwd: folder });
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      expect(ran.stdout).not.toBe('');
    }
    expect((await runCli(['root', `${url}/id`])).stdout).toBe(`${url}/c/\n`);
  });

  it('load, list, export, diff and query', async () => {
    const { url } = await site();
    const folder = await freshFolder('packages');
    await writeFile(join(folder, 'a.zip'), zipOf(FILES));
    expect(await runCli(['load', 'a.zip', `${url}/id`, '--quiet'], { cwd: folder })).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect((await runCli(['diff', `${url}/c/`, 'a.zip'], { cwd: folder })).stdout).toBe('no difference\n');
    expect((await runCli(['diff', `${url}/id`, 'a.zip'], { cwd: folder })).stdout).toBe('no difference\n');
    expect(
      (
        await runCli(
          ['query', '--in', 'a.zip', 'SELECT (COUNT(*) AS ?n) { ?s a <http://schema.org/Person> }', '--format', 'csv'],
          { cwd: folder },
        )
      ).stdout,
    ).toMatch(/^n\r?\n1\r?\n$/);
    const graph = JSON.parse((await runCli(['list', '--json'], { cwd: folder })).stdout).find(
      (one: { source: string }) => one.source.endsWith('a.zip'),
    ).graph as string;
    expect(
      await runCli(['export', graph, '-o', 'out/', '--with-files', '--jsonld-alias'], { cwd: folder }),
    ).toMatchObject({ status: 0, stderr: expect.stringMatching(/^wrote out\/: folder, \d files written\n$/) });
    expect((await readdir(join(folder, 'out'))).sort()).toEqual([
      'data 1.txt',
      'ro-crate-metadata.json',
      'ro-crate-metadata.jsonld',
      'sub',
    ]);
    expect(await runCli(['export', graph, '-o', 'out.eln', '--with-files'], { cwd: folder })).toMatchObject({
      status: 0,
    });
    expect((await runCli(['diff', 'out.eln', 'out'], { cwd: folder })).stdout).toBe('no difference\n');
    expectFailure(await runCli(['export', graph, '--with-files'], { cwd: folder }), 2, 'ERR_USAGE');
    expectFailure(await runCli(['export', graph, '-o', 'one.json', '--with-files'], { cwd: folder }), 2, 'ERR_USAGE');
    expect(await readdir(folder)).not.toContain('one.json');
  });

  it('export leaves the folder as it was when Ctrl-C stops it', async () => {
    const files = rawZip([
      { name: 'data 1.txt', data: Buffer.alloc(3_000_000, 'a') },
      { name: 'ro-crate-metadata.json', data: METADATA },
    ]);
    let exporting = false;
    const { url } = await serve((request, response) => {
      const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []).map(Number);
      const holdsData = from < 1_000_000 && to > 1_000_000;
      if (!exporting || !holdsData) answerFile(request, response, files); // otherwise the data never arrives
    });
    const cwd = await freshFolder('stopped');
    const { stdout } = await runCli(['load', `${url}/a.zip`, '--quiet', '--json'], { cwd });
    const graph = (JSON.parse(stdout) as { graph: string }).graph;
    exporting = true;
    await writeTree(join(cwd, 'out'), { 'data 1.txt': 'mine' });
    const child = await startCli(['export', graph, '-o', 'out', '--with-files'], { cwd });
    const done = finished(child);
    while ((await readdir(join(cwd, 'out'))).length < 2) await wait(20);
    child.kill('SIGINT');
    expect(await done).toMatchObject({ status: 130, stdout: '' });
    expect(await readdir(join(cwd, 'out'))).toEqual(['data 1.txt']);
    expect(await readFile(join(cwd, 'out', 'data 1.txt'), 'utf8')).toBe('mine');
  });

  it('an archive on standard input', async () => {
    const folder = await freshFolder('packages');
    const { stdout } = await runCli(['root', '-'], { stdin: zipOf(FILES), cwd: folder });
    expect(stdout).toMatch(/^arcp:\/\/ni,sha-256;/);
  });

  it('--offline sends no request', async () => {
    const { url, requests } = await site();
    expectFailure(await runCli(['root', `${url}/id?token=secret`, '--offline']), 1, 'ERR_ADDRESS_REFUSED');
    expect(requests).toHaveLength(0);
  });
});

describe('fetch', () => {
  it('writes the document, or the archive, and prints what it did', async () => {
    const { url } = await site();
    const folder = await freshFolder('fetch');
    expect(await runCli(['fetch', `${url}/id`, '-o', 'm.json'], { cwd: folder })).toMatchObject({
      status: 0,
      stdout: 'm.json\n',
      stderr: `${url}/c/ro-crate-metadata.json: 1 file fetched, 0 already there, 0 failed\n`,
    });
    expect(await readFile(join(folder, 'm.json'), 'utf8')).toBe(METADATA);
    const whole = await runCli(['fetch', `${url}/id`, '-o', 'whole/'], { cwd: folder });
    expect([whole.status, whole.stdout]).toEqual([1, 'ro-crate-metadata.json\n']);
    expect(whole.stderr).toMatch(/^ERR_HTTP: .+the server answered 404/m);
    expect(
      JSON.parse((await runCli(['fetch', `${url}/a.zip`, '-o', 'z/', '--json', '--quiet'], { cwd: folder })).stdout),
    ).toMatchObject({ kind: 'package', files: Object.keys(FILES) });
  });

  it('and export replace files of a folder that differ only with --force, and count them', async () => {
    const { url } = await site();
    const folder = await freshFolder('differs');
    const run = (...args: string[]) => runCli(args, { cwd: folder });
    const data = () => readFile(join(folder, 'out', 'data 1.txt'), 'utf8');
    await run('load', `${url}/a.zip`, '--quiet');
    const verbs = [
      ['fetch', `${url}/a.zip`, '1 file fetched, 2 already there, 0 failed'],
      ['export', `${url}/a.zip`, 'folder, 2 files written, 1 already there'],
    ] as const;
    await run('fetch', `${url}/a.zip`, '-o', 'out/');
    for (const [verb, crate, count] of verbs) {
      await writeTree(join(folder, 'out'), { 'data 1.txt': 'mine!' });
      const args = [verb, crate, '-o', 'out/', ...(verb === 'export' ? ['--with-files'] : [])];
      const refused = await run(...args);
      expectFailure(refused, 1, 'ERR_OUTPUT');
      expect(refused.stderr).toMatch(
        /data 1\.txt exists and differs from .*; nothing was written\n {2}hint: .*--force/,
      );
      expect(await data()).toBe('mine!');
      expect(await run(...args, '--force')).toMatchObject({ status: 0, stderr: expect.stringContaining(count) });
      expect(await data()).toBe(FILES['data 1.txt']);
    }
  });

  it('needs --output', async () => {
    expect((await runCli(['fetch', 'https://example.org/'])).status).toBe(2);
  });
});

describe('inventory', () => {
  it('lists files that are not in order, and fails when one differs', async () => {
    const folder = await freshFolder('inventory');
    await writeTree(join(folder, 'c'), FILES);
    expect(await runCli(['inventory', 'c'], { cwd: folder })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '3 files: 3 ok\n',
    });
    await writeTree(join(folder, 'c'), { 'data 1.txt': 'longer now', 'extra.txt': '' });
    const ran = await runCli(['inventory', 'c'], { cwd: folder });
    expect(ran.status).toBe(1);
    expect(ran.stdout).toMatch(
      /^status .+\ndiffers +data 1\.txt +10 +data%201\.txt +contentSize 5, the file has 10 bytes\nundescribed +extra\.txt +0/,
    );
    expect(JSON.parse((await runCli(['inventory', 'c', '--json'], { cwd: folder })).stdout)).toHaveLength(4);
  });
});
