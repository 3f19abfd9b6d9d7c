import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fetchCrate } from '../../../src/tasks/fetch/fetch-crate.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { tokenVariable } from '../../../src/base/net/credentials.js';
import { partialOf } from '../../../src/tasks/fetch/receive-into.js';
import type { PackageLimits } from '../../../src/package/limits.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { openStore } from '../../../src/store/open-store.js';
import { crate } from '../../cli/helpers/crates.js';
import { FILES, METADATA, scratch, writeTree, zipOf } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';

const options = { contexts: openContexts({ offline: true }), packages: { http: { env: {} } } };
const archive = zipOf(FILES);

/** Where a file is while it is not complete, with the validator that it belongs to. */
function partialFiles(target: string, url: string): { readonly partialFile: string; readonly stateFile: string } {
  const partialFile = partialOf(target, new URL(url));
  return { partialFile, stateFile: `${partialFile}.state` };
}

/** Serves the crate as a folder and as an archive. */
function site() {
  return serve((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/^\/c\//, ''));
    if (request.url === '/id') response.writeHead(302, { location: '/c/ro-crate-metadata.json' }).end();
    else if (request.url === '/a.zip') answerFile(request, response, archive);
    else if (FILES[path] !== undefined) answerFile(request, response, Buffer.from(FILES[path]));
    else response.writeHead(404).end();
  });
}

