import rdf from 'rdf-ext';
import { SURVEY } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { toDataset } from '../../../src/tasks/rewrite/crate-rdf.js';
import { findRoot } from '../../../src/tasks/stored/find-root.js';

const BASE = 'https://example.org/survey/';

describe('a crate as an rdf-ext dataset', () => {
  it('contains the quads of the crate in the default graph', async () => {
    const dataset = await toDataset(SURVEY, { contexts: BUNDLED, base: BASE });
    expect(dataset.size).toBe(102);
    const roots = dataset.match(rdf.namedNode(BASE) as never, rdf.namedNode('http://schema.org/name') as never);
    expect([...roots].map(({ object, graph }) => [object.value, graph.termType])).toEqual([
      ['Tarn Valley rainfall survey, winter 2023', 'DefaultGraph'],
    ]);
    expect(await findRoot(dataset)).toEqual({ root: BASE, descriptor: `${BASE}ro-crate-metadata.json` });
  });

  it('is the same on every call', async () => {
    const [one, two] = [await toDataset(SURVEY, { contexts: BUNDLED }), await toDataset(SURVEY, { contexts: BUNDLED })];
    expect([...two].filter((quad) => !one.has(quad))).toEqual([]);
  });

  it('needs a crate', async () => {
    await expect(toDataset('no/such/crate', { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });
});
