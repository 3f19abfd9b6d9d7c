import { crateOf, type Crate } from '../../../src/crate/entities/crate.js';
import { crate as documentOf, open } from '../../helpers/read.js';
import { changedLines, graphOf, opened } from './helpers.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.2/context';
const SURVEY = `{
  "@context": "${CONTEXT}",
  "@graph": [
    {
      "@id": "ro-crate-metadata.json",
      "@type": "CreativeWork",
      "about": {"@id": "./"},
      "conformsTo": {"@id": "https://w3id.org/ro/crate/1.2"}
    },
    {
      "@id": "./",
      "@type": "Dataset",
      "name": "Rainfall",
      "description": null,
      "undefinedProperty": 1.50,
      "author": {"@id": "#ada"},
      "hasPart": [
        {"@id": "rain.csv"},
        {"@id": "raw/"}
      ],
      "keywords": ["rain", "gauge"]
    },
    {"@id": "rain.csv", "@type": "File", "author": {"@id": "#ada"}, "encodingFormat": "text/csv"},
    {"@id": "raw/", "@type": "Dataset", "hasPart": {"@id": "raw/a%20b.csv"}},
    {"@id": "raw/a%20b.csv", "@type": "File"},
    {
      "@id": "#ada",
      "@type": "Person",
      "name": "Ada Brook"
    }
  ]
}
`;

function expectRefused(crate: Crate, step: () => unknown, error: object): void {
  const before = crate.toString();
  let caught: unknown;
  try {
    step();
  } catch (thrown) {
    caught = thrown;
  }
  expect(caught).toMatchObject({ name: 'CrateError', ...error });
  expect((caught as { hint: string }).hint).not.toBe('');
  expect(crate.toString()).toBe(before);
}

