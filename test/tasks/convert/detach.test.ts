import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/crate/json/value.js';
import { detachCrate } from '../../../src/tasks/convert/detach/detach-crate.js';
import type { DetachOptions } from '../../../src/tasks/convert/detach/detach-options.js';
import { planDetach } from '../../../src/tasks/convert/detach/plan-detach.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import type { Change, Plan } from '../../../src/tasks/convert/plan.js';
import type { CrateArgument } from '../../../src/package/open/crate-argument.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from '../../cli/helpers/crates.js';
import { scratch, zipOf } from '../../package/helpers/crate-forms.js';
import { serve } from '../../package/helpers/server.js';

const PUBLISHED = 'https://example.org/survey/';
const FILES = 'https://files.example.org/a/';
const contexts = openContexts({ offline: true });

let folder: string;
const at = (...path: string[]) => join(folder, ...path);
beforeAll(async () => {
  folder = await scratch();
});

const plan = (one: CrateArgument, options: DetachOptions = {}) => planDetach(one, { contexts, ...options });
/** The new identifiers by the old ones. */
const renames = ({ changes }: Plan) =>
  Object.fromEntries(changes.flatMap(({ id, newId }) => (newId === undefined ? [] : [[id, newId]])));
const changeOf = ({ changes }: Plan, id: string, step?: string): Change =>
  changes.find((one) => one.id === id && (step === undefined || one.step === step)) as Change;

/** A folder with files that its document describes in part. */
async function partlyDescribed(name: string): Promise<string> {
  const document = crate({
    more: { hasPart: [{ '@id': 'data/' }, { '@id': 'top.txt' }], license: { '@id': 'https://example.org/l' } },
    entities: [
      { '@id': 'data/', '@type': 'Dataset', hasPart: { '@id': 'data/a.txt' } },
      { '@id': 'data/a.txt', '@type': 'File', contentSize: '99', license: 'own' },
      { '@id': 'top.txt', '@type': 'File' },
      { '@id': '#alice', '@type': 'Person', name: 'Alice' },
      { '@id': 'people/bob', '@type': 'Person', name: 'Bob' },
    ],
  });
  const root = await writeCrate(at(name), document);
  await mkdir(join(root, 'data', 'deep', 'er'), { recursive: true });
  for (const file of ['top.txt', 'data/a.txt', 'data/b c.csv', 'data/deep/er/x.png']) await writeFile(join(root, file), file); // prettier-ignore
  return root;
}

