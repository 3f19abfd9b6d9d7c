import { lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { writeAttached } from '../../../src/tasks/convert/retrieve/attached-package.js';
import type { RetrieveOptions } from '../../../src/tasks/convert/retrieve/retrieve-options.js';
import type { Change } from '../../../src/tasks/convert/plan.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { scratch, textOf, zipOf } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';
import { downloadPlan, retrieval, sha256Of, standIn, treeOf } from './helpers/download-plan.js';

const NAME = 'ro-crate-metadata.json';
const LOCAL = { packages: { http: { env: {}, allowPrivate: true } } } satisfies RetrieveOptions;
const attach = (output: string, changes: readonly Change[], more: RetrieveOptions = {}) =>
  writeAttached(output, downloadPlan(changes), standIn, { ...LOCAL, ...more });

/** Serves `/a.txt` as `content of /a.txt`, and other paths as a test decides. */
function site(others: Record<string, (response: ServerResponse) => void> = {}) {
  return serve((request, response) => {
    const other = others[request.url ?? ''];
    if (other !== undefined) other(response);
    else answerFile(request, response, Buffer.from(`content of ${request.url}`));
  });
}

describe('writeAttached', () => {
  it('retrieves files into a new folder, and writes the metadata document', async () => {
    const { url } = await site();
    const output = join(await scratch(), 'out');
    const changes = [
      { ...retrieval('', 'data/'), action: 'folder', url: undefined } as Change,
      retrieval(`${url}/a.txt`, 'data/a.txt', { size: 17, sha256: sha256Of('content of /a.txt') }),
      retrieval(`${url}/b.txt`, 'data/sub/%C3%A9%20b.txt'),
      retrieval('https://example.org/c.txt', '', {
        action: 'leave',
        newId: undefined,
        url: undefined,
        why: 'too large',
      }),
    ];
    const result = await attach(output, changes);
    expect(result).toMatchObject({ files: ['data/', 'data/a.txt', 'data/sub/é b.txt', NAME], kept: [], failed: [] });
    expect(result.left.map(({ why }) => why)).toEqual(['too large']);
    expect(await treeOf(output)).toEqual({
      'data/a.txt': 'content of /a.txt',
      'data/sub/é b.txt': 'content of /b.txt',
      [NAME]: expect.stringContaining('"data/sub/%C3%A9%20b.txt"') as string,
    });
  });

  it('tries each address until one has the right file, and gives the error of the first if all fail', async () => {
    const content = 'content of /a.txt';
    const [size, sha256] = [content.length, sha256Of(content)];
    const { url, requests } = await site({ '/none': (response) => void response.writeHead(404).end() });
    const missing = (path: string, ...otherUrls: string[]) =>
      retrieval(`${url}/none`, path, { size, sha256, otherUrls });
    const { files, failed } = await attach(join(await scratch(), 'out'), [
      missing('a.txt', `${url}/longer.txt`, `${url}/b.txt`, `${url}/a.txt`),
      missing('b.txt', `${url}/none`),
    ]);
    expect(files).toEqual(['a.txt', NAME]);
    expect(failed.map(({ change, error }) => [change.newId, error.details['status']])).toEqual([['b.txt', 404]]);
    expect(requests.map(({ url: path }) => path).sort()).toEqual([
      '/a.txt',
      '/b.txt',
      '/longer.txt',
      '/none',
      '/none',
      '/none',
    ]);
  });

  it('retrieves many files at once without a warning of Node', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const { url } = await serve((_, response) => void setTimeout(() => response.end('x'), 50));
    const changes = Array.from({ length: 40 }, (_, index) => retrieval(`${url}/${index}`, `${index}.txt`));
    const { files, failed } = await attach(join(await scratch(), 'out'), changes, { parallel: 20, perHost: 20 });
    expect([files.length, failed]).toEqual([41, []]);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('finds everything in place the second time', async () => {
    const { url, requests } = await site();
    for (const name of ['out', 'out.zip', 'out.eln']) {
      const output = join(await scratch(), name);
      const changes = [retrieval(`${url}/a.txt`, 'a.txt'), retrieval(`${url}/b.txt`, 'data/b.txt')];
      await attach(output, changes);
      const before = requests.length;
      const { mtimeMs } = await lstat(output);
      const again = await attach(output, changes);
      expect(again).toEqual({ files: [], kept: ['a.txt', 'data/b.txt', NAME], failed: [], left: [] });
      expect([requests.length, (await lstat(output)).mtimeMs]).toEqual([before, mtimeMs]);
    }
  });

  it('writes archives, which contain what the folder would', async () => {
    const { url } = await site();
    const folder = await scratch();
    for (const name of ['out.zip', 'out.eln']) {
      await attach(join(folder, name), [retrieval(`${url}/a.txt`, 'data/a.txt')]);
      const opened = await openPackage(join(folder, name));
      const files: Record<string, string> = {};
      for await (const { path, content } of opened.files()) files[path] = await textOf(content());
      await opened.close();
      expect(Object.keys(files).sort()).toEqual(['data/a.txt', NAME]);
      expect([files['data/a.txt'], opened.root]).toEqual(['content of /a.txt', name === 'out.eln' ? 'out/' : '']);
    }
    expect((await readdir(folder)).sort()).toEqual(['out.eln', 'out.zip']);
  });

  it('lists what fails once, with the reason, and retrieves only that the next time', async () => {
    let isWell = false;
    const failing = (response: ServerResponse) =>
      isWell ? response.end('now') : response.writeHead(404).end('not found');
    const { url, requests } = await site({
      '/gone.txt': failing,
      '/login.txt': (response) => (isWell ? response.end('now') : response.writeHead(401).end()),
      '/loop.txt': (response) =>
        isWell ? response.end('now') : response.writeHead(302, { location: '/loop.txt' }).end(),
    });
    const output = join(await scratch(), 'out');
    const changes = [
      ...['gone', 'login', 'loop', 'a'].map((name) => retrieval(`${url}/${name}.txt`, `data/${name}.txt`)),
      retrieval(`${url}/size.txt`, 'data/size.txt', { size: 7 }),
      retrieval(`${url}/sum.txt`, 'data/sum.txt', { sha256: '0'.repeat(64) }),
      retrieval(`${url}/large-file-here.txt`, 'data/large.txt'),
    ];
    const { failed, files } = await attach(output, changes, { maxSize: 25 });
    expect(files).toEqual(['data/a.txt', NAME]);
    expect(Object.fromEntries(failed.map(({ change, error }) => [change.newId, error.code]))).toEqual({
      'data/gone.txt': 'ERR_HTTP',
      'data/login.txt': 'ERR_HTTP',
      'data/loop.txt': 'ERR_HTTP',
      'data/size.txt': 'ERR_CHECKSUM',
      'data/sum.txt': 'ERR_CHECKSUM',
      'data/large.txt': 'ERR_LIMIT',
    });
    expect(failed).toHaveLength(6);
    expect(
      Object.keys(await treeOf(output))
        .filter((path) => !path.startsWith('.'))
        .sort(),
    ).toEqual(['data/a.txt', NAME]);
    isWell = true;
    const before = requests.length;
    const right = changes.map((change) => ({ ...change, size: undefined, sha256: undefined }));
    const second = await attach(output, right);
    expect(second).toMatchObject({ kept: ['data/a.txt'], failed: [] });
    expect(
      requests
        .slice(before)
        .map((request) => request.url)
        .sort(),
    ).toEqual(['/gone.txt', '/large-file-here.txt', '/login.txt', '/loop.txt', '/size.txt', '/sum.txt']);
    expect((await readdir(output)).sort()).toEqual(['data', NAME]);
  });

  it('resumes a connection that is cut, and gives up after three attempts', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc');
    let cuts = 0;
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/always') return void response.destroy();
      const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0);
      if (cuts >= 2) return answerFile(request, response, bytes);
      cuts += 1;
      const status = from > 0 ? 206 : 200;
      response.writeHead(status, { 'content-length': bytes.length - from, etag: '"1"', 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }); // prettier-ignore
      response.write(bytes.subarray(from, from + 1_200_000), () => setTimeout(() => response.destroy(), 50));
    });
    const output = join(await scratch(), 'out');
    const sha256 = sha256Of(bytes);
    const { files, failed } = await attach(output, [retrieval(`${url}/big`, 'big', { sha256 }), retrieval(`${url}/always`, 'never')]); // prettier-ignore
    expect(files).toEqual(['big', NAME]);
    expect(failed.map(({ error }) => error.code)).toEqual(['ERR_HTTP']);
    const ranges = requests.filter((request) => request.url === '/big').map(({ headers }) => headers.range);
    expect(ranges).toHaveLength(3);
    expect(ranges.slice(1).every((range) => /^bytes=\d{6,}-$/.test(range ?? ''))).toBe(true);
    expect(requests.filter((request) => request.url === '/always')).toHaveLength(3);
  });

  it('leaves a host alone that asks for a pause, with all of its requests', async () => {
    let from = 0;
    const early: string[] = [];
    const { url } = await serve((request, response) => {
      if (from === 0) {
        from = Date.now() + 1000;
        return void response.writeHead(503, { 'retry-after': '1' }).end();
      }
      if (Date.now() < from - 100) early.push(request.url ?? '');
      response.end('x');
    });
    const changes = Array.from({ length: 20 }, (_, index) => retrieval(`${url}/${index}`, `${index}.txt`));
    const { failed } = await attach(join(await scratch(), 'out'), changes, { perHost: 1 });
    expect([failed, early]).toEqual([[], []]);
  });

  it('asks a host only once that wants too long a pause', async () => {
    const { url, requests } = await serve(
      (_, response) => void response.writeHead(503, { 'retry-after': '9999' }).end(),
    );
    const changes = Array.from({ length: 20 }, (_, index) => retrieval(`${url}/${index}`, `${index}.txt`));
    const { failed } = await attach(join(await scratch(), 'out'), changes, { perHost: 1 });
    expect([failed.length, requests.length]).toEqual([20, 1]);
  });

  it('never requests more at once from a host than it may', async () => {
    let [now, most] = [0, 0];
    const { url } = await serve((_, response) => {
      most = Math.max(most, (now += 1));
      setTimeout(() => {
        now -= 1;
        response.end('x');
      }, 5);
    });
    const changes = Array.from({ length: 40 }, (_, index) => retrieval(`${url}/${index}`, `${index}.txt`));
    await attach(join(await scratch(), 'out'), changes, { perHost: 3 });
    expect(most).toBe(3);
  });

  it('stops at the limit of all files together, and continues when it is raised', async () => {
    const { url, requests } = await site();
    const output = join(await scratch(), 'out');
    const changes = ['a', 'b', 'c'].map((name) => retrieval(`${url}/${name}.txt`, `${name}.txt`));
    await expect(attach(output, changes, { maxTotal: 40, parallel: 1 })).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    expect(Object.keys(await treeOf(output)).filter((path) => !path.startsWith('.'))).toEqual(['a.txt', 'b.txt']);
    const before = requests.length;
    expect(await attach(output, changes)).toMatchObject({ files: ['c.txt', NAME], kept: ['a.txt', 'b.txt'] });
    expect(requests.length).toBe(before + 1);
  });

  it('stops with the signal, and continues', async () => {
    const { url } = await site();
    const output = join(await scratch(), 'out');
    const changes = Array.from({ length: 30 }, (_, index) => retrieval(`${url}/${index}`, `${index}.txt`));
    const stop = new AbortController();
    const onProgress = (done: number) => (done >= 10 ? stop.abort(new Error('enough')) : undefined);
    await expect(attach(output, changes, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(Object.keys(await treeOf(output))).not.toContain(NAME);
    const { kept, failed } = await attach(output, changes);
    expect(kept.length).toBeGreaterThanOrEqual(9);
    expect([failed, Object.keys(await treeOf(output)).length]).toEqual([[], 31]);
  });

  it('requests private addresses only on the host of a document, and those that a local document names', async () => {
    const own = await serve((_, response) => void response.writeHead(302, { location: `${other.url}/b` }).end());
    const other = await serve((_, response) => void response.end('secret'), '127.0.0.2');
    const named = [retrieval(`${own.url}/b`, 'b')]; // redirects to the other host
    const all = [...named, retrieval(`${other.url}/a`, 'a'), retrieval('http://localhost:1/', 'c')];
    const refusals = async (changes: readonly Change[], from?: RetrieveOptions['from']) => {
      const options = { packages: { http: { env: {} } }, from };
      const { failed } = await writeAttached(join(await scratch(), 'out'), downloadPlan(changes), standIn, options);
      return failed.filter(({ error }) => error.code === 'ERR_ADDRESS_REFUSED').length;
    };
    const url = `${own.url}/x-ro-crate-metadata.json`;
    expect(await refusals(all, { url, fromPrivate: true, trusted: true })).toBe(3);
    expect(await refusals(all, { url: 'https://example.org/x.json', fromPrivate: false, trusted: true })).toBe(3);
    expect(await refusals(named)).toBe(1);
    expect([own.requests.length, other.requests.length]).toEqual([2, 0]);
    expect(await refusals(all.slice(0, 2))).toBe(0);
    expect(other.requests.length).toBe(2);
  });

  it('sends a token only to the origin of the crate, and to a host that the user names', async () => {
    const [one, two] = [await site(), await site()];
    const [portOfOne, portOfTwo] = [one, two].map(({ url }) => new URL(url).port);
    const env = {
      [`CRATEGRAPH_TOKEN_127_0_0_1_${portOfOne}`]: 'secret',
      [`CRATEGRAPH_TOKEN_127_0_0_1_${portOfTwo}`]: 'other',
    };
    const changes = [retrieval(`${one.url}/a`, 'a'), retrieval(`${two.url}/b`, 'b')];
    const sent = async (options: Pick<RetrieveOptions, 'from' | 'credentials'>) => {
      const before = [one, two].map(({ requests }) => requests.length);
      await attach(join(await scratch(), 'out'), changes, {
        packages: { http: { env, allowPrivate: true } },
        ...options,
      });
      return [one, two].map(({ requests }, at) =>
        requests.slice(before[at]).map(({ headers }) => headers.authorization),
      );
    };
    const none = [[undefined], [undefined]];
    expect(await sent({})).toEqual(none);
    expect(await sent({ credentials: ['example.org', 'data.example.org:8080'] })).toEqual(none);
    expect(await sent({ credentials: [`127.0.0.1:${portOfOne}`] })).toEqual([['Bearer secret'], [undefined]]);
    expect(await sent({ credentials: ['127.0.0.1'] })).toEqual([['Bearer secret'], ['Bearer other']]);
    const from = { url: `${two.url}/x-ro-crate-metadata.json`, fromPrivate: true };
    expect(await sent({ from: { ...from, trusted: true } })).toEqual([[undefined], ['Bearer other']]);
    expect(await sent({ from: { ...from, trusted: false } })).toEqual(none);
  });

  it('says how to send a token where a host that only the document names asks for one', async () => {
    const { url } = await serve((_, response) => void response.writeHead(401).end());
    const packages = { http: { env: {}, allowPrivate: true } };
    const output = join(await scratch(), 'out');
    const { failed } = await attach(output, [retrieval(`${url}/a`, 'a')], { packages });
    expect(failed[0]?.error.hint).toContain(`--credentials ${new URL(url).host} sends yours`);
  });

  it('unpacks the archive of a Dataset, and does not retrieve again what it brought along', async () => {
    const archive = zipOf({ 'x.txt': 'x', 'sub/y.txt': 'y', [NAME]: '{}' });
    const { url, requests } = await serve((request, response) =>
      request.url === '/a.zip' ? answerFile(request, response, archive) : response.writeHead(404).end(),
    );
    const output = join(await scratch(), 'out');
    const changes = [
      retrieval(`${url}/a.zip`, 'data/', { step: 'B3', action: 'unpack' }),
      retrieval(`${url}/x.txt`, 'data/x.txt', { size: 1 }),
      retrieval(`${url}/z.txt`, 'data/z.txt'),
    ];
    const first = await attach(output, changes);
    expect(first).toMatchObject({ kept: ['data/x.txt'], files: ['data/', NAME] });
    expect(first.failed.map(({ change }) => change.newId)).toEqual(['data/z.txt']);
    expect(requests.map((request) => request.url)).toEqual(['/a.zip', '/z.txt']);
    await attach(output, changes);
    expect(requests.map((request) => request.url)).toEqual(['/a.zip', '/z.txt', '/z.txt']);
    const files = await treeOf(join(output, 'data'));
    expect(files).toEqual({ 'x.txt': 'x', 'sub/y.txt': 'y', [NAME]: '{}' });
  });

  it('lists an archive that is none, or is unsafe, and writes nothing of it', async () => {
    const evil = zipOf({ '../evil.txt': 'evil' });
    const { url } = await serve((request, response) =>
      request.url === '/evil.zip' ? answerFile(request, response, evil) : response.end('<html>'),
    );
    const output = join(await scratch(), 'out');
    const changes = ['evil', 'page'].map((name) => retrieval(`${url}/${name}.zip`, `${name}/`, { action: 'unpack' }));
    const { failed } = await attach(output, changes);
    expect(failed.map(({ error }) => error.code).sort()).toEqual(['ERR_ARCHIVE_ENTRY', 'ERR_ARCHIVE_INVALID']);
    expect((await readdir(output)).filter((name) => !name.startsWith('.'))).toEqual([NAME]);
  });
});

