import fc from 'fast-check';
import { buildCrate, type BuildOptions } from '../../../src/crate/entities/build-crate.js';
import type { Crate } from '../../../src/crate/entities/crate.js';
import type { JsonObject } from '../../../src/crate/json/value.js';
import { checkCrate } from '../../../src/tasks/check/check-crate.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { anyCharacter } from '../../helpers/characters.js';
import { tries } from '../../helpers/seed.js';

const contexts = openContexts({ offline: true });
const ORCID = 'https://orcid.org/0000-0002-1825-0097';
const ABOUT = {
  name: 'Tide gauge at Havneby',
  description: 'Water levels at the ferry pier.',
  license: 'https://creativecommons.org/licenses/by/4.0/',
  datePublished: '2026-03-01',
};

const begin = (options: Partial<BuildOptions> = {}): Promise<Crate> => buildCrate(ABOUT, { contexts, ...options });

function entityIn(crate: Crate, id: string): JsonObject {
  const graph = crate.document()['@graph'] as JsonObject[];
  const found = graph.filter((one) => one['@id'] === id);
  expect(found).toHaveLength(1);
  return found[0] as JsonObject;
}

/** Expects that a step is refused with a hint, and that the document stays as it is. */
function expectRefused(crate: Crate, step: () => unknown, message: RegExp): void {
  const before = crate.toString();
  let error: unknown;
  try {
    step();
  } catch (caught) {
    error = caught;
  }
  expect(error).toMatchObject({ name: 'CrateError', code: 'ERR_USAGE' });
  expect((error as Error).message).toMatch(message);
  expect(crate.toString()).toBe(before);
}

async function errorsOf(crate: Crate): Promise<unknown[]> {
  const { findings, complete } = await checkCrate(crate.document(), { contexts });
  expect(complete).toBe(true);
  return findings.filter(({ severity }) => severity === 'error');
}

