import { LINK_SET } from '../../../../src/tasks/sync/sources/link-set.js';
import { catalogueServer, crateText, cut, listed, SyncedStore, typed } from '../helpers/catalogue-server.js';

// Shapes of RFC 9264, sections 4.1 (text) and 4.2 (JSON), with the relations of https://signposting.org/FAIR/.
const PROFILE = 'https://w3id.org/ro/crate';
const JSON_TYPE = 'application/linkset+json';
const LD = { type: 'application/ld+json', profile: [PROFILE] };

const SET = {
  linkset: [
    { anchor: '/c/1', describedby: [{ href: '/c/1/meta', ...LD }], item: [{ href: '/c/1.zip', type: 'application/zip', profile: [PROFILE] }] }, // prettier-ignore
    { anchor: '/all', item: [{ href: '/c/2/', profile: ['https://w3id.org/ro/crate/1.2'] }, { href: '/photo.png', type: 'image/png' }] }, // prettier-ignore
    { anchor: '/c/3/', profile: [{ href: 'https://w3id.org/ro/crate/1.1' }] },
    { anchor: '/other', author: [{ href: 'https://orcid.org/0000-0000-0000-0000' }] },
  ],
};

const TEXT = `<https://example.org/1/ro-crate-metadata.json>
   ; rel="describedby"
   ; anchor="https://example.org/1/"
   ; type="application/ld+json"
   ; profile="${PROFILE}",
 <https://example.org/author>; rel="author"; anchor="https://example.org/1/"`;

it('contexts and items with the profile of RO-Crate are the crates', async () => {
  const { url } = await catalogueServer(() => ({
    '/set': typed(JSON_TYPE, JSON.stringify(SET)),
    '/text': typed('application/linkset', TEXT),
  }));
  expect((await listed(LINK_SET, `${url}/set`)).items).toEqual([
    { source: `${url}/c/1`, crate: `${url}/c/1/meta` },
    { source: `${url}/c/3/`, crate: undefined },
    { source: `${url}/c/2/`, crate: undefined },
  ]);
  expect((await listed(LINK_SET, `${url}/text`)).items).toEqual([
    { source: 'https://example.org/1/', crate: 'https://example.org/1/ro-crate-metadata.json' },
  ]);
});

it('a store follows a set: what is new, what has changed, and what is gone', async () => {
  const server = await catalogueServer(() => ({
    '/set': typed(JSON_TYPE, JSON.stringify(SET)),
    '/c/1/meta': typed('application/ld+json', crateText('1'), { etag: '"1"' }),
    '/c/2/': crateText('2'),
    '/c/3/': crateText('3'),
  }));
  const synced = new SyncedStore();
  expect((await synced.sync(`${server.url}/set`)).counts).toEqual({ loaded: 3 });
  server.requested();
  expect((await synced.sync(`${server.url}/set`)).counts).toEqual({ unchanged: 3 });
  server.answers['/c/2/'] = crateText('2, new');
  server.answers['/set'] = typed(JSON_TYPE, JSON.stringify({ linkset: SET.linkset.slice(0, 2) }));
  expect((await synced.sync(`${server.url}/set`)).items).toMatchObject({
    [`${server.url}/c/2/`]: 'replaced',
    [`${server.url}/c/3/`]: 'gone',
  });
});

it.each<[string, string, RegExp]>([
  ['no JSON', '{"linkset": [', /not JSON/],
  ['another object', '{"links": []}', /no list "linkset"/],
  ['a context that is none', '{"linkset": [1]}', /\/linkset\/0: it is no object/],
  ['a relation without a list', '{"linkset": [{"anchor": "/", "item": {"href": "/"}}]}', /"item" is malformed/],
  ['a target without href', '{"linkset": [{}, {"item": [{"type": "a/b"}]}]}', /\/linkset\/1: a target of "item"/],
  ['an anchor that is no text', '{"linkset": [{"anchor": 1}]}', /"anchor" is malformed/],
])('%s is an error', async (_what, text, message) => {
  const { url } = await catalogueServer(() => ({ '/set': typed(JSON_TYPE, text) }));
  await expect(listed(LINK_SET, `${url}/set`)).rejects.toThrow(message);
});

it('text that is no link set, and an answer that is cut, are errors', async () => {
  const { url } = await catalogueServer(() => ({
    '/text': typed('application/linkset', '<https://example.org/>; rel="item", and more'),
    '/cut': cut(JSON.stringify(SET)),
  }));
  await expect(listed(LINK_SET, `${url}/text`)).rejects.toThrow(/no link set/);
  await expect(listed(LINK_SET, `${url}/cut`)).rejects.toMatchObject({ code: 'ERR_HTTP' });
});
