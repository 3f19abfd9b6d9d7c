import { OAI_PMH } from '../../../../src/tasks/sync/sources/oai-pmh.js';
import {
  catalogueServer,
  crateText,
  cut,
  listed,
  SyncedStore,
  type CatalogueServer,
} from '../helpers/catalogue-server.js';

// Shapes of https://www.openarchives.org/OAI/openarchivesprotocol.html: sections 2.5.1 (deleted records), 3.5 (flow
// control), 3.6 (errors), 4.2 (Identify) and 4.5 (ListRecords).
const DATE = '2026-01-10T12:00:00Z';
const answer = (content: string, date = DATE) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <responseDate>${date}</responseDate><request>http://example.org/oai</request>${content}</OAI-PMH>`;
const identify = (deleted = 'persistent', granularity = 'YYYY-MM-DDThh:mm:ssZ') =>
  answer(
    `<Identify><repositoryName>A</repositoryName><baseURL>http://example.org/oai</baseURL><protocolVersion>2.0</protocolVersion><earliestDatestamp>1990-02-01T12:00:00Z</earliestDatestamp><deletedRecord>${deleted}</deletedRecord><granularity>${granularity}</granularity></Identify>`,
  );
const record = (id: string, time: string, ...elements: string[]) =>
  `<record><header><identifier>${id}</identifier><datestamp>${time}</datestamp></header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title>${elements.join('')}</oai_dc:dc></metadata></record>`;
const deleted = (id: string, time: string) =>
  `<record><header status="deleted"><identifier>${id}</identifier><datestamp>${time}</datestamp></header></record>`;
const list = (...parts: string[]) => `<ListRecords>${parts.join('')}</ListRecords>`;
const token = (text: string, size = 3) =>
  `<resumptionToken completeListSize="${size}" cursor="0">${text}</resumptionToken>`;
const error = (code: string) => answer(`<error code="${code}">it is so</error>`);
const id = (text: string) => `<dc:identifier>${text}</dc:identifier>`;

const IDENTIFY = '/oai?verb=Identify';
const FIRST = '/oai?verb=ListRecords&metadataPrefix=oai_dc';
const rest = (text: string) => `/oai?verb=ListRecords&resumptionToken=${text}`;

const repository = (answers: (url: string) => Record<string, string>): Promise<CatalogueServer> =>
  catalogueServer((url) => ({ '/oai': error('badVerb'), [IDENTIFY]: identify(), ...answers(url) }));

it('a store follows a repository: the whole list, then what has changed, what was deleted, and what failed', async () => {
  const server = await repository((url) => ({
    [FIRST]: answer(list(record('oai:1', '2026-01-01T00:00:00Z', id(`${url}/1/`)), record('oai:2', '2026-01-02T00:00:00Z', id(`${url}/2/`)), token('t/1'))), // prettier-ignore
    [rest('t%2F1')]: answer(list(record('oai:3', '2026-01-03T00:00:00Z', id('urn:x'), id(`${url}/3/`)), token(''))),
    '/1/': crateText('1'),
    '/2/': crateText('2'),
    '/3/': crateText('3'),
  }));
  const { url, answers } = server;
  const synced = new SyncedStore();
  expect(await synced.sync(`${url}/oai`)).toMatchObject({ kind: 'oai-pmh', listed: 3, counts: { loaded: 3 } });
  server.requested();

  const from = `${FIRST}&from=2026-01-10T11%3A00%3A00Z`;
  answers[from] = error('noRecordsMatch');
  expect((await synced.sync(`${url}/oai`, { kind: 'oai-pmh' })).counts).toEqual({});
  expect(server.requested()).toEqual([IDENTIFY, from]);

  answers['/1/'] = crateText('1, new');
  answers[from] = answer(list(record('oai:1', '2026-01-11T00:00:00Z', id(`${url}/1/`)), deleted('oai:2', '2026-01-11T00:00:00Z'), record('oai:4', '2026-01-11T00:00:00Z', id(`${url}/4/`))), '2026-01-12T00:00:00Z'); // prettier-ignore
  expect((await synced.sync(`${url}/oai`, { kind: 'oai-pmh' })).items).toEqual({
    [`${url}/1/`]: 'replaced',
    [`${url}/2/`]: 'gone',
    [`${url}/4/`]: 'ERR_HTTP',
  });
  server.requested();
  // What failed is listed again, because the next listing begins where that one did.
  answers['/4/'] = crateText('4');
  const again = await synced.sync(`${url}/oai`, { kind: 'oai-pmh' });
  expect(again.items).toEqual({ [`${url}/4/`]: 'loaded' });
  expect(server.requested()).toEqual([IDENTIFY, from, '/4/']);
});

it('what has changed may be only deleted, or have no address', async () => {
  const server = await repository((url) => ({
    [FIRST]: answer(list(record('oai:1', '2026-01-01T00:00:00Z', id(`${url}/1/`)), record('oai:2', '2026-01-02T00:00:00Z', id(`${url}/2/`)))), // prettier-ignore
    '/1/': crateText('1'),
    '/2/': crateText('2'),
  }));
  const synced = new SyncedStore();
  await synced.sync(`${server.url}/oai`);
  server.answers[`${FIRST}&from=2026-01-10T11%3A00%3A00Z`] = answer(list(deleted('oai:2', '2026-01-11T00:00:00Z')), '2026-01-12T00:00:00Z'); // prettier-ignore
  expect((await synced.sync(`${server.url}/oai`, { kind: 'oai-pmh', prune: true })).counts).toEqual({
    gone: 1,
    pruned: 1,
  });
  server.answers[`${FIRST}&from=2026-01-11T23%3A00%3A00Z`] = answer(list(record('oai:5', '2026-01-13T00:00:00Z')), '2026-01-14T00:00:00Z'); // prettier-ignore
  expect((await synced.sync(`${server.url}/oai`, { kind: 'oai-pmh' })).counts).toEqual({});
});

