import { mkdir, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { growth, LINEAR } from '../../helpers/growth.js';
import { BUNDLED } from '../../helpers/read.js';
import { bagFiles, BAG_UUID, tarGzOf, writeTree, zipOf } from '../../package/helpers/crate-forms.js';
import { serve, type TestServer } from '../../package/helpers/server.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions, type PassedOver } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { queryStore, type ResultTable } from '../../../src/tasks/query/query-store.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';

const BASE = 'http://example.org/parent/';
const PROFILE = { '@id': 'https://w3id.org/ro/crate' };
const FILE = 'ro-crate-metadata.json';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = new MemoryStore();
  folder = await freshFolder('follow');
});
afterEach(() => store.close());

const load = (crates: string | string[], options: Partial<LoadOptions> = {}) =>
  loadCrates(store, crates, { contexts: BUNDLED, follow: 1, ...options });
const ANYWHERE = { packages: { http: { allowPrivate: true, env: {} } } };
const statuses = (results: Awaited<ReturnType<typeof load>>) => results.map(({ graph, status }) => [graph, status]);
const notesOf = (results: Awaited<ReturnType<typeof load>>) =>
  results.flatMap(({ notes = [] }) => notes).filter(({ kind }) => kind === 'reference-failed').map(({ detail }) => detail); // prettier-ignore
const links = async () =>
  queryStore(
    store,
    'SELECT ?parent ?child { GRAPH <urn:crategraph:catalogue> { ?parent dcterms:references ?child } } ORDER BY ?parent ?child',
  ).then((found) => (found as ResultTable).rows);
const parts = (...ids: string[]): CrateParts => ({
  more: { hasPart: ids.map((id) => ({ '@id': id })) },
  entities: ids.map((id) => ({ '@id': id, '@type': 'Dataset' })),
});
const referring = (...ids: string[]): CrateParts => ({
  more: { hasPart: ids.map((id) => ({ '@id': id })) },
  entities: ids.map((id) => ({ '@id': id, '@type': 'Dataset', conformsTo: PROFILE })),
});
const text = (given: CrateParts) => JSON.stringify(crate(given));

/** The files of a crate with a nested one, and that with another one. */
const NESTED = {
  [FILE]: text({ name: 'outer', ...parts('in/', 'plain/', 'data.txt') }),
  'data.txt': 'x',
  [`in/${FILE}`]: text({ name: 'inner', ...parts('deep/') }),
  [`in/deep/${FILE}`]: text({ name: 'innermost' }),
  [`unlisted/${FILE}`]: text({ name: 'nobody lists it' }),
};

