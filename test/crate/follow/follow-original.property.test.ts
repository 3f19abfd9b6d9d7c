import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import { CrateError } from '../../../src/base/errors.js';
import { GENERATED_CONTEXTS, metadataDocument } from '../../helpers/documents.js';
import type { CrateDocument } from '../../../src/crate/read/crate-document.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { BASE, open, readQuads } from '../../helpers/read.js';
import { canonicalOf, followed, graphOf, renamed } from './helpers.js';
import { runs, SEED, tries } from '../../helpers/seed.js';

const { namedNode, literal, blankNode } = DataFactory;
const options = { contexts: GENERATED_CONTEXTS };
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** How a document may be laid out. */
const formats: readonly ((value: object) => string)[] = [
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
  format: fc.constantFrom(...formats),
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
  it('an unchanged graph gives back the exact text', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, fc.constantFrom(...formats), async (document, format) => {
        const text = format(document);
        const result = await followed(text, (quads) => quads, options).catch(refused);
        if (result !== undefined) expect(result.text).toBe(text);
      }),
      tries(300),
    );
  });

  it('a changed graph gives JSON that reads back to exactly that graph', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(metadataDocument, change, async (document, what) => {
        const text = what.format(document);
        const result = await followed(text, (quads) => changed(quads, what), options).catch(refused);
        if (result === undefined) return;
        count += 1;
        expect(() => JSON.parse(result.text.replace(/^\ufeff/, '')) as unknown).not.toThrow();
        expect(await graphOf(result.text, options)).toEqual(await canonicalOf(result.after));
      }),
      tries(1500),
    );
    expect(count).toBeGreaterThan(runs(200));
  });

  it('merged documents give JSON that reads back to exactly their graph, whatever changes in it', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(metadataDocument, { minLength: 2, maxLength: 3 }), change, async (documents, what) => {
        const [first = '', ...others] = documents.map((document) => what.format(document));
        const more: Quad[] = [];
        const mergedDocuments: CrateDocument[] = [];
        try {
          for (const [index, text] of others.entries()) {
            const reading = { ...options, identity: `merged ${index}` };
            mergedDocuments.push(await open(text, reading));
            more.push(...(await readQuads(text, reading)));
          }
          // JSON-LD cannot write an IRI whose scheme is a prefix of the context.
          if (more.some((quad) => /[ <^](?:ex|xsd|schema):[^/]/.test(quadToNQuads(quad)))) return;
          const change = (quads: readonly Quad[]) => changed(distinct([...quads, ...more]), what);
          const result = await followed(first, change, options, mergedDocuments);
          if (result === undefined) return;
          count += 1;
          expect(await graphOf(result.text, options)).toEqual(await canonicalOf(distinct(result.after)));
          const second = await followed(result.text, (quads) => quads, options);
          expect(second?.text).toBe(result.text);
        } catch (error) {
          refused(error);
        }
      }),
      tries(300),
    );
    expect(count).toBeGreaterThan(runs(100));
  });

  it.each<[string, (iri: string, which: number) => string]>([
    ['some nodes under other names', (iri, which) => (iri.length % 3 === which % 3 ? `${iri}-moved.example` : iri)],
    ['a crate under another base', (iri) => iri.replace(BASE.root, 'https://moved.example/')],
  ])('%s: nothing else changes', async (_, nameOf) => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(metadataDocument, fc.nat(), async (document, which) => {
        const text = JSON.stringify(document, null, 2);
        const rename = (iri: string) => (iri.startsWith(BASE.root) ? nameOf(iri, which) : iri);
        const result = await followed(text, (quads) => moved(quads, rename), options).catch(refused);
        if (result === undefined) return;
        expect(await graphOf(result.text, options)).toEqual(await canonicalOf(distinct(result.after)));
        if (!areRecognisable(result.before, (term) => term.termType === 'NamedNode' && rename(term.value) !== term.value)) return; // prettier-ignore
        count += 1;
        const [before, after] = [text, result.text].map((one) => one.split('\n'));
        expect(after).toHaveLength((before as string[]).length);
        expect(after?.filter((line, at) => line !== before?.[at] && !line.includes('moved.example'))).toEqual([]);
      }),
      tries(600),
    );
    expect(count).toBeGreaterThan(runs(200));
  });

  it('ten rounds of export and load are stable', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, change, async (document, what) => {
        let result = await followed(what.format(document), (quads) => changed(quads, what), options).catch(refused);
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

/** Renames nodes. Types do not count as nodes. */
function moved(quads: readonly Quad[], rename: (iri: string) => string): Quad[] {
  const types = new Set(quads.filter(isType).map(({ object }) => object.value));
  return renamed((iri) => (types.has(iri) ? iri : rename(iri)))(quads) as Quad[];
}

function isType({ predicate }: Quad): boolean {
  return predicate.value === 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
}

/**
 * Whether each renamed node has a relation to a node that stays, or to such a node, and no two have the same relations.
 * Nothing identifies other nodes.
 */
function areRecognisable(quads: readonly Quad[], moves: (term: Quad['object']) => boolean): boolean {
  const open = new Set<string>();
  for (const { subject, object } of quads) for (const term of [subject, object]) if (moves(term)) open.add(term.value);
  for (let size = -1; size !== open.size;) {
    size = open.size;
    for (const quad of quads)
      if (!isType(quad) && !(open.has(quad.subject.value) && open.has(quad.object.value)))
        for (const { value } of [quad.subject, quad.object]) open.delete(value);
  }
  const ways = new Map<string, string>();
  const put = (term: Quad['object'], way: string, other: Quad['object']) => {
    if (moves(term)) ways.set(term.value, `${ways.get(term.value) ?? ''} ${way} ${moves(other) ? '' : other.value}`);
  };
  for (const { subject, predicate, object } of quads) {
    put(subject, predicate.value, object);
    put(object, `^${predicate.value}`, subject);
  }
  return open.size === 0 && new Set(ways.values()).size === ways.size;
}

/** Removes duplicate quads. */
function distinct(quads: readonly Quad[]): Quad[] {
  return [...new Map(quads.map((quad) => [quadToNQuads(quad), quad])).values()];
}

/** Some generated documents are beyond repair and cannot be loaded. */
function refused(error: unknown): undefined {
  if (!(error instanceof CrateError) || error.code === 'ERR_INTERNAL') throw error;
  return undefined;
}