describe('A1: data files get new web locations', () => {
  it('below the address of --files, with their path in the crate as localPath', async () => {
    const found = await plan(SURVEY, { filesUrl: FILES });
    const change = changeOf(found, 'data/daily%20rainfall.csv');
    expect(change).toMatchObject({ step: 'A1', action: 'rename', newId: `${FILES}data/daily%20rainfall.csv` });
    expect(change).toMatchObject({ add: { localPath: 'data/daily rainfall.csv' }, size: 5454, mediaType: 'text/csv' });
    expect(change.license).toBe('https://creativecommons.org/licenses/by/4.0/');
  });

  it('from a map, which wins over --files, and that over --published', async () => {
    const map = [
      ['data/daily rainfall.csv', 'https://a.example/1'],
      ['data/stations.csv', 'https://a.example/2'],
    ] as const;
    expect(renames(await plan(SURVEY, { map, filesUrl: FILES, published: PUBLISHED }))).toMatchObject({
      './': PUBLISHED,
      'data/daily%20rainfall.csv': 'https://a.example/1',
      'data/stations.csv': 'https://a.example/2',
      'notes/field-notes.txt': `${FILES}notes/field-notes.txt`,
    });
  });

  it('also for a file that a list mentions and nothing describes, with no folder at hand', async () => {
    const hasPart = [{ '@id': 'a/x.txt' }, { '@id': 'b/' }, { '@id': '#not' }];
    const one = crate({ more: { hasPart } });
    expect(renames(await plan(one, { filesUrl: FILES }))).toMatchObject({ 'a/x.txt': `${FILES}a/x.txt` });
    await expect(plan(one)).rejects.toMatchObject({ code: 'ERR_USAGE', details: { files: ['a/x.txt'] } });
  });

  it('and a file outside of the crate only from a map', async () => {
    const one = crate({ entities: [{ '@id': '../up.txt', '@type': 'File' }] });
    await expect(plan(one, { filesUrl: FILES })).rejects.toMatchObject({ hint: expect.stringContaining('only --map') });
    const found = await plan(one, { filesUrl: FILES, map: [['../up.txt', 'https://a.example/up']] });
    expect(renames(found)).toMatchObject({ '../up.txt': 'https://a.example/up' });
    const mentioned = await plan(crate({ more: { mentions: { '@id': '../up' } } }), { filesUrl: FILES });
    expect(changeOf(mentioned, '../up').risk).toBe('../up leads out of the crate');
  });

  it('but a folder in a list without final slash is a folder', async () => {
    const root = await writeCrate(at('no-slash'), crate({ more: { hasPart: { '@id': 'data' } } }));
    await mkdir(join(root, 'data'));
    await writeFile(join(root, 'data', 'x.txt'), 'x');
    const found = changeOf(await plan(root, { filesUrl: FILES }), 'data');
    expect(found).toMatchObject({ step: 'A3', add: { '@type': 'Dataset', hasPart: { '@id': `${FILES}data/x.txt` } } });
  });

  it('also for entities that are nested in others', async () => {
    const file = { '@id': 'n/x.txt', '@type': 'File', name: 'x' };
    const hasPart = { '@id': 'n/', '@type': 'Dataset', hasPart: [{ '@id': '#list', about: file }] };
    const root = await writeCrate(at('nested'), crate({ more: { hasPart } }));
    await mkdir(join(root, 'n'));
    for (const name of ['x.txt', 'y.txt']) await writeFile(join(root, 'n', name), name);
    const found = await plan(root, { filesUrl: FILES, describe: true });
    expect(changeOf(found, 'n/x.txt', 'A1')).toMatchObject({ newId: `${FILES}n/x.txt`, add: { localPath: 'n/x.txt' }, size: 5 }); // prettier-ignore
    expect(changeOf(found, 'n/x.txt', 'A2')).toMatchObject({ add: { contentSize: '5', encodingFormat: 'text/plain' } });
    const listed = ['x', 'y'].map((name) => ({ '@id': `${FILES}n/${name}.txt` }));
    expect(changeOf(found, 'n/')).toMatchObject({ step: 'A3', add: { hasPart: listed } });
    await expect(plan(root)).rejects.toMatchObject({ code: 'ERR_USAGE', details: { files: ['n/x.txt', 'n/y.txt'] } });
  });

  it('and parts of a file move with it', async () => {
    const one = crate({
      entities: [
        { '@id': 'w.cwl', '@type': ['File', 'SoftwareSourceCode'], input: { '@id': 'w.cwl#in' } },
        { '@id': 'w.cwl#in', '@type': 'FormalParameter' },
      ],
    });
    expect(renames(await plan(one, { filesUrl: FILES }))).toMatchObject({
      'w.cwl': `${FILES}w.cwl`,
      'w.cwl#in': `${FILES}w.cwl#in`,
    });
  });

  it('with an error that lists the files without a location', async () => {
    await expect(plan(SURVEY)).rejects.toMatchObject({
      code: 'ERR_USAGE',
      details: { files: ['data/daily%20rainfall.csv', 'data/stations.csv', 'notes/field-notes.txt'] },
    });
  });

  it.each([
    ['an entry that fits nothing', [['none.txt', 'https://a.example/1']], /none\.txt/],
    ['two entries for one file', [['data/stations.csv', 'https://a.example/1'], ['./data/stations.csv', 'https://a.example/2']], /stations/], // prettier-ignore
    ['two files at one place', [['data/stations.csv', 'https://a.example/1'], ['notes/field-notes.txt', 'https://a.example/1']], /same new location/], // prettier-ignore
    ['the descriptor', [['ro-crate-metadata.json', 'https://a.example/1']], /keeps its name/],
    ['a relative location', [['data/stations.csv', 'x/y']], /x\/y/],
  ] as const)('refuses %s', async (_, map, message) => {
    await expect(plan(SURVEY, { map, published: PUBLISHED })).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: expect.stringMatching(message),
    });
  });

  it('refuses a location of a file that the new document would not mention', async () => {
    const root = await partlyDescribed('unmentioned');
    await writeFile(join(root, 'README.md'), '');
    const map = [['README.md', 'https://a.example/1']] as const;
    await expect(plan(root, { map, published: PUBLISHED })).rejects.toMatchObject({
      message: expect.stringMatching(/README\.md/),
    });
    const inside = await plan(root, { map: [['data/b c.csv', 'https://a.example/2']], published: PUBLISHED });
    expect(changeOf(inside, 'https://a.example/2')).toMatchObject({ step: 'A3', action: 'add' });
  });

  it.each(['file:///data/', 'https://example.org/x', 'relative/'])('refuses --files %s', async (filesUrl) => {
    await expect(plan(SURVEY, { filesUrl })).rejects.toMatchObject({
      code: expect.stringMatching(/ERR_(?:USAGE|BASE)/),
    });
  });
});

