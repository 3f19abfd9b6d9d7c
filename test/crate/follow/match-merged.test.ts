import { crateBase } from '../../../src/crate/base.js';
import { BASE, crate, open, readQuads } from '../../helpers/read.js';
import { canonicalOf, CRATE, entityIn, followed, graphOf, plus, pretty } from './helpers.js';

describe('merged documents', () => {
  const second = crate(
    [
      { '@id': '#zoe', '@type': 'Person', name: 'Zoe' },
      { '@id': '#bea', '@type': 'Person', strange: [], name: 'Bea' },
      { '@id': '#alice', email: 'second@example.org' },
    ],
    undefined,
    { author: [{ '@id': '#zoe' }, { '@id': '#bea' }] },
  );

  async function merge(first: object, other: object, base = BASE) {
    const merged = await open(other, { base });
    const more = await readQuads(other, { base });
    return (await followed(pretty(first), plus(...more), {}, [merged]))?.text as string;
  }

  it('keep their order and what RDF cannot hold', async () => {
    const text = await merge(CRATE, second);
    const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@id': string }[] };
    expect(graph.map((one) => one['@id'])).toEqual(['ro-crate-metadata.json', './', 'a.csv', '#alice', '#zoe', '#bea']);
    expect(entityIn(text, '#bea')).toEqual({ '@id': '#bea', '@type': 'Person', strange: [], name: 'Bea' });
    expect(entityIn(text, './')?.['author']).toEqual([{ '@id': '#zoe' }, { '@id': '#bea' }]);
    expect(entityIn(text, '#alice')?.['email']).toEqual(['a@example.org', 'second@example.org']);
  });

  it.each([
    ['another base', crateBase('http://example.org/crate/ro-crate-metadata.json', 'url'), second],
    [
      'another context',
      BASE,
      { ...second, '@context': ['https://w3id.org/ro/crate/1.1/context', { name: 'http://example.org/other-name' }] },
    ],
    [
      'blank nodes of the same label',
      BASE,
      crate([
        { '@id': '#c', author: { '@id': '_:b' } },
        { '@id': '_:b', name: 'second b' },
      ]),
    ],
  ])('keep all of their triples: %s', async (_, base, other) => {
    const first = crate([
      { '@id': '#d', author: { '@id': '_:b' } },
      { '@id': '_:b', name: 'first b' },
    ]);
    const options = { base, identity: 'second' };
    const more = await readQuads(other, options);
    const result = await followed(pretty(first), plus(...more), {}, [await open(other, options)]);
    expect(await graphOf(result?.text as string)).toEqual(await canonicalOf(result?.after ?? []));
  });
});
