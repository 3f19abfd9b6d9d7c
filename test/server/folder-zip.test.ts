import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPackage } from '../../src/package/open/open-package.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

let folder: string;
let address: string;

beforeAll(async () => {
  folder = await scratch();
  const place = await writeCrate(join(folder, 'my survey'), crate({ name: 'Survey' }));
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(join(place, path, '..'), { recursive: true });
    await writeFile(join(place, path), content);
  };
  await write('data/a b.txt', 'text');
  await write('data/größe.txt', 'text');
  await write('data/.hidden', 'SECRET');
  await write('.git/config', 'SECRET');
  await writeFile(join(folder, 'secret.txt'), 'SECRET');
  await mkdir(join(place, 'empty'));
  await symlink('../secret.txt', join(place, 'out.txt'));
  await symlink('data/.hidden', join(place, 'shown.txt'));
  await symlink('data/a b.txt', join(place, 'inside.txt'));
  await symlink('.', join(place, 'loop'));
  await symlink('..', join(place, 'up'));
  execFileSync('mkfifo', [join(place, 'pipe')]);
  const big = await writeCrate(join(folder, 'big'), crate({ name: 'Big' }));
  await writeFile(join(big, 'large.zip'), ''); // an ending that is stored as it is, not compressed
  await truncate(join(big, 'large.zip'), 3_000_000_000); // zeros that take no room
  await writeCrate(join(folder, 'taken.zip'), crate({ name: 'A folder of this name' }));
  await writeCrate(join(folder, 'taken'), crate({ name: 'Another' }));
  const folders = ['my survey', 'big', 'taken', 'taken.zip'].map((name) => join(folder, name));
  ({ address } = await startServer({ folders, permalinks: ['/w/survey/=/crates/my survey/'] }));
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${path}`, { headers, method, redirect: 'manual' });

it('has what is served, and nothing else, always as the same bytes', async () => {
  const answer = await get('crates/my%20survey.zip');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'access-control-allow-origin': '*',
    link: expect.stringContaining(`<${address}crates/my%20survey/>; rel="collection"`),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.includes('SECRET')).toBe(false);
  const file = join(folder, 'survey.zip');
  await writeFile(file, bytes);
  const opened = await openPackage(file);
  const found: string[] = [];
  for await (const { path } of opened.files()) found.push(path);
  await opened.close();
  expect(found.sort()).toEqual(['data/a b.txt', 'data/größe.txt', 'inside.txt', 'ro-crate-metadata.json']);
  const metadata = await readFile(join(folder, 'my survey/ro-crate-metadata.json'));
  expect(execFileSync('unzip', ['-p', file, 'ro-crate-metadata.json'])).toEqual(metadata);
  expect(execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' })).toContain('empty/\n');
  expect(Buffer.from(await (await get('crates/my%20survey.zip')).arrayBuffer()).equals(bytes)).toBe(true);
});

it('answers HEAD with the same headers and no content', async () => {
  const [head, whole] = [await get('crates/my%20survey.zip', {}, 'HEAD'), await get('crates/my%20survey.zip')];
  const headersOf = ({ headers }: Response) =>
    [...headers].filter(([name]) => !['date', 'transfer-encoding', 'connection', 'keep-alive'].includes(name));
  expect([head.status, headersOf(head)]).toEqual([200, headersOf(whole)]);
  expect(await head.text()).toBe('');
  await whole.body?.cancel();
});

it.each([
  ['application/zip', 303, '../my%20survey.zip'],
  ['application/zip, text/html;q=0.1', 200, null],
  ['application/zip, */*;q=0.8', 200, null],
  ['application/zip;q=0', 406, null],
])('is what a client gets that accepts nothing else: %s', async (accept, status, location) => {
  const answer = await get('crates/my%20survey/', { accept });
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
  await answer.body?.cancel();
});

it('says what there is to a client that accepts nothing of it', async () => {
  expect(await (await get('crates/my%20survey/', { accept: 'image/png' })).text()).toContain('application/zip');
});

it('gives way to a folder of its name', async () => {
  expect((await get('crates/taken.zip')).headers.get('location')).toBe('./taken.zip/');
});

it('cannot be written, and is there for crates only', async () => {
  expect((await get('crates/my%20survey.zip', {}, 'PUT')).status).toBe(405);
  expect((await get('crates/nothing.zip')).status).toBe(404);
  expect((await get('crates/my%20survey/data.zip')).status).toBe(404);
});

it('is never in memory as a whole, and its work ends with its client', async () => {
  const answer = await get('crates/big.zip');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const before = process.memoryUsage().rss;
  for (let bytes = 0; bytes < 500_000_000;) bytes += (await reader.read()).value?.length ?? Infinity;
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  expect(await openFiles()).toContain(join(folder, 'big/large.zip'));
  await reader.cancel();
  while ((await openFiles()).includes(join(folder, 'big/large.zip'))) await sleep(20);
});

/** The files that this process, and so the server in it, has open. */
async function openFiles(): Promise<string[]> {
  const names = await readdir('/proc/self/fd');
  return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
}
