import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAttached } from '../../../src/tasks/convert/retrieve/attached-package.js';
import type { RetrieveOptions } from '../../../src/tasks/convert/retrieve/retrieve-options.js';
import type { Plan } from '../../../src/tasks/convert/plan.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { FILES, scratch, tarGzOf, zipOf } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';
import { downloadPlan, retrieval, sha256Of, standIn, treeOf } from './helpers/download-plan.js';

const archive = zipOf(FILES);
const options: RetrieveOptions = {
  contexts: openContexts({ offline: true }),
  packages: { http: { env: {}, allowPrivate: true } },
};
const ROOT = 'https://example.org/crates/7/';

async function site() {
  const tar = await tarGzOf(FILES);
  return serve((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/^\/c\//, ''));
    if (request.url === '/a.zip') answerFile(request, response, archive);
    else if (request.url === '/a.tgz') answerFile(request, response, tar);
    else if (FILES[path] !== undefined) answerFile(request, response, Buffer.from(FILES[path]));
    else response.writeHead(404).end();
  });
}

const planFor = (url: string, more: object = {}): Plan => ({
  ...downloadPlan([{ ...retrieval(url, './', more), step: 'distribution', id: ROOT }]),
  mode: 'distribution',
});

describe('a distribution', () => {
  it.each(['a.zip', 'a.tgz', 'c/ro-crate-metadata.json'])('in %s is the Attached Package', async (path) => {
    const { url } = await site();
    const output = join(await scratch(), 'out');
    const result = await writeAttached(output, planFor(`${url}/${path}`), standIn, options);
    expect(result).toMatchObject({ failed: [], left: [], base: ROOT });
    expect([...result.files].sort()).toEqual(Object.keys(FILES).sort());
    expect(await treeOf(output)).toEqual(FILES);
    const again = await writeAttached(output, planFor(`${url}/${path}`), standIn, options);
    expect([await treeOf(output), again.failed]).toEqual([FILES, []]);
  });

  it('gets a token only if the user names its host', async () => {
    const { url, requests } = await site();
    const { host, port } = new URL(url);
    const packages = { http: { env: { [`CRATEGRAPH_TOKEN_127_0_0_1_${port}`]: 'secret' }, allowPrivate: true } };
    const sent = async (credentials?: readonly string[]) => {
      const before = requests.length;
      const output = join(await scratch(), 'out');
      await writeAttached(output, planFor(`${url}/a.zip`), standIn, { ...options, packages, credentials });
      return new Set(requests.slice(before).map(({ headers }) => headers.authorization));
    };
    expect(await sent()).toEqual(new Set([undefined]));
    expect(await sent([host])).toEqual(new Set(['Bearer secret']));
  });

  it('is written as an archive', async () => {
    const { url } = await site();
    for (const name of ['out.zip', 'out.eln']) {
      const output = join(await scratch(), name);
      await writeAttached(output, planFor(`${url}/a.tgz`), standIn, options);
      const opened = await openPackage(output);
      const paths: string[] = [];
      for await (const file of opened.files()) paths.push(file.path);
      await opened.close();
      expect(paths.sort()).toEqual(Object.keys(FILES).sort());
      const before = await readFile(output);
      await writeAttached(output, planFor(`${url}/a.tgz`), standIn, options);
      expect((await readFile(output)).equals(before)).toBe(true);
    }
  });

  it('is checked', async () => {
    const { url } = await site();
    const output = join(await scratch(), 'out');
    for (const more of [{ size: 5 }, { sha256: sha256Of('other') }])
      await expect(writeAttached(output, planFor(`${url}/a.zip`, more), standIn, options)).rejects.toMatchObject({ code: 'ERR_CHECKSUM' }); // prettier-ignore
    const right = { size: archive.length, sha256: sha256Of(archive) };
    await writeAttached(output, planFor(`${url}/a.zip`, right), standIn, options);
    expect(await treeOf(output)).toEqual(FILES);
  });

  it('never replaces files of somebody else', async () => {
    const { url } = await site();
    const output = await scratch();
    await writeFile(join(output, 'mine.txt'), 'mine');
    await expect(writeAttached(output, planFor(`${url}/a.zip`), standIn, options)).rejects.toMatchObject({ code: 'ERR_OUTPUT' }); // prettier-ignore
    await writeFile(join(output, 'ro-crate-metadata.json'), '{}');
    await expect(writeAttached(output, planFor(`${url}/a.zip`), standIn, options)).rejects.toMatchObject({ code: 'ERR_OUTPUT' }); // prettier-ignore
    expect(await treeOf(output)).toEqual({ 'mine.txt': 'mine', 'ro-crate-metadata.json': '{}' });
    expect((await readdir(output)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
