import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import { CrateError } from '../../../src/errors.js';
import { GENERATED_CONTEXTS, metadataDocument } from '../../helpers/documents.js';
import { BASE } from '../../helpers/read.js';
import { canonicalOf, followed, graphOf } from './helpers.js';
import { SEED } from '../../helpers/seed.js';

const { namedNode, literal, blankNode } = DataFactory;
const options = { contexts: GENERATED_CONTEXTS };
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** How a document may be laid out. */
const layouts: readonly ((value: object) => string)[] = [
  (value) => JSON.stringify(value, null, 2),
  (value) => `${JSON.stringify(value, null, 4)}\n`,
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(value, null, 2).replaceAll('\n', '\r\n'),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 1).replace(/\n */g, ' '),
  (value) => `\ufeff${JSON.stringify(value, null, 2)}`,
];

const subject = fc
  .constantFrom('./', '#alice', 'data/a.csv', '#new', 'new/file.txt')
  .map((id) => namedNode(new URL(id, BASE.root).href));
const predicate = fc
  .constantFrom(
    'http://schema.org/name',
    'http://schema.org/author',
    'http://schema.org/hasPart',
    'http://example.org/other#undefinedKey',
    'http://example.org/terms#note',
    'http://example.org/terms#steps',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
  )
  .map((iri) => namedNode(iri));
const object = fc.constantFrom(
  literal('plain'), literal('see [ here ] and { there }'), literal('caf\u00e9', 'fr'), literal('2020-01-01', namedNode(`${XSD}date`)),
  literal('7', namedNode(`${XSD}integer`)), literal('1.5E0', namedNode(`${XSD}double`)), literal('01', namedNode(`${XSD}integer`)),
  namedNode('http://schema.org/Person'), namedNode('http://schema.org/MediaObject'), namedNode('http://example.org/other#Unheard'), namedNode(`${BASE.root}#alice`), blankNode('fresh'),
); // prettier-ignore

const change = fc.record({
  removed: fc.array(fc.nat(), { maxLength: 4 }),
  removedSubject: fc.option(fc.nat(), { freq: 3 }),
  // A number is the subject, or the object, of some triple that is there: nodes without a name, too.
  added: fc.array(fc.tuple(fc.oneof(subject, fc.nat()), predicate, fc.oneof(object, fc.nat())), { maxLength: 4 }),
  layout: fc.constantFrom(...layouts),
});

/** Takes out some quads, or all of a subject, and puts others in. */
function changed(
  quads: readonly Quad[],
  { removed, removedSubject, added }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): Quad[] {
  const out = new Set(removed.map((number) => quads[number % quads.length]));
  const subject = removedSubject === null ? undefined : quads[removedSubject % quads.length]?.subject;
  const kept = quads.filter((quad) => !out.has(quad) && (subject === undefined || !quad.subject.equals(subject)));
  const at = (number: number) => quads[number % quads.length] as Quad;
  const more = added.map(([s, p, o]) => {
    const of = typeof s === 'number' ? at(s).subject : s;
    return DataFactory.quad(of as never, p, (typeof o === 'number' ? at(o).object : o) as never) as Quad;
  });
  return [...kept, ...more];
}

describe('generated documents, changed at random', () => {
  it('an untouched graph gives back the very text', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, fc.constantFrom(...layouts), async (document, layout) => {
        const text = layout(document);
        const result = await followed(text, (quads) => quads, options).catch(refused);
        if (result !== undefined) expect(result.text).toBe(text);
      }),
      { numRuns: 300, seed: SEED },
    );
  });

  it('a changed graph gives JSON that reads back to exactly that graph', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(metadataDocument, change, async (document, what) => {
        const text = what.layout(document);
        const result = await followed(text, (quads) => changed(quads, what), options).catch(refused);
        if (result === undefined) return;
        count += 1;
        expect(() => JSON.parse(result.text.replace(/^\ufeff/, '')) as unknown).not.toThrow();
        expect(await graphOf(result.text, options)).toEqual(await canonicalOf(result.after));
      }),
      {
        numRuns: Number(process.env['RUNS'] ?? 1000),
        seed: SEED,
      },
    );
    expect(count).toBeGreaterThan(100);
  });

  it('ten rounds change nothing more', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, change, async (document, what) => {
        let result = await followed(what.layout(document), (quads) => changed(quads, what), options).catch(refused);
        if (result === undefined) return;
        const { text } = result;
        for (let round = 0; round < 10; round += 1)
          result = await followed(result?.text ?? text, (quads) => quads, options);
        expect(result?.text).toBe(text);
      }),
      { numRuns: 50, seed: SEED },
    );
  });
});

/** Generated documents may be beyond repair: then nothing is stored, and nothing can be followed. */
function refused(error: unknown): undefined {
  if (!(error instanceof CrateError) || error.code === 'ERR_INTERNAL') throw error;
  return undefined;
}
