import type { Quad } from '@rdfjs/types';
import { crateBase } from '../../../src/crate/base.js';
import type { Note } from '../../../src/crate/read/report.js';
import { BASE, crate, open, readQuads } from '../../helpers/read.js';
import { canonicalOf, entityIn, followed, graphOf, pretty } from './helpers.js';

const V11 = 'https://w3id.org/ro/crate/1.1/context';
const ELSEWHERE = crateBase('http://other.example/crate/', 'url');
const ABSOLUTE = 'http://other.example/crate/';

interface Merged {
  readonly text: string;
  readonly context: unknown;
  readonly notes: readonly string[];
}

/** The text of documents that are merged in order, each with its base. Checks its graph. */
async function merged(texts: readonly string[], bases = [BASE]): Promise<Merged> {
  const [first = '', ...others] = texts;
  const readings = others.map((_, index) => ({ identity: `merged ${index}`, base: bases[index + 1] ?? BASE }));
  const mergedDocuments = await Promise.all(others.map((text, index) => open(text, readings[index])));
  const more: Quad[] = [];
  for (const [index, text] of others.entries()) more.push(...(await readQuads(text, readings[index])));
  const notes: Note[] = [];
  const result = await followed(
    first,
    (quads) => [...quads, ...more],
    {},
    mergedDocuments,
    (note) => notes.push(note),
  );
  if (result === undefined) throw new Error('the original cannot be followed');
  const { text, after } = result;
  const distinct = new Map(after.map((quad) => [JSON.stringify(quad), quad]));
  expect(await graphOf(text)).toEqual(await canonicalOf(distinct.values()));
  expect(text).not.toContain('Resource');
  const { '@context': context } = JSON.parse(text) as { '@context': unknown };
  return { text, context, notes: notes.map(({ kind, detail }) => `${kind}: ${detail}`) };
}

/** A document with one entity `#b`. A string that begins with `=` gives the exact text of a number. */
function withB(entity: object, context: unknown = V11): string {
  return pretty(crate([{ '@id': '#b', ...entity }], context as never)).replace(/"=([^"]*)"/g, '$1');
}

const FIRST = pretty(crate([{ '@id': '#a', name: 'A' }]));
/** What RDF cannot hold. */
const FREE = { strange: 'x', none: null, empty: [], deep: { strange: [1] } };