async function tree(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe('fetch', () => {
  it('a crate into a folder: metadata and data files, without those that exist already', async () => {
    const { url, requests } = await site();
    const folder = join(await scratch(), 'out');
    expect(await fetchCrate(`${url}/id`, `${folder}/`, options)).toMatchObject({
      kind: 'package',
      url: `${url}/c/ro-crate-metadata.json`,
      files: ['ro-crate-metadata.json', 'data 1.txt', 'sub/é.csv'],
      kept: [],
      failed: [],
    });
    expect(await tree(folder)).toEqual(Object.keys(FILES).sort());
    for (const [path, text] of Object.entries(FILES)) expect(await readFile(join(folder, path), 'utf8')).toBe(text);
    const before = requests.length;
    expect(await fetchCrate(`${url}/id`, folder, options)).toMatchObject({
      files: [],
      kept: Object.keys(FILES),
    });
    expect(requests.slice(before).map((request) => request.url)).not.toContain('/c/data%201.txt');
  });

  it('only the metadata document, into a file or a folder', async () => {
    const { url, requests } = await site();
    const folder = await scratch();
    expect(await fetchCrate(`${url}/id`, join(folder, 'm.json'), options)).toMatchObject({
      kind: 'metadata',
      files: ['m.json'],
    });
    expect(await readFile(join(folder, 'm.json'), 'utf8')).toBe(METADATA);
    await fetchCrate(`${url}/a.zip`, `${folder}/only/`, { ...options, metadataOnly: true });
    expect(await tree(join(folder, 'only'))).toEqual(['ro-crate-metadata.json']);
    expect(requests.filter((request) => request.url === '/a.zip' && request.headers.range === undefined)).toHaveLength(
      1,
    );
  });

  it('with strict refuses a metadata document that needs a repair, and writes nothing', async () => {
    const invalid = METADATA.replace('"@graph": [', '"@graph": [{"@id": "a b.txt", "@type": "File"},').replace(
      '"@graph":[',
      '"@graph":[{"@id":"a b.txt","@type":"File"},',
    );
    expect(invalid).not.toBe(METADATA);
    const { url } = await serve((request, response) => answerFile(request, response, Buffer.from(invalid)));
    const folder = await scratch();
    for (const output of [`${folder}/out/`, join(folder, 'm.json')])
      await expect(
        fetchCrate(`${url}/c/ro-crate-metadata.json`, output, { ...options, strict: true }),
      ).rejects.toMatchObject({ code: 'ERR_STRICT' });
    expect(await tree(folder)).toEqual([]);
  });

  it('an archive into a file unchanged, or unpacked into a folder', async () => {
    const { url } = await site();
    const folder = await scratch();
    expect(await fetchCrate(`${url}/a.zip`, join(folder, 'a.zip'), options)).toMatchObject({
      kind: 'archive',
      files: ['a.zip'],
    });
    expect((await readFile(join(folder, 'a.zip'))).equals(archive)).toBe(true);
    await fetchCrate(`${url}/a.zip`, `${folder}/unpacked/`, options);
    expect(await tree(join(folder, 'unpacked'))).toEqual(Object.keys(FILES).sort());
    expect((await openPackage(join(folder, 'unpacked'))).metadata.name).toBe('ro-crate-metadata.json');
    expect((await readdir(folder)).sort()).toEqual(['a.zip', 'unpacked']);
  });

  it('never replaces a store, with an archive or a document', async () => {
    const { url } = await site();
    const place = join(await scratch(), 's.db');
    await (await openStore(place, { mode: 'write', create: true })).close();
    const before = await readFile(place);
    for (const address of [`${url}/a.zip`, `${url}/id`])
      await expect(fetchCrate(address, place, options)).rejects.toMatchObject({
        code: 'ERR_OUTPUT',
        message: expect.stringContaining('is a store'),
      });
    expect((await readFile(place)).equals(before)).toBe(true);
  });

  it('a metadata document that is compressed with gzip, with its data files', async () => {
    const packed = gzipSync(METADATA);
    const { url } = await serve((request, response) => {
      const path = decodeURIComponent((request.url ?? '').replace(/^\/c\//, ''));
      if (path === 'ro-crate-metadata.json.gz')
        answerFile(request, response, packed, { 'content-type': 'application/gzip' });
      else answerFile(request, response, Buffer.from(FILES[path] ?? ''));
    });
    const folder = join(await scratch(), 'out');
    expect(await fetchCrate(`${url}/c/ro-crate-metadata.json.gz`, `${folder}/`, options)).toMatchObject({
      kind: 'package',
      url: `${url}/c/ro-crate-metadata.json.gz`,
      files: Object.keys(FILES),
    });
    expect(await tree(folder)).toEqual(Object.keys(FILES).sort());
    for (const [path, text] of Object.entries(FILES)) expect(await readFile(join(folder, path), 'utf8')).toBe(text);
  });

  it('resumes the download of an archive', async () => {
    const { url, requests } = await site();
    const target = join(await scratch(), 'a.zip');
    const { partialFile, stateFile } = partialFiles(target, `${url}/a.zip`);
    await writeFile(partialFile, archive.subarray(0, 400));
    await writeFile(stateFile, `${url}/a.zip\n"1"`);
    await fetchCrate(`${url}/a.zip`, target, options);
    expect(requests.at(-1)?.headers.range).toBe('bytes=400-');
    expect((await readFile(target)).equals(archive)).toBe(true);
  });

  it('retrieves several files at once, no more than it may, and reports them in the order of the crate', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `f${index}.txt`);
    const document = JSON.stringify(crate({ entities: ids.map((id) => ({ '@id': id, '@type': 'File' })) }));
    const open: (() => void)[] = [];
    let most = 0;
    const { url } = await serve((request, response) => {
      if (request.url?.endsWith('.txt') !== true) return void response.end(document);
      open.push(() => response.end(request.url));
      most = Math.max(most, open.length);
      // The files are answered when as many are asked for as may be; the last ones first.
      if (open.length === 3) for (const answer of open.splice(0).reverse()) answer();
    });
    const out = join(await scratch(), 'out');
    const fetched = await fetchCrate(`${url}/c/`, `${out}/`, { ...options, parallel: 3 });
    expect(fetched.files).toEqual(['ro-crate-metadata.json', ...ids]);
    expect(most).toBe(3);
    for (const id of ids) expect(await readFile(join(out, id), 'utf8')).toBe(`/c/${id}`);
  });

  it('waits when the server asks for it, and tries a file again', async () => {
    const document = JSON.stringify(crate({ entities: ['a', 'b'].map((id) => ({ '@id': id, '@type': 'File' })) }));
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/c/') return void response.end(document);
      const isFirst = requests.filter((one) => one.url === request.url).length === 1;
      if (isFirst) return void response.writeHead(503, { 'retry-after': '0' }).end();
      response.end(request.url);
    });
    const out = join(await scratch(), 'out');
    expect(await fetchCrate(`${url}/c/`, `${out}/`, options)).toMatchObject({
      files: ['ro-crate-metadata.json', 'a', 'b'],
      failed: [],
    });
    expect(await readFile(join(out, 'a'), 'utf8')).toBe('/c/a');
  });

  it('reports files that cannot be downloaded, and writes nothing outside', async () => {
    const evil = METADATA.replaceAll('data%201.txt', '..%2f..%2fevil.txt').replaceAll('sub/é.csv', 'gone.csv');
    const { url } = await serve((request, response) =>
      request.url === '/c/ro-crate-metadata.json' ? void response.end(evil) : void response.writeHead(404).end(),
    );
    const folder = await scratch();
    const fetched = await fetchCrate(`${url}/c/`, `${folder}/x/`, options);
    expect(fetched.failed).toMatchObject([{ path: 'gone.csv', error: { code: 'ERR_HTTP' } }]);
    expect(fetched.refused).toMatchObject([
      { id: '..%2f..%2fevil.txt', error: { code: 'ERR_ARCHIVE_ENTRY' } },
      { id: 'sub/', error: { message: expect.stringContaining('a folder whose files the crate does not describe') } },
    ]);
    expect(await tree(folder)).toEqual(['x/ro-crate-metadata.json']);
  });
});