describe('a nested crate', () => {
  it.each([
    ['folder', async () => writeTree(join(folder, 'c'), NESTED), `c/in/${FILE}`],
    [
      'ZIP',
      async () => (await writeFile(join(folder, 'c.zip'), zipOf(NESTED, 'top/')), join(folder, 'c.zip')),
      `c.zip/top/in/${FILE}`,
    ],
    [
      'tar.gz',
      async () => (await writeFile(join(folder, 'c.tgz'), await tarGzOf(NESTED)), join(folder, 'c.tgz')),
      `c.tgz/in/${FILE}`,
    ],
  ])(
    'of a %s becomes the graph that the outer crate names, at most at the depth asked for',
    async (_, make, source) => {
      const path = await make();
      expect(await load(path, { base: BASE, follow: 0 })).toHaveLength(1);
      const results = await load(path, { base: BASE });
      expect(statuses(results)).toEqual([[BASE, 'unchanged'], [`${BASE}in/`, 'loaded']]); // prettier-ignore
      expect(results[1]).toMatchObject({ crate: join(folder, source), parents: [BASE] });
      expect(statuses(await load(path, { base: BASE, follow: 5 }))).toEqual([
        [BASE, 'unchanged'],
        [`${BASE}in/`, 'unchanged'],
        [`${BASE}in/deep/`, 'loaded'],
      ]);
      const pairs = [[BASE, `${BASE}in/`], [`${BASE}in/`, `${BASE}in/deep/`]]; // prettier-ignore
      expect(await links()).toEqual(pairs);
      expect((await listCrates(store)).map(({ name, parents }) => [name, parents])).toEqual([
        ['outer', undefined],
        ['inner', [BASE]],
        ['innermost', [`${BASE}in/`]],
      ]);
      expect(notesOf(results)).toEqual([]);
    },
  );

  it('of a bag has its base below that of the bag', async () => {
    const path = await writeTree(join(folder, 'bag'), bagFiles(NESTED));
    const [, inner] = await load(path);
    expect(inner).toMatchObject({ graph: `arcp://uuid,${BAG_UUID}/data/in/`, status: 'loaded' });
  });

  it('keeps its graph when it was edited, replaces it, and gets the base of its crate by default', async () => {
    const path = await writeTree(join(folder, 'c'), NESTED);
    const [outer, inner] = await load(path);
    expect(inner?.graph).toBe(`${outer?.graph}in/`);
    await writeFile(join(path, 'in', FILE), text({ name: 'edited' }));
    expect(statuses(await load(path))).toEqual([[outer?.graph, 'unchanged'], [inner?.graph, 'replaced']]); // prettier-ignore
    expect(await listCrates(store)).toHaveLength(2);
    expect(statuses(await load(join(path, 'in'), { follow: 0 }))).toEqual([[inner?.graph, 'unchanged']]);
  });

  it('that no crate lists is reported, that was loaded is not', async () => {
    const tree = await writeTree(join(folder, 'c'), NESTED);
    const passed: PassedOver[] = [];
    await load(tree, { onPassedOver: (file) => passed.push(file) });
    expect(passed.map(({ file }) => file)).toEqual([join(tree, 'in/deep', FILE), join(tree, 'unlisted', FILE)]);
    await writeFile(join(folder, 'c.zip'), zipOf(NESTED));
    const [zip] = await load(join(folder, 'c.zip'));
    const nested = zip?.notes?.filter(({ kind }) => kind === 'nested-crate').map(({ detail }) => detail);
    expect(nested).toEqual([`unlisted/${FILE}`, `in/deep/${FILE}`]);
  });

  it('may be an archive in the folder or in an archive', async () => {
    const inner = zipOf({ [FILE]: text({ name: 'packed' }) });
    const one = { '@id': 'in.zip', '@type': 'File', conformsTo: PROFILE };
    const outer = text({ more: { hasPart: { '@id': 'in.zip' } }, entities: [one] });
    const path = await writeTree(join(folder, 'c'), { [FILE]: outer, 'in.zip': inner });
    expect(statuses(await load(path, { base: BASE }))[1]).toEqual([`${BASE}in.zip/`, 'loaded']);
    await writeFile(join(folder, 'c.tgz'), await tarGzOf({ [FILE]: outer, 'in.zip': inner as never }));
    const again = await load(join(folder, 'c.tgz'), { base: 'http://example.org/other/' });
    expect(statuses(again)[1]).toEqual(['http://example.org/other/in.zip/', 'loaded']);
  });

  it('leaves the export of its crate as it was, byte for byte, and stays when its crate is removed', async () => {
    for (const place of [join(folder, 'store'), 'memory:']) {
      const sqlite = await openStore(place, { mode: 'write', create: true });
      const path = await writeTree(join(folder, 'c'), NESTED);
      await loadCrates(sqlite, path, { contexts: BUNDLED, base: BASE, follow: 2 });
      expect((await loadRecords(sqlite)).map(({ changed, kept, references }) => [changed, kept, references?.length])).toEqual([[false, true, 1], [false, true, 1], [false, true, undefined]]); // prettier-ignore
      expect(await exportCrate(sqlite, BASE, { contexts: BUNDLED })).toBe(NESTED[FILE]);
      expect(await exportCrate(sqlite, `${BASE}in/`, { contexts: BUNDLED })).toBe(NESTED[`in/${FILE}`]);
      await removeCrates(sqlite, [BASE]);
      expect((await listCrates(sqlite)).map(({ graph, parents }) => [graph, parents])).toEqual([[`${BASE}in/`, undefined], [`${BASE}in/deep/`, [`${BASE}in/`]]]); // prettier-ignore
      await sqlite.close();
    }
  });
});

