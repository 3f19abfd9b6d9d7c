import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import oxigraph from 'oxigraph';
import { crateBase } from '../../../src/crate/base.js';
import { resolveContext } from '../../../src/crate/context/resolve-context.js';
import { Identifiers, labelScope } from '../../../src/crate/read/identifiers.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { GENERATED_CONTEXTS as contexts, metadataDocument } from '../../helpers/documents.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { runs, SEED, tries } from '../../helpers/seed.js';
import { describedIds } from '../../helpers/independent.js';
import { BASE, open, parseNQuads, read, readQuads } from '../../helpers/read.js';

const DOCUMENTS = runs(5_000);
const OTHER = crateBase('http://example.org/other/', 'url');

describe('generated documents', () => {
  it('give the same graph as the jsonld package when they need no repair', async () => {
    const compared = { flat: 0, general: 0, repaired: 0 };
    await fc.assert(
      fc.asyncProperty(metadataDocument, async (json) => {
        const { document, nquads, quads } = await read(json, { contexts });
        // The oracle drops IRIs with spaces beyond ASCII, which RFC 3987 allows.
        const dropped = quads.some(({ subject, object }) =>
          [subject, object].some((term) => term.termType === 'NamedNode' && /\s/.test(term.value)),
        );
        if (document.report.repairs > 0 || dropped) {
          compared.repaired += 1;
          return;
        }
        compared[document.counts.general === 0 ? 'flat' : 'general'] += 1;
        expect(await canonical(nquads)).toEqual(await canonical(await oracle(json, BASE.iri, contexts)));
      }),
      { seed: SEED, numRuns: DOCUMENTS },
    );
    expect(compared.flat).toBeGreaterThan(0.4 * DOCUMENTS);
    expect(compared.general).toBeGreaterThan(0.05 * DOCUMENTS);
    expect(compared.flat + compared.general).toBeGreaterThan(0.55 * DOCUMENTS);
  });

  it('are read completely and deterministically into legal RDF', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, async (json) => {
        const first = await read(json, { contexts, identity: 'a' });
        const terms = new Set(first.quads.flatMap(({ subject, object }) => [subject.value, object.value]));

        // No entity is dropped: each `@id` with statements is in the graph (with `@reverse`, maybe only as an object).
        const ids = new Identifiers(
          await resolveContext(json['@context'], contexts, BASE.root),
          BASE,
          labelScope(`a ${BASE.iri}`),
        );
        const names = describedIds(json).map((id) => ids.resolveId(id, () => undefined).replace(/^_:/, ''));
        expect(names.filter((name) => !terms.has(name))).toEqual([]);

        // Deterministic, byte for byte.
        expect((await read(json, { contexts, identity: 'a' })).nquads).toBe(first.nquads);

        // Another document, or the same under another base, shares no blank node.
        const others = [
          await read(json, { contexts, identity: 'b' }),
          await read(json, { contexts, identity: 'a', base: OTHER }),
        ];
        const labels = blankLabels(first.quads);
        for (const { quads } of others)
          expect([...blankLabels(quads)].filter((label) => labels.has(label))).toEqual([]);

        // Both sinks write the same set of quads.
        const fromSink = await readQuads(json, { contexts, identity: 'a' });
        expect(new Set(fromSink.map(quadToNQuads))).toEqual(new Set(first.quads.map(quadToNQuads)));
        expect(first.document.counts.quads).toBe(fromSink.length);

        // Every chunk is legal by itself for another parser too.
        const store = new oxigraph.Store();
        for (const chunk of first.chunks) store.load(chunk, { format: 'application/n-quads' });
        expect(store.size).toBe(new Set(first.quads.map(quadToNQuads)).size);
      }),
      tries(500),
    );
  });

  it('give their quads to the graph that is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, async (json) => {
        const document = await open(json, { contexts });
        for await (const chunk of document.nquads('http://example.org/g')) {
          expect(parseNQuads(chunk).every(({ graph }) => graph.value === 'http://example.org/g')).toBe(true);
        }
        for await (const { graph } of document.quads(DataFactory, 'http://example.org/g')) {
          expect(graph.value).toBe('http://example.org/g');
        }
      }),
      { seed: SEED, numRuns: 50 },
    );
  });
});

function blankLabels(quads: Iterable<Quad>): Set<string> {
  const terms = [...quads].flatMap(({ subject, object }) => [subject, object]);
  return new Set(terms.filter(({ termType }) => termType === 'BlankNode').map(({ value }) => value));
}