describe('the output of writeAttached', () => {
  it('is a new or empty folder, or that of an earlier run', async () => {
    const { url } = await site();
    const changes = [retrieval(`${url}/a.txt`, 'a.txt')];
    const output = await scratch();
    await writeFile(join(output, 'mine.txt'), 'mine');
    await expect(attach(output, changes)).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect(await treeOf(output)).toEqual({ 'mine.txt': 'mine' });
    await writeFile(join(output, 'a.txt'), 'also mine');
    expect(await attach(output, changes, { force: true })).toMatchObject({ failed: [] });
    expect(await treeOf(output)).toMatchObject({ 'mine.txt': 'mine', 'a.txt': 'content of /a.txt' });
  });

  it('keeps a document that the user has edited', async () => {
    const { url } = await site({ '/b.txt': (response) => response.writeHead(404).end() });
    const changes = [retrieval(`${url}/a.txt`, 'a.txt'), retrieval(`${url}/b.txt`, 'b.txt')];
    const output = join(await scratch(), 'out');
    await attach(output, changes);
    await writeFile(join(output, NAME), '{"edited": true}');
    await expect(attach(output, changes)).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect((await treeOf(output))[NAME]).toBe('{"edited": true}');
    await attach(output, changes, { force: true });
    expect((await treeOf(output))[NAME]).toContain('a.txt');
  });

  it('never keeps a file of another address, and names files that a new plan leaves out', async () => {
    const { url } = await site({ '/b.txt': (response) => response.writeHead(404).end() });
    const missing = retrieval(`${url}/b.txt`, 'b.txt');
    const output = join(await scratch(), 'out');
    await attach(output, [retrieval(`${url}/a.txt`, 'a.txt'), missing]);
    await attach(output, [retrieval(`${url}/new.txt`, 'a.txt'), missing]);
    expect((await treeOf(output))['a.txt']).toBe('content of /new.txt');
    await expect(attach(output, [missing])).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
      details: { files: ['a.txt'] },
    });
    await attach(output, [missing], { force: true });
    expect(Object.keys(await treeOf(output))).not.toContain('a.txt');
  });

  it('is never written through a planted link', async () => {
    const { url } = await site();
    const [output, outside] = [await scratch(), await scratch()];
    await symlink(outside, join(output, 'data'));
    await attach(output, [retrieval(`${url}/a.txt`, 'data/a.txt')], { force: true }).catch(() => undefined);
    expect(await readdir(outside)).toEqual([]);
  });

  it('of a document without files is written like all others', async () => {
    const output = join(await scratch(), 'out');
    expect(await attach(output, [])).toMatchObject({ files: [NAME], kept: [] });
    expect(await attach(output, [])).toMatchObject({ files: [], kept: [NAME] });
    await rm(output, { recursive: true });
    await mkdir(output);
    expect(await attach(output, [])).toMatchObject({ files: [NAME] });
  });
});