describe('a new crate', () => {
  it.each(['1.1', '1.2', '1.3'] as const)('of version %s has a descriptor and a root', async (version) => {
    const crate = await begin({ version });
    expect(crate.document()).toEqual({
      '@context': `https://w3id.org/ro/crate/${version}/context`,
      '@graph': [
        {
          '@id': 'ro-crate-metadata.json',
          '@type': 'CreativeWork',
          conformsTo: { '@id': `https://w3id.org/ro/crate/${version}` },
          about: { '@id': './' },
        },
        { '@id': './', '@type': 'Dataset', ...ABOUT, license: { '@id': ABOUT.license } },
      ],
    });
    expect(JSON.parse(crate.toString())).toEqual(crate.document());
    expect(await errorsOf(crate)).toEqual([]);
  });

  it('may be Detached, from version 1.2 on', async () => {
    const crate = await begin({ id: 'https://example.org/tides/' });
    crate.addFile('https://example.org/tides/levels.csv', { name: 'Levels' });
    expect(entityIn(crate, 'https://example.org/tides/')['hasPart']).toEqual({
      '@id': 'https://example.org/tides/levels.csv',
    });
    expectRefused(crate, () => crate.addFile('levels.csv'), /Detached crate has no files/);
    await expect(begin({ id: 'https://example.org/tides/', version: '1.1' })).rejects.toThrow(/version 1\.1/);
    await expect(begin({ id: 'tides/' })).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('is refused with what no crate can say', async () => {
    const version = '1.0' as '1.1';
    await expect(begin({ version })).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(buildCrate({ ...ABOUT, gauge: 1 }, { contexts })).rejects.toThrow(/"gauge" is not defined/);
    await expect(buildCrate({ ...ABOUT, license: 'CC BY' }, { contexts })).rejects.toThrow(/refers to an entity/);
    await expect(buildCrate({ ...ABOUT, datePublished: '2026-02-30' }, { contexts })).rejects.toThrow(/not a date/);
  });
});

describe('data', () => {
  it.each([
    ['my data/50%.csv', 'my%20data/50%25.csv'],
    ['./a:b.txt', './a:b.txt'],
    ['@type', './@type'],
    ['bilder/Ærø.png', 'bilder/Ærø.png'],
    ['a//./b.txt', 'a/b.txt'],
    ['https://example.org/x.csv', 'https://example.org/x.csv'],
  ])('at %s have the identifier %s', async (location, id) => {
    const crate = await begin();
    expect(crate.addFile(location, { name: 'x' }).id).toBe(id);
    expect(await errorsOf(crate)).toEqual([]);
  });

  it.each([
    ['/etc/passwd', /absolute path/],
    ['C:\\x.txt', /absolute path/],
    ['..\\x.txt', /write|`\\`/],
    ['a/../../x', /leaves the crate/],
    ['', /no name/],
    ['./', /no name/],
    ['folder/', /path of a folder/],
    ['ro-crate-metadata.json', /metadata file itself/],
    ['https://example.org/a b', /%20/],
  ])('at %j are refused', async (location, message) => {
    const crate = await begin();
    expectRefused(crate, () => crate.addFile(location), message);
  });

  it('are parts of the innermost described folder, in any order', async () => {
    const crate = await begin();
    crate.addFile('a/b/c/x.csv');
    crate.addFile('a/y.csv');
    crate.addFile('z.csv');
    crate.addFolder('a/b', { name: 'B' });
    crate.addFolder('a');
    crate.addFolder('https://example.org/set/', { hasPart: { '@id': 'https://example.org/one.csv' } });
    crate.addFile('https://example.org/one.csv');
    const refer = (...ids: string[]) => ids.map((id) => ({ '@id': id }));
    expect(entityIn(crate, './')['hasPart']).toEqual(refer('z.csv', 'a/', 'https://example.org/set/'));
    expect(entityIn(crate, 'a/')['hasPart']).toEqual(refer('a/y.csv', 'a/b/'));
    expect(entityIn(crate, 'a/b/')['hasPart']).toEqual({ '@id': 'a/b/c/x.csv' });
  });
});

describe('other things', () => {
  it('get identifiers by the rules', async () => {
    const crate = await begin();
    expect(crate.addPerson({ name: 'Ingrid', orcid: '0000-0002-1825-0097' }).id).toBe(ORCID);
    expect(crate.addPerson({ name: 'Ada  Brook' }).id).toBe('#Ada-Brook');
    expect(crate.addOrganization({ name: 'Survey', ror: 'https://ror.org/04m01e293' }).id).toBe('https://ror.org/04m01e293'); // prettier-ignore
    expect(crate.addPlace({ name: 'Rømø', '@id': 'https://sws.geonames.org/2614553/' }).id).toBe('https://sws.geonames.org/2614553/'); // prettier-ignore
    expect(crate.add({ '@type': 'ContactPoint', email: 'info@coast.example' }).id).toBe('_:ContactPoint1');
    expect(crate.add({ '@type': 'ContactPoint', email: 'desk@coast.example' }).id).toBe('_:ContactPoint2');
    const pier = crate.addPlace({ name: 'Pier', latitude: 55.08, longitude: 8.56 });
    expect(entityIn(crate, '_:point_55.08_8.56')).toMatchObject({ '@type': 'GeoCoordinates', latitude: 55.08 });
    expect(crate.addPlace({ name: 'Pier', latitude: 55.08, longitude: 8.56 })).toBe(pier);
    expect(await errorsOf(crate)).toEqual([]);
    expectRefused(crate, () => crate.addPerson({ name: 'Ingrid', orcid: '0000-0002-1825-0098' }), /not an ORCID/);
    expectRefused(crate, () => crate.addOrganization({ name: 'x', ror: '4711' }), /not a ROR/);
    expectRefused(crate, () => crate.addPlace({ name: 'x', latitude: 91, longitude: 0 }), /not on Earth/);
    expectRefused(crate, () => crate.add({ '@type': 'Person', '@id': 'a b' }), /a%20b/);
  });

  it('of one identifier are one entity, which must not contradict itself', async () => {
    const crate = await begin();
    const ingrid = crate.addPerson({ name: 'Ingrid Holm', orcid: ORCID });
    expect(crate.addPerson({ name: 'Ingrid Holm', orcid: ORCID, email: 'i@coast.example' })).toBe(ingrid);
    expect(ingrid.toJSON()).toMatchObject({ name: 'Ingrid Holm', email: 'i@coast.example' });
    expectRefused(crate, () => crate.addPerson({ name: 'I. Holm', orcid: ORCID }), /already described, with name/);
    expectRefused(crate, () => crate.addFile(ORCID, { name: 'x' }), /already described/);
    ingrid.set({ name: 'I. Holm', email: undefined });
    expect(ingrid.toJSON()).toEqual({ '@id': ORCID, '@type': 'Person', name: 'I. Holm' });
  });

  it('of one name are two, unless they are equal', async () => {
    const crate = await begin();
    const first = crate.addPerson({ name: 'Jens Jensen', email: 'a@coast.example' });
    expect(crate.addPerson({ name: 'Jens Jensen', email: 'a@coast.example' })).toBe(first);
    const second = crate.addPerson({ name: 'Jens Jensen', email: 'b@coast.example' });
    expect(second.id).toBe('#Jens-Jensen-2');
    expect(crate.addPerson({ name: 'Jens Jensen', email: 'b@coast.example' })).toBe(second);
    first.set({ email: 'c@coast.example' });
    expect(crate.addPerson({ name: 'Jens Jensen', email: 'a@coast.example' }).id).toBe('#Jens-Jensen-3');
  });

  it('are mentioned by the root if nothing leads to them', async () => {
    const crate = await begin();
    const survey = crate.addOrganization({ name: 'Survey' });
    crate.addPerson({ name: 'Ada', affiliation: survey });
    crate.root.add({ author: crate.addPerson({ name: 'Ingrid' }) });
    expect(entityIn(crate, './')).toMatchObject({ author: { '@id': '#Ingrid' }, mentions: { '@id': '#Ada' } });
  });
});

describe('values', () => {
  it('are written in compacted form', async () => {
    const crate = await begin();
    const file = crate.addFile('x.csv', {
      '@type': 'SoftwareSourceCode',
      name: ['one'],
      contentSize: 12,
      dateModified: new Date(Date.UTC(2026, 2, 1, 12)),
      description: [{ '@value': 'chat', '@language': 'fr' }],
      isAccessibleForFree: true,
      keywords: ['a', 'b'],
      author: [{ '@id': '#ada' }],
      version: 3,
      about: undefined,
    });
    file.add({ keywords: ['b', 'c'], author: 'https://example.org/ada' });
    expect(file.toJSON()).toEqual({
      '@id': 'x.csv',
      '@type': ['File', 'SoftwareSourceCode'],
      name: 'one',
      contentSize: '12',
      dateModified: '2026-03-01T12:00:00Z',
      description: { '@value': 'chat', '@language': 'fr' },
      isAccessibleForFree: true,
      keywords: ['a', 'b', 'c'],
      author: [{ '@id': '#ada' }, { '@id': 'https://example.org/ada' }],
      version: 3,
    });
  });

  it.each([
    [{ name: '\ud800' }, /half a character/],
    [{ version: NaN }, /NaN/],
    [{ dateModified: new Date(NaN) }, /invalid date/],
    [{ author: 'Ada' }, /refers to an entity/],
    [{ author: { '@id': 'a b' } }, /a%20b/],
    [{ description: { '@value': 'x', '@language': 'no language' } }, /language or datatype/],
    [{ author: { name: 'Ada' } as never }, /no text, number/],
    [{ name: null as never }, /no text, number/],
    [{ colour: 'red' }, /"colour" is not defined/],
    [{ 'https://example.org/colour': 'red' }, /is not defined/],
    [{ '@type': 'Gauge' }, /type "Gauge" is not defined/],
    [{ '@id': 'y.csv' }, /cannot become "y.csv"/],
    [{ '@reverse': 'x' }, /"@reverse" is not defined/],
  ])('like %j are refused', async (properties, message) => {
    const crate = await begin();
    expectRefused(crate, () => crate.addFile('x.csv', properties), message);
    expectRefused(crate, () => crate.root.set(properties), message);
    expectRefused(crate, () => crate.root.add(properties), message);
  });
});

describe('a term', () => {
  it('comes with an entry of the context and a definition', async () => {
    const crate = await begin();
    const definition = { description: 'How the gauge measures.' };
    crate.addTerm('gaugeType', { ...definition, project: 'tides' });
    crate.addTerm('Gauge', { ...definition, iri: 'https://example.org/terms#Gauge', use: 'class' });
    crate.add({ '@type': 'Gauge', name: 'Pier', gaugeType: 'float' });
    expect(crate.document()['@context']).toEqual([
      'https://w3id.org/ro/crate/1.2/context',
      { gaugeType: 'https://w3id.org/ro/terms/tides#gaugeType', Gauge: 'https://example.org/terms#Gauge' },
    ]);
    expect(entityIn(crate, 'https://w3id.org/ro/terms/tides#gaugeType')).toEqual({
      '@id': 'https://w3id.org/ro/terms/tides#gaugeType',
      '@type': 'rdf:Property',
      name: 'gaugeType',
      ...definition,
    });
    expect(entityIn(crate, 'https://example.org/terms#Gauge')['@type']).toBe('rdfs:Class');
    expect(await errorsOf(crate)).toEqual([]);
  });

  it('of schema.org that the version lacks needs no definition', async () => {
    const crate = await begin({ version: '1.1' });
    expect(crate.addTerm('sha256', { iri: 'http://schema.org/sha256' })).toBeUndefined();
    crate.addFile('x.csv', { sha256: 'ab' });
    expect(crate.document()['@context']).toEqual([
      'https://w3id.org/ro/crate/1.1/context',
      { sha256: 'http://schema.org/sha256' },
    ]);
    const newer = await begin();
    newer.addTerm('sha256', { iri: 'http://schema.org/sha256' });
    expect(newer.document()['@context']).toBe('https://w3id.org/ro/crate/1.2/context');
  });

  it.each([
    ['name', { project: 'tides', description: 'x' }, /already stands for/],
    ['two words', { iri: 'https://example.org/x', description: 'x' }, /cannot be a term/],
    ['gauge', { description: 'x' }, /no absolute IRI/],
    ['gauge', { project: 'tides' }, /no description/],
    ['gauge', { project: 'high tides', description: 'x' }, /high%20tides/],
    ['gauge', { project: 'tides', description: 'x', colour: 'red' }, /"colour" is not defined/],
  ])('%s with %j is refused', async (term, definition, message) => {
    const crate = await begin();
    expectRefused(crate, () => crate.addTerm(term, definition), message);
  });
});

it('any names make a crate without errors, or are refused', async () => {
  const name = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ name, path: name, folder: fc.boolean() }), { maxLength: 5 }), async (all) => {
      const crate = await begin();
      for (const { name: one, path, folder } of all) {
        crate.addPerson({ name: one });
        try {
          if (folder) crate.addFolder(path, { name: one });
          else crate.addFile(path, { name: one });
        } catch (error) {
          expect(error).toMatchObject({ code: 'ERR_USAGE' });
        }
      }
      expect(await errorsOf(crate)).toEqual([]);
    }),
    tries(400),
  );
});
