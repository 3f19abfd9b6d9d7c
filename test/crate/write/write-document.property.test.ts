import type { Quad, Term } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { contextWithBase, withEmbeddedContext } from '../../../src/crate/write/written-context.js';
import { writeDocument } from '../../../src/crate/write/write-document.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { RDF, RDFS, XSD } from '../../../src/base/rdf/vocabulary.js';
import { GENERATED_CONTEXTS as contexts } from '../../helpers/documents.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { BASE, open } from '../../helpers/read.js';
import { runs, SEED } from '../../helpers/seed.js';

const { namedNode, blankNode, literal, quad } = DataFactory;
const RUNS = runs(1_500);

/** Names that mean something to a context, to JavaScript, to nobody, or are no names. */
const LOCAL_NAMES = [
  'name', 'name', 'name', 'about', 'Dataset', 'note', 'steps', 'kind', 'x', 'urn_iri', 'term', 'id', 'type', 'nothing', 'schema', 'constructor',
  'toString', '__proto__', 'hasOwnProperty', '', '1', '42a', 'caf\u00e9', '\u540d\u524d', 'a/b', 'a.b', 'a:b', '@type', '@odd', '(x)', 'x/', 'x#', '%20', '?q=a', '//x',
] as const; // prettier-ignore
const NAMESPACES = [
  'http://schema.org/', 'http://schema.org/', 'https://schema.org/', 'http://other.example/', 'http://example.org/terms#', 'http://example.org/vocab/',
  BASE.root, `${BASE.root}#`, 'http://purl.org/dc/terms/', 'urn:', 'urn:x:', 'mailto:', 'ex:', 'urn-iri:', 'constructor:', RDF, 'http://www.w3.org/ns/dcat#',
] as const; // prettier-ignore

const iri = fc
  .tuple(fc.constantFrom(...NAMESPACES), fc.constantFrom(...LOCAL_NAMES))
  .map(([namespace, name]) => (namespace.endsWith('#') ? namespace + name.replace('#', '') : namespace + name))
  .map((text) => (text === `${RDF}` || text === 'urn:' ? `${text}x` : text));

/** What a context may say, one line or two of each kind. */
const TERMS: readonly (readonly [string, JsonValue])[] = [
  ['name', 'http://schema.org/name'],
  ['name', 'https://schema.org/name'],
  ['name', 'http://other.example/x'],
  ['about', { '@id': 'http://schema.org/about', '@type': '@id' }],
  ['Dataset', 'http://schema.org/Dataset'],
  ['kind', { '@id': 'http://other.example/kind', '@type': '@vocab' }],
  ['note', { '@id': 'http://schema.org/name', '@language': 'fr' }],
  ['note', { '@id': 'http://example.org/terms#note', '@language': null }],
  ['x', { '@id': 'http://schema.org/x', '@type': `${XSD}date` }],
  ['x', { '@id': 'http://other.example/name', '@type': `${XSD}integer` }],
  ['x', { '@id': 'http://other.example/', '@type': `${XSD}string` }],
  ['steps', { '@id': 'http://schema.org/steps', '@container': '@list' }],
  ['steps', { '@id': 'http://schema.org/name', '@container': '@set' }],
  ['labels', { '@id': 'http://schema.org/name', '@container': '@language' }],
  ['partOf', { '@reverse': 'http://schema.org/about' }],
  ['data', { '@id': 'http://schema.org/name', '@type': '@json' }],
  ['nothing', null],
  ['name', null],
  ['id', '@id'],
  ['type', '@type'],
  ['constructor', 'http://schema.org/constructor'],
  ['toString', 'http://schema.org/name'],
  ['__proto__', 'http://schema.org/__proto__'],
  ['hasOwnProperty', null],
  ['http://schema.org/name', null],
  ['http://other.example/name', { '@type': '@id' }],
  ['urn:name', null],
  ['schema', 'http://schema.org/'],
  ['schema', 'https://schema.org/'],
  ['ex', 'http://example.org/terms#'],
  ['ex', { '@id': 'http://example.org/vocab/', '@prefix': true }],
  ['urn', 'http://other.example/'],
  ['urn', { '@id': 'http://schema.org/', '@prefix': true }],
  ['urn_iri', 'http://other.example/'],
  ['mailto', 'http://schema.org/'],
  ['http', 'http://other.example/'],
  ['constructor', 'http://other.example/'],
  ['ex:own', { '@id': 'ex:own', '@type': '@id' }],
  ['schema:name', { '@id': 'schema:name', '@type': `${XSD}date` }],
  ['wide', { '@id': 'http://schema.org/nam', '@prefix': true }],
  ['@vocab', 'http://schema.org/'],
  ['@vocab', 'https://schema.org/'],
  ['@vocab', 'http://example.org/vocab/'],
  ['@vocab', ''],
  ['@vocab', '#'],
  ['@vocab', null],
  ['@language', 'en'],
  ['@language', 'en-GB'],
  ['@language', null],
];

