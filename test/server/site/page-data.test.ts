import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { startServer } from '../../helpers/server.js';
import { attribute, readHtml, textIn } from '../../site/pages/helpers/page-html.js';

type Row = Readonly<Record<string, unknown>>;

/** What all lists say. */
interface Rows extends Record<string, unknown> {
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly next?: string;
}

/** Files of the large crate. */
const FILES = 250;

let home: string;
beforeAll(async () => {
  const folder = join(await freshFolder('page-data'), 'large');
  await mkdir(folder);
  const files = Array.from({ length: FILES }, (_, at) => ({
    ...{ '@id': `f${at}.csv`, '@type': 'File', name: `File, number "${at}"` },
    ...{ encodingFormat: 'text/csv', contentSize: String(at), description: 'One\nof many.' },
  }));
  const people = [{ '@id': '#empty' }, { '@id': 'https://example.org/person', '@type': 'Person', name: 'Ada' }];
  const more = { author: { '@id': 'https://example.org/person' } };
  await writeCrate(folder, crate({ name: 'Large', more, entities: [...files, ...people] }));
  await writeFile(join(folder, 'f0.csv'), 'a,b\n');
  const examples = ['rainfall-survey', 'rainfall-model-run', 'herbarium-scans'].map((name) => join(EXAMPLES, name));
  ({ address: home } = await startServer({ folders: [folder, ...examples] }));
});