describe('a fetched file', () => {
  const login = '<!DOCTYPE html><html>Log in</html>';
  const sha256 = createHash('sha256').update('hello').digest('hex');

  it.each<[string, object]>([
    ['contentSize 5, the file has 34 bytes', { contentSize: '5' }],
    ['sha256 differs', { sha256 }],
    ['contentSize 5, the file has 34 bytes, sha256 differs', { contentSize: 5, sha256: sha256.toUpperCase() }],
  ])('is compared with the description: %s', async (difference, description) => {
    let answer = login;
    const entities = [{ '@id': 'a.txt', '@type': 'File', ...description }];
    const { url, requests } = await serve((request, response) => {
      response.end(request.url === '/c/a.txt' ? answer : JSON.stringify(crate({ entities })));
    });
    const out = join(await scratch(), 'out/');
    const failed = [{ path: 'a.txt', error: { code: 'ERR_CHECKSUM', message: expect.stringContaining(difference) } }];
    expect(await fetchCrate(`${url}/c/`, out, options)).toMatchObject({ files: ['ro-crate-metadata.json'], failed });
    answer = 'hello';
    const exists = { code: 'ERR_OUTPUT', message: expect.stringContaining(`of the crate: ${difference}`) };
    expect(await fetchCrate(`${url}/c/`, out, options)).toMatchObject({ failed: [{ path: 'a.txt', error: exists }] });
    expect(await readFile(`${out}a.txt`, 'utf8')).toBe(login);
    const forced = { ...options, force: true };
    expect(await fetchCrate(`${url}/c/`, out, forced)).toMatchObject({ files: ['a.txt'], failed: [] });
    const before = requests.length;
    expect(await fetchCrate(`${url}/c/`, out, options)).toMatchObject({
      kept: ['ro-crate-metadata.json', 'a.txt'],
      failed: [],
      refused: [],
    });
    expect(requests.slice(before).map((request) => request.url)).not.toContain('/c/a.txt');
  });

  it('is one that the crate describes; a folder whose files it does not describe is refused', async () => {
    const entities = [
      { '@id': 'full/', '@type': 'Dataset' },
      { '@id': 'full/in/a.txt', '@type': 'File' },
      { '@id': 'full/in', '@type': 'Dataset' },
      { '@id': 'closed', '@type': 'Dataset' },
      { '@id': 'odd/', '@type': 'File' },
    ];
    const { url } = await serve((request, response) => {
      response.end(request.url?.endsWith('json') === true ? JSON.stringify(crate({ entities })) : 'x');
    });
    const fetched = await fetchCrate(`${url}/c/ro-crate-metadata.json`, join(await scratch(), 'out/'), options);
    expect(fetched.files).toEqual(['ro-crate-metadata.json', 'full/in/a.txt']);
    expect(fetched.refused.map(({ id }) => id)).toEqual(['closed', 'odd/']);
  });
});