it('all is listed each time where the repository does not tell what was deleted', async () => {
  const server = await repository((url) => ({
    [IDENTIFY]: identify('no'),
    [FIRST]: answer(list(record('oai:1', '2026-01-01T00:00:00Z', id(`${url}/1/`)), record('oai:2', '2026-01-01T00:00:00Z', id(`${url}/2/`)))), // prettier-ignore
    '/1/': crateText('1'),
    '/2/': crateText('2'),
  }));
  const synced = new SyncedStore();
  await synced.sync(`${server.url}/oai`);
  server.requested();
  server.answers[FIRST] = answer(list(record('oai:1', '2026-01-01T00:00:00Z', id(`${server.url}/1/`))));
  const second = await synced.sync(`${server.url}/oai`, { kind: 'oai-pmh' });
  expect([second.items, server.requested()]).toEqual([{ [`${server.url}/2/`]: 'gone' }, [IDENTIFY, FIRST]]);
});

it('an address comes from identifiers, then from relations; a set and a format of the address are asked for', async () => {
  const datacite = `<record><header><identifier>oai:d</identifier><datestamp>2026-01-01</datestamp></header><metadata><resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.5072/d</identifier><relatedIdentifiers><relatedIdentifier relatedIdentifierType="URL" relationType="HasMetadata">https://example.org/d/ro-crate-metadata.json</relatedIdentifier></relatedIdentifiers></resource></metadata></record>`;
  const { url } = await repository(() => ({
    [IDENTIFY]: identify('transient', 'YYYY-MM-DD'),
    '/oai?verb=ListRecords&metadataPrefix=x&set=s': answer(
      list(
        datacite,
        record('oai:2', '2026-01-10', '<dc:relation>https://example.org/rel</dc:relation>', id('doi:10.5072/a<b'.replace('<', '&lt;'))), // prettier-ignore
        record('oai:3', '2026-01-01', '<dc:relation>https://example.org/3</dc:relation>'),
        record('oai:4', '2026-01-01', id('a text')),
      ),
    ),
  }));
  const { items, listing } = await listed(OAI_PMH, `${url}/oai?set=s&metadataPrefix=x`);
  expect(items).toEqual([
    { source: 'https://doi.org/10.5072/d', crate: 'https://example.org/d/ro-crate-metadata.json', name: 'oai:d', version: '2026-01-01' }, // prettier-ignore
    { source: 'https://doi.org/10.5072/a%3Cb', crate: undefined, name: 'oai:2', version: undefined },
    { source: 'https://example.org/3', crate: undefined, name: 'oai:3', version: '2026-01-01' },
  ]);
  expect([listing.isComplete, listing.next?.()]).toEqual([true, '2026-01-09']);
});

const ONE = record('oai:1', '2026-01-01T00:00:00Z', id('https://example.org/1'));

it.each<[string, Record<string, string>, RegExp]>([
  ['a token that is repeated', { [FIRST]: answer(list(ONE, token('a'))), [rest('a')]: answer(list(ONE, token('a'))) }, /repeats the resumption token a/], // prettier-ignore
  ['a token that is refused', { [FIRST]: answer(list(ONE, token('a'))), [rest('a')]: error('badResumptionToken') }, /badResumptionToken in answer to ListRecords: it is so/], // prettier-ignore
  ['a list that ends early', { [FIRST]: answer(list(ONE, token('a'))), [rest('a')]: answer(list(ONE)) }, /ends after 2 of 3 records/], // prettier-ignore
  ['a page without records', { [FIRST]: answer(list(token('a'))) }, /no records/],
  ['an empty answer', { [FIRST]: answer('') }, /its answer to ListRecords is empty/],
  ['an answer that is not ended', { [FIRST]: answer(list(ONE)).slice(0, -9) }, /not well-formed XML/],
  ['a record without a header', { [FIRST]: answer(list('<record><metadata/></record>')) }, /record 1 has no header/],
  ['records without addresses', { [FIRST]: answer(list(record('oai:1', DATE, id('x')))) }, /none of its 1 records/],
  ['HTML', { [IDENTIFY]: '<html></html>' }, /does not speak OAI-PMH 2.0/],
  ['an error', { [IDENTIFY]: error('badVerb') }, /badVerb in answer to Identify/],
  ['half of Identify', { [IDENTIFY]: answer('<Identify><granularity>YYYY-MM-DD</granularity></Identify>') }, /Identify does not say/], // prettier-ignore
])('%s is an error', async (_what, answers, message) => {
  const { url } = await repository(() => answers);
  await expect(listed(OAI_PMH, `${url}/oai`)).rejects.toMatchObject({
    code: 'ERR_CATALOGUE_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

it('an answer that is cut is an error', async () => {
  const server = await repository(() => ({}));
  server.answers[FIRST] = cut(answer(list(ONE)));
  await expect(listed(OAI_PMH, `${server.url}/oai`)).rejects.toMatchObject({ code: 'ERR_HTTP' });
});
