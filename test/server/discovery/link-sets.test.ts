import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLinks } from '../../../src/package/http/link-header.js';
import { cratesOfLinkSet } from '../../../src/package/open/signposting.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { handlesOf } from '../../../src/tasks/stored/handles.js';
import { openStore } from '../../../src/store/open-store.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const FILES = 2_000;
const STORED = 'https://data.example/stored/';

let folder: string;
let address: string;
/** The address of the crate of the store, without the last slash. */
let stored: string;

interface LinkSet {
  readonly linkset: readonly (Readonly<Record<string, readonly { readonly href: string }[]>> & { anchor: string })[];
}

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, address), { redirect: 'manual', ...init });
const setOf = async (path: string) => (await (await get(`${path}.linkset.json`)).json()) as LinkSet;

beforeAll(async () => {
  folder = await scratch();
  const files = Array.from({ length: FILES }, (_, at) => `data/${at}.csv`);
  const large = crate({
    more: {
      hasPart: [{ '@id': 'data/' }, { '@id': './' }],
      license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
      author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }, { '@id': '#bob' }],
      creator: { '@id': 'https://ror.org/05gq02987' },
    },
    entities: [
      { '@id': 'data/', '@type': 'Dataset', hasPart: [...files, 'data/0.csv', 'data/'].map((id) => ({ '@id': id })) },
      ...files.map((id) => ({ '@id': id, '@type': 'File', encodingFormat: 'text/csv' })),
    ],
  });
  await writeCrate(join(folder, 'large'), large);
  await writeCrate(join(folder, 'no crate.linkset'), crate());
  await mkdir(join(folder, 'broken'));
  await writeFile(join(folder, 'broken/ro-crate-metadata.json'), '{"@context":"https://w3id.org/ro/crate/1.1/context"');
  const described = crate({
    more: { hasPart: [{ '@id': 'b.txt' }, { '@id': 'https://user:secret@example.org/c.txt' }] },
    entities: [
      {
        '@id': 'b.txt',
        '@type': ['File', 'SoftwareSourceCode'],
        license: { '@id': 'https://spdx.org/licenses/MIT' },
        author: { '@id': 'https://orcid.org/0000-0001-5109-3700' },
      },
    ],
  });
  const place = join(folder, 'store.db');
  const store = await openStore(place, { mode: 'write', create: true });
  await loadCrates(store, await writeCrate(join(folder, 'x'), described), { contexts: BUNDLED, base: STORED });
  stored = `crates/${String(handlesOf((await store.graphs()).keys(), []).get(STORED))}`;
  await store.close();
  const folders = ['large', 'no crate.linkset', 'broken'].map((name) => join(folder, name));
  ({ address } = await startServer({ folders, store: place }));
});

