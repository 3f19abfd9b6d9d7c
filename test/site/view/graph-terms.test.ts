import { RDF_TYPE } from '../../../src/base/rdf/vocabulary.js';
import { graphTerms } from '../../../src/site/view/graph-terms.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

const GRAPH = 'urn:graph';

async function terms(triples: readonly string[], most?: number) {
  const store = new MemoryStore();
  const nquads = triples.map((triple) => `${triple} <${GRAPH}> .\n`);
  await store.put([{ graph: GRAPH, mode: 'create', nquads }]);
  return graphTerms(store, GRAPH, most);
}

it('the classes and properties of a graph are counted, the most frequent first, then by IRI', async () => {
  const type = `<${RDF_TYPE}>`;
  const found = await terms([
    `<urn:a> ${type} <urn:B>`,
    `<urn:b> ${type} <urn:A>`,
    `_:c ${type} <urn:B>`,
    '<urn:a> <urn:p> " <urn:x> "',
    `<urn:a> <urn:p> "${'x'.repeat(100)}"@en`,
  ]);
  expect(found).toEqual({
    classes: [
      { iri: 'urn:B', uses: 2 },
      { iri: 'urn:A', uses: 1 },
    ],
    properties: [
      { iri: RDF_TYPE, uses: 3 },
      { iri: 'urn:p', uses: 2 },
    ],
    counted: 5,
  });
});

it('of a graph with very many triples the first ones are counted', async () => {
  const triples = Array.from({ length: 10 }, (_, at) => `<urn:s${at}> <urn:p> "o"`);
  expect(await terms(triples, 4)).toEqual({ classes: [], properties: [{ iri: 'urn:p', uses: 4 }], counted: 4 });
  expect(await terms(triples, 10)).toMatchObject({ counted: 10 });
  expect(await terms([], 4)).toEqual({ classes: [], properties: [], counted: 0 });
});
