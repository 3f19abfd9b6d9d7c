import { crateStatistics, storeStatistics } from '../../../src/tasks/inspect/crate-statistics.js';
import { sumStatistics } from '../../../src/tasks/inspect/statistics.js';
import { eachTriple, textOfTerm } from '../../../src/tasks/inspect/each-triple.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { parseNQuads } from '../../../src/base/rdf/parse-rdf.js';
import { openStore } from '../../../src/store/open-store.js';
import { crate, EXAMPLES, SURVEY } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';

const contexts = BUNDLED;
const odd = crate({
  more: { description: 'D', author: { '@id': '#missing' }, license: { '@id': 'https://spdx.org/licenses/CC0-1.0' } },
  entities: [
    { '@id': 'a.csv', '@type': 'File', name: 'A', contentSize: '100', encodingFormat: ['text/csv', { '@id': 'https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18' }] }, // prettier-ignore
    { '@id': 'b.csv', '@type': ['File', 'SoftwareSourceCode'], contentSize: '50 B', encodingFormat: 'text/csv' },
    { '@id': 'c.bin', '@type': 'File', contentSize: '3 MB' },
    { '@id': '#untyped', name: 'No type', encodingFormat: 'text/html' },
  ],
});

describe('the statistics of a crate', () => {
  it('name types as people read them', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { Scan: 'https://example.org/Aerial%20scan', Odd: 'https://example.org/100%' }]; // prettier-ignore
    const document = { ...crate({ entities: [{ '@id': '#s', '@type': ['Scan', 'Odd'] }] }), '@context': context };
    const names = (await crateStatistics(document, { contexts })).types.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Aerial scan', '100%']));
  });

  it('count a file with an empty format as one without a format', async () => {
    const { files } = await crateStatistics(
      crate({
        entities: [
          { '@id': 'a', '@type': 'File', encodingFormat: ' ' },
          { '@id': 'b', '@type': 'File' },
        ],
      }),
      { contexts },
    );
    expect(files.formats).toEqual([{ format: undefined, files: 2, bytes: 0, withoutSize: 2 }]);
  });

  it('count types, files and what is missing', async () => {
    expect(await crateStatistics(odd, { contexts })).toEqual({
      crates: 1,
      triples: expect.any(Number) as number,
      entities: 6,
      types: [
        { type: 'http://schema.org/MediaObject', name: 'File', entities: 3 },
        { type: 'http://schema.org/CreativeWork', name: 'CreativeWork', entities: 1 },
        { type: 'http://schema.org/Dataset', name: 'Dataset', entities: 1 },
        { type: 'http://schema.org/SoftwareSourceCode', name: 'SoftwareSourceCode', entities: 1 },
      ],
      files: {
        files: 3,
        bytes: 150,
        withoutSize: 1,
        formats: [
          { format: 'text/csv', files: 2, bytes: 150, withoutSize: 0 },
          { format: undefined, files: 1, bytes: 0, withoutSize: 1 },
        ],
      },
      completeness: {
        root: { name: 1, description: 1, datePublished: 0, license: 1, author: 1 },
        entitiesWithoutName: 2,
        entitiesWithoutType: 1,
        missingInside: 1,
        undescribedOutside: 2,
      },
    });
  });

  it('are the same in a store as at the place of the crate, and add up', async () => {
    const store = await openStore('memory:');
    const loaded = await loadCrates(store, EXAMPLES, { contexts });
    const graphs = loaded.map(({ graph }) => graph as string);
    const each = await Promise.all(graphs.map((graph) => crateStatistics(graph, { store, contexts })));
    const survey = await crateStatistics(SURVEY, { contexts });
    expect(each).toContainEqual(survey);
    expect(survey.files.files).toBeGreaterThan(1);
    expect(await storeStatistics(store)).toEqual(sumStatistics(each));
    expect(await storeStatistics(store, graphs.slice(0, 1))).toEqual(each[0]);
  });

  it('of what does not exist are an error', async () => {
    const store = await openStore('memory:');
    await expect(storeStatistics(store, ['urn:none'])).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' });
    await expect(crateStatistics('no-such-folder')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('of nothing are zeros', async () => {
    expect(await storeStatistics(await openStore('memory:'))).toMatchObject({ crates: 0, types: [], files: { files: 0, bytes: 0 } }); // prettier-ignore
  });
});

it('lines split into the terms that a parser reads', async () => {
  const store = await openStore('memory:');
  await loadCrates(store, EXAMPLES, { contexts });
  await store.update('INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> "a \\"b\\" <c> .\\n _:x \\\\ é"@en, _:x, "" } }');
  for (const graph of (await store.graphs()).keys()) {
    let text = '';
    for await (const bytes of store.nquads(graph)) text += Buffer.from(bytes).toString();
    const terms: string[][] = [];
    eachTriple(text, graph, (...triple) => terms.push(triple.map(textOfTerm)));
    const parsed = parseNQuads(text).map(({ subject, predicate, object }) =>
      [subject, predicate, object].map((term) => (term.termType === 'BlankNode' ? `_:${term.value}` : term.value)),
    );
    expect(terms).toEqual(parsed);
  }
});