describe('a crate from a folder does not lead out of it', () => {
  it('by ../, absolute paths, file: or links', async () => {
    await writeCrate(join(folder, 'secret'), crate({ name: 'secret' }));
    const ids = [
      '../secret/',
      `${folder}/secret/`,
      `file://${folder}/secret/`,
      'link/',
      '..%2Fsecret/',
      '%2e%2e/secret/',
    ];
    const path = await writeCrate(join(folder, 'c'), crate(referring(...ids)));
    await symlink(join(folder, 'secret'), join(path, 'link'));
    const results = await load(path);
    expect(results).toHaveLength(1);
    expect(notesOf(results)).toHaveLength(ids.length);
    expect(notesOf(results).join()).toContain('behind a link that leaves the package');
  });

  it('but a nested crate may refer to its neighbour in the package, and back', async () => {
    const path = await writeTree(join(folder, 'c'), {
      [FILE]: text(parts('a/', 'b/')),
      [`a/${FILE}`]: text({ name: 'a', ...referring('../b/') }),
      [`b/${FILE}`]: text({ name: 'b', ...referring('../a/') }),
    });
    const results = await load(path, { base: BASE, follow: 9 });
    expect(statuses(results)).toEqual([[BASE, 'loaded'], [`${BASE}a/`, 'loaded'], [`${BASE}b/`, 'loaded']]); // prettier-ignore
    expect(results[1]?.parents).toEqual([BASE, `${BASE}b/`]);
  });

  it('and a link inside of it that leads to itself ends there', async () => {
    const path = await writeCrate(join(folder, 'c'), crate(parts('self/')));
    await symlink('.', join(path, 'self'));
    expect(await load(path, { follow: 100 })).toHaveLength(1);
  });
});

/** A server of documents by path; anything else is a page or 404. */
async function site(
  documents: (url: string) => Record<string, string | ((response: ServerResponse) => void)>,
): Promise<TestServer> {
  const server: TestServer = await serve((request: IncomingMessage, response: ServerResponse) => {
    const answer = documents(server.url)[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'application/ld+json' }).end(answer);
    else answer(response);
  });
  return server;
}