describe('A2: web preservation', () => {
  const date = new Date('2026-01-02T03:04:05Z');

  it('describes the files at hand, and replaces nothing', async () => {
    const root = await partlyDescribed('described');
    const found = await plan(root, { published: PUBLISHED, describe: true, date });
    expect(changeOf(found, 'top.txt', 'A2').add).toEqual({
      contentSize: '7',
      encodingFormat: 'text/plain',
      sha256: createHash('sha256').update('top.txt').digest('hex'),
      sdDatePublished: date.toISOString(),
    });
    const other = changeOf(found, 'data/a.txt', 'A2');
    expect(other.add).not.toHaveProperty('contentSize');
    expect(other.risk).toBe('contentSize says 99, the file has 10 bytes');
  });

  it('describes those of an archive in the same way', async () => {
    const root = await partlyDescribed('same');
    await writeFile(at('same.zip'), zipOf({ 'ro-crate-metadata.json': await readFile(join(root, 'ro-crate-metadata.json')), 'top.txt': 'top.txt' } as never)); // prettier-ignore
    const found = await plan(at('same.zip'), { published: PUBLISHED, describe: true, date });
    expect(changeOf(found, 'top.txt', 'A2').sha256).toBe(createHash('sha256').update('top.txt').digest('hex'));
    expect(changeOf(found, 'data/a.txt').risk).toBe('the file is not in the crate');
  });

  it('needs the files', async () => {
    await expect(plan(crate(), { describe: true })).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
  });

  it('requests each new address, and names those that do not answer', async () => {
    const methods: string[] = [];
    const { url } = await serve(({ method = '', url: path = '' }, response) => {
      methods.push(`${method} ${path}`);
      const refuses = method === 'HEAD' && path.includes('stations');
      response.writeHead(refuses ? 405 : path.includes('rainfall') ? 404 : 200).end();
    });
    const unreachable: string[] = [];
    const found = await plan(SURVEY, { filesUrl: `${url}/f/`, checkLinks: true, onUnreachable: (one) => void unreachable.push(one) }); // prettier-ignore
    expect(unreachable).toEqual([`${url}/f/data/daily%20rainfall.csv`]);
    expect(changeOf(found, 'data/daily%20rainfall.csv').risk).toBe('cannot be reached: the server answers 404');
    expect(changeOf(found, 'data/stations.csv').risk).toBeUndefined();
    expect(methods).toContain('GET /f/data/stations.csv');
    expect(methods).not.toContain('GET /f/notes/field-notes.txt');
  });
});

