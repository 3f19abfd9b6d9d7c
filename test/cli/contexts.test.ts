import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, type TestServer } from '../package/helpers/server.js';
import { crate, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli, temporaryFolder } from './helpers/run.js';

const CONTEXT = { '@context': { mine: 'http://example.org/mine' } };
const withContext = (address: string) =>
  crate({ context: ['https://w3id.org/ro/crate/1.1/context', address], more: { mine: 'x' } });

let server: TestServer;
let folder: string;

/** A server with a context, a crate that names it, and a login of the user for the host. */
beforeEach(async () => {
  server = await serve((request, response) => {
    if (request.url === '/admin') response.end(JSON.stringify(CONTEXT));
    else if (request.url === '/c/ro-crate-metadata.json')
      response.end(JSON.stringify(withContext(`${server.url}/admin`)));
    else response.writeHead(404).end();
  });
  folder = await freshFolder('contexts');
  await writeCrate(join(folder, 'crate'), withContext(`${server.url}/admin`));
  await writeFile(join(await temporaryFolder(), '.netrc'), 'machine 127.0.0.1 login me password s3cret\n');
});

async function forgetContexts(): Promise<void> {
  await rm(join(await temporaryFolder(), 'cache'), { recursive: true, force: true });
}

describe('a context on a private address that a crate names', () => {
  it.each(['convert', 'flatten', 'expand', 'root'])('is not requested by %s', async (verb) => {
    const ran = await runCli([verb, 'crate'], { cwd: folder });
    expectFailure(ran, 1, 'ERR_CONTEXT_UNAVAILABLE');
    expect(ran.stderr).toContain('--allow-private-contexts');
    expect(server.requests).toHaveLength(0);
  });

  it('is not requested by threads of load either', async () => {
    for (let index = 0; index < 70; index += 1)
      await writeCrate(join(folder, 'many', `${index}`), withContext(`${server.url}/admin`));
    const refused = await runCli(['load', 'many', '--jobs', '2', '--quiet'], { cwd: folder });
    expect(refused.status).toBe(1);
    expect(refused.stderr.match(/ERR_CONTEXT_UNAVAILABLE/g)).toHaveLength(70);
    expect(server.requests).toHaveLength(0);
    const args = ['load', 'many', '--jobs', '2', '--quiet', '--base', 'http://example.org/c/', '--mode', 'merge'];
    expect(await runCli([...args, '--allow-private-contexts'], { cwd: folder })).toMatchObject({ status: 0 });
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('is requested without credentials when the user allows it', async () => {
    const ran = await runCli(['convert', 'crate', '--allow-private-contexts'], { cwd: folder });
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('<http://example.org/mine> "x"') });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('comes from a folder of contexts', async () => {
    const index = [{ file: 'mine.json', urls: [`${server.url}/admin`] }];
    await writeFile(join(folder, 'index.json'), JSON.stringify(index));
    await writeFile(join(folder, 'mine.json'), JSON.stringify(CONTEXT));
    const ran = await runCli(['convert', 'crate', '--contexts', folder], { cwd: folder });
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('<http://example.org/mine> "x"') });
    expect(server.requests).toHaveLength(0);
  });

  it.each(['convert', 'flatten', 'expand', 'convert --format jsonld', 'load'])(
    'is requested like the crate when both come from one origin: %s',
    async (verb) => {
      const ran = await runCli([...verb.split(' '), `${server.url}/c/`], { cwd: folder });
      expect(ran).toMatchObject({ status: 0 });
      const asked = server.requests.filter(({ url }) => url === '/admin');
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([
        `Basic ${Buffer.from('me:s3cret').toString('base64')}`,
      ]);
    },
  );

  describe('of a crate in the store, which may come from anywhere, with an empty cache', () => {
    const graph = 'http://example.org/c/';
    const verbs: [string, string[]][] = [
      ['export --no-layout', ['export', graph, '--no-layout']],
      ['export --context embed', ['export', graph, '--context', 'embed']],
      ['export into a folder', ['export', graph, '--keep-base', '--quiet', '-o', 'out/']],
      ['diff', ['diff', graph, 'plain']],
      ['diff, the other way round', ['diff', 'plain', graph]],
      ['flatten', ['flatten', graph]],
    ];
    beforeEach(async () => {
      await writeCrate(join(folder, 'plain'), crate());
      const load = await runCli(['load', `${server.url}/c/`, '--base', graph], { cwd: folder });
      expect(load).toMatchObject({ status: 0 });
      expect(server.requests.every(({ headers }) => headers.authorization !== undefined)).toBe(true);
      server.requests.length = 0;
    });

    it.each(verbs)('is not requested: %s', async (_verb, args) => {
      await forgetContexts();
      expectFailure(await runCli(args, { cwd: folder }), 1, 'ERR_CONTEXT_UNAVAILABLE');
      expect(server.requests).toHaveLength(0);
      expect(await runCli([...args, '--allow-private-contexts'], { cwd: folder })).toMatchObject({ status: 0 });
      expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/admin', undefined]]);
    });

    it.each(verbs)('is not needed while it is cached: %s', async (_verb, args) => {
      expect(await runCli(args, { cwd: folder })).toMatchObject({ status: 0 });
      expect(server.requests).toHaveLength(0);
    });

    it('is requested as before when the crate is loaded again', async () => {
      await forgetContexts();
      const load = ['load', `${server.url}/c/`, '--base', graph];
      expect(await runCli(load, { cwd: folder })).toMatchObject({ status: 0 });
      expect(await runCli(['export', graph, '--no-layout'], { cwd: folder })).toMatchObject({ status: 0 });
    });

    it.each([[], ['--quiet', '-o', 'out/']])('is not requested for an unchanged document: export %s', async (...to) => {
      await forgetContexts();
      expect(await runCli(['export', graph, ...to], { cwd: folder })).toMatchObject({ status: 0, stderr: '' });
      expect(server.requests).toHaveLength(0);
    });
  });

  it('gets no credentials when another origin redirected to the crate', async () => {
    const other = await serve(
      (_request, response) =>
        void response.writeHead(302, { location: `${server.url}/c/ro-crate-metadata.json` }).end(),
    );
    expect(await runCli(['convert', other.url], { cwd: folder })).toMatchObject({ status: 0 });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('is not requested for a crate from another origin', async () => {
    const other = await serve(
      (_request, response) => void response.end(JSON.stringify(withContext(`${server.url}/admin`))),
    );
    expectFailure(await runCli(['convert', other.url], { cwd: folder }), 1, 'ERR_CONTEXT_UNAVAILABLE');
    expect(server.requests).toHaveLength(0);
  });
});
