import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { BASE, BUNDLED, crate, read, short } from '../../helpers/read.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

describe('the general lane', () => {
  /** A context of its own sends an entity there. */
  const own = { '@context': { size: 'http://example.org/size' } };

  it.each<[string, JsonObject]>([
    [
      'a node without statements, before a typed literal',
      { author: {}, size: { '@value': 'q', '@type': `${XSD}date` } },
    ],
    ['such a node before a number', { author: {}, size: 5 }],
    [
      'such nodes in arrays and lists',
      { author: [{}, {}], size: { '@list': [{}, { '@value': '1', '@type': `${XSD}int` }] } },
    ],
    ['a JSON literal that is zero', { author: {}, size: { '@value': 0, '@type': '@json' } }],
  ])('reads %s as JSON-LD requires', async (_name, properties) => {
    const document = crate([{ '@id': '#x', ...own, ...properties }]);
    const { document: found, nquads } = await read(document);
    expect(found.counts).toMatchObject({ general: 1, dropped: 0 });
    expect(await canonical(nquads)).toEqual(await canonical(await oracle(document, BASE.iri, BUNDLED)));
  });

  it.each<[string, JsonObject, string]>([
    ['of its own', { '@id': 'e' }, './e'],
    ['below a base', { '@context': { '@base': 'http://o/' }, '@id': 'e' }, 'http://o/e'],
    ['that climbs', { '@id': '../../e' }, './#@id=../../e'],
    ['behind a prefix', { '@id': 'p:e' }, 'http://p/e'],
    ['that is absolute', { '@id': 'http://x/e' }, 'http://x/e'],
  ])('a context on @nest does not apply to the identifier of its node: %s', async (_, entity, subject) => {
    const nest = { '@id': '@nest', '@context': { '@base': 'http://m/', p: 'http://m/p/' } };
    const context = ['https://w3id.org/ro/crate/1.1/context', { n2: nest, p: 'http://p/' }];
    const { quads } = await read(crate([{ ...entity, n2: { author: { '@id': 'y' } } }], context));
    expect(short(quads)).toContain(`<${subject}> <author> <http://m/y>`);
  });

  it('a node without @id that has a context on @nest is one node', async () => {
    const context = [
      'https://w3id.org/ro/crate/1.1/context',
      { n2: { '@id': '@nest', '@context': { '@base': 'm/' } } },
    ];
    const { quads } = await read(crate([{ name: 'N', n2: { description: 'D' } }], context));
    const subjects = quads
      .filter(({ object }) => ['N', 'D'].includes(object.value))
      .map(({ subject }) => subject.value);
    expect(subjects).toHaveLength(2);
    expect(new Set(subjects).size).toBe(1);
  });

  it('reports what no context defines: a property, a type, a type as the key of a map', async () => {
    const context = { ...own['@context'], byType: { '@id': 'http://example.org/by', '@container': '@type' } };
    const { document, quads } = await read(
      crate([{ '@id': '#x', '@context': context, unheard: 'u', '@type': 'Odd', byType: { Rare: { name: 'N' } } }]),
    );
    expect(document.report.notes.map(({ kind, detail }) => `${kind} ${detail}`).sort()).toEqual([
      'undefined-property unheard',
      'undefined-type Odd',
      'undefined-type Rare',
    ]);
    expect(quads.filter(({ object }) => /Rare/.test(object.value))).toEqual([]);
    expect(quads.map(({ object }) => object.value)).toContain('N');
  });
});