describe('A3: folders that cannot be browsed', () => {
  it('get an arcp name that keeps the tree, and a complete list', async () => {
    const found = await plan(await partlyDescribed('listed'), { filesUrl: FILES });
    const root = renames(found)['./'] as string;
    expect(root).toMatch(/^arcp:\/\/ni,sha-256;/);
    expect(changeOf(found, 'data/')).toMatchObject({
      step: 'A3',
      newId: `${root}data/`,
      add: { hasPart: expect.arrayContaining([{ '@id': `${FILES}data/b%20c.csv` }, { '@id': `${root}data/deep/` }]) },
    });
    expect((changeOf(found, 'data/').add as JsonObject)['hasPart']).toHaveLength(2);
    expect(changeOf(found, `${root}data/deep/`)).toMatchObject({ action: 'add', add: { '@type': 'Dataset', hasPart: { '@id': `${root}data/deep/er/` } } }); // prettier-ignore
    expect(changeOf(found, `${FILES}data/deep/er/x.png`)).toMatchObject({
      action: 'add',
      add: { '@type': 'File', contentSize: '18', encodingFormat: 'image/png', localPath: 'data/deep/er/x.png' },
    });
  });

  it('also when the server of the published crate lists none', async () => {
    const found = await plan(await partlyDescribed('unbrowsed'), { published: PUBLISHED, browsing: false });
    expect(changeOf(found, 'data/')).toMatchObject({ step: 'A3', newId: expect.stringMatching(/^arcp:.*data\/$/) });
    expect(changeOf(found, `${PUBLISHED}data/b%20c.csv`)).toMatchObject({ action: 'add', add: { '@type': 'File' } });
  });

  it('and when the map moves one of their files', async () => {
    const found = await plan(await partlyDescribed('torn'), { published: PUBLISHED, map: [['data/a.txt', 'https://a.example/a']] }); // prettier-ignore
    expect(changeOf(found, 'data/').step).toBe('A3');
    const browsed = await plan(await partlyDescribed('whole'), { published: PUBLISHED, map: [['top.txt', 'https://a.example/a']] }); // prettier-ignore
    expect(changeOf(browsed, 'data/')).toMatchObject({ step: 'A5', newId: `${PUBLISHED}data/` });
  });

  it('need no list if they have a distribution, and a risk says when their files are not at hand', async () => {
    const document = (more: JsonObject) => crate({ entities: [{ '@id': 'data/', '@type': 'Dataset', ...more }] });
    const root = await writeCrate(
      at('distributed'),
      document({ distribution: { '@id': 'https://example.org/d.zip' } }),
    );
    await mkdir(join(root, 'data'));
    await writeFile(join(root, 'data', 'x'), '');
    expect((await plan(root)).changes.filter(({ add }) => add !== undefined)).toEqual([]);
    expect(changeOf(await plan(document({})), 'data/').risk).toBe('nothing lists what it contains');
    expect(changeOf(await plan(document({ hasPart: { '@id': 'https://a.example/x' } })), 'data/').risk).toMatch(/may not be complete/); // prettier-ignore
  });
});

describe('A4: the document has absolute identifiers', () => {
  it('also where nothing is published: the root says which', async () => {
    const found = await plan(SURVEY, { filesUrl: FILES, base: 'https://example.org/base/' });
    expect(changeOf(found, './')).toMatchObject({ step: 'A4', newId: 'https://example.org/base/', why: 'the base that was given' }); // prettier-ignore
    const { chunks } = await detachCrate(SURVEY, { contexts, filesUrl: FILES });
    const graph = (JSON.parse(Buffer.concat(chunks).toString()) as { '@graph': JsonObject[] })['@graph'];
    const data = graph.filter((one) => ['File', 'Dataset'].includes(one['@type'] as string));
    expect(data.filter((one) => !/^(?:https|arcp):/.test(one['@id'] as string))).toEqual([]);
    expect(data).toHaveLength(6);
    expect(graph.find((one) => one['name'] === 'Ada Brook')?.['@id']).toBe('#ada-brook');
  });

  it('and of contextual entities that are no fragments', async () => {
    const found = await plan(await partlyDescribed('people'), { filesUrl: FILES });
    expect(changeOf(found, 'people/bob')).toMatchObject({ step: 'A4', newId: `${renames(found)['./']}people/bob` });
  });
});

