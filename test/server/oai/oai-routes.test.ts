import { join } from 'node:path';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const PUBLIC = 'https://data.example.org/rain/';
const COUNT = 230;
/** Two of three crates say when they were published. */
const isDated = (at: number) => at % 3 > 0;
const graphOf = (at: number) => `https://data.example/${at}/`;
const HOSTILE = 'Rain <&> "all" \u0001 \uffff ]]> é';

let place: string;
let at: string;

const ask = async (query: string, init: RequestInit = {}) => {
  const answer = await fetch(new URL(`oai${query === '' ? '' : '?'}${query}`, at), init);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  return answer.text();
};
const texts = (xml: string, name: string) => [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text); // prettier-ignore
const DELETED = /<header status="deleted"><identifier>([^<]*)<\/identifier>/;
const errorOf = (xml: string) => /<error code="(\w+)">/.exec(xml)?.[1];

/** All parts of a list, by its tokens. */
async function harvest(verb: string, args: string): Promise<string[]> {
  const parts = [await ask(`verb=${verb}&${args}`)];
  for (;;) {
    const [token] = texts(parts.at(-1) ?? '', 'resumptionToken');
    if (token === undefined || token === '') return parts;
    parts.push(await ask(`verb=${verb}&resumptionToken=${token}`));
  }
}

beforeAll(async () => {
  place = join(await scratch(), 'store.db');
  const store = await openStore(place, { mode: 'write', create: true });
  for (let number = 0; number < COUNT; number += 1) {
    const more = {
      ...(isDated(number) && { datePublished: '2024-05-01' }),
      ...(number === 1 && {
        author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ada Miller' }, 'Cai'],
        identifier: 'https://doi.org/10.5555/12345678',
        license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
        keywords: ['rain', 'Kiel'],
      }),
    };
    await loadCrates(store, crate({ name: number === 1 ? HOSTILE : `Crate ${number}`, more }) as never, { contexts: BUNDLED, base: graphOf(number) }); // prettier-ignore
  }
  await store.close();
  ({ listensAt: at } = await startServer({ store: place, address: PUBLIC, contact: 'data@example.org' }));
});