describe('the link set of a crate (FAIR Signposting, level 2)', () => {
  it.each(['application/linkset+json', 'application/linkset'])('is named by its address: %s', async (type) => {
    for (const crateAddress of ['crates/large/', `${stored}/`]) {
      const { headers } = await get(crateAddress);
      const links = parseLinks(headers.get('link')).filter(({ parameters }) => parameters.get('type') === type);
      expect(links.map(({ parameters }) => parameters.get('rel'))).toEqual(['linkset']);
      const answer = await fetch(links[0]?.target ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      expect(await answer.text()).toContain('collection');
    }
  });

  it('has all files, each once, which lead back to the crate', async () => {
    const { linkset } = await setOf('crates/large');
    const [landing] = linkset;
    expect(landing?.anchor).toBe(`${address}crates/large/`);
    expect(landing?.['item']).toHaveLength(FILES + 1);
    expect(landing?.['item']?.slice(0, 2)).toEqual([
      { href: `${address}crates/large.zip`, type: 'application/zip', profile: 'https://w3id.org/ro/crate' },
      { href: `${address}crates/large/data/0.csv`, type: 'text/csv' },
    ]);
    const backlinks = linkset.filter(({ collection }) => collection?.[0]?.href === landing?.anchor);
    expect(backlinks.map(({ anchor }) => anchor)).toEqual(landing?.['item']?.map(({ href }) => href));
  });

  it('has the licence, and the authors that have an identifier', async () => {
    const [landing] = (await setOf('crates/large')).linkset;
    expect(landing).toMatchObject({
      license: [{ href: 'https://creativecommons.org/licenses/by/4.0/' }],
      author: [{ href: 'https://orcid.org/0000-0002-1825-0097' }, { href: 'https://ror.org/05gq02987' }],
      type: [{ href: 'https://schema.org/Dataset' }, { href: 'https://schema.org/AboutPage' }],
    });
  });

  it('of a crate of the store says what each file is, and which forms its metadata has', async () => {
    const { linkset } = await setOf(stored);
    expect(linkset[0]?.['cite-as']).toEqual([{ href: STORED }]);
    const forms = linkset[0]?.['describedby'] ?? [];
    expect(forms.slice(0, 2)).toEqual([
      { href: `${address}${stored}/ro-crate-metadata.json`, type: 'application/ld+json', profile: 'https://w3id.org/ro/crate' }, // prettier-ignore
      { href: `${address}${stored}.ttl`, type: 'text/turtle' },
    ]);
    for (const { href } of forms) {
      expect((await fetch(href, { method: 'HEAD' })).status).toBe(200);
      expect(linkset.find(({ anchor }) => anchor === href)?.['describes']).toEqual([{ href: `${address}${stored}/` }]);
    }
    expect(linkset.slice(forms.length + 1)).toEqual([
      {
        anchor: `${STORED}b.txt`,
        collection: [{ href: `${address}${stored}/` }],
        type: [{ href: 'https://schema.org/MediaObject' }, { href: 'https://schema.org/SoftwareSourceCode' }],
        license: [{ href: 'https://spdx.org/licenses/MIT' }],
        author: [{ href: 'https://orcid.org/0000-0001-5109-3700' }],
      },
    ]);
  });

  it('says the same in both forms', async () => {
    const text = parseLinks(await (await get(`${stored}.linkset`)).text());
    const fromText = text.map(({ target, parameters }) => [parameters.get('anchor'), parameters.get('rel'), target]);
    const fromJson = (await setOf(stored)).linkset.flatMap(({ anchor, ...groups }) =>
      Object.entries(groups).flatMap(([rel, targets]) => targets.map(({ href }) => [anchor, rel, href])),
    );
    expect(fromText).toEqual(fromJson);
  });

  it.each(['.linkset.json', '.linkset'])('leads our own reader to the metadata document: %s', async (extension) => {
    const answer = await get(`crates/large${extension}`);
    const page = new URL(`${address}crates/large/`);
    const found = cratesOfLinkSet(await answer.text(), answer.headers.get('content-type') ?? '', new URL(answer.url), [page]); // prettier-ignore
    expect(found.slice(0, 2).map(({ href }) => href)).toEqual([
      `${address}crates/large/ro-crate-metadata.json`,
      `${address}crates/large.zip`,
    ]);
  });

  it('is asked for again with its tag until the crate changes', async () => {
    const etag = (await get(`${stored}.linkset.json`, { method: 'HEAD' })).headers.get('etag') as string;
    const ask = async () => (await get(`${stored}.linkset.json`, { headers: { 'if-none-match': etag } })).status;
    expect(await ask()).toBe(304);
    const store = await openStore(join(folder, 'store.db'), { mode: 'write' });
    await store.update(`INSERT DATA { GRAPH <${STORED}> { <${STORED}> <http://schema.org/hasPart> <${STORED}new> } }`);
    await store.close();
    expect(await ask()).toBe(200);
    expect((await setOf(stored)).linkset.at(-1)?.anchor).toBe(`${STORED}new`);
  });

  it('of a folder whose metadata cannot be read is not there, which is said', async () => {
    const answer = await get('crates/broken.linkset.json');
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringMatching(/no link set: ERR_JSON_SYNTAX/)]);
  });

  it('is never in the way of a folder, nor there without a crate', async () => {
    expect((await get('crates/no%20crate.linkset')).headers.get('location')).toBe('./no%20crate.linkset/');
    for (const path of [
      'crates/nothing.linkset',
      'crates/0000000.linkset.json',
      'crates/.linkset',
      'crates/large/x.linkset',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('crates/large.linkset', { method: 'PUT' })).status).toBe(405);
  });
});