/** Serves a crate that describes these files. The content of each file is its path. */
function describing(...ids: string[]) {
  const entities = ids.map((id) => ({ '@id': id, '@type': 'File' }));
  return serve((request, response) => {
    if (request.url !== '/c/ro-crate-metadata.json') return void response.end(decodeURIComponent(request.url ?? ''));
    response.end(JSON.stringify(crate({ more: { hasPart: ids.map((id) => ({ '@id': id })) }, entities })));
  });
}

describe('fetch into a folder with files that differ', () => {
  it('replaces a file whose content nobody described only with force, and fetches the rest', async () => {
    const { url } = await describing('a.txt', 'b.txt', 'c.txt');
    const out = await writeTree(join(await scratch(), 'out'), { 'a.txt': '/c/A.txt', 'b.txt': '/c/b.txt' });
    const fetched = await fetchCrate(`${url}/c/`, out, options);
    expect(fetched).toMatchObject({ files: ['ro-crate-metadata.json', 'c.txt'], kept: ['b.txt'], refused: [] });
    expect(fetched.failed).toMatchObject([
      { path: 'a.txt', error: { code: 'ERR_OUTPUT', hint: expect.stringContaining('--force') } },
    ]);
    expect(fetched.failed[0]?.error.message).toBe(`${out}/a.txt exists and differs from the file of the crate`);
    expect(await readFile(join(out, 'a.txt'), 'utf8')).toBe('/c/A.txt');
    expect((await readdir(out)).sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'ro-crate-metadata.json']);
    await fetchCrate(`${url}/c/`, out, { ...options, force: true });
    expect(await readFile(join(out, 'a.txt'), 'utf8')).toBe('/c/a.txt');
  });

  it('does not request a file that differs from its description', async () => {
    const { url, requests } = await site();
    const out = await writeTree(join(await scratch(), 'out'), { 'data 1.txt': 'edited' });
    const fetched = await fetchCrate(`${url}/id`, out, options);
    expect(fetched.failed).toMatchObject([{ path: 'data 1.txt', error: { code: 'ERR_OUTPUT' } }]);
    expect(requests.map((request) => request.url)).not.toContain('/c/data%201.txt');
    expect(await readFile(join(out, 'data 1.txt'), 'utf8')).toBe('edited');
  });

  it('with force fetches a file that has the right size but no stated checksum, and compares it', async () => {
    const { url, requests } = await site();
    const out = await writeTree(join(await scratch(), 'out'), { 'data 1.txt': 'HELLO' });
    for (const counts of [
      { files: ['ro-crate-metadata.json', 'data 1.txt', 'sub/é.csv'] },
      { kept: Object.keys(FILES) },
    ])
      expect(await fetchCrate(`${url}/id`, out, { ...options, force: true })).toMatchObject(counts);
    expect(await readFile(join(out, 'data 1.txt'), 'utf8')).toBe('hello');
    expect(requests.filter((request) => request.url === '/c/data%201.txt')).toHaveLength(2);
  });

  it('with force never replaces a file of the right size by one of the wrong size', async () => {
    const entities = [{ '@id': 'a.txt', '@type': 'File', contentSize: 5 }];
    const { url } = await serve((request, response) => {
      response.end(request.url === '/c/a.txt' ? 'a login page' : JSON.stringify(crate({ entities })));
    });
    const out = await writeTree(join(await scratch(), 'out'), { 'a.txt': 'hello' });
    const { failed } = await fetchCrate(`${url}/c/`, out, { ...options, force: true });
    expect(failed).toMatchObject([
      { error: { code: 'ERR_CHECKSUM', message: expect.stringMatching(/was not written: .* the file has 12 bytes/) } },
    ]);
    expect(await readFile(join(out, 'a.txt'), 'utf8')).toBe('hello');
  });

  it('compares large files, and resumes a download before it compares', async () => {
    const large = Buffer.alloc(700_000, 'a');
    const document = JSON.stringify(crate({ entities: [{ '@id': 'a', '@type': 'File' }] }));
    const { url, requests } = await serve((request, response) =>
      answerFile(request, response, request.url === '/c/a' ? large : Buffer.from(document)),
    );
    const edited = Buffer.from(large);
    edited[699_999] = 0;
    const out = await writeTree(join(await scratch(), 'out'), { a: edited });
    const { partialFile, stateFile } = partialFiles(join(out, 'a'), `${url}/c/a`);
    await writeFile(partialFile, large.subarray(0, 300_000));
    await writeFile(stateFile, `${url}/c/a\n"1"`);
    const address = `${url}/c/ro-crate-metadata.json`;
    expect((await fetchCrate(address, out, options)).failed).toMatchObject([{ path: 'a' }]);
    expect(requests.at(-1)?.headers.range).toBe('bytes=300000-');
    expect((await readFile(join(out, 'a'))).equals(edited)).toBe(true);
    expect(await tree(out)).toEqual(['a', 'ro-crate-metadata.json']);
    await writeFile(join(out, 'a'), large);
    expect(await fetchCrate(address, out, options)).toMatchObject({ kept: ['ro-crate-metadata.json', 'a'] });
  });

  it.each(['id', 'a.zip'])('replaces the metadata document of %s only with force', async (address) => {
    const { url } = await site();
    const out = await writeTree(join(await scratch(), 'out'), { 'ro-crate-metadata.json': 'mine' });
    await expect(fetchCrate(`${url}/${address}`, out, options)).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
      message: `${out}/ro-crate-metadata.json exists and differs from the file of the crate; nothing was written`,
    });
    expect(await tree(out)).toEqual(['ro-crate-metadata.json']);
    expect(await readFile(join(out, 'ro-crate-metadata.json'), 'utf8')).toBe('mine');
    await fetchCrate(`${url}/${address}`, out, { ...options, force: true });
    expect(await tree(out)).toEqual(Object.keys(FILES).sort());
    expect(await readFile(join(out, 'ro-crate-metadata.json'), 'utf8')).toBe(METADATA);
  });

  it('unpacks an archive over them only with force, all files or none', async () => {
    const { url } = await site();
    const edited = { 'data 1.txt': 'mine!', 'sub/é.csv': 'edited' };
    const out = await writeTree(join(await scratch(), 'out'), edited);
    await expect(fetchCrate(`${url}/a.zip`, out, options)).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
      message: `2 files of ${out} exist and differ from those of the crate: data 1.txt, sub/é.csv; nothing was written`,
      hint: expect.stringContaining('--force'),
    });
    expect(await tree(out)).toEqual(Object.keys(edited));
    for (const [path, text] of Object.entries(edited)) expect(await readFile(join(out, path), 'utf8')).toBe(text);
    await writeTree(out, { 'data 1.txt': 'hello' });
    expect(await fetchCrate(`${url}/a.zip`, out, { ...options, force: true })).toMatchObject({
      files: ['ro-crate-metadata.json', 'sub/é.csv'],
      kept: ['data 1.txt'],
    });
    expect(await readFile(join(out, 'sub/é.csv'), 'utf8')).toBe(FILES['sub/é.csv']);
    expect(await fetchCrate(`${url}/a.zip`, out, options)).toMatchObject({ files: [], kept: Object.keys(FILES) });
  });
});

