import { planAttach } from '../../../src/tasks/convert/attach/plan-attach.js';
import { attachCrate } from '../../../src/tasks/convert/attach/attach-crate.js';
import { applyChanges } from '../../../src/tasks/convert/apply-changes.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { CrateError } from '../../../src/base/errors.js';
import type { JsonObject } from '../../../src/crate/json/value.js';
import { detached, pathsOf, placed, planned, refs, ROOT } from './attach-helpers.js';

const ATLAS = 'data/crates/coastal-atlas';
const ZIP = 'https://example.com/downloads/coastal-atlas.zip';

describe('a crate that names its own download', () => {
  it('is that download', async () => {
    expect(await planAttach(ATLAS)).toMatchObject({ verb: 'attach', mode: 'distribution', name: 'ro-crate-metadata.json', changes: [
      { step: 'distribution', action: 'retrieve', id: 'https://example.org/coastal-atlas/', url: ZIP, size: 601377, mediaType: 'application/zip' },
    ] }); // prettier-ignore
  });

  it('says so when another mode is asked for', async () => {
    const notes: string[] = [];
    await planAttach(ATLAS, { mode: 'fork', onNote: (note) => void notes.push(note) });
    expect(notes).toEqual([expect.stringContaining(ZIP)]);
  });

  it('takes the archive among several, and names the others', async () => {
    const several = detached(
      { distribution: refs('https://h.example/a.csv', 'https://h.example/landing', 'https://h.example/b', ROOT + 'ro.zip') },
      {
        'https://h.example/a.csv': { '@type': 'DataDownload' },
        'https://h.example/landing': { '@type': 'WebPage' },
        'https://h.example/b': { '@type': 'DataDownload', encodingFormat: 'application/zip', sha256: 'A'.repeat(64), contentSize: 12, contentUrl: 'https://h.example/get?id=b' },
      },
    ); // prettier-ignore
    const [change] = await planned(several);
    expect(change).toMatchObject({ url: 'https://h.example/get?id=b', size: 12, sha256: 'a'.repeat(64), risk: `not used: ${ROOT}ro.zip` }); // prettier-ignore
  });

  it.each([
    ['a plain address', { distribution: 'https://h.example/crate.zip' }, 'https://h.example/crate.zip'],
    ['a download of unknown kind', { distribution: { '@id': 'https://h.example/7' } }, 'https://h.example/7'],
  ])('takes %s', async (_, root, url) => expect(await planned(detached(root))).toMatchObject([{ url }]));

  it('is not the document itself, nor one table of it', async () => {
    const root = { distribution: refs('https://h.example/x.csv', 'https://h.example/x-ro-crate-metadata.json') };
    const crate = detached(root);
    ((crate['@graph'] as JsonObject[])[0] as JsonObject)['contentUrl'] = 'https://h.example/x-ro-crate-metadata.json';
    expect((await planAttach(crate)).mode).toBe('snapshot');
  });
});

it('without a download the default is a snapshot, and a note says what else there is', async () => {
  const notes: string[] = [];
  expect((await planAttach(detached({}), { onNote: (note) => void notes.push(note) })).mode).toBe('snapshot');
  expect(notes.join()).toMatch(/--snapshot.*--fork.*--download/);
});

it.each([
  ['with a relative root', 'data/crates/rainfall-survey'],
  ['with a local root', detached({}, {}, { id: '#root' })],
])('an Attached Package %s is refused', async (_, crate) => {
  await expect(planAttach(crate)).rejects.toMatchObject({ code: 'ERR_USAGE', hint: expect.stringMatching(/fetch.*detach/) }); // prettier-ignore
});

