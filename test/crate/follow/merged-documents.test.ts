import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { crate, open, readQuads } from '../../helpers/read.js';
import { ALICE, canonicalOf, entityIn, followed, graphOf, lineDiff, plus, pretty, replaced, triple, without, type Change } from './helpers.js'; // prettier-ignore

const { literal, namedNode } = DataFactory;
const V11 = 'https://w3id.org/ro/crate/1.1/context';

/** The text of documents that are merged in order, after a change of their graph. Checks its graph. */
async function merged(texts: readonly string[], change: Change = (quads) => quads): Promise<string> {
  const [first = '', ...others] = texts;
  const mergedDocuments = await Promise.all(others.map((text, index) => open(text, { identity: `merged ${index}` })));
  const more: Quad[] = [];
  for (const [index, text] of others.entries()) more.push(...(await readQuads(text, { identity: `merged ${index}` })));
  const result = await followed(first, (quads) => change([...quads, ...more]), {}, mergedDocuments);
  if (result === undefined) throw new Error('the original cannot be followed');
  const { text, after } = result;
  expect(await graphOf(text)).toEqual(await canonicalOf(new Map(after.map((quad) => [JSON.stringify(quad), quad])).values())); // prettier-ignore
  return text;
}

const FIRST = pretty(
  crate(
    [
      { '@id': 'a.csv', '@type': 'File', name: 'A', own: 1 },
      { '@id': '_:b', name: 'first b' },
    ],
    V11,
    { name: 'One', author: [{ '@id': '#z' }, { '@id': '#y' }], strange: 'one', keywords: null },
  ),
);
const SECOND = pretty(
  crate(
    [
      { '@id': './b.csv', '@type': 'File', none: null, size: '@', wet: 'yes', author: [{ '@id': '_:b' }, { '@id': '#q' }] },
      { '@id': 'a.csv', '@type': ['File', 'Thing'], name: ['A', 'B'], other: [{ x: '@' }], empty: [], own: 1 },
      { '@id': '_:b', name: 'second b', unheard: { '@id': '_:b' } },
      { '@id': '#q', name: 'Q', strange: null, address: { name: 'Nowhere', strange: [] } },
    ],
    [V11, { wet: 'http://terms.example/wet', unused: 'http://terms.example/unused' }] as never,
    { name: 'Two', author: [{ '@id': '#q' }, { '@id': '#z' }, { '@id': '#p' }], strange: 'two', more: { '@id': './x' }, hasPart: [], keywords: 'k', license: null, size: '@' },
  ),
)
  .replaceAll('"@"', '[1.0, 1e3]'); // prettier-ignore

