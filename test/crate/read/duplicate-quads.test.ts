import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { RDF } from '../../../src/base/rdf/vocabulary.js';
import { canonical } from '../../helpers/oracle.js';
import { crate, open, read, readQuads } from '../../helpers/read.js';

const CONTEXT = [
  'https://w3id.org/ro/crate/1.1/context',
  { also: 'http://schema.org/name', kind: { '@id': `${RDF}type`, '@type': '@vocab' } },
];

/** The number of duplicate lines. */
async function duplicatesIn(document: object): Promise<number> {
  const { nquads, quads, document: read1 } = await read(document);
  const lines = nquads.split('\n').filter((line) => line !== '');
  expect(read1.counts.quads).toBe(lines.length);
  expect(quads).toHaveLength(lines.length);
  expect(await readQuads(document)).toHaveLength(lines.length);
  return lines.length - new Set(lines).size;
}

describe('a duplicate quad', () => {
  const first: JsonObject = { '@id': '#a', '@type': 'Person', name: 'A' };
  const filler = Array.from({ length: 20 }, (_, index): JsonObject => ({ '@id': `#f${index}`, name: 'F' }));
  it.each<[string, JsonObject[]]>([
    ['by the same value in an array', [{ '@id': '#x', name: ['n', 'm', 'n'] }]],
    ['by two spellings of one identifier', [{ '@id': '#x', author: [{ '@id': './a' }, { '@id': 'a' }] }]],
    ['by arrays in an array', [{ '@id': '#x', name: [['n'], ['n', ['m']], 'm'] }]],
    ['by sets in an array', [{ '@id': '#x', name: [{ '@set': ['n', 'm'] }, { '@set': ['m'] }] }]],
    ['by an identifier that is an array', [{ '@id': '#x', author: [{ '@id': '#a' }, { '@id': ['#b', '#a'] }] }]],
    ['by two identifiers that are arrays', [{ '@id': '#x', author: [{ '@id': ['#a', '#b'] }, { '@id': ['#a', '#b'] }] }]],
    ['by a term for rdf:type', [{ '@id': '#x', '@type': 'Person', kind: 'Person' }]],
    ['in a long array', [{ '@id': '#x', name: [...Array.from({ length: 50 }, (_, i) => `n${i}`), 'n49'] }]],
    ['by two keys', [{ '@id': '#x', name: 'n', also: 'n' }]],
    ['by two entities', [first, ...filler, { ...first, description: 'more' }]],
    ['by a nested node', [first, ...filler, { '@id': '#x', author: [first, { ...first }] }]],
    ['by @reverse', [{ '@id': '#x', author: { '@id': '#a' } }, { '@id': '#a', '@reverse': { author: { '@id': '#x' } } }]],
    ['by types', [{ '@id': '#x', '@type': ['Person', 'Person'] }]],
    ['by two names of one type', [{ '@id': '#x', '@type': ['Person', 'http://schema.org/Person'] }]],
    ['in the general lane', [first, { ...first, '@included': [first] }, { '@id': '#x', name: ['n', 'n'], '@included': [] }]],
    ['with blank nodes', [{ '@id': '_:b', name: 'n' }, { '@id': '#x', author: [{ '@id': '_:b' }, { '@id': '_:b' }] }]],
  ])('%s is written once', async (_, entities) => {
    expect(await duplicatesIn(crate(entities, CONTEXT))).toBe(0);
  }); // prettier-ignore

  it('in the types of the first entity is written once', async () => {
    const [descriptor, root] = (crate([]) as { '@graph': JsonObject[] })['@graph'] as [JsonObject, JsonObject];
    const duplicate = { ...descriptor, '@type': ['CreativeWork', 'CreativeWork'] };
    expect(await duplicatesIn({ '@context': CONTEXT, '@graph': [duplicate, root] })).toBe(0);
  });

  it('does not remain from an entity that began in the other lane, in document order or not', async () => {
    const nested = { author: { name: 'anonymous' }, '@reverse': { about: { name: 'also' } }, '@included': [first] };
    const document = crate([{ '@id': '#x', ...nested }], CONTEXT);
    const ordered = await (await open(document)).orderedQuads(DataFactory);
    const { nquads, document: whole } = await read(document);
    expect(whole.counts.general).toBe(1);
    expect(await canonical(ordered.map(quadToNQuads).join(''))).toEqual(await canonical(nquads));
  });

  it('is reported once if entities are merged', async () => {
    const { document } = await read(crate([first, ...filler, { ...first, description: 'more' }], CONTEXT));
    expect(document.report.counts).toEqual({ 'entity-merged': 1 });
    expect(document.counts).toMatchObject({ entities: 23, dropped: 0 });
  });

  it('is found in a document of any size, even between parts of a large entity', async () => {
    const deep = 'folder/'.repeat(14); // all of it is more than one part of an entity
    const parts = Array.from({ length: 12_000 }, (_, index): JsonObject => ({ '@id': `${deep}${index % 11_999}` }));
    expect(await duplicatesIn(crate([], CONTEXT, { hasPart: parts }))).toBe(0);
  });

  it('is found in a large entity that says one value by several properties, twice by each', async () => {
    const deep = 'folder/'.repeat(14);
    const parts = Array.from({ length: 12_000 }, (_, index): JsonObject => ({ '@id': `${deep}${index}` }));
    const [one, two] = [parts[3], parts[11_990]] as [JsonObject, JsonObject];
    const nested = { '@id': '#nested', hasPart: [one, two, one], mentions: [one] };
    const values = { mentions: [one, two, one, two, nested, nested], isPartOf: [two, one, two] };
    const document = crate([], CONTEXT, { hasPart: [...parts, one, nested, two], ...values });
    expect(await duplicatesIn(document)).toBe(0);
    const { quads } = await read(document);
    const saying = (value: JsonObject) =>
      quads.filter(({ object }) => object.value.endsWith(String(value['@id']))).map(({ predicate }) => predicate.value);
    expect(saying(one).map((property) => property.replace(/^.*\//, ''))).toEqual([
      'hasPart',
      'hasPart',
      'mentions',
      'mentions',
      'isPartOf',
    ]);
  });

  it('is not assumed for blank nodes that look equal', async () => {
    const { quads } = await read(crate([{ '@id': '#x', author: [{ name: 'n' }, { name: 'n' }] }], CONTEXT));
    expect(quads.filter(({ predicate }) => predicate.value.endsWith('author'))).toHaveLength(2);
  });
});

describe('the values of a property', () => {
  const b = { '@id': '_:b' };
  const [z, a] = [{ '@id': '#z' }, { '@id': '#a' }];
  const anon = { name: 'anon' };
  const reverse = (of: string): JsonObject => ({ '@id': '#r', '@reverse': { author: { '@id': of } } });
  it.each<[string, JsonObject[], string[]]>([
    ['with blank nodes among others', [{ '@id': '#x', author: [b, z, anon, a] }], ['_:', '#z', '_:', '#a']],
    ['of an entity with two descriptions', [{ '@id': '#x', author: [b, z] }, { '@id': '#x', author: [a, z, anon] }], ['_:', '#z', '#a', '_:']],
    ['that an earlier @reverse states', [reverse('#x'), { '@id': '#x', author: [z, { '@id': '#r' }, a] }], ['#z', '#r', '#a']],
    ['that only @reverse states', [reverse('#x'), { '@id': '#x', author: [z, b] }], ['#z', '_:', '#r']],
    ['that @reverse states in the general lane', [{ ...reverse('#x'), '@included': [] }, { '@id': '#x', author: [z] }], ['#z', '#r']],
  ])('%s keep their order in all forms', async (_, entities, order) => {
    const document = crate(entities, CONTEXT);
    const authors = (all: readonly Quad[]) =>
      all
        .filter(({ subject, predicate }) => /#x$/.test(subject.value) && /author$/.test(predicate.value))
        .map(({ object }) => (object.termType === 'BlankNode' ? '_:' : object.value.replace(/^.*#/, '#')));
    expect(authors((await read(document)).quads)).toEqual(order);
    expect(authors(await readQuads(document))).toEqual(order);
  }); // prettier-ignore
});