describe('fetch into a folder that somebody has tampered with', () => {
  it('does not write through links to folders or partial files, and fetches the rest', async () => {
    const { url } = await describing('sub/a.txt', 'b.txt', 'c.txt');
    const folder = await scratch();
    const out = join(folder, 'out');
    const outside = await writeTree(join(folder, 'outside'), { 'b.part': 'mine', 'c.txt': '/c/c.txt' });
    await mkdir(out);
    await symlink(outside, join(out, 'sub'));
    const { partialFile, stateFile } = partialFiles(join(out, 'b.txt'), `${url}/c/b.txt`);
    for (const path of [partialFile, stateFile, `${join(out, 'b.txt')}.part`, join(out, 'ro-crate-metadata.json')])
      await symlink(join(outside, 'b.part'), path);
    await symlink(join(outside, 'c.txt'), join(out, 'c.txt'));
    const fetched = await fetchCrate(`${url}/c/`, out, options);
    expect(fetched.files).toEqual(['ro-crate-metadata.json', 'b.txt', 'c.txt']);
    expect(fetched.failed).toMatchObject([
      { path: 'sub/a.txt', error: { code: 'ERR_OUTPUT', message: expect.stringContaining('is a link') } },
    ]);
    expect(await tree(outside)).toEqual(['b.part', 'c.txt']);
    expect(await readFile(join(outside, 'b.part'), 'utf8')).toBe('mine');
    expect((await lstat(join(out, 'c.txt'))).isFile()).toBe(true);
    expect(await readFile(join(out, 'b.txt'), 'utf8')).toBe('/c/b.txt');
  });

  it('does not write through links inside: two names are never one file, and the metadata file stays', async () => {
    const ids = ['b/data.txt', 'a/data.txt', 'sub/ro-crate-metadata.json', 'real/data.txt'];
    const { url } = await describing(...ids);
    const out = join(await scratch(), 'out');
    await mkdir(join(out, 'real'), { recursive: true });
    for (const [link, to] of Object.entries({ a: 'real', b: 'real', sub: '.' })) await symlink(to, join(out, link));
    const fetched = await fetchCrate(`${url}/c/`, out, options);
    expect(fetched.files).toEqual(['ro-crate-metadata.json', 'real/data.txt']);
    expect(fetched.failed.map(({ path, error }) => [path, error.code])).toEqual(
      ids.slice(0, 3).map((path) => [path, 'ERR_OUTPUT']),
    );
    expect(await readFile(join(out, 'ro-crate-metadata.json'), 'utf8')).toContain('@graph');
    expect(await readFile(join(out, 'real', 'data.txt'), 'utf8')).toBe('/c/real/data.txt');
  });

  it('a folder in place of a partial file fails only that file', async () => {
    const { url } = await describing('a.txt', 'b.txt');
    const out = join(await scratch(), 'out');
    await mkdir(partialFiles(join(out, 'a.txt'), `${url}/c/a.txt`).stateFile, { recursive: true });
    const fetched = await fetchCrate(`${url}/c/`, out, options);
    expect(fetched.failed).toMatchObject([{ path: 'a.txt', error: { code: 'ERR_OUTPUT' } }]);
    expect(fetched.files).toEqual(['ro-crate-metadata.json', 'b.txt']);
  });

  it('follows the link that the user named', async () => {
    const { url } = await describing('a.txt');
    const folder = await scratch();
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'out'));
    await fetchCrate(`${url}/c/`, join(folder, 'out'), options);
    expect(await tree(join(folder, 'real'))).toEqual(['a.txt', 'ro-crate-metadata.json']);
    await writeFile(join(folder, 'm.json'), '');
    await symlink('m.json', join(folder, 'link.json'));
    await fetchCrate(`${url}/c/`, join(folder, 'link.json'), options);
    expect(await readFile(join(folder, 'm.json'), 'utf8')).toContain('@graph');
    const server = await site();
    await writeFile(join(folder, 'a.zip'), '');
    await symlink('a.zip', join(folder, 'link.zip'));
    expect(await fetchCrate(`${server.url}/a.zip`, join(folder, 'link.zip'), options)).toMatchObject({
      files: ['link.zip'],
    });
    expect((await readFile(join(folder, 'a.zip'))).equals(archive)).toBe(true);
  });

  it('never replaces the metadata file, reports skipped files, and fetches a path once', async () => {
    const names = ['a', 'a/b', 'A', 'x', 'x.part', './x', 'é', 'e\u0301', 'ro-crate-metadata.json/y', 'sub/NUL'];
    const { url, requests } = await describing(...names, '../up', 'there');
    const out = await writeTree(join(await scratch(), 'out'), { 'there/file': 'mine' });
    const fetched = await fetchCrate(`${url}/c/`, out, options);
    expect(fetched.files).toEqual(['ro-crate-metadata.json', 'a', 'x', 'x.part', 'é']);
    expect(fetched.refused.map(({ id }) => id)).toEqual([
      'a/b',
      'A',
      'e\u0301',
      'ro-crate-metadata.json/y',
      'sub/NUL',
      '../up',
    ]);
    expect(fetched.failed).toMatchObject([{ path: 'there', error: { code: 'ERR_OUTPUT' } }]);
    expect(await tree(out)).toEqual(['a', 'ro-crate-metadata.json', 'there/file', 'x', 'x.part', 'é']);
    expect(await readFile(join(out, 'x.part'), 'utf8')).toBe('/c/x.part');
    expect(requests.filter((request) => request.url === '/c/x')).toHaveLength(1);
  });

  it('requests what an identifier resolves to, writes a path once, and reports everything else', async () => {
    const wanted = { 'q.txt?v=1': '/c/q.txt?v=1', '/top.txt': '/top.txt', '%2Fetc%2Fx': '/c/%2Fetc%2Fx' };
    const unusual = { 'caf%E9.txt': '/c/caf%E9.txt', '50%.png': '/c/50%25.png', 'a\\b': '/c/a/b', 'é#x': '/c/%C3%A9' };
    const again = ['q.txt?v=2', 'top.txt', 'etc/x'];
    const never = ['ro-crate-metadata.jsonld', 'Crate-Metadata.json', 'C:\\win.txt', '\\\\h\\x', '/\\h/x', '%2F'];
    const same = ['./é', 'é', 'caf%E9.txt#y', 'q.txt?v=1'];
    const { url, requests } = await serve((request, response) => {
      if (request.url !== '/c/ro-crate-metadata.json') return void response.end(request.url);
      const entities = [...Object.keys(wanted), ...Object.keys(unusual), ...again, ...never, ...same].map((id) => ({
        '@id': id,
        '@type': 'File',
      }));
      response.end(JSON.stringify(crate({ entities })));
    });
    const out = join(await scratch(), 'out');
    const fetched = await fetchCrate(`${url}/c/ro-crate-metadata.json`, `${out}/`, options);
    const addresses = Object.values({ ...wanted, ...unusual });
    expect(
      requests
        .slice(1)
        .map((request) => request.url)
        .sort(),
    ).toEqual([...addresses].sort());
    const paths = ['q.txt', 'top.txt', 'etc/x', 'caf%E9.txt', '50%.png', 'a/b', 'é'];
    expect(fetched.files).toEqual(['ro-crate-metadata.json', ...paths]);
    for (const [index, path] of paths.entries()) expect(await readFile(join(out, path), 'utf8')).toBe(addresses[index]);
    expect(fetched.refused.map(({ id }) => id)).toEqual([...again, ...never]);
    expect(fetched.refused[0]?.error.message).toBe('q.txt?v=2 is the file q.txt, which q.txt?v=1 already names');
    expect(fetched.failed).toEqual([]);
  });

  it('does not change it if an archive contains an unsafe entry', async () => {
    const bad = zipOf({ ...FILES, '../evil': 'x' });
    const { url } = await serve((request, response) => answerFile(request, response, bad));
    const folder = await scratch();
    const out = await writeTree(join(folder, 'out'), { 'data 1.txt': 'mine' });
    await writeFile(join(folder, 'out.archive'), 'mine');
    await expect(fetchCrate(`${url}/a.zip`, out, options)).rejects.toMatchObject({ code: 'ERR_ARCHIVE_ENTRY' });
    expect(await tree(folder)).toEqual(['out.archive', 'out/data 1.txt']);
    expect(await readFile(join(out, 'data 1.txt'), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, 'out.archive'), 'utf8')).toBe('mine');
  });
});