describe('a merged document', () => {
  it('keeps the text of its entities, with what RDF cannot hold', async () => {
    const text = await merged([FIRST, SECOND]);
    expect(text).toContain('"@id": "./b.csv",\n      "@type": "File",\n      "none": null,\n      "size": [1.0, 1e3],');
    expect(entityIn(text, '#q')).toEqual({ '@id': '#q', name: 'Q', strange: null, address: { name: 'Nowhere', strange: [] } }); // prettier-ignore
    const ids = (JSON.parse(text) as { '@graph': { '@id': string }[] })['@graph'].map((one) => one['@id']);
    expect(ids).toEqual(['ro-crate-metadata.json', './', 'a.csv', './b.csv', '_:b', '_:b-2', '#q']);
  });

  it('adds its own statements to entities that the original describes', async () => {
    const text = await merged([FIRST, SECOND]);
    expect(entityIn(text, './')).toEqual({
      '@id': './',
      '@type': 'Dataset',
      name: ['One', 'Two'],
      author: ['#z', '#y', '#q', '#p'].map((id) => ({ '@id': id })),
      strange: ['one', 'two'],
      keywords: [null, 'k'],
      more: { '@id': './x' },
      hasPart: [],
      license: null,
      size: [1, 1000],
    });
    expect(text).toContain('"size": [1.0, 1e3]');
    expect(entityIn(text, 'a.csv')).toEqual({ '@id': 'a.csv', '@type': ['File', 'Thing'], name: ['A', 'B'], own: 1, other: [{ x: [1, 1000] }], empty: [] }); // prettier-ignore
    expect(lineDiff(FIRST, text).filter((line) => line.startsWith('-')).length).toBeLessThan(12);
  });

  it('adds values to entities of the original with their spelling', async () => {
    const one = pretty(crate([{ '@id': '#x', name: 'X' }]));
    const two = pretty(crate([{ '@id': '#x', name: 'X', price: 7 }]));
    const text = await merged([one, two.replace(': 7', ': 1.50')]);
    expect(text).toContain('"name": "X",\n      "price": 1.50\n');
  });

  it('keeps entities from nested arrays in its `@graph`', async () => {
    const inner = { '@id': '#n', name: 'N', strange: null };
    const text = await merged([FIRST, pretty(crate([[inner]] as never))]);
    expect(entityIn(text, '#n')).toEqual(inner);
  });

  it('is written on one line if the original is', async () => {
    const entity = { '@id': '#x', name: 'a : b,  "c"', strange: [null, 1] };
    const text = await merged([JSON.stringify(crate([ALICE])), pretty(crate([entity]))]);
    expect(text).toContain(`,${JSON.stringify(entity)}]}`);
  });

  it('adds the terms of its context, used or not', async () => {
    const { '@context': context } = JSON.parse(await merged([FIRST, SECOND])) as { '@context': unknown };
    expect(context).toEqual([V11, { wet: 'http://terms.example/wet', unused: 'http://terms.example/unused' }]);
  });

  it('keeps its blank nodes distinct, even those that RDF cannot hold', async () => {
    const text = await merged([FIRST, SECOND]);
    expect(entityIn(text, '_:b')).toEqual({ '@id': '_:b', name: 'first b' });
    expect(entityIn(text, '_:b-2')).toEqual({ '@id': '_:b-2', name: 'second b', unheard: { '@id': '_:b-2' } });
    expect(entityIn(text, './b.csv')?.['author']).toEqual([{ '@id': '_:b-2' }, { '@id': '#q' }]);
  });

  it('is stable over any number of rounds', async () => {
    const text = await merged([FIRST, SECOND]);
    expect(await merged([text])).toBe(text);
    expect(await merged([text, SECOND.replaceAll('_:b"', '_:b-2"')])).toContain('"strange": null');
  });

  it('changes in one line where the graph changes', async () => {
    const before = await merged([FIRST, SECOND]);
    for (const [from, to] of [
      ['yes', 'no'],
      ['Q', 'R'],
      ['Two', 'Drei'],
    ] as const)
      // prettier-ignore
      expect(await merged([FIRST, SECOND], replaced(from, literal(to)))).toBe(before.replace(`"${from}"`, `"${to}"`));
    const more = await merged([FIRST, SECOND], plus(triple('#q', 'email', 'q@example.org')));
    expect(entityIn(more, '#q')).toMatchObject({ strange: null, email: 'q@example.org' });
  });

  it('keeps its blank nodes apart from those of the original, also as types', async () => {
    const text = await merged([FIRST, pretty(crate([{ '@id': '#q', '@type': ['Person', '_:b'] }, { '@id': '_:b', name: 'second b' }]))]); // prettier-ignore
    expect(entityIn(text, '#q')).toEqual({ '@id': '#q', '@type': ['Person', '_:b-2'] });
  });

  it('leaves no trace of a removed entity', async () => {
    const less = await merged(
      [FIRST, SECOND],
      without(({ subject, object }) => /#q$|a\.csv$/.test(subject.value) || object.value === 'Nowhere'),
    );
    expect(entityIn(less, '#q')).toBeUndefined();
    expect(entityIn(less, 'a.csv')).toBeUndefined();
    expect(entityIn(less, './b.csv')).toBeDefined();
  });

  it('follows a renamed node', async () => {
    const rename: Change = (quads) =>
      quads.map((quad) =>
        [quad.subject, quad.object].some(({ value }) => value.endsWith('/crate/') || value.endsWith('#q'))
          ? triple(other(quad.subject), quad.predicate, other(quad.object))
          : quad,
      );
    const other = <T extends Quad['subject'] | Quad['object']>(term: T): T =>
      (term.value.endsWith('/crate/') ? namedNode('https://doi.org/10.1/x') : term.value.endsWith('#q') ? namedNode(`${term.value}uinn`) : term) as T; // prettier-ignore
    const text = await merged([FIRST, SECOND], rename);
    expect(entityIn(text, 'https://doi.org/10.1/x')).toMatchObject({ strange: ['one', 'two'], license: null });
    expect(entityIn(text, '#quinn')).toMatchObject({ strange: null, name: 'Q' });
  });

  it('takes the indentation of the original', async () => {
    const wide = JSON.stringify(JSON.parse(SECOND), null, 6).replaceAll('\n', '\r\n');
    for (const text of [await merged([FIRST, wide]), await merged([FIRST, JSON.stringify(JSON.parse(SECOND))])])
      expect(JSON.parse(text)).toEqual(JSON.parse(await merged([FIRST, SECOND])));
    expect(await merged([FIRST, wide])).not.toContain('\r');
    expect(await merged([JSON.stringify(JSON.parse(FIRST)), SECOND])).not.toMatch(/\n/);
    expect(await merged([JSON.stringify(JSON.parse(FIRST)), SECOND])).toContain('"size":[1.0,1e3]');
  });

  it('may be the third', async () => {
    const third = pretty(crate([{ '@id': '#q', name: 'Q', third: 3 }, { '@id': '_:b', name: 'third b', n: null }], [V11, { dry: 'http://terms.example/dry' }] as never, { name: 'Three', dry: true, strange: 'two' })); // prettier-ignore
    const text = await merged([FIRST, SECOND, third]);
    expect(entityIn(text, './')).toMatchObject({ name: ['One', 'Two', 'Three'], dry: true, strange: ['one', 'two'] });
    expect(entityIn(text, '#q')).toMatchObject({ strange: null, third: 3 });
    expect(entityIn(text, '_:b-3')).toEqual({ '@id': '_:b-3', name: 'third b', n: null });
    expect((JSON.parse(text) as { '@context': unknown[] })['@context']).toHaveLength(3);
  });
});

describe('a merged document whose names mean something else', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a term of the second one is another in the first',
      [V11, { wet: 'http://a.example/wet' }],
      [V11, { wet: 'http://b.example/wet' }],
    ],
    ['the first one has a property that only the second one defines', V11, [V11, { wet: 'http://b.example/wet' }]],
    ['the second one has one that only the first one defines', [V11, { wet: 'http://a.example/wet' }], V11],
    ['the language', [V11, { '@language': 'en' }], [V11, { '@language': 'de' }]],
    ['the vocabulary', V11, [V11, { '@vocab': 'http://b.example/' }]],
    ['a prefix', [V11, { ex: 'http://a.example/' }], [V11, { ex: 'http://b.example/' }]],
    ['contexts of two versions', V11, 'https://w3id.org/ro/crate/1.2/context'],
  ])('keeps its graph, and the text of everything that means the same: %s', async (_, one, two) => {
    const first = pretty(crate([{ '@id': '#a', name: 'A', wet: 'a', 'ex:x': 1 }], one as never, { wet: 'r' }));
    const second = pretty(crate([{ '@id': '#b', name: 'B', wet: 'b', 'ex:x': 1, author: { '@id': 'ex:y' } }, { '@id': '#c', name: 'C', free: null }], two as never, { wet: 's' })); // prettier-ignore
    const text = await merged([first, second]);
    if (!/language|vocabulary/.test(_)) expect(entityIn(text, '#c')).toEqual({ '@id': '#c', name: 'C', free: null });
    expect(text).toContain('"wet": "a"');
  });

  it('keeps nodes in arrays', async () => {
    const first = pretty(crate([{ '@id': '#a', wet: 'a' }], [V11, { wet: 'http://a.example/wet' }] as never));
    const nested = [[{ '@id': '#n', wet: 'n' }]] as never;
    const second = pretty(crate([{ '@id': '#b', author: nested }], [V11, { wet: 'http://b.example/wet' }] as never));
    expect(await merged([first, second])).toContain('http://b.example/wet');
  });

  it('adds only those terms of a context that the original does not define', async () => {
    const name = 'http://b.example/name';
    const first = pretty(crate([{ '@id': '#a', name: 'A' }]));
    const text = await merged([
      first,
      pretty(crate([{ '@id': '#w', wet: 'w' }], [V11, { '@version': 1.1, name, wet: 'http://b.example/wet' }])),
    ]);
    expect((JSON.parse(text) as Record<string, unknown>)['@context']).toEqual([V11, { wet: 'http://b.example/wet' }]);
  });

  it('keeps reverse properties, lists and entities with embedded contexts', async () => {
    const context = [V11, { partOf: { '@reverse': 'http://schema.org/hasPart' }, steps: { '@id': 'http://example.org/steps', '@container': '@list' } }]; // prettier-ignore
    const first = pretty(crate([{ '@id': '#a', partOf: { '@id': './' }, steps: ['x'], none: 1 }], context as never));
    const second = pretty(crate([{ '@id': '#a', partOf: { '@id': '#c' }, steps: ['y'], '@reverse': { about: { '@id': '#d' } }, free: [] }, { '@id': '#own', '@context': { name: 'http://example.org/own' }, name: 'own', free: [] }], context as never)); // prettier-ignore
    const text = await merged([first, second]);
    expect(entityIn(text, '#a')).toMatchObject({ none: 1, free: [] });
  });
});
