import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderPage } from '../../../src/site/pages/render-page.js';
import type { PageRequest } from '../../../src/site/pages/page-request.js';
import type { PageData } from '../../../src/site/pages/page-data.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';

const ONTOLOGY = 'https://example.org/onto';

let folder: string;
let data: PageData;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-references-'));
  const loaded = await pageDataOf(crate({ name: 'Trees' }), crate({ name: 'Other' }));
  data = loaded;
  const taxa = `<${ONTOLOGY}> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2000/01/rdf-schema#label> "Taxa & <more>" .`;
  await writeFile(join(folder, 'taxa.ttl'), taxa);
  await loadCrates(loaded.store, join(folder, 'taxa.ttl'), { reference: {} });
  const file = { '@id': 'terms.ttl', '@type': 'File', name: 'Terms' };
  await writeCrate(
    join(folder, 'trees'),
    crate({ name: 'Trees', more: { hasPart: { '@id': file['@id'] } }, entities: [file] }),
  );
  await writeFile(join(folder, 'trees', 'terms.ttl'), '<urn:a> <urn:b> "c", "d" .');
  const rdf = { apart: true };
  await loadCrates(loaded.store, join(folder, 'trees'), { contexts: BUNDLED, base: ROOT, mode: 'replace', rdf });
});
afterAll(() => rm(folder, { recursive: true }));

const render = (request: PageRequest) => renderPage(request, data);
const page = async (search = '') => (await render({ page: 'references', search })).body;
const key = () => data.index.crateOf(ROOT)?.key ?? '';

it('the page of reference graphs has each with its size, its place, a query and its RDF', async () => {
  const html = await page();
  expect(html).toContain('2 graphs');
  expect(html).toContain('Taxa &amp; &lt;more&gt;');
  expect(html).toContain('loaded from <code>taxa.ttl</code>');
  expect(html).not.toContain(folder); // where the folders of a machine are is nobody's business
  expect(html).toContain(`href="graphs?graph=${encodeURIComponent(ONTOLOGY)}"`);
  expect(html).toContain(
    `query=${new URLSearchParams({ '': `SELECT * WHERE {\n  GRAPH <${ONTOLOGY}> {` }).toString().slice(1)}`,
  );
  expect(html.match(/only in queries that name it/g)).toHaveLength(1);
});

it('the RDF files of a crate are on a page of their own, to which that of the crate leads', async () => {
  const html = (await render({ page: 'crate', key: key(), search: '' })).body;
  expect(html).toContain(`with <a href="../../references?crate=${key()}">an RDF file</a>`);
  const own = await page(`?crate=${key()}`);
  expect(own).toContain('1 graph');
  expect(own).toContain(`of <a href="crates/${key()}/">Trees</a>`);
  expect(own).not.toContain(ONTOLOGY);
  const other = data.index.crates.find(({ title }) => title === 'Other');
  expect((await render({ page: 'crate', key: other?.key ?? '', search: '' })).body).not.toContain('RDF file');
  expect((await render({ page: 'references', search: '?crate=none' })).status).toBe(404);
});

it('they are there for programs, and the page of statistics leads to them', async () => {
  const { body } = await render({ page: 'references', search: '', form: { named: 'json' } });
  expect(JSON.parse(body)).toMatchObject({
    total: 2,
    references: [
      { graph: ONTOLOGY, name: 'Taxa & <more>', quads: 2, apart: false, partOf: [] },
      { graph: `${ROOT}terms.ttl`, quads: 2, apart: true, partOf: [ROOT] },
    ],
  });
  expect((await render({ page: 'statistics' })).body).toContain('<a href="references">2 reference graphs</a>');
});

it('a store without any says so', async () => {
  const none = await pageDataOf(crate({ name: 'Alone' }));
  expect((await renderPage({ page: 'references', search: '' }, none)).body).toContain('There are none');
  expect((await renderPage({ page: 'statistics' }, none)).body).not.toContain('href="references');
});