describe('limits of a fetch', () => {
  const limited = (limits: Partial<PackageLimits>) => ({ ...options, packages: { ...options.packages, limits } });

  it.each(['a.zip', 'out/'])('apply to an archive that is downloaded to %s', async (output) => {
    const { url } = await site();
    const folder = await scratch();
    const fetched = fetchCrate(`${url}/a.zip`, join(folder, output), limited({ downloadBytes: archive.length - 1 }));
    await expect(fetched).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining(`${url}/a.zip: more than`),
    });
    expect(await tree(folder)).toEqual([]);
    await fetchCrate(`${url}/a.zip`, join(folder, output), limited({ downloadBytes: archive.length }));
  });

  it.each([true, false])('apply to all data files together, with Content-Length (%s) or without', async (hasLength) => {
    const ids = ['a', 'b', 'c', 'd'];
    const document = JSON.stringify(crate({ entities: ids.map((id) => ({ '@id': id, '@type': 'File' })) }));
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/ro-crate-metadata.json') return void response.end(document);
      if (!hasLength) response.flushHeaders();
      response.end(Buffer.alloc(900));
    });
    const folder = await scratch();
    const address = `${url}/ro-crate-metadata.json`;
    await expect(
      fetchCrate(address, folder, { ...limited({ unpackedBytes: 2000 }), parallel: 1 }),
    ).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: `${address}: its files: more than 2 kB`,
    });
    expect(requests.map((request) => request.url)).toEqual(['/ro-crate-metadata.json', '/a', '/b', '/c']);
    expect((await tree(folder)).filter((name) => ids.includes(name))).toEqual(['a', 'b']);
    expect(await fetchCrate(address, folder, limited({ unpackedBytes: 3600 }))).toMatchObject({ failed: [] });
  });
});