describe('an opened crate', () => {
  it('gives its entities by any of their identifiers', async () => {
    const crate = await opened(SURVEY);
    expect(crate.root.id).toBe('./');
    expect(crate.descriptor.get('about')).toEqual({ '@id': './' });
    expect(crate.entity('raw/a b.csv')).toBe(crate.entity('raw/a%20b.csv'));
    expect(crate.entity('http://example.org/crate/rain.csv')).toBe(crate.entity('./rain.csv'));
    expect(crate.has('rain.csv')).toBe(true);
    expect(crate.has('snow.csv')).toBe(false);
    expectRefused(crate, () => crate.entity('rian.csv'), { code: 'ERR_ENTITY_NOT_FOUND', hint: 'did you mean rain.csv?' }); // prettier-ignore
    expect([...crate.entities()].map(({ id }) => id)).toEqual(graphOf(SURVEY).map((one) => one['@id']));
    expect(crate.ofType('Person')).toEqual([crate.entity('#ada')]);
    expect(crate.files().map(({ id }) => id)).toEqual(['rain.csv', 'raw/a%20b.csv']);
    expect(crate.folders()).toEqual([crate.entity('raw/')]);
    expect(crate.root.entities('author')[0]?.get('name')).toBe('Ada Brook');
    expect(crate.root.values('keywords')).toEqual(['rain', 'gauge']);
    expect(crate.root.values('description')).toEqual([]);
    expect(crate.root.properties).toContain('undefinedProperty');
    expect(crate.toString()).toBe(SURVEY);
    expect(crate.isChanged).toBe(false);
    expect(crate.document()).toEqual(JSON.parse(SURVEY));
  });

  it.each<[string, (crate: Crate) => void, string[], string[]]>([
    ['set', ({ root }) => root.set('name', 'Rain'), ['"name": "Rainfall"'], ['"name": "Rain"']],
    ['set several', ({ root }) => root.set({ name: 'Rain', author: undefined }), ['"name": "Rainfall"', '"author": {"@id": "#ada"}'], ['"name": "Rain"']],
    ['set a new property', ({ root }) => root.set('version', '2'), [], ['"version": "2"']],
    ['set null', ({ root }) => root.set('description', 'Daily'), ['"description": null'], ['"description": "Daily"']],
    ['add to an array', ({ root }) => root.add('hasPart', { '@id': 'x' }), [], ['{"@id": "x"}']],
    ['add to a line', ({ root }) => root.add('keywords', ['rain', 'sun']), ['"keywords": ["rain", "gauge"]'], ['"keywords": ["rain", "gauge", "sun"]']],
    ['unset', ({ root }) => root.unset('keywords'), ['"keywords": ["rain", "gauge"]'], []],
    ['unset one value', (crate) => crate.root.unset('hasPart', crate.entity('raw/')), ['{"@id": "raw/"}'], []],
    ['edit on one line', (crate) => crate.entity('rain.csv').set('encodingFormat', 'text/plain'),
      ['{"@id": "rain.csv", "@type": "File", "author": {"@id": "#ada"}, "encodingFormat": "text/csv"}'],
      ['{"@id": "rain.csv", "@type": "File", "author": {"@id": "#ada"}, "encodingFormat": "text/plain"}']],
    ['add a type', ({ root }) => root.add('@type', 'CreativeWork'), ['"@type": "Dataset"'], ['"@type": ["Dataset", "CreativeWork"]']],
    ['the same again', ({ root }) => root.set('name', 'Rainfall').add('author', { '@id': '#ada' }).unset('version'), [], []],
  ])('changes only the lines of what is changed: %s', async (_, edit, removed, added) => {
    const crate = await opened(SURVEY);
    edit(crate);
    const text = crate.toString();
    expect(changedLines(SURVEY, text)).toEqual({ removed, added });
    expect(crate.isChanged).toBe(removed.length + added.length > 0);
    expect((await opened(text)).toString()).toBe(text);
  }); // prettier-ignore

  it('takes new entities, which become parts and are mentioned', async () => {
    const crate = await opened(SURVEY);
    const bob = crate.addPerson({ name: 'Bob' });
    crate.addFile('raw/new.csv', { author: bob });
    crate.addFile('top.csv');
    crate.addPlace({ name: 'Pier' });
    expect(crate.files().map(({ id }) => id)).toEqual(['rain.csv', 'top.csv', 'raw/a%20b.csv', 'raw/new.csv']);
    const graph = graphOf(crate.toString());
    expect(graph.slice(6)).toEqual([
      { '@id': 'raw/new.csv', '@type': 'File', author: { '@id': '#Bob' } },
      { '@id': 'top.csv', '@type': 'File' },
      { '@id': '#Bob', '@type': 'Person', name: 'Bob' },
      { '@id': '#Pier', '@type': 'Place', name: 'Pier' },
    ]);
    expect(changedLines(SURVEY, crate.toString()).removed).toEqual([
      '{"@id": "raw/", "@type": "Dataset", "hasPart": {"@id": "raw/a%20b.csv"}}',
    ]);
    expect(graph[1]).toMatchObject({
      hasPart: [{ '@id': 'rain.csv' }, { '@id': 'raw/' }, { '@id': 'top.csv' }],
      mentions: { '@id': '#Pier' },
    });
    expect(graph[3]?.['hasPart']).toEqual([{ '@id': 'raw/a%20b.csv' }, { '@id': 'raw/new.csv' }]);
    const again = await opened(crate.toString());
    expect(again.addPerson({ name: 'Bob' })).toBe(again.entity('#Bob'));
    again.addFile('raw/new.csv', { author: again.entity('#Bob') });
    expect(again.isChanged).toBe(false);
  });

  it('completes what it describes, and refuses a contradiction', async () => {
    const crate = await opened(SURVEY);
    crate.addFile('rain.csv', { name: 'Rain', encodingFormat: 'text/csv' });
    expect(changedLines(SURVEY, crate.toString()).added).toHaveLength(1);
    expectRefused(crate, () => crate.addFile('rain.csv', { name: 'Snow' }), { code: 'ERR_USAGE' });
  });

  it('gives a term to the context', async () => {
    const crate = await opened(SURVEY);
    expectRefused(crate, () => crate.root.set('gaugeType', 'float'), { code: 'ERR_USAGE' });
    expectRefused(crate, () => crate.root.set('undefinedProperty', 2), { code: 'ERR_USAGE' });
    crate.addTerm('gaugeType', { project: 'tides', description: 'How it measures.' });
    crate.root.set('gaugeType', 'float');
    const { removed, added } = changedLines(SURVEY, crate.toString());
    expect(removed).toEqual([`"@context": "${CONTEXT}"`]);
    expect(added[0]).toBe(`"@context": ["${CONTEXT}", {"gaugeType": "https://w3id.org/ro/terms/tides#gaugeType"}]`);
    expect((await opened(crate.toString())).root.get('gaugeType')).toBe('float');
  });

  it.each<[string, (crate: Crate) => unknown, string]>([
    ['a text for a person', ({ root }) => root.set('author', 'Ada'), 'ERR_USAGE'],
    ['nothing', ({ root }) => root.set('name', null), 'ERR_USAGE'],
    ['an unknown type', ({ root }) => root.add('@type', 'Gauge'), 'ERR_USAGE'],
    ['no type', ({ root }) => root.unset('@type'), 'ERR_USAGE'],
    ['another identifier', ({ root }) => root.set('@id', 'x'), 'ERR_USAGE'],
    ['the second of two', ({ root }) => root.set({ name: 'x', version: NaN }), 'ERR_USAGE'],
    ['an unknown name', ({ root }) => root.set('colour', undefined), 'ERR_USAGE'],
    ['a removed root', (crate) => crate.remove('./'), 'ERR_USAGE'],
    ['a removed descriptor', (crate) => crate.remove(['#ada', crate.descriptor]), 'ERR_USAGE'],
    ['what is not there', (crate) => crate.remove('#eve'), 'ERR_ENTITY_NOT_FOUND'],
  ])('refuses %s and stays as it is', async (_, step, code) => {
    const crate = await opened(SURVEY);
    expectRefused(crate, () => step(crate), { code });
    expect(crate.isChanged).toBe(false);
  });
});

