import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { crateBase, type CrateBase } from '../../../src/crate/base.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import type { Note } from '../../../src/crate/read/report.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { GENERATED_CONTEXTS, SMALL } from '../../helpers/documents.js';
import { oracle } from '../../helpers/oracle.js';
import { BASE, crate, open, parseNQuads, readQuads } from '../../helpers/read.js';
import { runs, tries } from '../../helpers/seed.js';
import { canonicalOf, followed, graphOf } from './helpers.js';

const ROOT = 'http://example.org/one-root/';
const BASES = [BASE, BASE, crateBase('http://other.example/crate/', 'url'), crateBase('arcp://uuid,5f/', 'url')];
const contexts = GENERATED_CONTEXTS;

/** Parts of contexts, which may contradict one another. */
const part = fc.constantFrom<JsonObject>(
  { id: '@id', type: '@type', value: '@value' },
  { kind: '@type', self: '@id' },
  { '@language': 'en' },
  { '@language': 'de', name: { '@id': 'http://schema.org/name', '@language': null } },
  { '@vocab': 'http://example.org/vocab/' },
  { '@vocab': 'http://schema.org/' },
  { ex: 'http://a.example/' },
  { ex: 'http://b.example/', wet: 'ex:wet' },
  { wet: 'http://a.example/wet' },
  { wet: { '@id': 'http://a.example/wet', '@type': '@id' } },
  { wet: { '@id': 'http://b.example/wet', '@container': '@list' } },
  { wet: { '@id': 'http://a.example/wet', '@type': 'http://www.w3.org/2001/XMLSchema#date' } },
  { wet: { '@id': 'http://c.example/wet', '@container': '@language' } },
  { wet: { '@id': 'http://c.example/wet', '@type': '@vocab' } },
  { wet: { '@reverse': 'http://schema.org/hasPart' } },
  { wet: null },
  { kind: 'http://a.example/kind', Thing: 'http://a.example/Thing' },
);
const context = fc.array(part, { maxLength: 3 }).map((parts): JsonValue => [SMALL, ...parts]);

const node = fc.constantFrom<JsonValue>('#a', './x.txt', 'http://elsewhere.example/y', '_:b', 'ex:z');
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>('plain', 'Person', '2020-01-01', '#a', 1, 1.5, true, null),
  fc.constantFrom<JsonValue>([], { '@value': 'v', '@language': 'fr' }, { '@value': '1', '@type': 'ex:T' }, { '@list': ['l', 1] }), // prettier-ignore
  node.map((id) => ({ '@id': id })),
  fc.record({ name: fc.constantFrom('inner', 'other'), strange: fc.constantFrom(null, 'deep') }),
);
const keys = ['name', 'author', 'wet', 'strange', 'ex:p', 'Thing', 'about'];
const entity = fc
  .tuple(
    fc.constantFrom('#a', '#b', './x.txt', '_:b', 'ex:z', ROOT),
    fc.option(fc.constantFrom<JsonValue>('Person', 'Odd', ['File', 'ex:T'])),
    // A type in some contexts: there objects have no meaning.
    fc.option(fc.constantFrom<JsonValue>('Person', ['Odd', 'Thing'], [])),
    fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 4 }),
  )
  .map(([id, type, kind, properties]): JsonObject => ({
    '@id': id,
    ...(type === null ? {} : { '@type': type }),
    ...(kind === null ? {} : { kind }),
    ...properties,
  }));
const document = fc
  .tuple(context, fc.array(entity, { minLength: 1, maxLength: 4 }), fc.constantFrom(...BASES))
  .map(([parts, entities, base]) => {
    // JSON-LD cannot write an IRI whose scheme is a prefix of the context.
    const prefix = JSON.stringify(parts).includes('"ex"') ? 'ex:' : 'http://d.example/';
    const respelled = JSON.parse(JSON.stringify(entities).replaceAll('"ex:', `"${prefix}`)) as JsonObject[];
    return { text: JSON.stringify(crate(respelled, parts), null, 2), base };
  });

describe('random crates with contradicting contexts', () => {
  it('merge into a document of their graphs, and report what it does not contain', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 2, maxLength: 3 }), async (documents) => {
        const [first, ...more] = documents.map(({ text, base }, index) => {
          // Names that RDF cannot hold are different in each document.
          const own = text.replaceAll('"strange"', `"strange${index}"`);
          return { text: own, reading: { contexts, base, identity: `document ${index}` } };
        });
        if (first === undefined) return;
        const graphs = await Promise.all(
          [first, ...more].map(({ text, reading }) => readQuads(text, reading).catch(() => undefined)),
        );
        if (graphs.includes(undefined)) return; // not every document has a meaning
        const quads = graphs.slice(1).flatMap((graph) => graph ?? []);
        count += 1;
        const mergedDocuments = await Promise.all(more.map(({ text, reading }) => open(text, reading)));
        const notes: Note[] = [];
        const change = (own: readonly Quad[]) => distinct([...own, ...quads]);
        const result = await followed(first.text, change, first.reading, mergedDocuments, (note) => notes.push(note));
        const { text, after } = result as NonNullable<typeof result>;
        const expected = await canonicalOf(after);
        expect(await graphOf(text, first.reading)).toEqual(expected);
        // The oracle refuses some of what we read.
        const others = await Promise.all([first, ...more].map((one) => byOracle(one.text, one.reading.base)));
        if (!others.includes(undefined)) expect(await byOracle(text, first.reading.base)).toEqual(expected);
        expect(text).not.toContain('rdf-schema#Resource');
        if (notes.length > 0) return;
        for (const { text: one } of more) for (const [name] of one.matchAll(/strange\d/g)) expect(text).toContain(name);
      }),
      tries(500),
    );
    expect(count).toBeGreaterThan(runs(150));
  });
});

async function byOracle(text: string, base: CrateBase): Promise<string[] | undefined> {
  try {
    return await canonicalOf(parseNQuads(await oracle(JSON.parse(text), base.iri, contexts)));
  } catch {
    return undefined;
  }
}

function distinct(quads: readonly Quad[]): Quad[] {
  return [...new Map(quads.map((quad) => [quadToNQuads(quad), quad])).values()];
}