describe('a crate on the web', () => {
  it('is followed by chains, cycles, redirects and several names, and is loaded once', async () => {
    const { url } = await site((at) => ({
      [`/a/${FILE}`]: text({ name: 'a', ...referring(`${at}/b/`, `${at}/old-c`) }),
      [`/b/${FILE}`]: text({ name: 'b', ...referring(`${at}/a/`, `${at}/c/`) }),
      [`/c/${FILE}`]: text({ name: 'c', ...referring(`${at}/c/`, `${at}/d/`) }),
      [`/d/${FILE}`]: text({ name: 'd' }),
      '/old-c': (response) => void response.writeHead(302, { location: `/c/${FILE}` }).end(),
    }));
    const results = await load(`${url}/a/`, { follow: 2 });
    expect(statuses(results).filter(([, status]) => status === 'loaded').map(([graph]) => graph)).toEqual(['a', 'b', 'c', 'd'].map((name) => `${url}/${name}/`)); // prettier-ignore
    expect(await links()).toEqual([['a', 'b'], ['a', 'c'], ['b', 'a'], ['b', 'c'], ['c', 'd']].map((pair) => pair.map((name) => `${url}/${name}/`))); // prettier-ignore
    const again = await load(`${url}/a/`, { follow: 9 });
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['unchanged']));
    expect(notesOf([...results, ...again])).toEqual([]);
    expect((await listCrates(store)).find(({ graph }) => graph.endsWith('/c/'))?.parents).toHaveLength(2);
  });

  it('is found by subjectOf, by distribution, and by the address of a part', async () => {
    const { url } = await site((at) => ({
      [`/p/${FILE}`]: text({
        more: { hasPart: ['urn:x:one', 'urn:x:two', 'part/', 'no-crate/'].map((id) => ({ '@id': id })) },
        entities: [
          { '@id': 'urn:x:one', '@type': 'Dataset', conformsTo: PROFILE, subjectOf: { '@id': `${at}/one/meta.json` } },
          { '@id': `${at}/one/meta.json`, '@type': 'CreativeWork', encodingFormat: 'application/ld+json' },
          { '@id': 'urn:x:two', '@type': 'Dataset', distribution: { '@id': `${at}/two` } },
          { '@id': `${at}/two`, '@type': 'DataDownload', conformsTo: PROFILE },
          { '@id': 'part/', '@type': 'Dataset' },
          { '@id': 'no-crate/', '@type': 'Dataset' },
        ],
      }),
      '/one/meta.json': text({ name: 'one', root: 'https://pid.example/one' }),
      '/two': (response) =>
        void response.end(zipOf({ [FILE]: text({ name: 'two', root: 'https://pid.example/two' }) })),
      [`/p/part/${FILE}`]: text({ name: 'part' }),
    }));
    const results = await load(`${url}/p/`);
    expect(statuses(results).slice(1)).toEqual(['https://pid.example/one', 'https://pid.example/two', `${url}/p/part/`].map((graph) => [graph, 'loaded'])); // prettier-ignore
    expect(notesOf(results)).toEqual([]);
    const same = 'ASK { GRAPH <urn:crategraph:catalogue> { <urn:x:one> prov:alternateOf <https://pid.example/one> } }';
    expect(await queryStore(store, same)).toBe('true\n');
  });

  it('that is missing or forbidden is a note, with --strict a failure, and keeps an earlier link', async () => {
    const { url } = await site(() => ({ [`/b/${FILE}`]: text({ name: 'b' }) }));
    const path = await writeCrate(join(folder, 'c'), crate(referring(`${url}/b/`, `${url}/gone/`)));
    const results = await load(path, ANYWHERE);
    expect(notesOf(results)).toEqual([`${url}/gone/: ${url}/gone/: the server answered 404`]);
    expect(results.map(({ status }) => status)).toEqual(['loaded', 'loaded']);
    const offline = await load(path, { packages: { http: { allowPrivate: true, offline: true } } });
    expect(notesOf(offline)).toHaveLength(2);
    expect(notesOf(offline)[0]).toContain('--offline forbids the network');
    expect(await links()).toHaveLength(1);
    const strict = await load(path, { ...ANYWHERE, strict: true });
    expect(strict.map(({ crate: name, status }) => [name, status])).toContainEqual([`${url}/gone/`, 'failed']);
  });

  it('does not lead to private addresses or to files, nor does a local crate', async () => {
    const hidden = await serve((_, response) => void response.end(text({ name: 'hidden' })), '127.0.0.2');
    const token = 'CRATEGRAPH_TOKEN_127_0_0_2';
    const { url } = await site((at) => ({
      [`/a/${FILE}`]: text(referring(`${hidden.url}/x/`, `file://${folder}/c/`, `${at}/redirect`, `${at}/b/`)),
      '/redirect': (response) => void response.writeHead(302, { location: `${hidden.url}/y/` }).end(),
      [`/b/${FILE}`]: text({ name: 'b' }),
    }));
    const results = await load(`${url}/a/`, { packages: { http: { env: { [token]: 'secret' } } } });
    expect(statuses(results).map(([graph]) => graph)).toEqual([`${url}/a/`, `${url}/b/`]);
    expect(notesOf(results)).toHaveLength(3);
    const local = await writeCrate(join(folder, 'c'), crate(referring(`${hidden.url}/z/`)));
    expect(notesOf(await load(local))).toEqual([expect.stringContaining('is not a public address')]);
    expect(hidden.requests).toEqual([]);
  });

  it('is given up at once if its redirects lead in a circle', async () => {
    const { url, requests } = await site((at) => ({
      [`/a/${FILE}`]: text(referring(`${at}/self/`, `${at}/there/`)),
      '/self/': (response) => void response.writeHead(301, { location: '#again' }).end(),
      '/there/': (response) => void response.writeHead(302, { location: '/back/' }).end(),
      '/back/': (response) => void response.writeHead(307, { location: '/there/' }).end(),
    }));
    const notes = notesOf(await load(`${url}/a/`));
    expect(notes).toEqual([expect.stringContaining('lead in a circle'), expect.stringContaining('lead in a circle')]);
    const asked = requests.map((request) => request.url).filter((path) => !path?.startsWith('/a/'));
    expect(asked.toSorted()).toEqual(['/back/', '/self/', '/there/']);
  });

  it('gets no credentials of another origin', async () => {
    const other = await site(() => ({ [`/x/${FILE}`]: text({ name: 'x' }) }));
    const { url } = await site(() => ({ [`/a/${FILE}`]: text(referring(`${other.url}/x/`)) }));
    const env = { CRATEGRAPH_TOKEN_127_0_0_1: 'secret' };
    await load(`${url}/a/`, { packages: { http: { allowPrivate: true, env } } });
    expect(other.requests.length).toBeGreaterThan(0);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual(other.requests.map(() => undefined));
  });
});