describe('the verbs of OAI-PMH', () => {
  it('Identify the server, also by POST', async () => {
    const xml = await ask('verb=Identify');
    expect(texts(xml, 'baseURL')).toEqual([`${PUBLIC}oai`]);
    expect(texts(xml, 'deletedRecord')).toEqual(['transient']);
    expect(texts(xml, 'adminEmail')).toEqual(['data@example.org']);
    expect(texts(xml, 'granularity')).toEqual(['YYYY-MM-DDThh:mm:ssZ']);
    expect(texts(xml, 'earliestDatestamp')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const body = new URLSearchParams({ verb: 'Identify' });
    expect(texts(await ask('', { method: 'POST', body }), 'protocolVersion')).toEqual(['2.0']);
  });

  it('list the formats, of one crate those that it has', async () => {
    expect(texts(await ask('verb=ListMetadataFormats'), 'metadataPrefix')).toEqual(['oai_dc', 'oai_datacite']);
    const of = async (number: number) => texts(await ask(`verb=ListMetadataFormats&identifier=${graphOf(number)}`), 'metadataPrefix'); // prettier-ignore
    expect(await of(1)).toEqual(['oai_dc', 'oai_datacite']);
    expect(await of(0)).toEqual(['oai_dc']);
  });

  it('list each crate once, in parts of a hundred', async () => {
    for (const verb of ['ListRecords', 'ListIdentifiers']) {
      const parts = await harvest(verb, 'metadataPrefix=oai_dc');
      expect(parts.map((xml) => texts(xml, 'identifier').length)).toEqual([100, 100, 30]);
      const all = parts.flatMap((xml) => texts(xml, 'identifier'));
      expect(new Set(all)).toEqual(new Set(Array.from({ length: COUNT }, (_, number) => graphOf(number))));
      expect(parts.map((xml) => /<resumptionToken ([^>]*)>/.exec(xml)?.[1])).toEqual(
        [0, 100, 200].map((cursor) => `completeListSize="${COUNT}" cursor="${cursor}"`),
      );
    }
  });

  it('list in oai_datacite the crates that say when they were published', async () => {
    const dated = Array.from({ length: COUNT }, (_, number) => number).filter(isDated);
    for (const verb of ['ListRecords', 'ListIdentifiers']) {
      const parts = await harvest(verb, 'metadataPrefix=oai_datacite');
      const all = parts.flatMap((xml) => [...xml.matchAll(/<header><identifier>([^<]*)</g)].map(([, id]) => id));
      expect(all.sort()).toEqual(dated.map(graphOf).sort());
      expect(parts.length).toBe(2);
    }
  });

  it('get a record with its texts escaped, in both formats', async () => {
    const dc = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${graphOf(1)}`);
    expect(texts(dc, 'dc:title')).toEqual(['Rain &#60;&#38;&#62; &#34;all&#34; \ufffd \ufffd ]]&#62; é']);
    expect(texts(dc, 'dc:creator')).toEqual(['Ada Miller', 'Cai']);
    expect(texts(dc, 'dc:identifier')).toContain('https://doi.org/10.5555/12345678');
    expect(texts(dc, 'dc:subject')).toEqual(['rain', 'Kiel']);
    const datacite = await ask(`verb=GetRecord&metadataPrefix=oai_datacite&identifier=${graphOf(1)}`);
    expect(datacite).toContain('<identifier identifierType="DOI">10.5555/12345678</identifier>');
    expect(datacite).toContain('<creatorName nameType="Personal">Miller, Ada</creatorName><givenName>Ada</givenName>');
    expect(texts(datacite, 'publisher')).toEqual(['(:unav)']);
    expect(texts(datacite, 'publicationYear')).toEqual(['2024']);
  });

  it('list by the time of the load', async () => {
    const [stamp = ''] = texts(await ask('verb=Identify'), 'earliestDatestamp');
    const year = Number(stamp.slice(0, 4));
    const list = async (args: string) => texts(await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&${args}`), 'identifier').length; // prettier-ignore
    expect(await list(`from=${stamp}&until=${year + 1}-01-01T00:00:00Z`)).toBe(100);
    expect(await list(`from=${stamp.slice(0, 10)}`)).toBe(100);
    const none = await ask(`verb=ListRecords&metadataPrefix=oai_dc&from=${year + 1}-01-01`);
    expect(errorOf(none)).toBe('noRecordsMatch');
    expect(errorOf(await ask(`verb=ListRecords&metadataPrefix=oai_dc&until=${year - 1}-12-31`))).toBe('noRecordsMatch');
  });
});

