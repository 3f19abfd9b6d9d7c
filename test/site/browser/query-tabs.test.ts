import {
  MOST_TABS,
  queryTitle,
  QueryTabs,
  tabTitle,
  type QueryTab,
} from '../../../src/site/browser/query/query-tabs.js';
import { memoryKeeper } from './helpers/memory-keeper.js';

const FIRST = { query: 'ASK {}', values: {} };
const tabsOf = (keeper: ReturnType<typeof memoryKeeper> | undefined, place = '/query', first = FIRST) =>
  new QueryTabs<QueryTab>(keeper, place, first, (tab) => ({ ...tab }));
const texts = (tabs: QueryTabs<QueryTab>) => tabs.all.map(({ query }) => query);

describe('the tabs of queries', () => {
  it('open, close and come back with their values after a reload', () => {
    const keeper = memoryKeeper();
    const tabs = tabsOf(keeper);
    tabs.open({ query: 'b', values: { type: 'schema:Person' } });
    tabs.open({ query: 'c', values: {} });
    tabs.choose(tabs.all[1] as QueryTab);
    const again = tabsOf(keeper);
    expect(texts(again)).toEqual(['ASK {}', 'b', 'c']);
    expect([again.current.query, again.current.values, again.current.opened]).toEqual(['b', { type: 'schema:Person' }, undefined]); // prettier-ignore
    again.close(again.current);
    expect([texts(again), again.current.query]).toEqual([['ASK {}', 'c'], 'c']);
    expect(again.open({ query: 'd', values: {} })?.number).toBe(2); // the number of the one that was closed
    expect(texts(tabsOf(keeper, '/other/query'))).toEqual(['ASK {}']);
  });

  it('open a query once', () => {
    const tabs = tabsOf(memoryKeeper());
    const one = tabs.open({ query: 'b', values: { a: '1' } });
    expect(tabs.open({ query: 'b', values: { a: '2' } })).not.toBe(one);
    expect(tabs.open({ query: 'b', values: { a: '1' } })).toBe(one);
    expect(tabs.current).toBe(one);
  });

  it('are at least one, and not too many', () => {
    const tabs = tabsOf(memoryKeeper());
    tabs.close(tabs.current);
    expect(texts(tabs)).toEqual(['']);
    for (let at = 1; at < MOST_TABS; at += 1) expect(tabs.open({ query: String(at), values: {} })).toBeDefined();
    const { current } = tabs;
    expect([tabs.isFull, tabs.open({ query: 'more', values: {} }), tabs.current]).toEqual([true, undefined, current]);
  });

  it.each([undefined, memoryKeeper(5)])('work where nothing can be kept', (keeper) => {
    const tabs = tabsOf(keeper);
    tabs.open({ query: 'b', values: {} });
    expect(texts(tabs)).toEqual(['ASK {}', 'b']);
  });

  it('leave out of what they keep only what is too long', () => {
    const keeper = memoryKeeper();
    const tabs = tabsOf(keeper);
    tabs.open({ query: 'x'.repeat(300_000), values: {} });
    tabs.open({ query: 'c', values: {} });
    expect([texts(tabsOf(keeper)), tabsOf(keeper).current.query]).toEqual([['ASK {}', 'c'], 'c']);
  });

  it.each(['{', '7', '{"tabs": [7, {"query": "a"}]}', '{"tabs": {}}'])(
    'begin anew where something wrote %s',
    (text) => {
      const keeper = memoryKeeper();
      keeper.setItem('crategraph.tabs /query', text);
      expect(texts(tabsOf(keeper))).toEqual(['ASK {}']);
    },
  );
});

test.each([
  ['# People\nASK {}', 'People'],
  ['\n  #\n#  People\nASK {}', 'People'],
  ['#+ summary: The people\n#+ tags: [People]\nASK {}', 'The people'],
  ['#+ param: type iri\n# People\nASK {}', 'People'],
  ['#+ param: type iri\nASK {}', 'Query 3'],
  ['ASK {} # People', 'Query 3'],
  ['ASK {\n# People\n}', 'Query 3'],
  ['', 'Query 3'],
])('%j is called %s', (query, title) => expect(tabTitle({ query, number: 3 })).toBe(title));

test('a long name is cut between characters', () => {
  expect([...(queryTitle(`# ${'🌧'.repeat(90)}`) ?? '')]).toHaveLength(60);
});