describe('a merged document with another context keeps its text', () => {
  it.each<[string, unknown, unknown, object, string, object]>([
    ['aliases of keywords', V11, [V11, { id: '@id', type: '@type' }], { type: 'Person', name: 'B', author: { id: '#c' } }, '"type": "Person"', { type: 'Person', name: 'B', author: { id: '#c' } }],
    ['aliases that the first one has', [V11, { id: '@id' }], V11, { name: 'B', author: { '@id': '#c' } }, '', { name: 'B', author: { '@id': '#c' } }],
    ['aliases that are terms in the first one', [V11, { kind: 'http://a.example/kind' }], [V11, { kind: '@type', v: '@value' }], { kind: 'Person', name: { v: 'B' } }, '', { '@type': 'Person', name: { v: 'B' } }],
    ['a language of its own', V11, [V11, { '@language': 'en' }], { name: 'B', size: '=1.50' }, '"size": 1.50', { name: { '@value': 'B', '@language': 'en' }, size: 1.5 }],
    ['a language of the first one', [V11, { '@language': 'en' }], V11, { name: ['B', 'C'] }, '', { name: [{ '@value': 'B' }, { '@value': 'C' }] }],
    ['two languages', [V11, { '@language': 'en' }], [V11, { '@language': 'de' }], { name: 'B' }, '', { name: { '@value': 'B', '@language': 'de' } }],
    ['a vocabulary of its own', V11, [V11, { '@vocab': 'http://v.example/' }], { own: '=1e3', '@type': 'Odd' }, '"own": 1e3', { own: 1000, '@type': 'Odd' }],
    ['a vocabulary of the first one', [V11, { '@vocab': 'http://v.example/' }], V11, { name: 'B' }, '', { name: 'B' }],
    ['a term with another meaning', [V11, { wet: 'http://a.example/wet' }], [V11, { wet: 'http://b.example/wet' }], { wet: '=1.50' }, ': 1.50', { wet2: 1.5 }],
    ['a term with another type', [V11, { wet: { '@id': 'http://a.example/wet', '@type': '@id' } }], [V11, { wet: 'http://a.example/wet' }], { wet: ['s', '=1.0'] }, '1.0', { wet: [{ '@value': 's' }, 1] }],
    ['a term whose values are identifiers', [V11, { wet: 'http://a.example/wet' }], [V11, { wet: { '@id': 'http://a.example/wet', '@type': '@id' } }], { wet: './x' }, '', { wet: { '@id': './x' } }],
    ['a term with a datatype', [V11, { wet: 'http://a.example/wet' }], [V11, { wet: { '@id': 'http://a.example/wet', '@type': 'http://a.example/T' } }], { wet: ['s', '=1.0'] }, '1.0', { wet: [{ '@value': 's', '@type': 'http://a.example/T' }, { '@value': 1, '@type': 'http://a.example/T' }] }],
    ['a term of names', [V11, { wet: 'http://a.example/wet' }], [V11, { wet: { '@id': 'http://a.example/wet', '@type': '@vocab' } }], { wet: 'Person' }, '', { wet: { '@id': 'http://schema.org/Person' } }],
    ['a list', [V11, { wet: 'http://a.example/wet' }], [V11, { wet: { '@id': 'http://a.example/wet', '@container': '@list' } }], { wet: ['=1.0', 'b'] }, '1.0', { wet: { '@list': [1, 'b'] } }],
    ['a list in the first one', [V11, { wet: { '@id': 'http://a.example/wet', '@container': '@list' } }], [V11, { wet: 'http://a.example/wet' }], { wet: ['=1.0', 'b'] }, '1.0', { wet2: [1, 'b'] }],
    ['a prefix with another meaning', [V11, { ex: 'http://a.example/' }], [V11, { ex: 'http://b.example/' }], { 'ex:p': '=1.0', '@type': 'ex:T', author: { '@id': 'ex:y' } }, '1.0', { p: 1, '@type': 'T', author: { '@id': 'http://b.example/y' } }],
  ])('%s', async (_, one, two, entity, fragment, expected) => {
    const first = pretty(crate([{ '@id': '#a', name: 'A' }], one as never));
    const { text, notes } = await merged([first, withB({ ...entity, ...FREE }, two)]);
    const found = entityIn(text, '#b') ?? {};
    expect(found).toEqual({ '@id': '#b', ...expected, ...FREE });
    expect(text).toContain(fragment);
    expect(notes).toEqual([]);
  }); // prettier-ignore

  it('with another base its identifiers are absolute', async () => {
    const second = withB({ '@type': 'Odd', author: { '@id': 'c.txt', ...FREE }, price: '=1.50', ...FREE });
    const { text, notes } = await merged([FIRST, second], [BASE, ELSEWHERE]);
    expect(text).toContain('"price": 1.50');
    expect(entityIn(text, `${ABSOLUTE}#b`)).toEqual({
      '@id': `${ABSOLUTE}#b`,
      '@type': 'Odd2',
      author: { '@id': `${ABSOLUTE}c.txt`, ...FREE },
      price: 1.5,
      ...FREE,
    });
    expect(notes).toEqual([]);
  });
});