describe('credentials of a fetch', () => {
  const secrets = (...urls: string[]) => ({
    ...options,
    packages: { http: { env: Object.fromEntries(urls.map((url) => [tokenVariable(new URL(url)) ?? '', 'secret'])) } },
  });
  const isZip = (path: string) => path === '/c/a.zip';

  /** Serves a page that leads to a file of the crate on another server, by a redirect or by Signposting. */
  const leading = (how: string, location: string) =>
    serve((_request, response) => {
      if (how === 'redirect') return void response.writeHead(302, { location }).end();
      const link = `<${location}>; rel="item"; profile="https://w3id.org/ro/crate"`;
      response.writeHead(200, { 'content-type': 'text/html', link }).end('<html></html>');
    });

  it.each(['redirect', 'Signposting'].flatMap((how) => ['ro-crate-metadata.json', 'a.zip'].map((file) => [how, file])))(
    'do not follow a %s to %s of another origin, nor to its data',
    async (how, file) => {
      const other = await serve((request, response) => {
        const path = request.url ?? '';
        if (isZip(path)) answerFile(request, response, archive);
        else response.end(FILES[decodeURIComponent(path.slice('/c/'.length))]);
      }, '127.0.0.2');
      const own = await leading(how as string, `${other.url}/c/${file}`);
      const out = join(await scratch(), 'out/');
      const fetched = await fetchCrate(`${own.url}/id`, out, secrets(own.url, other.url));
      expect(fetched.failed).toEqual([]);
      expect(await tree(out.slice(0, -1))).toEqual(Object.keys(FILES).sort());
      expect(own.requests.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true);
      expect(other.requests.length).toBeGreaterThan(1);
      expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    },
  );

  it.each(['ro-crate-metadata.json', 'a.zip'])(
    'go with all requests for %s of the origin that was named',
    async (file) => {
      const { url, requests } = await site();
      await fetchCrate(`${url}/${isZip(`/c/${file}`) ? '' : 'c/'}${file}`, join(await scratch(), 'out/'), secrets(url));
      expect(requests.length).toBeGreaterThan(1);
      expect(requests.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true);
    },
  );
});
