import type { Term } from '@rdfjs/types';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { RDF } from '../../../src/base/rdf/vocabulary.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { oxigraphOracle } from '../../torture/oxigraph-oracle.js';
import { BASE, BUNDLED, crate, parseNQuads, read, readQuads } from '../../helpers/read.js';

const CONTEXT: JsonValue = [
  'https://w3id.org/ro/crate/1.1/context',
  {
    steps: { '@id': 'http://example.org/steps', '@container': '@list' },
    route: { '@id': 'http://example.org/route', '@container': '@list', '@type': '@id' },
    list: '@list',
    set: '@set',
  },
];

/** A crate with one entity. */
const entity = (properties: JsonObject): object => crate([{ '@id': '#x', ...properties }], CONTEXT);

/** The statements of `#x`: literals as they are, the items of lists in brackets. */
async function statementsOf(properties: JsonObject): Promise<string[]> {
  const quads = parseNQuads((await read(entity(properties))).nquads);
  const objectOf = (cell: Term, name: 'first' | 'rest') =>
    quads.find(({ subject, predicate }) => subject.equals(cell) && predicate.value === RDF + name)?.object as Term;
  const itemsOf = (cell: Term): string[] =>
    cell.value === `${RDF}nil`
      ? []
      : [objectOf(cell, 'first').value.replace(BASE.root, ''), ...itemsOf(objectOf(cell, 'rest'))];
  return quads
    .filter(({ subject }) => subject.value === `${BASE.root}#x`)
    .map(({ object }) => (object.termType === 'Literal' ? object.value : `(${itemsOf(object).join(' ')})`))
    .sort();
}

describe('lists and sets', () => {
  it.each<[string, JsonObject]>([
    ['a list', { author: { '@list': ['a', { '@id': '#b' }, 3, true] } }],
    ['a list of one value without an array', { author: { '@list': 'a' } }],
    ['the empty list', { author: { '@list': [] } }],
    ['a list of nothing', { author: { '@list': [null, { '@value': null }] } }],
    ['a null value of a list property', { steps: { '@value': null }, name: 'X' }],
    ['several lists', { author: [{ '@list': ['a'] }, { '@list': ['b'] }, 'c'] }],
    ['nodes in a list', { author: { '@list': [{ name: 'A', author: { '@list': [{ name: 'B' }] } }, { '@id': '#c', name: 'C' }] } }],
    ['a list with an index', { author: { '@list': ['a'], '@index': 'i' } }],
    ['lists in a list', { author: { '@list': [{ '@list': ['a', { '@list': [] }] }, 'b'] } }],
    ['a list by its term', { steps: ['a', 'b'] }],
    ['a single value of such a term', { steps: 'a' }],
    ['arrays in such a term', { steps: [['a', ['b']], [], 'c'] }],
    ['a list object in such a term', { steps: { '@list': [['a']] } }],
    ['a list object among others', { steps: [{ '@list': ['a'] }, 'b'] }],
    ['a set in such a term', { steps: { '@set': ['a', 'b'] } }],
    ['a set among others', { steps: [{ '@set': ['a', 'b'] }, 'c'] }],
    ['the type of the term', { route: ['a', { '@list': ['#b'] }] }],
    ['a set', { author: { '@set': ['a', { '@id': '#b', name: 'B' }, ['c', null]] } }],
    ['sets in a set', { author: { '@set': [{ '@set': 'a' }, { '@list': ['b'] }] } }],
    ['a set with an index', { author: { '@set': ['a'], '@index': 'i' } }],
    ['aliases', { author: [{ list: [{ list: ['a'] }, 'b'] }, { set: ['c'] }] }],
  ])('%s: the flat lane reads it as JSON-LD requires', async (_, properties) => {
    const written = entity(properties);
    const { document, nquads } = await read(written);
    expect(await canonical(nquads)).toEqual(await canonical(await oracle(written, BASE.iri, BUNDLED)));
    expect(document.counts.general).toBe(0);
  }); // prettier-ignore

  /** Section 5.1.2 step 5.2.2 only depends on the container of the term; the oracle flattens inner arrays but not the outer one. */
  it.each<[string, JsonObject, string[]]>([
    ['arrays', { author: { '@list': [['a', ['b']], [], 'c'] } }, ['(a b c)']],
    ['sets', { author: { '@list': [{ '@set': ['a', 'b'] }, { '@set': 'c' }] } }, ['(a b c)']],
    ['a node with several ids', { author: { '@list': [{ '@id': ['#a', '#b'] }, 'c'] } }, ['(#a #b c)']],
    ['no value at all', { author: { '@list': null } }, []],
    ['an empty set', { author: { '@set': null } }, []],
  ])('%s in `@list`: both lanes follow the specification', async (_, properties, lists) => {
    const all = { ...properties, name: 'X' };
    expect(await statementsOf(all)).toEqual([...lists, 'X']);
    expect(await statementsOf({ ...all, '@included': [{ '@id': '#y', name: 'Y' }] })).toEqual([...lists, 'X']);
  });

  /** The property-scoped context applies to the content of the arrays, not to the arrays themselves (section 5.1.2 step 5). */
  it.each<[string, string, JsonObject]>([
    ['with a list', '@list', { '@id': 'http://x/other' }],
    ['with a list, and none inside', '@list', { '@id': 'http://x/other', '@container': '@set' }],
    ['without, and a list inside', '@set', { '@id': 'http://x/other', '@container': '@list' }],
  ])('arrays in arrays of a term %s whose context redefines the term', async (_, container, inner) => {
    const p = { '@id': 'http://x/p', '@container': container, '@context': { p: inner } };
    const nested = { '@id': 'http://e/b', p: ['c'] };
    const document = crate([{ '@id': 'http://e/a', p: [['a'], 'b', nested] }], [CONTEXT, { p }].flat());
    expect(await canonical((await read(document)).nquads)).toEqual(
      await canonical(await oxigraphOracle(document as JsonObject, BASE.iri, BUNDLED)),
    );
  });

  it('an entity that needs the general lane from the middle of a list on is written once', async () => {
    const properties: JsonObject = { author: { '@list': ['a', { name: 'b' }, { '@included': [], name: 'c' }] } };
    const { document, nquads, quads } = await read(entity(properties));
    expect(document.counts.general).toBe(1);
    expect(await canonical(nquads)).toEqual(await canonical(await oracle(entity(properties), BASE.iri, BUNDLED)));
    expect(await readQuads(entity(properties))).toHaveLength(quads.length);
  });

  it.each<[string, JsonObject]>([
    ['a list with another key', { author: { '@list': ['a'], name: 'x' } }],
    ['a set with another key', { author: { '@set': ['a'], '@id': '#b' } }],
    ['a list as subject', { '@reverse': { author: { '@list': [{ '@id': '#b' }] } } }],
    ['a list by its term as subject', { '@reverse': { steps: [{ '@id': '#b' }] } }],
  ])('%s has no meaning: the general lane refuses it', async (_, properties) => {
    await expect(read(entity(properties))).rejects.toMatchObject({ code: 'ERR_JSONLD_INVALID' });
  });

  it('a very long list needs no recursion', async () => {
    const items = Array.from({ length: 30_000 }, (_, index) => `item ${index}`);
    const { quads } = await read(entity({ author: { '@list': items } }));
    expect(quads.length).toBeGreaterThan(60_000);
  });
});