async function get(path: string, accept = '*/*') {
  const answer = await fetch(new URL(path, home), { headers: { accept } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The JSON of a page: with `page` its rows, as far as they are on it. */
async function json(path: string, accept?: string): Promise<Rows> {
  for (;;) {
    const { status, headers, text } = await get(path, accept);
    // The full text is made after the start.
    if (status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    return JSON.parse(text) as Rows;
  }
}

/** All rows of all pages. */
async function all(path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  let total = 0;
  for (let next: string | undefined = path; next !== undefined;) {
    const page = await json(next);
    const shown = page[name] as Row[];
    rows.push(...shown);
    ({ next, total } = page);
  }
  expect(rows).toHaveLength(total);
  return rows;
}

/** The rows of CSV (RFC 4180), with the names of the columns. */
async function csv(path: string, accept?: string): Promise<Record<string, string>[]> {
  const { status, headers, text } = await get(path, accept);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  const records: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const [whole, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`no CSV: ${rest.slice(0, 100)}`);
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    rest = rest.slice(whole.length);
    if (end !== ',' && rest !== '') records.push([]);
  }
  const [header = [], ...rows] = records;
  for (const row of rows) expect(row).toHaveLength(header.length);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

/** A row of JSON as CSV has it. */
function asText(row: Row, columns: readonly string[]): Record<string, string> {
  const text = (value: unknown) => (Array.isArray(value) ? value.join('; ') : String((value ?? '') as string | number));
  return Object.fromEntries(columns.map((name) => [name, text(row[name])]));
}

/** The JSON and the CSV of a page have the same rows, which are returned. */
async function same(path: string, name: string): Promise<Row[]> {
  const rows = await all(`${path}&format=json`, name);
  const table = await csv(`${path}&format=csv`);
  expect(table).toEqual(rows.map((row) => asText(row, Object.keys(table[0] ?? {}))));
  return rows;
}

/** The texts of elements of the page for people. */
async function shown(path: string, has: (tag: string, className: string) => boolean): Promise<string[]> {
  const { elements } = readHtml((await get(path, 'text/html')).text);
  return elements.filter((one) => has(one.tagName, attribute(one, 'class') ?? '')).map(textIn);
}

describe('the files of a crate for programs', () => {
  it('are those of the page', async () => {
    const rows = await same('crates/large/?view=files', 'files');
    expect(rows).toHaveLength(FILES + 1); // the metadata document is in the folder too
    const page = rows.slice(0, 100).map(({ path }) => path);
    const names = await shown('crates/large/?view=files', (_, className) => className === 'name-cell');
    expect(names.slice(1).map((name, at) => name.startsWith(page[at] as string))).toEqual(page.map(() => true));
    expect(rows.find(({ path }) => path === 'f0.csv')).toEqual({
      ...{ kind: 'file', path: 'f0.csv', name: 'File, number "0"', types: ['File'], size: 4, format: 'text/csv' },
      ...{ entity: expect.stringMatching(/f0\.csv$/), address: `${home}crates/large/f0.csv` },
    });
    expect(rows.find(({ path }) => path === 'f7.csv')).toMatchObject({ problem: 'missing', size: 7 });
  });

  it('follow filter, order and page', async () => {
    const filtered = await same('crates/large/?view=files&q=f1&sort=-size', 'files');
    expect(filtered.slice(0, 2).map(({ path }) => path)).toEqual(['f199.csv', 'f198.csv']);
    expect(filtered).toHaveLength(111);
    const second = await json('crates/large/?view=files&sort=name&page=2&format=json');
    expect([second.total, second.page, second.pages]).toEqual([FILES + 1, 2, 3]);
    expect(second.next).toBe(`${home}crates/large/?view=files&sort=name&page=3&format=json`);
    expect(await csv('crates/large/?view=files&page=2&format=csv')).toHaveLength(FILES + 1);
    const folder = await same('crates/rainfall-survey/?view=files&folder=data/', 'files');
    expect(folder.length).toBeGreaterThan(0);
    expect(folder.every(({ path }) => String(path).startsWith('data/'))).toBe(true);
  });

  it('are none of a folder that there is not', async () => {
    const { status, text } = await get('crates/large/?view=files&folder=none/&format=csv');
    expect([status, JSON.parse(text)]).toEqual([404, { message: 'the crate has no such folder' }]);
  });
});

describe('the other views of a crate for programs', () => {
  it('have the images, with the sizes of the page', async () => {
    const rows = await same('crates/herbarium-scans/?view=images', 'images');
    const { elements } = readHtml((await get('crates/herbarium-scans/?view=images')).text);
    const pictures = elements.filter(({ tagName, attrs }) => tagName === 'img' && attrs.some(({ name, value }) => name === 'loading' && value === 'lazy')); // prettier-ignore
    expect(pictures.length).toBeGreaterThan(0);
    expect(rows.map(({ width, height }) => [String(width), String(height)])).toEqual(
      pictures.map((one) => [attribute(one, 'width'), attribute(one, 'height')]),
    );
    for (const { address } of rows) expect((await get(address as string)).status).toBe(200);
  });

  it('have the actions of a run', async () => {
    const [action, ...others] = await same('crates/rainfall-model-run/?view=run', 'actions');
    expect(others).toEqual([]);
    expect(action).toMatchObject({
      ...{ id: '#run-2023-04-18', types: ['CreateAction'], status: 'completed' },
      ...{ instrument: ['monthly-totals.cwl'], outputs: ['results/monthly-totals.csv'] },
      inputs: expect.arrayContaining(['#wet-day-threshold']) as unknown,
      agent: ['https://orcid.org/0000-0002-1825-0097'],
      start: expect.stringContaining('2023-04-18') as unknown,
    });
    const [sentence = ''] = await shown('crates/rainfall-model-run/?view=run', (_, name) => name === 'run-list');
    expect(sentence).toContain(action?.['name']);
  });

  it('have the entities of a search', async () => {
    const rows = await same('crates/rainfall-survey/?view=find&q=rain*', 'entities');
    const [said = ''] = await shown('crates/rainfall-survey/?view=find&q=rain*', (_, name) => name === 'card-title');
    expect(said).toContain(rows[0]?.['name']);
    expect(rows.map(({ crate }) => crate)).toEqual(rows.map(() => `${home}crates/rainfall-survey/`));
    const many = await same('crates/large/?view=find&q=number', 'entities');
    expect(new Set(many.map(({ entity }) => entity)).size).toBe(FILES);
    for (const words of ['', '&q=%22%22']) {
      const { status, text } = await get(`crates/large/?view=find${words}&format=csv`);
      expect([status, JSON.parse(text)]).toEqual([400, { code: 'ERR_USAGE', message: expect.any(String) }]);
    }
  });

  it('have the findings of the check', async () => {
    const rows = await same('crates/large/?view=check', 'findings');
    const { counts, version, complete } = await json('crates/large/?view=check&format=json');
    const sum = Object.values(counts as Record<string, number>).reduce((one, other) => one + other, 0);
    expect([rows.length, version, complete]).toEqual([sum, '1.1', true]);
    const headings = await shown('crates/large/?view=check', (tag) => tag === 'h2');
    expect([...new Set(rows.map(({ rule }) => rule))]).toEqual(headings.map((text) => text.replace(/ [\d,]+$/, '')));
    const chosen = rows.filter(({ rule }) => rule === 'root-license');
    expect(chosen).toHaveLength(1);
    expect(await same('crates/large/?view=check&rule=root-license', 'findings')).toEqual(chosen);
  });

  it('have the statistics, as those of the store', async () => {
    const statistics = await json('crates/large/?view=statistics&format=json');
    expect(statistics).toMatchObject({ crates: 1, files: { files: FILES } });
    const table = await csv('crates/large/?view=statistics&format=csv');
    expect(table.find(({ what }) => what === 'files')?.['number']).toBe(String(FILES));
    const ofAll = await json('statistics?format=json');
    expect(ofAll).toMatchObject({ crates: 4 });
    const [line] = (await csv('statistics?format=csv')).filter(({ what }) => what === 'crates');
    expect(line?.['number']).toBe('4');
  });

  it('have the picture as JSON only', async () => {
    const graph = await json('crates/large/?view=graph&nodes=all&format=json');
    expect((graph['nodes'] as object[]).length).toBeGreaterThanOrEqual(FILES);
    const { status, text } = await get('crates/large/?view=graph&format=csv');
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { code: 'ERR_USAGE', message: 'this page has no form "csv", only html, json' },
    ]);
    expect((await get('crates/large/?view=graph', 'text/csv')).status).toBe(406);
    expect((await get('crates/large/?view=graph', 'text/csv, text/html;q=0.5')).text).toContain('graph-view');
  });
});

describe('lists for programs', () => {
  it('have the entities of a type', async () => {
    const rows = await same('crates/large/?type=File&sort=name', 'entities');
    expect(rows).toHaveLength(FILES);
    expect(rows[10]).toEqual({
      ...{ id: 'f10.csv', entity: expect.stringMatching(/f10\.csv$/), name: 'File, number "10"', types: ['File'] },
      description: 'One of many.',
    });
    expect(await same('crates/large/?type=File&q=f24', 'entities')).toHaveLength(11);
    expect(await same('crates/large/?type=', 'entities')).toEqual([expect.objectContaining({ id: '#empty' })]);
    expect((await fetch(new URL('crates/large/?type=Nothing&format=json', home))).status).toBe(404);
  });

  it('have the crates that mention something', async () => {
    const rows = await same('mentions?iri=https://example.org/person', 'crates');
    expect(rows.map(({ address }) => address)).toEqual([`${home}crates/large/`]);
    expect((await json('mentions?iri=urn:nothing&format=json')).total).toBe(0);
  });

  it('have the crates of the start page', async () => {
    const rows = await same('?sort=name', 'crates');
    expect(rows).toHaveLength(4);
    expect(await csv('crates.csv?sort=name')).toEqual(await csv('?sort=name&format=csv'));
  });
});

describe('the form of a page', () => {
  it.each([
    'crates/large/?view=files',
    'crates/large/?type=File',
    'statistics',
    'references',
    'mentions?iri=a:b',
    '?sort=date',
  ])('is chosen by Accept, by its address and by links: %s', async (path) => {
    const join = path.includes('?') ? '&' : '?';
    const named = await get(`${path}${join}format=json`);
    const accepted = await get(path, 'application/json');
    expect(accepted.text).toBe(named.text);
    expect(accepted.headers.get('vary')).toContain('Accept');
    expect((await get(path, 'text/csv')).text).toBe((await get(`${path}${join}format=csv`, 'text/html')).text);
    const page = await get(path, 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await get(path)).text).toBe(page.text);
    expect((await get(`${path}${join}format=html`, 'application/json')).status).toBe(200);
    const { elements } = readHtml(page.text);
    for (const type of ['application/json', 'text/csv']) {
      const link = elements.find((one) => one.tagName === 'link' && attribute(one, 'type') === type);
      const href = new URL(attribute(link!, 'href') ?? '', new URL(path, home));
      expect((await get(href.href)).text).toBe((await get(path, type)).text);
      const shorter = elements.find((one) => one.tagName === 'a' && textIn(one) === (type === 'text/csv' ? 'CSV' : 'JSON')); // prettier-ignore
      expect(new URL(attribute(shorter!, 'href') ?? '', new URL(path, home)).search).toBe(href.search);
    }
  });

  it.each(['crates/large/?view=files', 'crates/large/?type=File', 'statistics?a=b', 'mentions?iri=a:b', '?q=a'])(
    'is refused where there is no such form: %s',
    async (path) => {
      const { status, headers, text } = await get(`${path}&format=xml`, 'text/html');
      expect([status, headers.get('content-type')]).toEqual([400, 'application/json']);
      expect(JSON.parse(text)).toEqual({ code: 'ERR_USAGE', message: 'this page has no form "xml", only html, json, csv' }); // prettier-ignore
    },
  );

  it('is RDF or a page at the addresses of crates and entities', async () => {
    for (const path of ['crates/large/?', 'crates/large/?entity=f0.csv&']) {
      const { status, text } = await get(`${path}format=json`);
      expect([status, JSON.parse(text)]).toEqual([400, { code: 'ERR_USAGE', message: expect.stringContaining('RDF by Accept') }]); // prettier-ignore
      expect((await get(path, 'text/turtle')).headers.get('content-type')).toContain('text/turtle');
      expect((await get(path, 'application/json')).headers.get('content-type')).toMatch(/^application\/ld\+json/);
    }
    expect((await get('crates/large/?view=unknown', 'application/json')).text).toContain('<!DOCTYPE html>');
  });

  it('is also that of an error', async () => {
    const { status, text } = await get('crates/none/?view=files&format=json');
    expect([status, JSON.parse(text)]).toEqual([404, { message: 'There is no crate “none” here.' }]);
  });
});
