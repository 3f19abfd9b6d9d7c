import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchCrate } from '../src/fetch.js';
import { openContexts } from '../src/package/contexts.js';
import { openPackage } from '../src/package/open.js';
import { FILES, METADATA, scratch, zipOf } from './package/helpers/crate-forms.js';
import { answerFile, serve } from './package/helpers/server.js';

const options = { contexts: openContexts({ offline: true }), packages: { http: { env: {} } } };
const archive = zipOf(FILES);

/** The crate as a web server shows its folder, and as an archive. */
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
  it('a crate on the web into a folder: metadata and data files, what is there is kept', async () => {
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
    expect(await fetchCrate(`${url}/id`, folder, options)).toMatchObject({ kept: ['data 1.txt'] });
    expect(requests.slice(before).map((request) => request.url)).not.toContain('/c/data%201.txt');
  });

  it('the metadata document into a file, or alone into a folder', async () => {
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

  it('an archive into a file as it is, or unpacked into a folder', async () => {
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

  it('goes on with an archive that was broken off', async () => {
    const { url, requests } = await site();
    const target = join(await scratch(), 'a.zip');
    await writeFile(`${target}.part`, archive.subarray(0, 400));
    await writeFile(`${target}.part.json`, JSON.stringify({ url: `${url}/a.zip`, validator: '"1"' }));
    await fetchCrate(`${url}/a.zip`, target, options);
    expect(requests.at(-1)?.headers.range).toBe('bytes=400-');
    expect((await readFile(target)).equals(archive)).toBe(true);
  });

  it('says which files could not be had, and writes nothing outside', async () => {
    const evil = METADATA.replaceAll('data%201.txt', '..%2f..%2fevil.txt').replaceAll('sub/é.csv', 'gone.csv');
    const { url } = await serve((request, response) =>
      request.url === '/c/ro-crate-metadata.json' ? void response.end(evil) : void response.writeHead(404).end(),
    );
    const folder = await scratch();
    const fetched = await fetchCrate(`${url}/c/`, `${folder}/x/`, options);
    expect(fetched.failed).toMatchObject([{ path: 'gone.csv', error: { code: 'ERR_HTTP' } }]);
    expect(await tree(folder)).toEqual(['x/ro-crate-metadata.json']);
  });
});
