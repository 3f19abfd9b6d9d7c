import { join } from 'node:path';
import { startServer } from '../../helpers/server.js';

interface List {
  readonly total: number;
  readonly next?: string;
  readonly crates: readonly Record<string, unknown>[];
  readonly entities: readonly Record<string, unknown>[];
  readonly facets: Readonly<Record<string, readonly { value: string; count: number; isChosen: boolean }[]>>;
}

let home: string;
beforeAll(async () => {
  const folders = ['rainfall-survey', 'rainfall-model-run', 'herbarium-scans'].map((name) => join('data/crates', name));
  ({ address: home } = await startServer({ folders }));
});

async function get(path: string, accept = '*/*'): Promise<{ status: number; type: string | null; text: string }> {
  const answer = await fetch(new URL(path, home), { headers: { accept } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** The full text is made after the start. */
async function whenRead(path: string): Promise<List> {
  for (;;) {
    const { status, text } = await get(path);
    const list = JSON.parse(text) as List & { pending?: number };
    if (status === 200 && list.pending === undefined) return list;
    expect([200, 503]).toContain(status);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the list of crates for programs', () => {
  it('is JSON with facets, by its address and by Accept', async () => {
    const list = await whenRead('crates.json?sort=name');
    expect(list.total).toBe(3);
    expect(list.crates.map(({ address }) => address)).toEqual(
      ['rainfall-model-run', 'herbarium-scans', 'rainfall-survey'].map((name) => `${home}crates/${name}/`),
    );
    expect(list.crates[2]).toMatchObject({
      graph: expect.stringContaining('rainfall-survey'),
      title: 'Tarn Valley rainfall survey, winter 2023',
      licence: ['CC-BY-4.0'],
      files: expect.any(Number),
    });
    expect(list.facets['place']?.length).toBeGreaterThan(0);
    expect(JSON.parse((await get('?sort=name', 'application/json')).text)).toEqual(list);
    expect((await get('', 'text/html,application/json;q=0.9')).type).toBe('text/html; charset=utf-8');
  });

  it('is narrowed as the page is', async () => {
    const { facets } = await whenRead('crates.json');
    const [place] = facets['place'] ?? [];
    const query = new URLSearchParams({ place: place?.value ?? '' }).toString();
    const list = await whenRead(`crates.json?${query}`);
    expect(list.total).toBe(place?.count);
    expect((await get(`?${query}`)).text).toContain(`Remove filter </span><span>Place: `);
  });

  it('has the entities of a search', async () => {
    const list = await whenRead('crates.json?q=rain*&show=entities');
    expect(list.entities).toHaveLength(list.total);
    expect(list.entities[0]).toMatchObject({ entity: expect.any(String), crate: expect.stringContaining(home) });
    const { text } = await get('crates.csv?q=rain*&show=entities');
    expect(text.trim().split('\r\n').length).toBeGreaterThan(list.total); // a value may have several lines
  });

  it('is CSV with all crates', async () => {
    await whenRead('crates.json');
    const { status, type, text } = await get('', 'text/csv');
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(text).toBe((await get('crates.csv')).text);
    const [header, ...rows] = text.trim().split('\r\n');
    expect(header).toBe('address,graph,title,datePublished,licence,profile,version,keyword,author,publisher,place,entities,files,bytes'); // prettier-ignore
    expect(rows).toHaveLength(3);
    expect((await get('crates.csv?keyword=nothing-of-the-kind')).text.split('\r\n')).toHaveLength(2);
  });

  it('says what is wrong with words', async () => {
    await whenRead('crates.json');
    const { status, text } = await get('crates.json?q=%22%22');
    expect([status, JSON.parse(text)]).toEqual([400, { code: 'ERR_USAGE', message: expect.any(String) }]);
  });

  it('still tells scripts where IRIs lead', async () => {
    const { status, text } = await get('crates.json?iri=urn:nothing');
    expect([status, text]).toEqual([200, '{}']);
  });
});

describe('the map of a list', () => {
  it('shows the crates that say where they are, with links', async () => {
    await whenRead('crates.json');
    const { text } = await get('?show=map');
    expect(text).toContain('aria-label="Map of these crates: ');
    expect(text).toContain('<a href="crates/rainfall-survey/">');
    expect(text).toContain('1 of 3 crates have coordinates.');
    expect((await get('?keyword=nothing-of-the-kind&show=map')).text).toContain('No crates match');
  });
});

describe('the search in one crate', () => {
  it('finds the words of its entities, and none of other crates', async () => {
    await whenRead('crates.json?q=rain*');
    const { text } = await get('crates/rainfall-survey/?view=find&q=rain*');
    expect(text).toMatch(/\d+ entit(?:y has|ies have) these words\./);
    expect(text).toContain('<mark>');
    expect((await get('crates/rainfall-survey/?view=find&q=sheet*')).text).toContain('0 entities have these words.');
    expect((await get('crates/herbarium-scans/?view=find&q=sheet*')).text).not.toContain(
      '0 entities have these words.',
    );
    expect((await get('crates/rainfall-survey/?view=find&q=%22%22')).text).toContain('empty-title');
    expect((await get('crates/rainfall-survey/?view=find')).text).toContain('Words in this crate');
  });
});