describe('a merge', () => {
  it.each<[string, unknown, unknown, object]>([
    ['a term that only the second one has', [V11, { '@language': 'en' }], [V11, { wet: 'http://b.example/wet' }], { wet: 'x' }],
    ['a term that the first one uses as an undefined name', V11, [V11, { strange: 'http://b.example/strange' }], { strange: 'x' }],
    ['nothing that is defined', V11, V11, { strange: 'x' }],
    ['nothing that is defined except in the first one', [V11, { strange: 'http://b.example/strange' }], V11, { strange: 'x' }],
  ])('never writes rdfs:Resource for an entity with %s', async (_, one, two, entity) => {
    const first = pretty(crate([{ '@id': '#a', name: 'A', strange: 1 }, { '@id': '#b', name: 'B' }], one as never));
    const { text } = await merged([first, withB(entity, two)]);
    expect(entityIn(text, '#b')?.['name']).toBe('B');
    const other = await merged([pretty(crate([{ '@id': '#a', strange: 1 }], one as never)), withB(entity, two)]);
    expect(entityIn(other.text, '#b')).toBeDefined();
  }); // prettier-ignore

  it.each<[string, string, string, string[]]>([
    ['an undefined property that is a term of the first one', pretty(crate([{ '@id': '#a', strange: 1 }], [V11, { strange: 'http://a.example/s' }] as never)), withB({ name: 'B', strange: null }), ['layout-lost: #b strange']],
    ['a nested node with an earlier reference to it', withB({ author: { '@id': '#c' } }), withB({ author: { '@id': '#c', strange: 1 } }), [`layout-lost: ${BASE.root}#b author`]],
    ['an embedded context that means something else', pretty(crate([], [V11, { ex: 'http://a.example/' }] as never)), withB({ '@context': { own: 'ex:own' }, own: 'B' }, [V11, { ex: 'http://b.example/' }]), ['layout-lost: #b']],
    ['a document whose context is in its entities', JSON.stringify((JSON.parse(FIRST) as { '@graph': object[] })['@graph'].map((entity) => ({ '@context': V11, ...entity }))), withB({ name: 'B' }), ['layout-lost: the first document']],
  ])('reports the loss of %s', async (_, one, two, expected) => {
    const notes: string[] = [];
    const document = await open(two, { identity: 'two' });
    const more = await readQuads(two, { identity: 'two' });
    const onNote = ({ kind, detail }: Note) => notes.push(`${kind}: ${detail}`);
    await followed(one, (quads) => [...quads, ...more], {}, [document], onNote);
    expect(notes).toEqual(expected);
  }); // prettier-ignore

  it('takes entities next to `@graph` and documents that are arrays', async () => {
    const { '@graph': entities } = JSON.parse(withB({ name: 'B', none: null })) as { '@graph': object[] };
    const array = entities.map((entity) => ({ '@context': V11, ...entity }));
    const { text } = await merged([FIRST, JSON.stringify(array)]);
    expect(entityIn(text, '#b')).toEqual({ '@id': '#b', name: 'B', none: null });
    const outside = await merged([FIRST, JSON.stringify({ '@context': V11, '@graph': { '@id': '#t', name: 'T' } })]);
    expect(entityIn(outside.text, '#t')).toEqual({ '@id': '#t', name: 'T' });
  });

  it('combines two keys that get the same name', async () => {
    const own = { kind: '@type', a: 'http://b.example/wet', b: 'http://b.example/wet' };
    const first = pretty(crate([{ '@id': '#a', a: 1, b: 1, kind: 'x' }], V11));
    const { text } = await merged([first, withB({ '@type': 'Person', kind: ['Odd'], a: 'x', b: ['y', '=1.0'] }, [V11, own])]); // prettier-ignore
    expect(entityIn(text, '#b')).toEqual({ '@id': '#b', '@type': ['Person', 'Odd'], wet: ['x', 'y', 1] });
    expect(text).toContain('1.0');
  });

  it('of three crates with different bases keeps all of them, and one root', async () => {
    const root = 'https://root.example/';
    const one = (name: string, more: object, context: unknown = V11) =>
      pretty({ '@context': context, '@graph': [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': root }, conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' } },
        { '@id': root, '@type': 'Dataset', name, ...more, hasPart: [{ '@id': 'a.csv' }] },
        { '@id': 'a.csv', '@type': 'File', none: null },
      ] }); // prettier-ignore
    const texts = [
      one('One', { strange: 'one', conformsTo: { '@id': 'https://p.example/1' } }),
      one('Two', { strange: 'two', conformsTo: { '@id': 'https://p.example/2' } }, [V11, { '@language': 'en' }]),
      one('Three', { strange: 'three', empty: [] }, [V11, { type: '@type', '@vocab': 'http://v.example/' }]),
    ];
    const { text, notes } = await merged(texts, [BASE, ELSEWHERE, crateBase('http://third.example/c/', 'url')]);
    expect(entityIn(text, root)).toMatchObject({
      name: ['One', { '@value': 'Two', '@language': 'en' }, 'Three'],
      strange: ['one', 'two'],
      conformsTo: [{ '@id': 'https://p.example/1' }, { '@id': 'https://p.example/2' }],
      hasPart: [{ '@id': 'a.csv' }, { '@id': `${ABSOLUTE}a.csv` }, { '@id': 'http://third.example/c/a.csv' }],
    });
    for (const id of ['a.csv', `${ABSOLUTE}a.csv`]) expect(entityIn(text, id)).toEqual({ '@id': id, '@type': 'File', none: null }); // prettier-ignore
    expect(notes).toEqual([]);
  });
});