describe('what refers to an entity', () => {
  const idsOf = (entities: readonly { readonly id: string }[]) => entities.map(({ id }) => id);

  it('is in the order of the document, by any property or by one, whatever has been asked for or changed', async () => {
    const crate = await opened(SURVEY);
    const ada = crate.entity('#ada');
    crate.entity('rain.csv').set('name', 'Rain');
    expect(idsOf(ada.referredBy())).toEqual(['./', 'rain.csv']);
    expect(idsOf(crate.root.referredBy())).toEqual(['ro-crate-metadata.json']);
    expect(idsOf(crate.entity('raw/a b.csv').referredBy('http://schema.org/hasPart'))).toEqual(['raw/']);
    expect(ada.referredBy('hasPart')).toEqual([]);
    const added = crate.add({ '@type': 'Thing', '@id': '#t', author: ada });
    expect(ada.referredBy('author').at(-1)).toBe(added);
    crate.root.unset('author');
    expect(idsOf(ada.referredBy())).toEqual(['rain.csv', '#t']);
    crate.remove(ada);
    expect(ada.referredBy()).toEqual([]);
  });

  it('is found at any depth, but not by a statement the other way round', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { steps: 'http://example.org/steps' }];
    const text = JSON.stringify(documentOf([
      { '@id': '#deep', '@type': 'Thing', steps: { '@list': ['x', { '@id': '#a' }] } },
      { '@id': '#reverse', '@type': 'Thing', '@reverse': { about: { '@id': '#a' } } },
      { '@id': '#a', '@type': 'Thing' },
    ], context)); // prettier-ignore
    const crate = await opened(text);
    expect(idsOf(crate.entity('#a').referredBy())).toEqual(['#deep']);
    expect(idsOf(crate.entity('#a').referredBy('steps'))).toEqual(['#deep']);
  });
});