describe('A5: a published crate', () => {
  it('gets the address of everything', async () => {
    expect(renames(await plan(SURVEY, { published: PUBLISHED }))).toEqual({
      './': PUBLISHED,
      'data/': `${PUBLISHED}data/`,
      'notes/': `${PUBLISHED}notes/`,
      'data/daily%20rainfall.csv': `${PUBLISHED}data/daily%20rainfall.csv`,
      'data/stations.csv': `${PUBLISHED}data/stations.csv`,
      'notes/field-notes.txt': `${PUBLISHED}notes/field-notes.txt`,
      '#ada-brook': `${PUBLISHED}ro-crate-metadata.json#ada-brook`,
      '#daily-rainfall': `${PUBLISHED}ro-crate-metadata.json#daily-rainfall`,
      '#reading': `${PUBLISHED}ro-crate-metadata.json#reading`,
    });
  });

  it('also of identifiers that are only mentioned, with odd characters, or outside, which is a risk', async () => {
    const parts = ['x y.txt', 'a\\b.txt', 'ä%.txt', '../up.txt', '/top.txt', 'b:c'].map((id) => ({ '@id': id }));
    const found = await plan(crate({ more: { hasPart: parts } }), { published: PUBLISHED });
    expect(renames(found)).toMatchObject({
      'x y.txt': `${PUBLISHED}x%20y.txt`,
      'a\\b.txt': `${PUBLISHED}a/b.txt`,
      'ä%.txt': `${PUBLISHED}ä%25.txt`,
      '../up.txt': 'https://example.org/up.txt',
      '/top.txt': 'https://example.org/top.txt',
    });
    expect(renames(found)).not.toHaveProperty('b:c');
    for (const id of ['../up.txt', '/top.txt']) expect(changeOf(found, id).risk).toMatch(/leads out of the crate/);
  });

  it('keeps a fresh @base only if asked, one that no identifier begins with', async () => {
    expect((await plan(SURVEY, { published: PUBLISHED })).base).toBeUndefined();
    const [first, again] = [await plan(SURVEY, { published: PUBLISHED, keepBase: true }), await plan(SURVEY, { filesUrl: FILES, keepBase: true })]; // prettier-ignore
    expect(first.base).toMatch(/^arcp:\/\/ni,sha-256;.*\/$/);
    expect(again.base).toBe(first.base);
    expect(Object.values(renames(again)).filter((id) => id.startsWith(again.base as string))).toEqual([]);
  });

  it('stays as it is where its identifiers are absolute', async () => {
    const root = 'https://other.example/c/';
    const found = await plan(crate({ root }), { published: PUBLISHED });
    expect(changeOf(found, root)).toMatchObject({ action: 'leave', risk: `it does not lead to ${PUBLISHED}` });
    expect(renames(found)).toEqual({});
  });

  it('has one new identifier for an entity with an absolute and a relative one', async () => {
    const one = crate({
      more: { hasPart: [{ '@id': `${PUBLISHED}x.txt` }, { '@id': 'x.txt' }] },
      entities: [{ '@id': 'x.txt', '@type': 'File' }],
    });
    const found = await plan(one, { base: PUBLISHED, published: PUBLISHED });
    expect(changeOf(found, 'x.txt')).toMatchObject({ newId: `${PUBLISHED}x.txt`, step: 'A5' });
    expect(found.changes.filter(({ risk }) => risk !== undefined)).toEqual([]);
  });

  it('never makes one entity of two, described or only mentioned', async () => {
    const [one, other] = ['#a', 'ro-crate-metadata.json#a'];
    const people = [one, other].map((id) => ({ '@id': id, '@type': 'Person' }));
    const mentioned = [{ '@id': one, '@type': 'Person', knows: { '@id': other } }];
    for (const entities of [people, mentioned]) {
      const both = crate({ entities });
      await expect(plan(both, { published: PUBLISHED })).rejects.toMatchObject({
        code: 'ERR_USAGE',
        message: expect.stringContaining(`"${one}" and "${other}" would become one entity`),
      });
      const apart = await plan(both, { published: PUBLISHED, map: [[one, 'urn:x:a']] });
      expect(renames(apart)).toMatchObject({ [one]: 'urn:x:a', [other]: `${PUBLISHED}${other}` });
    }
  });

  it('says which new address the crate mentions already, unless that gets another one', async () => {
    const web = `${PUBLISHED}x.txt`;
    const entities = [{ '@id': 'x.txt', '@type': 'File', url: { '@id': web } }];
    expect(changeOf(await plan(crate({ entities }), { published: PUBLISHED }), 'x.txt').risk).toBe(`${web} has this identifier too`); // prettier-ignore
    const swapped = crate({ entities: ['x', 'y'].map((id) => ({ '@id': id, '@type': 'File' })) });
    const map = [['x', `${PUBLISHED}y`], ['y', `${PUBLISHED}x`]] as const; // prettier-ignore
    const found = await plan(swapped, { base: PUBLISHED, map });
    expect(found.changes.flatMap(({ risk }) => risk ?? [])).toEqual([]);
  });

  it('is where everything is that is written as relative somewhere, even if it is absolute at first', async () => {
    const old = 'https://old.example/c/';
    const document = {
      '@context': ['https://w3id.org/ro/crate/1.2/context', { '@base': old }],
      '@graph': [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
        { '@id': old, '@type': 'Dataset', mentions: [{ '@id': `${old}x.txt` }, { '@id': 'x.txt' }, { '@id': `${old}web` }] },
      ],
    }; // prettier-ignore
    for (const published of [old, PUBLISHED]) {
      const { chunks } = await detachCrate(JSON.stringify(document), { contexts, published });
      const detached = JSON.parse(Buffer.concat(chunks).toString()) as { '@graph': JsonObject[] };
      expect(detached['@graph']).toMatchObject([
        { '@id': 'ro-crate-metadata.json', about: { '@id': published } },
        { '@id': published, mentions: [{ '@id': `${published}x.txt` }, { '@id': `${published}x.txt` }, { '@id': `${old}web` }] }, // prettier-ignore
      ]);
    }
  });

  it('is found where a document was read from the web', async () => {
    const document = JSON.stringify(crate({ entities: [{ '@id': 'x.txt', '@type': 'File' }] }));
    const { url } = await serve((_, response) => void response.end(document));
    const found = await plan(`${url}/c/ro-crate-metadata.json`);
    expect(renames(found)).toEqual({ './': `${url}/c/`, 'x.txt': `${url}/c/x.txt` });
    expect(changeOf(found, './').why).toMatch(/read from there/);
    expect(changeOf(found, 'x.txt').why).toBe('in the published crate');
  });

  it.each(['--published', '--files'])('never puts a password of %s into the document', async (option) => {
    const place = 'https://me:secret@example.org/c/';
    const failed = plan(SURVEY, option === '--files' ? { filesUrl: place } : { published: place });
    await expect(failed).rejects.toMatchObject({ code: 'ERR_USAGE', message: expect.not.stringContaining('secret') });
  });

  it.each(['ftp://example.org/', 'https://example.org/c', 'https://example.org/?x'])(
    'is not at %s',
    async (published) => {
      await expect(plan(SURVEY, { published })).rejects.toMatchObject({
        code: expect.stringMatching(/ERR_(?:USAGE|BASE)/),
      });
    },
  );
});