describe('B1', () => {
  it('copies the root identifier as PropertyValue from RO-Crate 1.2 on', async () => {
    const changes = await planned(ATLAS, { mode: 'snapshot' });
    const root = 'https://example.org/coastal-atlas/';
    expect(changes).toMatchObject([
      { step: 'B1', action: 'change', id: 'ro-crate-metadata.json', drop: ['contentUrl'] },
      { step: 'B1', action: 'change', id: root, add: { identifier: { '@id': '#identifier' } } },
      { step: 'B1', action: 'add', id: '#identifier', add: { '@type': 'PropertyValue', value: root, url: root } },
    ]);
    expect(changes).toHaveLength(3);
  });

  it.each(['1.0', '1.1'])('copies it as text in RO-Crate %s', async (version) => {
    expect(await planned(detached({ identifier: 'x' }, {}, { version }))).toMatchObject([
      { add: { identifier: ROOT } },
    ]);
  });

  it.each([
    ['as text', { identifier: ['x', ROOT] }, {}],
    ['as PropertyValue', { identifier: { '@id': '#i' } }, { '#i': { '@type': 'PropertyValue', value: ROOT } }],
    ['as url', { identifier: { '@id': '#i' } }, { '#i': { '@type': 'PropertyValue', url: { '@id': ROOT } } }],
  ])('does not copy what is there %s', async (_, root, entities) => {
    expect(await planned(detached(root, entities))).toEqual([]);
  });

  it('gives the new entity an identifier that nothing has', async () => {
    const crate = detached({ about: { '@id': '#identifier' } }, { '#identifier-2': { '@type': 'Thing' } });
    expect((await planned(crate)).map(({ id }) => id)).toContain('#identifier-3');
  });

  it('makes the root relative when asked to', async () => {
    const changes = await planned(detached({}), { mode: 'snapshot', relativeRoot: true });
    expect(changes.at(-1)).toMatchObject({ step: 'B1', action: 'rename', id: ROOT, newId: './' });
  });

  it('gives the descriptor the name of the metadata file', async () => {
    const crate = detached({});
    ((crate['@graph'] as JsonObject[])[0] as JsonObject)['@id'] = `${ROOT}old-ro-crate-metadata.jsonld`;
    expect(await planAttach(crate)).toMatchObject({
      name: 'ro-crate-metadata.jsonld',
      changes: [{ action: 'rename', newId: 'ro-crate-metadata.jsonld' }, {}, {}],
    });
  });
});

