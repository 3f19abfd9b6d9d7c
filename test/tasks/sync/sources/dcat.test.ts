import { DCAT } from '../../../../src/tasks/sync/sources/dcat.js';
import { catalogueServer, crateText, cut, listed, SyncedStore, typed } from '../helpers/catalogue-server.js';

// Shapes of https://www.w3.org/TR/vocab-dcat-3/, sections 6.4 to 6.8, and of the checksums of section 6.17.
const PREFIXES = `@prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dcterms: <http://purl.org/dc/terms/> .
@prefix spdx: <http://spdx.org/rdf/terms#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix hydra: <http://www.w3.org/ns/hydra/core#> .
`;
const turtle = (text: string) => typed('text/turtle', PREFIXES + text);
const ZIP = 'dcat:mediaType <https://www.iana.org/assignments/media-types/application/zip>';
const PROFILE = '<https://w3id.org/ro/crate/1.1>';

it('the crate of a dataset is what says so, or what its landing page leads to, or its only archive', async () => {
  const { url } = await catalogueServer(() => ({
    '/c': turtle(`<#c> a dcat:Catalog ; dcat:dataset <https://example.org/1>, <https://example.org/2>, <https://example.org/3>, <https://example.org/4>, <urn:5>, <urn:6> .
      <https://example.org/1> dcterms:modified "2025-01-01"^^xsd:date ; dcat:landingPage <https://example.org/page> ;
        dcat:distribution [ dcat:accessURL <https://example.org/access> ; dcat:downloadURL <https://example.org/1.zip> ; ${ZIP} ; dcterms:conformsTo ${PROFILE} ] .
      <https://example.org/2> dcterms:conformsTo ${PROFILE} ; dcat:distribution [ dcat:downloadURL <https://example.org/2> ; dcat:mediaType "application/zip" ;
        spdx:checksum [ spdx:checksumValue "ab12" ] ; dcat:byteSize 7 ] .
      <https://example.org/3> dcat:landingPage <https://example.org/page3> ; dcat:distribution [ dcat:downloadURL <https://example.org/3.zip> ; ${ZIP} ] .
      <https://example.org/4> dcat:distribution [ dcat:accessURL <https://example.org/4> ; dcterms:format "ZIP" ], [ dcat:accessURL <https://example.org/4.csv> ] .
      <urn:5> dcat:landingPage <https://example.org/5> ; dcat:distribution [ dcat:downloadURL <https://example.org/five/ro-crate-metadata.json> ] .`),
  }));
  const { items } = await listed(DCAT, `${url}/c`);
  const at = (path: string) => `https://example.org/${path}`;
  expect(items).toEqual([
    { source: at('1'), crate: at('1.zip'), version: '2025-01-01  ' },
    { source: at('2'), crate: at('2'), version: ' ab12 7' },
    { source: at('3'), crate: at('page3'), version: undefined },
    { source: at('4'), crate: at('4'), version: undefined },
    { source: at('5'), crate: at('five/ro-crate-metadata.json'), version: undefined },
  ]);
});

it('a store follows a catalogue through its pages: what is new, what has changed, and what is gone', async () => {
  const dataset = (name: string, time: string) =>
    `<${name}> dcterms:modified "${time}"^^xsd:dateTime ; dcat:distribution [ dcat:downloadURL <${name}/ro-crate-metadata.json> ] .`;
  const first =
    '<> a dcat:Catalog ; dcat:dataset <1> ; hydra:next </c?page=2> . ' + dataset('1', '2025-01-01T00:00:00Z');
  const server = await catalogueServer(() => ({
    '/c': turtle(first),
    '/c?page=2': turtle(`<> a dcat:Catalog ; dcat:dataset <2> . ${dataset('2', '2025-01-01T00:00:00Z')}`),
    '/1/ro-crate-metadata.json': crateText('1'),
    '/2/ro-crate-metadata.json': crateText('2'),
  }));
  const synced = new SyncedStore();
  expect(await synced.sync(`${server.url}/c`)).toMatchObject({ kind: 'dcat', counts: { loaded: 2 } });
  server.requested();
  expect((await synced.sync(`${server.url}/c`, { kind: 'dcat' })).counts).toEqual({ unchanged: 2 });
  expect(server.requested()).toEqual(['/c', '/c?page=2']);
  server.answers['/c?page=2'] = turtle(
    `<> a dcat:Catalog ; dcat:dataset <2> . ${dataset('2', '2025-02-01T00:00:00Z')}`,
  );
  server.answers['/2/ro-crate-metadata.json'] = crateText('2, new');
  server.answers['/c'] = turtle(first.replace('dcat:dataset <1>', 'dcat:dataset <3>') + dataset('3', '2025-01-01T00:00:00Z')); // prettier-ignore
  server.answers['/3/ro-crate-metadata.json'] = crateText('3');
  expect((await synced.sync(`${server.url}/c`, { kind: 'dcat' })).items).toEqual({
    [`${server.url}/1`]: 'gone',
    [`${server.url}/2`]: 'replaced',
    [`${server.url}/3`]: 'loaded',
  });
});

it.each<[string, string, RegExp]>([
  ['no catalogue', '<a> a dcat:Dataset .', /no dcat:Catalog/],
  ['no RDF', '<a> a dcat:Catalog ; dcat:dataset', /expected|Expected|ends/i],
  ['datasets without addresses', '<a> a dcat:Catalog ; dcat:dataset <urn:1> .', /none of its datasets has an address/],
  ['two datasets at one address', '<a> a dcat:Catalog ; dcat:dataset <urn:1>, <urn:2> . <urn:1> dcat:landingPage <https://example.org/> . <urn:2> dcat:landingPage <https://example.org/> .', /two datasets are at/], // prettier-ignore
  ['a page of another server', '<a> a dcat:Catalog ; hydra:next <https://example.org/2> .', /on another server/],
])('%s is an error', async (_what, text, message) => {
  const { url } = await catalogueServer(() => ({ '/c': turtle(text) }));
  await expect(listed(DCAT, `${url}/c`)).rejects.toMatchObject({
    code: 'ERR_CATALOGUE_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

it('an answer that is cut is an error', async () => {
  const { url } = await catalogueServer(() => ({ '/c.nt': cut('<a:b> <c:d> <e:f> .\n'.repeat(100)) }));
  await expect(listed(DCAT, `${url}/c.nt`)).rejects.toMatchObject({ code: 'ERR_HTTP' });
});
