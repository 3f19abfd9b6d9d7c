import { MOST_PAST, QueryHistory } from '../../../src/site/browser/query/query-history.js';
import { memoryKeeper } from './helpers/memory-keeper.js';

const past = (query: string, time = 0, values: Record<string, string> = {}) => ({ query, values, time, amount: '3 rows', seconds: 0.5 }); // prettier-ignore
const texts = (history: QueryHistory) => history.all.map(({ query }) => query);

describe('the history of queries', () => {
  it('has the newest first, the same query once, and is that of all windows of a website', () => {
    const keeper = memoryKeeper();
    const [one, other] = [new QueryHistory(keeper, '/query'), new QueryHistory(keeper, '/query')];
    one.add(past('a', 1));
    other.add(past('b', 2));
    one.add(past('a', 3));
    one.add(past('a', 4, { type: 'x' }));
    expect(other.all).toEqual([past('a', 4, { type: 'x' }), past('a', 3), past('b', 2)]);
    expect(texts(new QueryHistory(keeper, '/other/query'))).toEqual([]);
    expect(one.clear()).toBeUndefined();
    expect(other.all).toEqual([]);
  });

  it('forgets the oldest, and texts that have no room', () => {
    const history = new QueryHistory(memoryKeeper(), '/query');
    for (let at = 0; at < MOST_PAST + 5; at += 1) history.add(past(String(at)));
    expect([history.all.length, history.all[0]?.query, history.all.at(-1)?.query]).toEqual([MOST_PAST, '54', '5']);
    history.add(past('x'.repeat(400_000)));
    history.add(past('y'.repeat(400_000)));
    expect(texts(history).slice(0, 2)).toEqual(['y'.repeat(400_000), '54']);
  });

  it('is empty where nothing can be kept, or something else is', () => {
    const none = new QueryHistory(undefined, '/query');
    none.add(past('a'));
    expect([texts(none), none.clear()]).toEqual([[], expect.stringContaining('keeps nothing')]);
    const keeper = memoryKeeper();
    const history = new QueryHistory(keeper, '/query');
    for (const text of ['{', '{}', '[7, {"query": "a"}, null]']) {
      keeper.setItem(history.key, text);
      expect(texts(history)).toEqual([]);
    }
  });
});