describe('the errors of OAI-PMH', () => {
  it.each([
    ['', 'badVerb'],
    ['verb=Foo', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=toString', 'badVerb'],
    ['verb=Identify&more=1', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=GetRecord&identifier=urn:x', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2024-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2024-02-01&until=2024-03-01T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2024-02-02&until=2024-02-01', 'badArgument'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    [`verb=ListRecords&resumptionToken=${Buffer.from('["a","","","","",1]').toString('base64url')}`, 'badResumptionToken'], // prettier-ignore
    ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
    [`verb=GetRecord&metadataPrefix=oai_datacite&identifier=${graphOf(0)}`, 'cannotDisseminateFormat'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=urn:none', 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=urn:none', 'idDoesNotExist'],
    ['verb=ListSets', 'noSetHierarchy'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=a', 'noSetHierarchy'],
  ])('%s is %s', async (query, code) => {
    const xml = await ask(query);
    expect(errorOf(xml)).toBe(code);
    // With these two, the element of the request has no attributes.
    expect(xml.includes('<request>')).toBe(code === 'badVerb' || code === 'badArgument');
  });
});

describe('a list of a store that changes', () => {
  it('has each crate that stays, and what is new at its end', async () => {
    const first = await ask('verb=ListIdentifiers&metadataPrefix=oai_dc');
    const seen = texts(first, 'identifier');
    const [token = ''] = texts(first, 'resumptionToken');
    const store = await openStore(place, { mode: 'write' });
    const [gone = ''] = seen;
    await removeCrates(store, [gone]);
    await loadCrates(store, crate({ name: 'New' }) as never, { contexts: BUNDLED, base: 'https://data.example/new/' });
    await store.close();
    const second = await ask(`verb=ListIdentifiers&resumptionToken=${token}`);
    const [last = ''] = texts(second, 'resumptionToken');
    const third = await ask(`verb=ListIdentifiers&resumptionToken=${last}`);
    const all = [first, second, third].flatMap((xml) => texts(xml, 'identifier'));
    // The one that was removed meanwhile comes a second time, as deleted.
    expect(all).toHaveLength(COUNT + 2);
    expect(new Set(all).size).toBe(COUNT + 1);
    expect(DELETED.exec(third)?.[1]).toBe(gone);
  });

  it('gives what came back the time of its return, also without a load record', async () => {
    const graph = graphOf(9);
    const stampOf = async () => texts(await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${graph}`), 'datestamp')[0] ?? ''; // prettier-ignore
    const store = await openStore(place, { mode: 'write' });
    await removeCrates(store, [graph]);
    const removed = await stampOf();
    await store.update(`INSERT DATA { GRAPH <${graph}> { <${graph}> a <http://schema.org/Dataset> } }`);
    await store.close();
    expect((await stampOf()) >= removed).toBe(true);
    expect(await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&from=${removed}`)).toContain(`<identifier>${graph}<`);
  });

  it('says what was removed, in every format, until it is loaded again', async () => {
    const gone = graphOf(7);
    const { length } = await harvest('ListRecords', 'metadataPrefix=oai_dc');
    const times = async (identifier: string, prefix = 'oai_dc') => texts(await ask(`verb=GetRecord&metadataPrefix=${prefix}&identifier=${identifier}`), 'datestamp'); // prettier-ignore
    const [loaded = ''] = await times(gone);
    const store = await openStore(place, { mode: 'write' });
    await removeCrates(store, [gone]);
    for (const prefix of ['oai_dc', 'oai_datacite']) {
      const record = await ask(`verb=GetRecord&metadataPrefix=${prefix}&identifier=${gone}`);
      expect(record).toMatch(/<record><header status="deleted">.*<\/header><\/record>/);
      const [removed = ''] = texts(record, 'datestamp');
      expect(removed >= loaded).toBe(true);
      for (const verb of ['ListRecords', 'ListIdentifiers']) {
        const parts = await harvest(verb, `metadataPrefix=${prefix}&from=${removed}`);
        expect(parts.join('').match(new RegExp(DELETED, 'g'))?.join('')).toContain(`>${gone}<`);
      }
    }
    expect(await harvest('ListRecords', 'metadataPrefix=oai_dc')).toHaveLength(length);
    expect(texts(await ask(`verb=ListMetadataFormats&identifier=${gone}`), 'metadataPrefix')).toHaveLength(2);
    await loadCrates(store, crate({ name: 'Back' }) as never, { contexts: BUNDLED, base: gone });
    await store.close();
    const back = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${gone}`);
    expect(texts(back, 'dc:title')).toEqual(['Back']);
    expect(back).not.toContain('deleted');
  });

  it('lists as deleted what was removed while its folder is served', async () => {
    const folder = await writeCrate(join(await scratch(), 'served'), crate({ name: 'Served' }));
    const own = join(await scratch(), 'own.db');
    const store = await openStore(own, { mode: 'write', create: true });
    const [{ graph = '' } = {}] = await loadCrates(store, folder, { contexts: BUNDLED });
    const served = await startServer({ store: own, folders: [folder] });
    const identifiers = async () => (await fetch(`${served.address}oai?verb=ListRecords&metadataPrefix=oai_dc`)).text();
    expect(DELETED.test(await identifiers())).toBe(false);
    await removeCrates(store, [graph]);
    await store.close();
    expect(DELETED.exec(await identifiers())?.[1]).toBe(graph);
  });

  it('asks for the token of a private server', async () => {
    const closed = await startServer({ store: place, isPrivate: true, token: 'secret' });
    expect((await fetch(`${closed.address}oai?verb=Identify`)).status).toBe(401);
  });
});
