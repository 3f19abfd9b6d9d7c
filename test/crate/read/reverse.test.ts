import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { BASE, BUNDLED, crate, read } from '../../helpers/read.js';

describe('@reverse in an entity', () => {
  it.each<[string, JsonObject]>([
    ['a reference after a node with statements', { author: [{ '@id': '#a', name: 'A' }, { '@id': '#b' }] }],
    ['an anonymous node before a reference', { author: [{ name: 'A' }, { '@id': '#b' }] }],
    ['a single reference', { author: { '@id': '#a' } }],
    ['a key that no context defines', { unheard: { '@id': '#a' }, author: { '@id': '#b' } }],
    ['a null', { author: [null as JsonValue, { '@id': '#b' }] }],
  ])('is read as JSON-LD requires: %s', async (_name, reverse) => {
    const document = crate([{ '@id': '#x', name: 'X', '@reverse': reverse }]);
    const { nquads } = await read(document);
    expect(await canonical(nquads)).toEqual(await canonical(await oracle(document, BASE.iri, BUNDLED)));
  });
});