describe('A6: the descriptor', () => {
  it('keeps its name, and its address as contentUrl', async () => {
    const found = await plan(SURVEY, { published: PUBLISHED });
    expect(changeOf(found, 'ro-crate-metadata.json')).toMatchObject({ step: 'A6', action: 'change', add: { contentUrl: `${PUBLISHED}ro-crate-metadata.json` } }); // prettier-ignore
    expect(changeOf(found, 'ro-crate-metadata.json').newId).toBeUndefined();
  });

  it('of RO-Crate 1.0 has the older name', async () => {
    const found = await plan(join(EXAMPLES, 'station-history'), { published: PUBLISHED });
    expect(changeOf(found, 'ro-crate-metadata.jsonld').add).toEqual({
      contentUrl: `${PUBLISHED}ro-crate-metadata.jsonld`,
    });
    expect(renames(found)).toMatchObject({ '#copper-gauge': `${PUBLISHED}ro-crate-metadata.jsonld#copper-gauge` });
  });

  it('gets its name back where it is absolute', async () => {
    const descriptor = 'https://example.org/c/ro-crate-metadata.json';
    const found = await plan(crate({ descriptor, root: 'https://example.org/c/' }));
    expect(changeOf(found, descriptor)).toMatchObject({ step: 'A6', newId: 'ro-crate-metadata.json', add: { contentUrl: descriptor } }); // prettier-ignore
  });
});