describe('B2', () => {
  const identified = detached(
    {
      identifier: refs('#doi', '#shared', 'https://doi.org/10.1/x'),
      'rdfs:isDefinedBy': { '@id': 'https://example.org/definition' },
      datePublished: '2020',
      publisher: { '@id': '#press' },
      author: { '@id': '#ada' },
    },
    {
      '#doi': { '@type': 'PropertyValue', value: 'doi:10.1/x' },
      '#shared': { '@type': 'PropertyValue', value: 'y', sameAs: { '@id': '#shared' } },
      '#ada': { '@type': 'Person', name: 'Ada Brook' },
    },
  );
  const fork = (options = {}) => planned(identified, { mode: 'fork', ...options });
  const ofRoot = async (name: string, options = {}) =>
    (await fork(options)).filter(({ drop, add, id }) => id === ROOT && (drop?.includes(name) === true || (add !== undefined && name in add))); // prettier-ignore

  it('makes the root ./, and the old root what the fork is based on', async () => {
    const changes = await fork();
    expect(changes[0]).toMatchObject({ step: 'B2', action: 'rename', id: ROOT, newId: './' });
    expect(await ofRoot('isBasedOn')).toMatchObject([{ add: { isBasedOn: { '@id': ROOT } } }]);
    expect(new Set(changes.map(({ step }) => step))).toEqual(new Set(['B2']));
  });

  it('deletes identifier and isDefinedBy, and the PropertyValue that nothing else refers to', async () => {
    expect(await ofRoot('identifier')).toMatchObject([
      { drop: ['identifier'], why: expect.stringContaining('10.1/x') },
    ]);
    expect(await ofRoot('isDefinedBy')).toMatchObject([{ drop: ['isDefinedBy'] }]);
    expect((await fork()).filter(({ action }) => action === 'remove').map(({ id }) => id)).toEqual(['#doi']);
  });

  it.each([
    ['1.2', 'http://www.iana.org/assignments/relation/cite-as'],
    ['1.0', 'https://www.w3.org/ns/iana/link-relations/relation#cite-as'],
  ])('deletes cite-as: nobody is asked to cite the old crate in place of the fork (RO-Crate %s)', async (_, iri) => {
    const cited = detached({ [iri]: { '@id': 'https://doi.org/10.1/x' } });
    const changes = await planned(cited, { mode: 'fork' });
    expect(changes.filter(({ drop }) => drop?.includes('cite-as'))).toMatchObject([
      { id: ROOT, why: expect.stringContaining('cite-as was https://doi.org/10.1/x') },
    ]);
    const chunks = await applyChanges(await openCrateDocument(cited), await planAttach(cited, { mode: 'fork' }));
    const document = Buffer.concat([...chunks]).toString();
    expect(document).not.toContain('cite-as');
    expect(document).toContain('isBasedOn');
  });

  it('sets or deletes datePublished and publisher, and says what they were', async () => {
    const press = 'https://example.org/press';
    expect(await ofRoot('datePublished')).toMatchObject([{ drop: ['datePublished'], add: { datePublished: '2026-01-31' }, why: expect.stringContaining('2020') }]); // prettier-ignore
    const [none] = await ofRoot('datePublished', { datePublished: 'none' });
    expect([none?.drop, none?.add]).toEqual([['datePublished'], undefined]);
    const [gone] = await ofRoot('publisher');
    expect([gone?.drop, gone?.add]).toEqual([['publisher'], undefined]);
    expect(await ofRoot('publisher', { publisher: press })).toMatchObject([{ add: { publisher: { '@id': press } } }]);
    const today = (await planAttach(identified, { mode: 'fork' })).changes.find(({ add }) => add?.['datePublished'] !== undefined); // prettier-ignore
    expect(today?.add?.['datePublished']).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('adds authors that are not there yet', async () => {
    const orcid = 'https://orcid.org/0000-0002-1825-0097';
    const authors = [
      { name: 'Ada Brook' },
      { name: 'Josiah', id: orcid },
      { name: 'Émile Zola' },
      { name: 'Émile Zola' }, // the same person
      { name: 'Émile-Zola' },
    ];
    const changes = await fork({ authors });
    expect(await ofRoot('author', { authors })).toMatchObject([
      { add: { author: { '@id': orcid } } },
      { add: { author: { '@id': '#émile-zola' } } },
      { add: { author: { '@id': '#émile-zola-2' } } },
    ]);
    expect(changes.find(({ id }) => id === orcid)).toMatchObject({ action: 'add', add: { '@type': 'Person', name: 'Josiah' } }); // prettier-ignore
  });

  it('records the change', async () => {
    const changes = await fork({ authors: [{ name: 'Ada Brook' }] });
    expect(changes.find(({ id }) => id === '#fork')).toMatchObject({
      action: 'add',
      add: { '@type': 'CreateAction', agent: { '@id': '#ada' }, object: { '@id': ROOT }, result: { '@id': './' }, endTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/) },
    }); // prettier-ignore
    expect(await ofRoot('mentions')).toMatchObject([{ add: { mentions: { '@id': '#fork' } } }]);
  });

  it.each([
    ['a date', { datePublished: '2026-02-30' }],
    ['a publisher', { publisher: 'press' }],
    ['an author', { authors: [{ name: ' ' }] }],
    ['a mode', { mode: 'copy' as 'fork' }],
    ['a size', { mode: 'download' as const, maxSize: -1 }],
    ['a host', { hosts: ['https://example.org/'] }],
    ['a pattern', { include: [' '] }],
  ])('refuses %s that is not valid', async (_, options) => {
    await expect(fork(options)).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });
});

describe('B3', () => {
  it('makes Datasets folders, with the paths that they have below the root', async () => {
    const crate = detached(
      { hasPart: refs(`${ROOT}a%20b/`, 'https://other.example/sets/7', '#notes', 'arcp://uuid,0/deep/er/') },
      {
        [`${ROOT}a%20b/`]: { '@type': 'Dataset', hasPart: refs(`${ROOT}a%20b/c/`, 'https://other.example/plain/') },
        [`${ROOT}a%20b/c/`]: { '@type': 'Dataset' },
        'https://other.example/plain/': { '@type': 'Dataset' },
        'https://other.example/sets/7': { '@type': 'Dataset', name: 'Wind: 2020/21' },
        '#notes': { '@type': 'Dataset' },
        'arcp://uuid,0/deep/er/': { '@type': 'Dataset' },
      },
    );
    expect(await pathsOf(crate)).toEqual({
      [`${ROOT}a%20b/`]: 'a%20b/',
      [`${ROOT}a%20b/c/`]: 'a%20b/c/',
      'https://other.example/plain/': 'a%20b/plain/',
      'https://other.example/sets/7': 'Wind_ 2020_21/'.replaceAll(' ', '%20'),
      '#notes': 'folder/',
      'arcp://uuid,0/deep/er/': 'deep/er/',
    });
  });

  it('unpacks the distribution of a Dataset', async () => {
    const crate = detached(
      { hasPart: refs(`${ROOT}a/`, `${ROOT}b/`) },
      {
        [`${ROOT}a/`]: { '@type': 'Dataset', distribution: refs('https://h.example/a.zip') },
        [`${ROOT}b/`]: { '@type': 'Dataset', distribution: refs('https://h.example/b.csv') },
        'https://h.example/a.zip': { '@type': 'DataDownload', contentSize: '99' },
      },
    );
    expect(await placed(crate)).toMatchObject([
      { step: 'B3', action: 'unpack', newId: 'a/', url: 'https://h.example/a.zip', size: 99 },
      { step: 'B3', action: 'folder', newId: 'b/', risk: expect.stringContaining('b.csv') },
    ]);
    expect(await placed(crate, { maxSize: 98 })).toMatchObject([{ action: 'folder', risk: /99/ }, {}].map(() => ({ action: 'folder' }))); // prettier-ignore
  });

  it('leaves another crate where it is', async () => {
    const other = { '@type': 'Dataset', conformsTo: { '@id': 'https://w3id.org/ro/crate' } };
    const crate = detached({ hasPart: refs('https://h.example/c/') }, { 'https://h.example/c/': other });
    expect(await placed(crate)).toMatchObject([{ action: 'leave', why: expect.stringContaining('another crate') }]);
  });

  it('follows cycles once, and a chain of any depth', async () => {
    const id = (at: number) => `https://h.example/set/${at}`;
    const depth = 3000;
    const entities = Object.fromEntries(
      Array.from({ length: depth }, (_, at) => [id(at), { '@type': 'Dataset', name: 'n', hasPart: refs(id((at + 1) % depth), ROOT) }]),
    ); // prettier-ignore
    const paths = Object.values(await pathsOf(detached({ hasPart: refs(id(0)) }, entities)));
    expect([paths.length, new Set(paths).size]).toEqual([depth, depth]);
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(1100);
  });

  it('turns the local identifiers of the document back', async () => {
    const alice = `${ROOT}ro-crate-metadata.json#alice`;
    const changes = await placed(detached({ author: { '@id': alice } }, { [alice]: { '@type': 'Person' } }));
    expect(changes).toMatchObject([{ step: 'B3', action: 'rename', id: alice, newId: '#alice' }]);
  });
});

describe('B4', () => {
  const file = (more: JsonObject = {}): JsonObject => ({ '@type': 'File', ...more });
  const crateOf = (files: Readonly<Record<string, JsonObject>>, root: JsonObject = {}) =>
    detached({ hasPart: refs(...Object.keys(files)), ...root }, files);

  it('stores files at localPath, below their Dataset, or under their name', async () => {
    expect(await placed(ATLAS)).toMatchObject([
      { step: 'B3', action: 'folder', newId: 'maps/' },
      { step: 'B4', action: 'retrieve', newId: 'shoreline.geojson', add: { contentUrl: 'https://example.com/downloads/tarn-shoreline.geojson' } },
      { step: 'B4', action: 'retrieve', newId: 'maps/runoff%202023.csv', size: 18204, mediaType: 'text/csv' },
      { step: 'B4', action: 'retrieve', newId: 'maps/estuary.png', license: 'https://creativecommons.org/licenses/by/4.0/' },
      { step: 'B3', action: 'leave', id: 'https://example.org/rainfall-model-run/' },
    ]); // prettier-ignore
    const others = crateOf({
      'https://h.example/d/x.csv?v=1': file({ name: 'Wind', encodingFormat: 'text/csv' }),
      'https://h.example/d/x.csv?v=2': file(),
      'https://h.example/get.php?id=7': file({ name: 'Wind', encodingFormat: 'text/csv' }),
      'https://h.example/files/rain.csv/content': file({ name: 'rain.csv' }),
      'urn:uuid:1': file({ contentUrl: 'https://h.example/y.bin' }),
      [`${ROOT}data/50%25.png`]: file(),
      [`${ROOT}é/ü.txt`]: file(),
    });
    expect(await pathsOf(others)).toEqual({
      'https://h.example/d/x.csv?v=1': 'x.csv',
      'https://h.example/d/x.csv?v=2': 'x-2.csv',
      'https://h.example/get.php?id=7': 'Wind.csv',
      'https://h.example/files/rain.csv/content': 'rain.csv',
      'urn:uuid:1': 'y.bin',
      [`${ROOT}data/50%25.png`]: 'data/50%25.png',
      [`${ROOT}é/ü.txt`]: 'é/ü.txt',
    });
  });

  it('keeps the previous identifier as contentUrl, unless it is there', async () => {
    const id = 'https://h.example/y.bin';
    const [fresh] = await placed(crateOf({ 'urn:x:y': file({ contentUrl: id }) }));
    expect(fresh).toMatchObject({ url: id, add: { contentUrl: 'urn:x:y' } });
    const [there] = await placed(crateOf({ [id]: file({ contentUrl: { '@id': id } }) }));
    expect([there?.url, there?.otherUrls, there?.add]).toEqual([id, undefined, undefined]);
  });

  it('falls back on the identifier where contentUrl is another address, unless its host is not allowed', async () => {
    const crate = crateOf({ 'https://h.example/y.bin': file({ contentUrl: 'https://other.example/y' }) });
    const addresses = { url: 'https://other.example/y', otherUrls: ['https://h.example/y.bin'] };
    expect(await placed(crate)).toMatchObject([addresses]);
    const [other] = await placed(crate, { hosts: ['h.example'] });
    expect([other?.url, other?.otherUrls]).toEqual(['https://h.example/y.bin', undefined]);
    const mirrors = crateOf({ 'urn:x:y': file({ contentUrl: ['https://a.example/y', 'https://b.example/y'] }) });
    expect(await placed(mirrors)).toMatchObject([{ url: 'https://a.example/y', otherUrls: ['https://b.example/y'] }]);
    const [change] = await placed(crate, { hosts: ['other.example'] });
    expect([change?.url, change?.otherUrls]).toEqual([addresses.url, undefined]);
  });

  it('takes files below the root that no Dataset lists', async () => {
    const crate = detached({}, { [`${ROOT}a/b.txt`]: file(), 'https://h.example/c.txt': file() });
    expect(await pathsOf(crate)).toEqual({ [`${ROOT}a/b.txt`]: 'a/b.txt', 'https://h.example/c.txt': 'leave' });
  });

  it('gives no two files one path on any system, and never a path that the crate needs', async () => {
    const paths = await pathsOf(
      crateOf({
        'https://a.example/X.csv': file(),
        'https://b.example/x.csv': file(),
        'https://a.example/x.csv/y.txt': file({ localPath: 'x.csv/y.txt' }),
        'https://a.example/ro-crate-metadata.json': file(),
        'https://a.example/ro-crate-preview.html': file(),
        'https://a.example/aux.txt': file(),
        'https://a.example/taken.txt': file(),
        'https://a.example/e%CC%81': file(),
        'https://a.example/%C3%A9': file(),
      }, { about: { '@id': 'taken.txt' } }),
    ); // prettier-ignore
    expect(Object.values(paths)).toEqual([
      'X.csv', 'x-2.csv', 'x-3.csv/y.txt', 'ro-crate-metadata-2.json', 'ro-crate-preview-2.html', '_aux.txt',
      'taken-2.txt', 'e\u0301', '\u00e9-2',
    ]); // prettier-ignore
  });

  it.each(['../x', 'a/../../x', '/etc/x', 'C:\\x', '..\\x', '%2e%2e/x', '..%2fx', '%252e%252e%252fx', '%2Fetc', 'file:///x', 'a\u0000b'])(
    'refuses the localPath %j, unless the file stays on the web', async (localPath) => {
      const crate = crateOf({ 'https://h.example/x': file({ localPath }) });
      const refused = await placed(crate).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(CrateError);
      expect(refused).toMatchObject({ code: 'ERR_ARCHIVE_ENTRY', message: expect.stringContaining('https://h.example/x') });
      expect(await placed(crate, { exclude: ['*example/x'] })).toMatchObject([{ action: 'leave' }]);
    },
  ); // prettier-ignore

  it.each([
    ['max size', { maxSize: 10 }, /more than 10/],
    ['total', { maxTotal: 15 }, /all would have/],
    ['include', { include: ['data/*.csv', '*.tsv'] }, /include/],
    ['exclude', { exclude: ['**/big.*'] }, /exclude/],
    ['exclude by @id', { exclude: ['https://b.example*'] }, /exclude/],
    ['hosts', { hosts: ['*.org', 'a.example'] }, /host b\.example/],
    ['media types', { mediaTypes: ['text/*'] }, /application\/zip/],
    ['licences', { licenses: ['cc-by*'] }, /Closed/],
  ])('leaves on the web what the policy forbids: %s', async (_, policy, why) => {
    const crate = crateOf(
      {
        'https://example.org/crate/data/small.csv': file({ contentSize: '10', encodingFormat: 'text/csv' }),
        'https://b.example/big.zip': file({ contentSize: '11 bytes', encodingFormat: ['ZIP', 'application/zip; x=y'], license: { '@id': 'https://l.example/Closed' } }),
      },
      { license: { '@id': 'https://spdx.org/licenses/CC-BY-4.0' } },
    ); // prettier-ignore
    const [small, big] = await placed(crate, policy);
    expect([small?.action, big?.action]).toEqual(['retrieve', 'leave']);
    expect(big?.why).toMatch(why);
    expect(big?.newId).toBeUndefined();
  });

  it('lists what it cannot have', async () => {
    const crate = detached({ hasPart: refs('urn:x:y', 'https://h.example/nothing') }, {
      'urn:x:y': file(),
      'https://h.example/loose': file(),
      'https://h.example/placed': file({ localPath: 'here.txt' }),
    }); // prettier-ignore
    expect(await placed(crate)).toMatchObject([
      { id: 'urn:x:y', action: 'leave', why: 'it has no web address' },
      { id: 'https://h.example/placed', action: 'retrieve', newId: 'here.txt' },
      { id: 'https://h.example/loose', action: 'leave', why: expect.stringContaining('hasPart') },
      { id: 'https://h.example/nothing', action: 'leave', why: expect.stringContaining('describes') },
    ]);
  });
});

it('B5: a download is always a fork', async () => {
  const download = await planned(ATLAS, { mode: 'download' });
  const fork = await planned(ATLAS, { mode: 'fork' });
  const made = download.filter(({ step }) => step === 'B5');
  const timeless = (changes: typeof fork) => JSON.stringify(changes.map((one) => ({ ...one, step: '' }))).replace(/T[\d:]+Z/g, ''); // prettier-ignore
  expect(timeless(made)).toBe(timeless(fork));
});

it('a plan of another document or verb is refused before anything happens', async () => {
  const plan = await planAttach(ATLAS, { mode: 'snapshot' });
  for (const wrong of [
    { ...plan, document: '0'.repeat(64) },
    { ...plan, verb: 'detach' as const },
  ])
    await expect(attachCrate(ATLAS, 'never-written', { plan: wrong })).rejects.toMatchObject({
      code: 'ERR_PLAN_INVALID',
    });
});