describe('a plan', () => {
  it.each([
    ['leaves the crate', '../x.txt'],
    ['leaves the crate in disguise', 'data/%2e%2e/%2E%2E/x.txt'],
    ['is absolute', '/etc/passwd'],
    ['hides a separator', 'data%2Fx.txt'],
    ['goes up and down', 'data/../x.txt'],
    ['has a drive letter', 'C:/x.txt'],
    ['is on the web', 'https://example.org/x.txt'],
    ['is the metadata document', 'ro-crate-metadata.json'],
    ['is the metadata document in other letters', 'RO-Crate-Metadata.json'],
    ['is a temporary file', 'data/.crategraph-0123456789abcdef.tmp'],
    ['is a device', 'data/aux.txt'],
    ['is the same', 'a.txt'],
    ['is the same in other letters', 'A.TXT'],
    ['needs a file as a folder', 'a.txt/b.txt'],
    ['is the root', './'],
  ])('is refused before the first request if a path %s', async (_, newId) => {
    const { url, requests } = await site();
    const output = join(await scratch(), 'out');
    const changes = [retrieval(`${url}/a.txt`, 'a.txt'), retrieval(`${url}/hostile`, newId)];
    await expect(attach(output, changes)).rejects.toMatchObject({
      code: 'ERR_PLAN_INVALID',
      message: expect.stringContaining(`${url}/hostile`) as string,
    });
    expect([requests.length, await lstat(output).catch(() => 'none')]).toEqual([0, 'none']);
  });
});
