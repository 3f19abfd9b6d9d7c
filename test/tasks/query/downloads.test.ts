import { openStore } from '../../../src/store/open-store.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { askedFiles, downloadsNQuads } from '../../../src/tasks/query/downloads.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { savedQuery } from '../../../src/store/saved-queries.js';
import { crate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';

const BASE = 'https://data.example/survey/';
const ELSEWHERE = 'https://files.example/big.csv';
const URLS = 'SELECT ?file ?url { GRAPH <urn:crategraph:downloads> { ?file schema:contentUrl ?url } } ORDER BY ?file';

const files = [
  { '@id': 'data/a%20b.csv', '@type': 'File', name: 'Here' },
  { '@id': 'big.csv', '@type': 'File', contentUrl: ELSEWHERE },
  { '@id': ELSEWHERE, '@type': 'File', name: 'On the web' },
  { '@id': '#part', '@type': 'File', name: 'A part of something' },
  { '@id': 'data/', '@type': 'Dataset', name: 'A folder' },
];

async function storeOf(base: string | undefined) {
  const store = await openStore('memory:');
  const document = crate({ name: 'Survey', entities: files });
  await loadCrates(store, document as never, { contexts: BUNDLED, base });
  return store;
}
const rows = async (base: string | undefined, sparql = URLS, graphs?: readonly string[]) =>
  String(await queryStore(await storeOf(base), sparql, { format: 'csv', graphs }))
    .trim()
    .split('\r\n')
    .slice(1);

describe('the graph of downloads', () => {
  it('has the base with the path for a published crate, what the crate says, and what is on the web', async () => {
    expect(await rows(BASE)).toEqual([
      `${BASE}big.csv,${ELSEWHERE}`,
      `${BASE}data/a%20b.csv,${BASE}data/a%20b.csv`,
      `${ELSEWHERE},${ELSEWHERE}`,
    ]);
  });

  it('has only what is on the web, or said, for a crate that was not published', async () => {
    const urls = (await rows(undefined)).map((row) => row.replace(/.*,/, ''));
    expect(urls).toEqual([ELSEWHERE, ELSEWHERE]);
  });

  it('is that of the crates that are asked', async () => {
    expect(await rows(BASE, URLS, [BASE])).toHaveLength(3);
    const store = await storeOf(BASE);
    await loadCrates(store, crate({ name: 'Other', entities: files }) as never, { contexts: BUNDLED, base: 'https://other.example/' }); // prettier-ignore
    expect(
      String(await queryStore(store, URLS, { format: 'csv' }))
        .trim()
        .split('\r\n'),
    ).toHaveLength(6);
    const one = String(await queryStore(store, URLS, { format: 'csv', graphs: ['https://other.example/'] }));
    expect(one).not.toContain(BASE);
  });

  it.each([
    `GRAPH <urn:crategraph:downloads> { <${BASE}big.csv> schema:contentUrl ?url }`,
    `GRAPH ?g { <${BASE}big.csv> schema:contentUrl ?url } FILTER(?g = <urn:crategraph:downloads>)`,
    `GRAPH <urn:crategraph:downloads> { ?file schema:contentUrl ?url } GRAPH ?g { ?file schema:name "Here" }`,
    `GRAPH <urn:crategraph:downloads> { <${BASE}big.csv> ^!a ?x } GRAPH <urn:crategraph:downloads> { ?x ?p ?url }`,
  ])('has what a query of some files asks: %s', async (pattern) => {
    const all = `SELECT ?url { { SELECT ?url { ${pattern} } } GRAPH <urn:crategraph:downloads> { ?any ?how ?where } } GROUP BY ?url`;
    expect(await rows(BASE, `SELECT DISTINCT ?url { ${pattern} }`)).toEqual(await rows(BASE, all));
  });

  it('of one file costs one file', async () => {
    const store = await storeOf(BASE);
    const asked: string[] = [];
    const reader = Object.assign(Object.create(store) as typeof store, {
      query: (sparql: string, ...rest: [never, never]) => (asked.push(sparql), store.query(sparql, ...rest)),
    });
    const url = `GRAPH <urn:crategraph:downloads> { <${BASE}big.csv> schema:contentUrl ?url }`;
    const [chunk] = await downloadsNQuads(reader, { files: askedFiles(`PREFIX schema: <http://schema.org/> SELECT ?url { ${url} }`, false) }, {}); // prettier-ignore
    expect(String(chunk)).toBe(`<${BASE}big.csv> <http://schema.org/contentUrl> <${ELSEWHERE}> <urn:crategraph:downloads> .\n`); // prettier-ignore
    expect(asked.every((text) => text.includes(`VALUES ?file { <${BASE}big.csv> }`))).toBe(true);
  });

  it('is no part of the union, and is not stored', async () => {
    expect(await rows(BASE, 'SELECT ?url { ?file schema:contentUrl ?url }')).toEqual([ELSEWHERE]);
    const store = await storeOf(BASE);
    await queryStore(store, URLS);
    expect([...(await store.graphs()).keys()]).toEqual([BASE]);
  });

  it('is refused in an update, which would find nothing in it', async () => {
    const update = `INSERT { GRAPH <${BASE}> { ?f schema:url ?u } } WHERE { GRAPH <urn:crategraph:downloads> { ?f schema:contentUrl ?u } }`; // prettier-ignore
    await expect(updateStore(await storeOf(BASE), update)).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('is what the saved query shows, with size and format', async () => {
    const { text } = await savedQuery('downloads');
    expect(await rows(BASE, text)).toHaveLength(3);
  });
});
