import { isPlain, keywordOf, predicateOf, writtenId } from '../../../src/crate/follow/written-keys.js';
import { crate, open } from '../../helpers/read.js';

const CONTEXT = [
  'https://w3id.org/ro/crate/1.1/context',
  {
    id: '@id',
    type: '@type',
    off: null,
    steps: { '@id': 'http://example.org/steps', '@container': '@list' },
    Scoped: { '@id': 'http://example.org/Scoped', '@context': { name: 'http://example.org/n' } },
  },
];
const document = () => open(crate([], CONTEXT as never));

describe('keys of entities', () => {
  it.each([
    ['name', 'http://schema.org/name'],
    ['@type', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'],
    ['type', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'],
    ['http://example.org/p q', 'http://example.org/p%20q'],
    ['@id', undefined],
    ['@reverse', undefined],
    ['steps', undefined],
    ['off', undefined],
    ['undefinedKey', undefined],
  ])('%s', async (key, predicate) => {
    expect(predicateOf(key, await document())).toBe(predicate);
  });

  it('aliases mean their keywords', async () => {
    expect(keywordOf('id', await document())).toBe('@id');
    expect(writtenId({ name: 'x', id: '#x' }, await document())).toBe('#x');
    expect(writtenId({ '@id': ['#x'] }, await document())).toBeUndefined();
  });

  it('an entity with an embedded or type-scoped context is not plain', async () => {
    expect(isPlain({ '@id': '#x', '@type': 'Person' }, await document())).toBe(true);
    expect(isPlain({ '@id': '#x', '@context': {} }, await document())).toBe(false);
    expect(isPlain({ '@id': '#x', '@type': ['Person', 'Scoped'] }, await document())).toBe(false);
    expect(isPlain({ name: 'x' }, await document())).toBe(false);
  });
});
