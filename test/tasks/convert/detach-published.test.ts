import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detachCrate } from '../../../src/tasks/convert/detach/detach-crate.js';
import type { DetachCrateOptions } from '../../../src/tasks/convert/detach/detach-crate.js';
import type { JsonObject } from '../../../src/crate/json/value.js';
import { diffCrates } from '../../../src/tasks/inspect/diff-crates.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { EXAMPLES, SURVEY } from '../../cli/helpers/crates.js';
import { serve } from '../../package/helpers/server.js';

const contexts = openContexts({ offline: true });

/** Serves a folder as a static server does. @param lists whether it lists folders */
async function serveFolder(folder: string, lists = true): Promise<string> {
  const { url } = await serve((request, response) => {
    const path = join(
      folder,
      decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.replace('/crate/', '/')),
    );
    const answer = async () => {
      if (!(await stat(path)).isDirectory()) return response.end(await readFile(path));
      if (!lists && path !== `${folder}/`) return response.writeHead(403).end();
      const links = (await readdir(path)).map((name) => `<a href="${encodeURIComponent(name)}">${name}</a>`);
      return response.setHeader('content-type', 'text/html').end(links.join('\n'));
    };
    answer().catch(() => response.writeHead(404).end());
  });
  return `${url}/crate/`;
}

/** The new document. */
async function detached(folder: string, options: DetachCrateOptions) {
  const { chunks, plan } = await detachCrate(folder, { contexts, ...options });
  const text = Buffer.concat(chunks).toString();
  return { text, plan, graph: (JSON.parse(text) as { '@graph': JsonObject[] })['@graph'] };
}

describe('the worked example: a crate on the web, with directory listing', () => {
  it('has the shape of the format document, and its root leads back to it', async () => {
    const root = await serveFolder(SURVEY);
    const { text, graph } = await detached(SURVEY, { published: root, verify: true });
    expect(graph[0]).toEqual({
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': root },
      contentUrl: `${root}ro-crate-metadata.json`,
    });
    expect(graph[1]).toMatchObject({
      '@id': root,
      contributor: { '@id': `${root}ro-crate-metadata.json#ada-brook` },
      hasPart: [{ '@id': `${root}data/` }, { '@id': `${root}notes/` }],
    });
    const relative = graph.map((one) => one['@id'] as string).filter((id) => !/^https?:/.test(id));
    expect(relative).toEqual(['ro-crate-metadata.json', '_:centre']);
    expect(text).not.toContain('@base');
    const back = await openCrateDocument(
      (await openCrateDocument(JSON.parse(text) as JsonObject, { contexts })).root.root,
      {
        contexts,
      },
    );
    expect(back.root.root).toBe(root);
    expect(await diffCrates(root, SURVEY, { contexts })).toEqual({ added: [], removed: [], changed: [] });
  });

  it.each(['station-history', 'herbarium-scans', 'rainfall-model-run'])('works with %s', async (name) => {
    const folder = join(EXAMPLES, name);
    const root = await serveFolder(folder);
    const { graph } = await detached(folder, { published: root, verify: true });
    expect(graph.filter((one) => /^(?!ro-crate-metadata|_:|\w+:)/.test(one['@id'] as string))).toEqual([]);
  });
});

describe('A7: --verify refuses', () => {
  it('another crate, by name', async () => {
    const root = await serveFolder(join(EXAMPLES, 'station-history'));
    await expect(detached(SURVEY, { published: root, verify: true })).rejects.toMatchObject({
      code: 'ERR_CHECKSUM',
      message: expect.stringContaining(`${root} is not this crate: `),
    });
  });

  it('an address without a crate', async () => {
    const root = await serveFolder(join(SURVEY, 'data'));
    await expect(detached(SURVEY, { published: root, verify: true })).rejects.toMatchObject({ code: expect.stringMatching(/ERR_(?:HTTP|NOT_A_CRATE)/) }); // prettier-ignore
  });

  it('folders that do not answer, unless the document lists them', async () => {
    const root = await serveFolder(SURVEY, false);
    await expect(detached(SURVEY, { published: root, verify: true })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: `${root}data/: the folder cannot be reached: the server answers 403`,
    });
    await detached(SURVEY, { published: root, verify: true, browsing: false });
  });

  it('a root that is no address', async () => {
    const options = { filesUrl: 'https://example.org/', verify: true };
    await expect(detached(SURVEY, options)).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });
});

describe('a saved plan', () => {
  it('gives the same document, and is for no other', async () => {
    const { text, plan } = await detached(SURVEY, { published: 'https://example.org/' });
    expect((await detached(SURVEY, { plan })).text).toBe(text);
    await expect(detached(join(EXAMPLES, 'station-history'), { plan })).rejects.toMatchObject({ code: 'ERR_PLAN_INVALID', details: { place: 'document' } }); // prettier-ignore
  });
});