const contextObject = fc
  .array(fc.constantFrom(...TERMS), { maxLength: 8 })
  .map((terms): JsonObject => Object.fromEntries(terms));
const contextPart: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 24, arbitrary: contextObject },
  { weight: 8, arbitrary: fc.constant('https://example.org/small-context') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('https://w3id.org/ro/crate/1.1/context', 'https://w3id.org/ro/crate/1.2/context'),
  },
  { weight: 4, arbitrary: fc.constant(null) },
);
const context: fc.Arbitrary<JsonValue> = fc.oneof(contextPart, fc.array(contextPart, { maxLength: 3 }));

const id = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', 'data/a.csv', '#alice', 'a:b.txt', '@type', '//x', '?q', 'caf\u00e9', 'ro-crate-metadata.json')
      .map((path) => BASE.root + path),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('http://example.org/', 'http://example.org/crate2/x', 'mailto:a@b.example', 'ex://x/y'),
  },
  { weight: 1, arbitrary: iri },
);
const subject: fc.Arbitrary<Term> = fc.oneof(
  { weight: 4, arbitrary: id.map((text) => namedNode(text)) },
  { weight: 1, arbitrary: fc.constantFrom('a', 'b').map((label) => blankNode(label)) },
);

const typed = (type: string, ...values: string[]) => fc.constantFrom(...values).map((v) => literal(v, namedNode(type)));
const text = fc.constantFrom('', 'x', '7', 'http://schema.org/name', '_:a', 'name', '@id', 'two\nlines', '\u{1F600}');
/** Doubles in the one spelling that JSON-LD has: others come back in this one, on purpose. */
const value: fc.Arbitrary<Term> = fc.oneof(
  { weight: 3, arbitrary: text.map((lexical) => literal(lexical)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(text, fc.constantFrom('en', 'en-gb', 'fr', 'de-ch'))
      .map(([lexical, tag]) => literal(lexical, tag)),
  },
  typed(`${XSD}boolean`, 'true', 'false', '1', 'yes'),
  typed(`${XSD}integer`, '7', '01', '-0', '0', '+5', '10000000000000001', '1e3', '', '100000000000000000000', '1000000000000000000000'),
  typed(`${XSD}double`, '1.5E0', '7.0E0', '-0.0E0', '1.0E21', '1.5E-7'),
  typed(`${XSD}decimal`, '1.50', '7'),
  typed(`${XSD}date`, '2020-01-01', 'x'),
  typed(`${RDF}JSON`, '{"a":1}', '{ }', '[1,{"@context":{"a":null},"@id":"x"}]', 'null', '"x"', '1.0', '{"__proto__":1}', '{', '-0', '"\\u0041"'),
  { weight: 1, arbitrary: iri.chain((type) => typed(type, 'x', '7')) },
); // prettier-ignore

/** An object: a term, or the items of a list. */
type Item = Term | readonly Item[];
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 5, arbitrary: value as fc.Arbitrary<Item> },
    { weight: 4, arbitrary: subject },
    {
      weight: 1,
      arbitrary: fc.constantFrom('nil', 'first').map((name) => namedNode(RDF + name)),
    },
    // Lists of other kinds: shared, with an item too many, round, in one another.
    { weight: 1, arbitrary: fc.constantFrom('shared', 'wide', 'round', 'self').map((label) => blankNode(label)) },
    { weight: 2, arbitrary: fc.array(tie('item'), { maxLength: 3 }) },
  ),
}));

