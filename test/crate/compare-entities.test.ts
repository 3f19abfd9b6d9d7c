import { compareEntities } from '../../src/crate/compare-entities.js';
import type { JsonObject } from '../../src/crate/json/value.js';

const entities = (named: Record<string, string>): ReadonlyMap<string, JsonObject> =>
  new Map(Object.entries(named).map(([id, name]) => [id, { '@id': id, name }]));
const NONE = { added: [], removed: [], changed: [] };

describe('blank nodes of two sides', () => {
  it('are the same where their descriptions are, whatever their labels', () => {
    expect(compareEntities(entities({ '_:a': 'A', '_:b': 'B' }), entities({ '_:b': 'A', '_:a': 'B' }))).toEqual(NONE);
    expect(compareEntities(entities({ '_:a': 'A' }), entities({ '_:z': 'A' }))).toEqual(NONE);
  });

  it('are compared by label where their descriptions differ', () => {
    expect(compareEntities(entities({ '_:a': 'A', '_:b': 'B' }), entities({ '_:a': 'A', '_:b': 'C' }))).toEqual({
      ...NONE,
      changed: [{ id: '_:b', properties: [{ property: 'name', removed: ['B'], added: ['C'] }] }],
    });
  });

  it.each([
    ['another label', {}, '_:a-2'],
    ['one that no other node has', { '_:a-2': 'D', '_:a-3': 'E' }, '_:a-4'],
  ])('get %s where the first side gives theirs to another node', (_, more, label) => {
    const after = entities({ '_:a': 'new', '_:b': 'A', ...more });
    expect(compareEntities(entities({ '_:a': 'A', ...more }), after)).toEqual({
      ...NONE,
      added: [{ '@id': label, name: 'new' }],
    });
    expect(compareEntities(entities({ '_:a': 'A' }), after).added).toHaveLength(1 + Object.keys(more).length);
  });
});
