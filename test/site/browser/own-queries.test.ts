import { forgetQuery, keepQuery, ownQueries, renameQuery } from '../../../src/site/browser/query/own-queries.js';
import { fragmentOf, sharedQuery } from '../../../src/site/browser/query/shared-query.js';
import { memoryKeeper as keeper } from './helpers/memory-keeper.js';

describe('own queries', () => {
  it('are kept, renamed and forgotten', () => {
    const mine = keeper();
    expect(keepQuery(mine, 'a', 'ASK {}')).toBeUndefined();
    expect(keepQuery(mine, '__proto__', 'ASK { ?s ?p ?o }')).toBeUndefined();
    expect(renameQuery(mine, 'a', 'b')).toBeUndefined();
    expect(Object.entries(ownQueries(mine))).toEqual([['b', 'ASK {}'], ['__proto__', 'ASK { ?s ?p ?o }']]); // prettier-ignore
    expect(renameQuery(mine, 'b', '__proto__')).toContain('already');
    expect(forgetQuery(mine, '__proto__')).toBeUndefined();
    expect(ownQueries(mine)).toEqual({ b: 'ASK {}' });
  });

  it('say why they are not kept', () => {
    expect(keepQuery(undefined, 'a', 'ASK {}')).toContain('keeps nothing');
    expect(keepQuery(keeper(5), 'a', 'ASK {}')).toContain('no room');
  });

  it.each(['{', 'null', '7', '{"a": 7}'])('are none where something else wrote %s', (text) => {
    const mine = keeper();
    mine.setItem('crategraph.queries', text);
    expect(ownQueries(mine)).toEqual({});
  });
});

describe('a shared query', () => {
  it('comes back from its address, with its values', () => {
    const shared = { query: '# größe & more\nASK { ?s ?p "#+%" }', values: { type: 'schema:Person' } };
    expect(sharedQuery(fragmentOf(shared))).toEqual(shared);
  });

  it('is none in another fragment', () => {
    expect(sharedQuery('')).toBeUndefined();
    expect(sharedQuery('#main')).toBeUndefined();
  });
});