const type = fc.oneof({ weight: 4, arbitrary: iri.map((text) => namedNode(text)) }, { weight: 1, arbitrary: item });
const statement = fc.oneof(
  { weight: 40, arbitrary: fc.tuple(subject, iri, item) },
  { weight: 10, arbitrary: fc.tuple(subject, fc.constant(`${RDF}type`), type) },
  {
    weight: 1,
    arbitrary: fc.constant([
      namedNode(BASE.root),
      'http://purl.org/dc/terms/conformsTo',
      namedNode('https://w3id.org/ro/crate/1.1'),
    ] as const),
  },
);

const cell = (own: string, first: Term, rest: Term) => [
  quad(blankNode(own), namedNode(`${RDF}first`), first as never) as Quad,
  quad(blankNode(own), namedNode(`${RDF}rest`), rest as never) as Quad,
];
const nil = namedNode(`${RDF}nil`);
/** Collections that are more than a list of one place. */
const ODD_LISTS: readonly (readonly Quad[])[] = [
  cell('shared', literal('s'), nil),
  [...cell('wide', literal('w'), nil), ...cell('wide', literal('v'), nil).slice(0, 1)],
  [...cell('round', literal('r'), blankNode('round2')), ...cell('round2', literal('r'), blankNode('round'))],
  cell('self', blankNode('self'), nil),
  [...cell('mutual', blankNode('mutual2'), nil), ...cell('mutual2', blankNode('mutual'), nil)],
  cell('loose', literal('l'), nil),
];

const graph = fc
  .tuple(fc.array(statement, { maxLength: 8 }), fc.subarray([...ODD_LISTS], { maxLength: 2 }))
  .map(([statements, odd]) => {
    const quads: Quad[] = [];
    let cells = 0;
    const termOf = (one: Item): Term => {
      if (!Array.isArray(one)) return one as Term;
      return one.reduceRight<Term>((rest, first: Item) => {
        const own = `l${(cells += 1)}`;
        quads.push(...cell(own, termOf(first), rest));
        return blankNode(own);
      }, nil);
    };
    for (const [s, p, o] of statements) quads.push(quad(s as never, namedNode(p), termOf(o) as never) as Quad);
    return [...quads, ...odd.flat()];
  });

const options = fc.record({ absolute: fc.boolean(), sorted: fc.boolean() });
const form = fc.constantFrom('reference', 'reference', 'reference', 'embed', 'base');

describe('any graph, written with any context', () => {
  it('reads back as the same graph, in our reader and in the jsonld package', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(context, graph, options, form, async (written, quads, how, as) => {
        const expected = await canonical(withoutMarks(quads).map(quadToNQuads).join(''));
        const plain = await writeDocument(quads, { base: BASE, exact: true, context: written, contexts, ...how });
        const document = as === 'reference' ? plain : await inForm(plain, as);
        const read = await open(document, { contexts });
        let nquads = '';
        for await (const chunk of read.nquads()) nquads += chunk;
        expect(await canonical(nquads)).toEqual(expected);
        if (read.report.repairs > 0 || beyondOracle(document, quads)) return;
        const other = await oracle(document, BASE.iri, contexts).catch(async (error: unknown) => {
          if (await isLegal(written)) throw error;
        });
        if (other === undefined) return;
        compared += 1;
        expect(await canonical(other)).toEqual(expected);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 3);
  });
});

function inForm(document: JsonObject, form: string): JsonObject | Promise<JsonObject> {
  return form === 'base' ? contextWithBase(document, BASE.root) : withEmbeddedContext(document, contexts);
}

/** The graph without our mark of entities that say nothing, which no document shows. */
function withoutMarks(quads: readonly Quad[]): Quad[] {
  const said = (subject: Term) => quads.filter((one) => one.subject.equals(subject)).length;
  return quads.filter(({ subject, object }) => object.value !== `${RDFS}Resource` || said(subject) > 1);
}

/** What the package gets wrong: some names that JavaScript has a meaning for, and the sign of a zero. */
function beyondOracle(document: JsonObject, quads: readonly Quad[]): boolean {
  return (
    /__proto__|hasOwnProperty/.test(JSON.stringify(document)) || quads.some(({ object }) => object.value === '-0.0E0')
  );
}

/** Contexts in the wild define terms by themselves, or by what means nothing; the package refuses those. */
function isLegal(written: JsonValue): Promise<boolean> {
  return oracle({ '@context': written }, BASE.iri, contexts).then(
    () => true,
    () => false,
  );
}