describe('what a crate cannot do without', () => {
  it.each([
    ['a root without identifier', (crate: Crate) => crate.root.unset('@id'), 'without identifier'],
    ['an entity without identifier', (crate: Crate) => crate.entity('#ada').unset('@id'), 'without identifier'],
    ['a descriptor about nothing', (crate: Crate) => crate.descriptor.unset('about'), 'about the root'],
    ['a descriptor about another entity', (crate: Crate) => crate.descriptor.set('about', crate.entity('#ada')), 'about the root'], // prettier-ignore
    ['a root that is no Dataset', (crate: Crate) => crate.root.set('@type', 'Person'), 'be no Dataset'],
  ])('is kept: %s is refused', async (_, step, problem) => {
    const crate = await opened(SURVEY);
    expectRefused(crate, () => step(crate), { code: 'ERR_USAGE', message: expect.stringContaining(problem) });
    crate.root.add('@type', 'Collection');
    crate.descriptor.set('name', 'Metadata');
    expect(crate.root.types).toEqual(['Dataset', 'Collection']);
  });
});

const CIRCLE: Record<string, unknown> = {};
CIRCLE['self'] = CIRCLE;

describe('what is not of the crate', () => {
  it('is refused as a value: an entity that was removed, and one of another crate', async () => {
    const [crate, other] = [await opened(SURVEY), await opened(SURVEY)];
    const ada = crate.entity('#ada');
    crate.remove(ada);
    const stranger = other.addPerson({ name: 'Other' });
    for (const entity of [ada, stranger])
      expectRefused(crate, () => crate.root.add('author', entity), { code: 'ERR_USAGE', message: expect.stringContaining('no entity of this crate') }); // prettier-ignore
    crate.root.add('author', { '@id': '#ada' });
    expect(crate.root.get('author')).toEqual({ '@id': '#ada' });
  });

  it.each([
    ['an entity that is described inside of a value', { '@id': '#zoe', '@type': 'Person', name: 'Zoe' }],
    ['a bigint', 10n],
    ['a circle', CIRCLE],
  ])('is refused as a value: %s', async (_, value) => {
    const crate = await opened(SURVEY);
    expectRefused(crate, () => crate.root.set('author', value as never), { code: 'ERR_USAGE' });
    expectRefused(crate, () => crate.root.add('author', value as never), { code: 'ERR_USAGE' });
    expect(crate.root.unset('author', value as never).get('author')).toEqual({ '@id': '#ada' });
  });

  it.each([
    ['set without a value', (crate: Crate) => crate.root.set('name' as never)],
    ['set of null', (crate: Crate) => crate.root.set(null as never)],
    ['add of nothing', (crate: Crate) => crate.root.add(undefined as never)],
    ['a type that is no text', (crate: Crate) => crate.root.set('@type', 5)],
    ['get', (crate: Crate) => crate.root.get(undefined as never)],
    ['has', (crate: Crate) => crate.has(null as never)],
    ['entity', (crate: Crate) => crate.entity(undefined as never)],
    ['remove', (crate: Crate) => crate.remove(undefined as never)],
    ['addFile', (crate: Crate) => crate.addFile(undefined as never)],
    ['addFile with null', (crate: Crate) => crate.addFile('q', null as never)],
    ['addPerson', (crate: Crate) => crate.addPerson(undefined as never)],
    ['add', (crate: Crate) => crate.add(null as never)],
  ])('is refused as an argument: %s', async (_, step) => {
    const crate = await opened(SURVEY);
    expectRefused(crate, () => step(crate), { code: 'ERR_USAGE' });
  });
});

describe('an entity that the document describes inside of another one', () => {
  const nested = { '@id': '#n', '@type': 'Person', name: 'Ada' };
  const text = JSON.stringify(documentOf([{ '@id': '#b', '@type': 'Thing', author: nested, keywords: { '@value': 'N', '@language': 'en' } }])); // prettier-ignore

  it('is there, and cannot be edited or described again', async () => {
    const crate = await opened(text);
    expect(crate.has('#n')).toBe(true);
    const error = { code: 'ERR_UNSUPPORTED', message: expect.stringContaining('inside of another entity') };
    expectRefused(crate, () => crate.entity('#n'), error);
    expectRefused(crate, () => crate.addPerson({ '@id': '#n', name: 'X' }), error);
  });

  it('is the same value as a reference to it, and the order of keys makes no other value', async () => {
    const crate = await opened(text);
    const thing = crate.entity('#b');
    thing.add('author', { '@id': '#n' }).add('keywords', { '@language': 'en', '@value': 'N' });
    expect(crate.isChanged).toBe(false);
    expect(thing.unset('author', { '@id': '#n' }).get('author')).toBeUndefined();
    expect(crate.has('#n')).toBe(false);
    expect(thing.unset('keywords', { '@language': 'en', '@value': 'N' }).get('keywords')).toBeUndefined();
  });
});

