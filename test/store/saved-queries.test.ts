import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Store } from 'oxigraph';
import { queryGroup } from '../../src/store/query-header.js';
import { listQueries, savedQuery } from '../../src/store/saved-queries.js';

describe('the saved queries', () => {
  it('are valid SPARQL with a summary', async () => {
    const names = (await readdir('queries')).sort();
    expect(names.filter((name) => !name.endsWith('.rq'))).toEqual([]);
    const store = new Store();
    for (const name of names) {
      const text = await readFile(join('queries', name), 'utf8');
      expect({ name, summary: /^#\+ summary: \S.{10,}$/m.test(text.split('\n')[0] ?? '') }).toEqual({
        name,
        summary: true,
      });
      expect(() => store.query(text)).not.toThrow();
    }
  });

  it('are in few groups, by what they ask about', async () => {
    const groups = (await listQueries()).map(({ text }) => queryGroup(text));
    expect(groups).not.toContain(undefined);
    expect(new Set(groups).size).toBeLessThan(8);
  });

  it('are found by their names', async () => {
    const queries = await listQueries();
    expect(queries.map(({ name }) => `${name}.rq`)).toEqual((await readdir('queries')).sort());
    for (const query of queries) expect(await savedQuery(query.name)).toEqual(query);
    await expect(savedQuery('../README')).rejects.toMatchObject({ code: 'ERR_QUERY_UNKNOWN' });
  });
});

test.each([
  ['#+ summary: a\n#+ tags: [Crates]\nASK {}', 'Crates'],
  ['#+ tags: [ People and licences , more ]\nASK {}', 'People and licences'],
  ['#+ tags: []\nASK {}', undefined],
  ['ASK {} # tags: [Crates]', undefined],
])('the group of %j is %s', (text, group) => expect(queryGroup(text)).toBe(group));
