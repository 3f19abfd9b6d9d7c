import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { openStore } from '../../../src/store/open-store.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { crate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { workOf } from '../../../src/site/view/crate-versions.js';

describe('the work that an identifier names', () => {
  it.each([
    ['https://w3id.org/ro/crate/1.2', 'https://w3id.org/ro/crate'],
    ['https://w3id.org/ro/crate/1.4-DRAFT', 'https://w3id.org/ro/crate'],
    ['https://workflowhub.eu/workflows/29?version=2', 'https://workflowhub.eu/workflows/29'],
    ['https://doi.org/10.48546/workflowhub.workflow.200.1', '10.48546/workflowhub.workflow.200'],
    ['doi:10.48546/WorkflowHub.workflow.200.3', '10.48546/workflowhub.workflow.200'],
    ['https://example.org/data/v2.1/', 'https://example.org/data'],
    ['https://example.org/data@1.0.3', 'https://example.org/data'],
    ['https://github.com/example/tool/versions/7', 'https://github.com/example/tool'],
    ['https://arxiv.org/abs/2101.00001', 'https://arxiv.org/abs/2101.00001'],
    ['https://doi.org/10.1093/nar/28.1.235', '10.1093/nar/28.1.235'],
    ['https://example.org/x-10.1', 'https://example.org/x-10.1'],
    ['https://doi.org/10.5281/zenodo.6913045', '10.5281/zenodo.6913045'],
  ])('%s is %s', (identifier, work) => {
    expect(workOf(identifier)).toBe(work);
  });

  it.each([
    'Bates34',
    '71f227a8-fbf6-4c2c-a500-5cbe4ebc4b17',
    'https://example.org/',
    '1.0',
    'https://doi.org/DOI',
    '',
    `https://example.org/${'1'.repeat(50_000)}/`,
  ])('is not in %j', (identifier) => {
    expect(workOf(identifier)).toBeUndefined();
  });
});

describe('other versions of a crate', () => {
  const V = 'https://example.org/data/v';
  const SOURCE = 'https://example.org/source/';

  it('are the newest first, and apart from what it is based on and what is based on it', async () => {
    const store = await openStore('memory:');
    const load = (base: string, more: JsonObject, entities: readonly JsonObject[] = []) =>
      loadCrates(store, crate({ name: base, more, entities }), { base, contexts: BUNDLED });
    for (let at = 1; at <= 15; at += 1)
      await load(`${V}${at}/`, {
        version: `${at}`,
        datePublished: at === 15 ? 'unpublished' : `20${10 + at}-01-01`,
        ...(at === 3 && { isBasedOn: { '@id': SOURCE } }),
        ...(at === 5 && { isBasedOn: { '@id': `${V}4/` } }),
      });
    await load(SOURCE, {});
    // Only the root of a crate says what it is based on.
    await load('https://example.org/other/', {}, [{ '@id': '#x', isBasedOn: { '@id': SOURCE } }]);
    const index = await new StoreIndexer().of(store.snapshot());
    const related = (graph: string) =>
      index.related(index.crateOf(graph)!).map(({ relation, total, shown }) => ({ relation, total, shown: shown.map(({ crate: { graph: iri } }) => iri) })); // prettier-ignore
    expect(related(`${V}3/`)).toEqual([
      { relation: 'version', total: 14, shown: [14, 13, 12, 11, 10, 9, 8, 7, 6, 5].map((at) => `${V}${at}/`) },
      { relation: 'source', total: 1, shown: [SOURCE] },
    ]);
    expect(index.related(index.crateOf(`${V}3/`)!)[0]?.shown[0]?.version).toBe('14');
    expect(related(SOURCE)).toEqual([{ relation: 'derived', total: 1, shown: [`${V}3/`] }]);
    // What is based on another version of the same is a version.
    expect(related(`${V}5/`).map(({ relation }) => relation)).toEqual(['version']);
    expect(related('https://example.org/other/')).toEqual([]);
  });
});