describe('values that are removed', () => {
  it('are those that the same value would be written as', async () => {
    const crate = await opened(SURVEY);
    const file = crate.entity('rain.csv');
    file.set({ contentSize: 5, license: 'https://example.org/l', dateModified: new Date('2026-01-02T03:04:05Z') });
    file.unset('contentSize', 5).unset('license', 'https://example.org/l');
    file.unset('dateModified', new Date('2026-01-02T03:04:05Z'));
    expect(crate.toString()).toBe(SURVEY);
  });
});

describe('removing', () => {
  it('takes an entity and all references to it', async () => {
    const crate = await opened(SURVEY);
    const ada = crate.entity('#ada');
    crate.remove(ada);
    expect(crate.toString()).not.toContain('#ada');
    expect(changedLines(SURVEY, crate.toString()).added).toEqual([
      '{"@id": "rain.csv", "@type": "File", "encodingFormat": "text/csv"}',
    ]);
    expect(crate.has('#ada')).toBe(false);
    expect(() => ada.set('name', 'x')).toThrow(/has been removed/);
    expect(crate.addPerson({ '@id': '#ada', name: 'Ada' })).not.toBe(ada);
    expect(graphOf(crate.toString()).at(-1)).toEqual({ '@id': '#ada', '@type': 'Person', name: 'Ada' });
  });

  it('a folder leaves its parts to what the folder was in', async () => {
    const crate = await opened(SURVEY);
    crate.remove('raw/');
    expect(graphOf(crate.toString())[1]?.['hasPart']).toEqual([{ '@id': 'rain.csv' }, { '@id': 'raw/a%20b.csv' }]);
  });

  it('takes what was added, and references at any depth', async () => {
    const deep = { steps: { '@list': [{ '@id': '#a' }, 'x'] }, note: [{ '@id': '#a' }, { about: { '@id': '#a' } }], '@reverse': { about: { '@id': '#a' } } }; // prettier-ignore
    const context = ['https://w3id.org/ro/crate/1.1/context', { steps: 'http://example.org/steps', note: 'http://example.org/note' }]; // prettier-ignore
    const text = JSON.stringify(documentOf([{ '@id': '#b', '@type': 'Thing', ...deep }], context));
    const crate = await opened(text);
    const thing = crate.add({ '@type': 'Thing', '@id': '#a' });
    expect(graphOf(crate.toString()).at(-1)).toEqual({ '@id': '#a', '@type': 'Thing' });
    crate.remove(thing);
    expect(graphOf(crate.toString()).at(-1)).toEqual({ '@id': '#b', '@type': 'Thing', steps: { '@list': ['x'] } });
  });
});