describe('two crates that refer to the same one', () => {
  it('are both its parents, also if it is loaded later', async () => {
    await mkdir(join(folder, 'all'));
    const { url } = await site(() => ({ [`/x/${FILE}`]: text({ name: 'x' }) }));
    for (const name of ['1', '2', '3'])
      await writeCrate(join(folder, 'all', name), crate({ name, ...referring(`${url}/x/`) }));
    const [one, two, last] = await load([join(folder, 'all/1'), join(folder, 'all/2')], ANYWHERE);
    expect(last).toMatchObject({ graph: `${url}/x/`, parents: [one?.graph, two?.graph] });
    await load(join(folder, 'all/3'), ANYWHERE);
    expect((await listCrates(store)).find(({ name }) => name === 'x')?.parents).toHaveLength(3);
  });
});

describe('many references', () => {
  it('are limited', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}/`);
    const files = Object.fromEntries(ids.map((id) => [id + FILE, text({ name: id })]));
    const path = await writeTree(join(folder, 'c'), { ...files, [FILE]: text(referring(...ids)) });
    const results = await load(path, { packages: { limits: { crates: 5 } } });
    expect(results).toHaveLength(6);
    expect(results[0]?.counts?.['reference-failed']).toBe(25);
    expect(notesOf(results)).toHaveLength(20);
    expect(notesOf(results)[0]).toContain('more than 5 crates');
  });

  it.each(['folder', 'zip', 'tgz'])('cost in proportion to their number: %s', async (kind) => {
    const forms = new Map<number, string>();
    for (const size of [40, 320]) {
      const ids = Array.from({ length: size }, (_, index) => `n${index}/`);
      const files = Object.fromEntries(ids.map((id) => [id + FILE, text({ name: id })]));
      const all = { ...files, [FILE]: text(parts(...ids)) };
      const path = join(folder, `${size}.${kind}`);
      forms.set(size, path);
      if (kind === 'folder') await writeTree(path, all);
      else await writeFile(path, kind === 'zip' ? zipOf(all) : await tarGzOf(all));
    }
    const work = async (size: number) => {
      const fresh = new MemoryStore();
      expect(await loadCrates(fresh, forms.get(size) as string, { contexts: BUNDLED, follow: 1 })).toHaveLength(
        size + 1,
      );
      await fresh.close();
    };
    expect(await growth(40, work)).toBeLessThan(LINEAR);
  });
});