describe('A7: the root', () => {
  it('leads to the Attached Package', async () => {
    expect(changeOf(await plan(SURVEY, { published: PUBLISHED }), './')).toMatchObject({ step: 'A7', newId: PUBLISHED, why: expect.stringMatching(/^resolves to the Attached Package/) }); // prettier-ignore
    expect(changeOf(await plan(SURVEY, { filesUrl: FILES }), './').risk).toMatch(/does not lead/);
  });
});

describe('A8: contextual entities', () => {
  it('get fresh identifiers, data entities and web addresses do not', async () => {
    const options = { published: PUBLISHED, mintContextual: true };
    const found = await plan(await partlyDescribed('minted'), options);
    expect(changeOf(found, '#alice')).toMatchObject({ step: 'A8', newId: expect.stringMatching(/^urn:uuid:/) });
    expect(changeOf(found, 'people/bob').step).toBe('A8');
    expect(found.changes.filter(({ step }) => step === 'A8')).toHaveLength(2);
    expect(renames(await plan(at('minted'), options))['#alice']).not.toBe(renames(found)['#alice']);
  });

  it('are reproducible with a seed, whatever their order', async () => {
    const people = ['#a', '#b', '#c'].map((id) => ({ '@id': id, '@type': 'Person' }));
    const minted = async (entities: JsonObject[], mintSeed: string) =>
      renames(await plan(crate({ entities }), { mintContextual: true, mintSeed, published: PUBLISHED }));
    const first = await minted(people, 's');
    expect(await minted([...people].reverse(), 's')).toEqual(first);
    expect(new Set(Object.values(first)).size).toBe(4);
    expect((await minted(people, 't'))['#a']).not.toBe(first['#a']);
  });
});

describe('a crate that is detached', () => {
  it.each([
    ['published', { published: PUBLISHED }],
    ['with files elsewhere', { filesUrl: FILES }],
    ['with new identifiers', { filesUrl: FILES, mintContextual: true, mintSeed: 's' }],
  ])('and detached again changes nothing: %s', async (_, options) => {
    const { name, chunks } = await detachCrate(SURVEY, { contexts, ...options });
    expect(name).toBe('rainfall-survey-ro-crate-metadata.json');
    await writeFile(at(name), Buffer.concat(chunks));
    const again = await plan(at(name));
    expect(again.changes.filter(({ action }) => action !== 'leave')).toEqual([]);
    expect(again.name).toBe(name);
  });

  it('is named after folder, archive or address', async () => {
    const nameOf = async (one: CrateArgument, options: DetachOptions = {}) => (await plan(one, options)).name;
    expect(await nameOf(await writeCrate(at('My crate: 1'), crate()))).toBe('My-crate-1-ro-crate-metadata.json');
    expect(await nameOf(crate(), { published: 'https://example.org/c/deep/' })).toBe('deep-ro-crate-metadata.json');
    expect(await nameOf(crate(), { published: 'https://example.org/' })).toBe('example.org-ro-crate-metadata.json');
    expect(await nameOf(crate())).toBe('detached-ro-crate-metadata.json');
  });
});

describe('a plan that was edited', () => {
  const edits: readonly (readonly [string, (plan: Plan) => Plan])[] = [
    ['leaves the crate without a root', ({ changes, ...rest }) => ({ ...rest, changes: [{ step: 'A1', action: 'remove', id: './', why: '' }, ...changes.slice(2)] })],
    ['gives the descriptor another name', ({ changes: [first, ...more], ...rest }) => ({ ...rest, changes: [{ ...(first as Change), action: 'rename', newId: 'urn:x:y' }, ...more] })],
    ['leaves "data/" relative', ({ changes, ...rest }) => ({ ...rest, changes: changes.filter(({ id }) => id !== 'data/') })],
    ['leaves "x/y" relative', ({ changes, ...rest }) => ({ ...rest, changes: changes.map((one) => (one.id === 'data/' ? { ...one, newId: 'x/y' } : one)) })],
  ]; // prettier-ignore
  it.each(edits)('is refused if it %s', async (message, edit) => {
    const edited = edit(await plan(SURVEY, { published: PUBLISHED }));
    const failed = detachCrate(SURVEY, { contexts, plan: edited });
    await expect(failed).rejects.toMatchObject({ code: 'ERR_PLAN_INVALID', message: expect.stringContaining(message) });
  });
});