describe('the words of a document', () => {
  const TERMS = {
    id: '@id',
    type: '@type',
    titel: 'http://schema.org/name',
    schema: 'http://schema.org/',
    maker: { '@id': 'http://schema.org/author', '@type': '@id' },
    steps: { '@id': 'http://example.org/steps', '@container': '@list' },
    labels: { '@id': 'http://example.org/labels', '@container': '@language' },
    Dataset: 'http://schema.org/Dataset',
    CreativeWork: 'http://schema.org/CreativeWork',
    about: 'http://schema.org/about',
    conformsTo: 'http://purl.org/dc/terms/conformsTo',
    Person: 'http://schema.org/Person',
    'schema:hasPart': { '@type': '@id' },
    mentions: 'http://schema.org/mentions',
    description: 'http://schema.org/description',
  };
  const document = {
    '@context': TERMS,
    '@graph': [
      { id: 'ro-crate-metadata.json', type: 'CreativeWork', about: { id: './' } },
      { id: './', type: 'Dataset', titel: 'Old', 'schema:name': 'Older', maker: '#ada', steps: ['a', 'b'], labels: { en: 'x', de: ['y'] } },
      { id: '#ada', type: 'Person', titel: 'Ada' },
      { id: './', description: 'Second' },
    ],
  }; // prettier-ignore

  it('are recognised', async () => {
    const { root } = await opened(document);
    expect(root.types).toEqual(['Dataset']);
    expect(root.values('name')).toEqual(['Old', 'Older']);
    expect(root.values('http://schema.org/name')).toEqual(['Old', 'Older']);
    expect(root.values('author')).toEqual([{ '@id': '#ada' }]);
    expect(root.entities('author')[0]?.get('name')).toBe('Ada');
    expect(root.get('labels')).toEqual({ en: 'x', de: ['y'] });
    expect(root.values('steps')).toEqual(['a', 'b']);
    expect(root.get('description')).toBe('Second');
    expect(root.isA('Dataset')).toBe(true);
    expect(root.toJSON()).toMatchObject({ titel: 'Old', description: 'Second' });
  });

  it('are written', async () => {
    const crate = await opened(document);
    crate.root.set('name', 'New').set('description', 'Third').add('steps', 'c').unset('author');
    crate.root.add('author', crate.addPerson({ '@id': '#bob', name: 'Bob' }));
    expect(graphOf(crate.toString())).toEqual([
      document['@graph'][0],
      { id: './', type: 'Dataset', titel: 'New', maker: { '@id': '#bob' }, steps: ['a', 'b', 'c'], labels: { en: 'x', de: ['y'] } },
      document['@graph'][2],
      { id: './', description: 'Third' },
      { id: '#bob', type: 'Person', titel: 'Bob' },
    ]); // prettier-ignore
  });

  it('that have a form of their own are refused', async () => {
    const crate = await opened(document);
    expectRefused(crate, () => crate.root.set('labels', 'x'), { code: 'ERR_UNSUPPORTED' });
    expectRefused(crate, () => crate.root.add('maker', 'Ada'), { code: 'ERR_USAGE' });
    crate.root.unset('labels');
    expect(crate.root.get('labels')).toBeUndefined();
  });

  it('of an entity with its own context stay as they are', async () => {
    const own = { '@id': '#own', '@type': 'Person', '@context': { name: 'http://example.org/name' }, name: 'x' };
    const crate = await opened(documentOf([own]));
    expectRefused(crate, () => crate.entity('#own').set('name', 'y'), { code: 'ERR_UNSUPPORTED' });
  });

  it('are kept where they are not changed: `@value`, `@list`, nested entities', async () => {
    const entity = {
      '@id': '#x',
      '@type': 'Thing',
      name: [{ '@value': 'eau', '@language': 'fr' }, null, 'water', []],
      author: { '@list': [{ '@id': '#a' }] },
      about: { '@type': 'Thing', name: 'nested' },
    };
    const crate = await opened(documentOf([entity]));
    const thing = crate.entity('#x');
    thing.set('name', thing.values('name').slice(0, 1)).add('about', { '@id': '#a' });
    expect(graphOf(crate.toString()).at(-1)).toEqual({
      ...entity,
      name: [{ '@value': 'eau', '@language': 'fr' }],
      about: [entity.about, { '@id': '#a' }],
    });
  });
});

it.each([
  ['a document that is one entity', { '@context': CONTEXT, '@id': 'ro-crate-metadata.json', about: { '@id': './', '@type': 'Dataset' } }], // prettier-ignore
  ['an array', (documentOf([]) as { '@graph': object[] })['@graph'].map((one) => ({ '@context': CONTEXT, ...one }))],
])('%s is refused: its entities are not in one array', async (_, document) => {
  const read = await open(document);
  expect(() => crateOf(read)).toThrow(expect.objectContaining({ code: 'ERR_UNSUPPORTED' }));
});
