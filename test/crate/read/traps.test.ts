import { reportVersion } from '../../../src/tasks/load/read-crate.js';
import oxigraph from 'oxigraph';
import { crateBase } from '../../../src/crate/base.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { originalLabel } from '../../../src/crate/read/identifiers.js';
import { noteOf } from '../../../src/crate/read/report.js';
import { BASE, BUNDLED, crate, open, read, short } from '../../helpers/read.js';

const V11 = 'https://w3id.org/ro/crate/1.1/context';
const ROOT = BASE.root;

/** The subject that an `@id` becomes, and what was reported of it. */
async function subjectOf(id: string, context: JsonValue = V11): Promise<{ iri: string; reported: string[] }> {
  const { quads, document } = await read(crate([{ '@id': id, description: 'the one' }], context));
  const quad = quads.find(({ object }) => object.value === 'the one');
  return { iri: quad?.subject.value ?? 'dropped', reported: Object.keys(document.report.counts) };
}

/** The values of one property, in short. */
async function valuesOf(value: JsonValue, context: JsonValue = V11, key = 'description'): Promise<string[]> {
  const { quads } = await read(crate([{ '@id': '#x', [key]: value }], context));
  return short(quads.filter(({ subject }) => subject.value === `${ROOT}#x`)).map((line) =>
    line.replace(/^<[^>]*> <[^>]*> /, ''),
  );
}

describe('ids and bases', () => {
  it('1: an id with a space is kept, with every link to it, and reported', async () => {
    const { quads, document } = await read(
      crate([{ '@id': 'my file.txt', '@type': 'File', name: 'F' }], V11, { hasPart: [{ '@id': 'my file.txt' }] }),
    );
    expect(short(quads)).toEqual(
      expect.arrayContaining(['<./my%20file.txt> <name> "F"', '<./> <hasPart> <./my%20file.txt>']),
    );
    expect(document.report.counts).toEqual({ 'iri-encoded': 2 });
    expect(document.report.notes[0]).toEqual({
      kind: 'iri-encoded',
      detail: '"my file.txt"',
      pointer: '/@graph/1/hasPart',
      message: 'an identifier is not a legal IRI and was percent-encoded: "my file.txt"',
    });
  });

  it('1: --strict refuses it with the place', async () => {
    const reading = read(crate([{ '@id': 'my file.txt', '@type': 'File' }]), { strict: true });
    await expect(reading).rejects.toMatchObject({
      code: 'ERR_STRICT',
      message: expect.stringContaining('/@graph/2') as string,
    });
  });

  it.each([
    ['#p 1', `${ROOT}#p%201`, ['iri-encoded']],
    ['a|b.txt', `${ROOT}a%7Cb.txt`, ['iri-encoded']],
    ['{x}.csv', `${ROOT}%7Bx%7D.csv`, ['iri-encoded']],
    ['C:\\data\\x.txt', 'C:%5Cdata%5Cx.txt', ['iri-encoded']],
    ['a\\b.txt', `${ROOT}a%5Cb.txt`, ['iri-encoded']],
    ['50%.png', `${ROOT}50%25.png`, ['iri-encoded']],
    ['caf%C3%A9.txt', `${ROOT}caf%C3%A9.txt`, []],
    ['caf\u00e9.txt', `${ROOT}caf\u00e9.txt`, []],
    ['', `${ROOT}#@id=`, ['id-empty']],
    ['#', `${ROOT}#`, []],
    ['/', `${ROOT}#@id=/`, ['id-empty']],
    ['%2F', `${ROOT}%2F`, []],
    ['../up.txt', `${ROOT.replace('crate/', 'up.txt')}`, []],
    ['../../up.txt', `${ROOT}#@id=../../up.txt`, ['id-above-root']],
    ['../../my up.txt#\u00e9', `${ROOT}#@id=../../my%2520up.txt%23%C3%A9`, ['id-above-root', 'iri-encoded']],
    ['%2E%2E/%2E%2E/up.txt', `${ROOT}%2E%2E/%2E%2E/up.txt`, []],
    ['#@id=../../up.txt', `${ROOT}#@id=%23@id=../../up.txt`, ['id-reserved']],
    ['#@id=%ff', `${ROOT}#@id=%23@id=%25ff`, ['id-reserved']],
    [`${ROOT}#@id=up.txt`, `${ROOT}#@id=up.txt`, []],
    ['#@', `${ROOT}#@`, []],
    ['@graph', `${ROOT}@graph`, ['id-form']],
  ])('2: %j is kept, and reported when illegal', async (id, iri, reported) => {
    // With a root at the top of its host, `/` is the root: that is where an `@id` of `/` would become its identifier.
    const base = id === '/' ? crateBase('http://example.org/', 'url') : BASE;
    const { quads, document } = await read(crate([{ '@id': id, description: 'the one' }]), { base });
    const subject = quads.find(({ object }) => object.value === 'the one')?.subject.value;
    expect(subject).toBe(id === '/' ? 'http://example.org/#@id=/' : iri);
    expect(Object.keys(document.report.counts)).toEqual(reported);
  });

  it('2: all of them are different, the root included', async () => {
    const ids = [
      './',
      '',
      '/',
      '#',
      '#@id=',
      '#@id=#@id=',
      '#@id=../../a',
      '%2F',
      'a|b.txt',
      'a\\b.txt',
      'ab.txt',
      'caf%C3%A9.txt',
      'caf\u00e9.txt',
      '50%.png',
      '../a',
      '../../a',
      '../../a#b',
      '../../a%23b',
      '%2E%2E/%2E%2E/a',
      '_:a',
      '_:b',
      '@a',
    ];
    const iris = await Promise.all(ids.map(async (id) => (await subjectOf(id)).iri));
    expect(new Set(iris).size).toBe(ids.length);
  });

  it.each([
    ['a:b.txt', 'a:b.txt'],
    ['schema:Person', 'http://schema.org/Person'],
    ['rdf:type', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'],
    ['./a:b.txt', `${ROOT}a:b.txt`],
  ])('3: %s has its JSON-LD meaning', async (id, iri) => {
    expect(
      await subjectOf(id, [V11, { schema: 'http://schema.org/', rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' }]),
    ).toEqual({ iri, reported: [] });
  });

  it.each(['license', 'name', 'Person', 'about'])('4: a term as id is a file name: %s', async (id) => {
    expect(await subjectOf(id, [V11, { '@vocab': 'http://example.org/v#' }])).toEqual({ iri: ROOT + id, reported: [] });
    const { quads } = await read(crate([], V11, { hasPart: { '@id': id } }));
    expect(short(quads)).toContain(`<./> <hasPart> <./${id}>`);
  });

  it.each<[string, JsonValue]>([
    ['in the document', [V11, { '@base': null }]],
    ['twice', [{ '@base': null }, V11, { '@base': null }]],
    ['in the context of RO-Crate 1.0', 'https://w3id.org/ro/crate/1.0/context'],
  ])('5: {"@base": null} %s loses nothing', async (_, context) => {
    const { quads, document } = await read(
      crate(
        [
          { '@id': 'a.txt', '@type': 'File', author: { '@id': '#me' } },
          { '@id': '#me', '@type': 'Person' },
        ],
        context,
      ),
    );
    expect(document.root.root).toBe(ROOT);
    expect(short(quads)).toEqual(expect.arrayContaining(['<./a.txt> <author> <./#me>', '<./#me> <rdf:type> <Person>']));
  });

  it('7: a base with the file name gives another #alice, and the same files', async () => {
    const document = crate([
      { '@id': '#alice', '@type': 'Person' },
      { '@id': 'a.txt', '@type': 'File' },
    ]);
    const { quads } = await read(document, { base: crateBase(`${ROOT}ro-crate-metadata.json`, 'url') });
    expect(quads.map(({ subject }) => subject.value)).toEqual(
      expect.arrayContaining([`${ROOT}ro-crate-metadata.json#alice`, `${ROOT}a.txt`, ROOT]),
    );
  });

  it.each<[string, JsonObject[], string]>([
    [
      'a root whose id is a DOI',
      [
        { '@id': 'ro-crate-metadata.json', about: { '@id': 'https://doi.org/10.1/x' } },
        { '@id': 'https://doi.org/10.1/x', '@type': 'Dataset' },
      ],
      'https://doi.org/10.1/x',
    ],
    [
      'a descriptor with an absolute IRI',
      [
        { '@id': 'https://h/x/ro-crate-metadata.json', about: { '@id': './' } },
        { '@id': './', '@type': 'Dataset' },
      ],
      ROOT,
    ],
    [
      'a prefixed file name',
      [
        { '@id': 'my-ro-crate-metadata.json', about: { '@id': './' } },
        { '@id': './', '@type': 'Dataset' },
      ],
      ROOT,
    ],
    [
      'a root of two types',
      [
        { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
        { '@id': './', '@type': ['Dataset', 'RepositoryCollection'] },
      ],
      ROOT,
    ],
    [
      'about as an array',
      [
        { '@id': 'ro-crate-metadata.json', about: [{ '@id': './' }] },
        { '@id': './', '@type': 'Dataset' },
      ],
      ROOT,
    ],
    [
      'a blank root',
      [
        { '@id': 'ro-crate-metadata.json', about: { '@id': '_:root' } },
        { '@id': '_:root', '@type': 'Dataset' },
      ],
      '_:root',
    ],
  ])('8: %s', async (_, graph, root) => {
    const { document, quads } = await read({ '@context': V11, '@graph': graph });
    const found = document.root.root;
    if (root.startsWith('_:')) expect(originalLabel(found.slice(2))?.label).toBe('root');
    else expect(found).toBe(root);
    expect(
      quads.some(
        ({ subject, object }) =>
          subject.value === found.replace(/^_:/, '') && object.value === 'http://schema.org/Dataset',
      ),
    ).toBe(true);
  });

  it('9: nested crates and look-alikes do not fool the finder, and are named', async () => {
    const nested = [
      'nested/ro-crate-metadata.json',
      'old-ro-crate-metadata.json.bak',
      'x/ro-crate-metadata.json.txt',
    ].flatMap((id, index): JsonObject[] => [
      { '@id': id, '@type': 'CreativeWork', about: { '@id': `sub${index}/` } },
      { '@id': `sub${index}/`, '@type': 'Dataset' },
    ]);
    const document = await open(crate(nested));
    expect(document.root).toMatchObject({ root: ROOT, descriptor: `${ROOT}ro-crate-metadata.json` });
    expect(document.candidates.map(({ root }) => root).sort()).toEqual([
      ROOT,
      ...[0, 1, 2].map((number) => `${ROOT}sub${number}/`),
    ]);
    reportVersion(document);
    expect(document.report.counts).toEqual({ 'several-roots': 3 });
  });

  it.each([
    'mailto:me@example.org',
    'urn:isbn:0451450523',
    'doi:10.5281/zenodo.1',
    'tel:+1-816-555-1212',
    'data:text/plain;base64,SGk=',
    'arcp://name,x/',
    'HTTP://EXAMPLE.org/A',
  ])('10: %s stays as it is', async (id) => expect(await subjectOf(id)).toEqual({ iri: id, reported: [] }));
});

describe('values', () => {
  it.each<[JsonValue, string[]]>([
    [-33.883, ['"-3.3883E1"^^xsd:double']],
    [1, ['"1"^^xsd:integer']],
    [1e3, ['"1000"^^xsd:integer']],
    [1.5e300, ['"1.5E300"^^xsd:double']],
    [1e21, ['"1.0E21"^^xsd:double']],
    [true, ['"true"^^xsd:boolean']],
    [false, ['"false"^^xsd:boolean']],
    ['', ['""']],
    [null, []],
    [[], []],
    [
      [null, [], ['x', ['y']]],
      ['"x"', '"y"'],
    ],
  ])('12: %j', async (value, expected) =>
    expect((await valuesOf(value)).filter((term) => !term.includes('Resource'))).toEqual(expected),
  );

  it('12: numbers under a datatype take it', async () => {
    const typed = (type: string): JsonValue => [
      V11,
      { n: { '@id': 'http://example.org/n', '@type': `http://www.w3.org/2001/XMLSchema#${type}` } },
    ];
    expect(await valuesOf([5, '5', 0.5], typed('double'), 'n')).toEqual([
      '"5"^^xsd:double',
      '"5.0E-1"^^xsd:double',
      '"5.0E0"^^xsd:double',
    ]);
    expect(await valuesOf([5, '6'], typed('date'), 'n')).toEqual(['"5"^^xsd:date', '"6"^^xsd:date']);
  });

  it.each<[string, JsonValue, string[]]>([
    ['language strings', { '@value': 'chat', '@language': 'fr' }, ['"chat"@fr']],
    [
      'typed literals',
      { '@value': '2020-01-01', '@type': 'http://www.w3.org/2001/XMLSchema#date' },
      ['"2020-01-01"^^xsd:date'],
    ],
    ['plain value objects', { '@value': 'x' }, ['"x"']],
    ['a value object without a value', { '@value': null }, []],
    ['an invalid language', { '@value': 'x', '@language': 'not a tag' }, ['"x"']],
    [
      'a language next to a type',
      { '@value': 'x', '@language': 'en', '@type': 'http://example.org/t' },
      ['"x"^^http://example.org/t'],
    ],
  ])('13: %s', async (_, value, expected) =>
    expect((await valuesOf(value)).filter((term) => !term.includes('Resource'))).toEqual(expected),
  );

  it('13: nested entities and lists keep their content', async () => {
    const { quads, document } = await read(
      crate([
        {
          '@id': '#x',
          author: { '@type': 'Person', name: 'A', affiliation: { '@id': '#org', name: 'O' } },
          description: { '@list': ['one', { '@id': 'my two' }] },
        },
      ]),
    );
    const lines = short(quads).map((line) => line.replace(/_:\w+/g, '_:'));
    expect(lines).toEqual(
      expect.arrayContaining([
        '<./#x> <author> _:',
        '_: <name> "A"',
        '_: <affiliation> <./#org>',
        '<./#org> <name> "O"',
        '<./#x> <description> _:',
        '_: <rdf:first> "one"',
        '_: <rdf:first> <./my%20two>',
      ]),
    );
    expect(document.counts.general).toBe(0);
  });

  it('15: a property that no context defines is reported by name and count', async () => {
    const { document, quads } = await read(
      crate([
        { '@id': '#x', name: 'n', colour: 'red' },
        { '@id': '#y', name: 'n', colour: 'blue', 'ex:size': 1 },
      ]),
    );
    expect(document.report.counts).toEqual({ 'undefined-property': 2 });
    expect(document.report.repairs).toBe(0);
    expect(document.report.notes.map(({ detail, pointer }) => [detail, pointer])).toEqual([
      ['colour', '/@graph/2/colour'],
      ['colour', '/@graph/3/colour'],
    ]);
    expect(short(quads)).toContain('<./#y> <ex:size> "1"^^xsd:integer');
  });

  it('15: an entity with only such properties is kept', async () => {
    const { document, quads } = await read(crate([{ '@id': '#x', colour: 'red' }]));
    expect(short(quads)).toContain('<./#x> <rdf:type> <http://www.w3.org/2000/01/rdf-schema#Resource>');
    expect(document.report.counts).toEqual({ 'undefined-property': 1, 'kept-as-resource': 1 });
  });

  it('16: a type that no context defines is an IRI under the base, and reported', async () => {
    const { document, quads } = await read(crate([{ '@id': '#x', '@type': ['MyType', 'File'] }]));
    expect(short(quads)).toEqual(
      expect.arrayContaining(['<./#x> <rdf:type> <./MyType>', '<./#x> <rdf:type> <MediaObject>']),
    );
    expect(document.report.counts).toEqual({ 'undefined-type': 1 });
  });

  it('17: a value object and a plain string of the same text are one value, and so are duplicates', async () => {
    const { nquads } = await read(
      crate([{ '@id': '#x', description: ['a', { '@value': 'a' }, 'a', { '@value': 'a', '@language': 'en' }] }]),
    );
    const store = new oxigraph.Store();
    store.load(nquads, { format: 'application/n-quads' });
    expect(
      store
        .match(oxigraph.namedNode(`${ROOT}#x`), null, null)
        .map(({ object }) => object.toString())
        .sort(),
    ).toEqual(['"a"', '"a"@en']);
  });

  it('17: two descriptions of an entity are merged and reported', async () => {
    const { document, quads } = await read(
      crate([
        { '@id': 'a.txt', '@type': 'File', name: 'one' },
        { '@id': './a.txt', name: 'two' },
      ]),
    );
    expect(short(quads)).toEqual(expect.arrayContaining(['<./a.txt> <name> "one"', '<./a.txt> <name> "two"']));
    expect(document.report.notes).toEqual([
      noteOf({ kind: 'entity-merged', detail: `${ROOT}a.txt`, pointer: '/@graph/3' }),
    ]);
    expect(document.counts.entities).toBe(3);
  });

  it.each([
    'a\nb\r\nc',
    '\t',
    '"quoted"',
    'back\\slash',
    '\u0000\u0001\u001f\u007f',
    '\u2028\u2029',
    '\u{1F600}',
    'e\u0301',
    '\uFFFE',
    "'",
    '\\u0041',
  ])('18: %j comes back from N-Quads as it was', async (text) => {
    const { quads, nquads, document } = await read(
      crate([{ '@id': '#x', description: [text, { '@value': text, '@language': 'en' }] }]),
    );
    expect(quads.filter(({ object }) => object.value === text).length).toBe(2);
    const store = new oxigraph.Store();
    store.load(nquads, { format: 'application/n-quads' });
    expect(store.match(null, null, oxigraph.literal(text)).length).toBe(1);
    expect(document.report.repairs).toBe(0);
  });

  it('18: half a character becomes U+FFFD and is reported, in both lanes', async () => {
    const text = `{"@context":"${V11}","@graph":[{"@id":"#x","description":"a\\ud800b"},{"@id":"#y","description":{"@list":["a\\ud800b"]}}]}`;
    const { document, quads } = await read(text);
    expect(quads.filter(({ object }) => object.value === 'a\uFFFDb').length).toBe(2);
    expect(document.report.counts).toEqual({ 'lone-surrogate': 2 });
  });
});

describe('blank nodes', () => {
  const document = crate([{ '@id': '_:b0', name: 'B', author: { name: 'unnamed' } }]);
  const labelsOf = ({ quads }: Awaited<ReturnType<typeof read>>) =>
    [
      ...new Set(quads.filter(({ subject }) => subject.termType === 'BlankNode').map(({ subject }) => subject.value)),
    ].sort();

  it('20: two crates share no label', async () => {
    const one = labelsOf(await read(document, { identity: 'one' }));
    const two = labelsOf(await read(document, { identity: 'two' }));
    expect(one.length).toBe(2);
    expect(one.filter((label) => two.includes(label))).toEqual([]);
  });

  it.each([
    '_:localid:my-repo:my-id',
    '_:localid:other-repo:https://doi.org/10.1/x',
    '_:',
    '_:a b',
    '_:-',
    '_:.',
    '_:caf\u00e9',
  ])('21: the label %s becomes one that parsers read', async (id) => {
    const { nquads, quads } = await read(
      crate([
        { '@id': id, name: 'B' },
        { '@id': '#x', author: { '@id': id } },
      ]),
    );
    const subject = quads.find(({ object }) => object.value === 'B')?.subject;
    expect(subject?.termType).toBe('BlankNode');
    expect(quads.some(({ object }) => object.equals(subject))).toBe(true);
    expect(originalLabel(subject?.value as string)?.label).toBe(id.slice(2));
    expect(() => new oxigraph.Store().load(nquads, { format: 'application/n-quads' })).not.toThrow();
  });

  it('21: labels that differ stay different', async () => {
    const ids = ['_:a-b', '_:a_b', '_:a.b', '_:a:b', '_:a-002db', '_:a', '_:n1', '_:', '_:-', '_:_', '_:a-'];
    const { quads } = await read(crate([...ids.map((id) => ({ '@id': id, name: id })), { name: 'unnamed' }]));
    expect(labelsOf({ quads } as never).length).toBe(ids.length + 1);
  });

  it('22: the same crate twice gives the same labels, in both lanes', async () => {
    const both = crate([
      { '@id': '_:b0', name: 'B', author: { name: 'unnamed' }, description: { '@list': ['x', { name: 'inside' }] } },
      { '@id': '#y', author: { '@id': '_:b0' } },
    ]);
    expect((await read(both, { identity: 'one' })).nquads).toBe((await read(both, { identity: 'one' })).nquads);
  });
});

describe('contexts and versions', () => {
  it('24: conformsTo decides the version, the terms are those of the context', async () => {
    const json = crate([{ '@id': '#x', '@type': 'FormalParameter' }], 'https://w3id.org/ro/crate/1.0/context');
    const { document } = await read(json);
    expect(document.version).toBe('1.1');
    expect(document.writtenContext).toBe('https://w3id.org/ro/crate/1.0/context');
    reportVersion(document);
    expect(document.report.notes.at(-1)).toEqual({
      kind: 'version-mismatch',
      detail: 'conformsTo 1.1, context 1.0',
      pointer: '/@context',
      message: 'context and conformsTo name different versions; conformsTo decides: conformsTo 1.1, context 1.0',
    });
  });

  it('26: several contexts apply, and later ones win', async () => {
    const context: JsonValue = [
      V11,
      { colour: 'http://example.org/one' },
      'https://w3id.org/ro/terms/workflow-run/context',
      { colour: 'http://example.org/two', name: 'http://example.org/name' },
    ];
    const { quads, document } = await read(
      crate([{ '@id': '#x', colour: 'red', name: 'N', containerImage: { '@id': '#i' } }], context),
    );
    expect(short(quads)).toEqual(
      expect.arrayContaining([
        '<./#x> <http://example.org/two> "red"',
        '<./#x> <http://example.org/name> "N"',
        '<./#x> <https://w3id.org/ro/terms/workflow-run#containerImage> <./#i>',
      ]),
    );
    expect(document.writtenContext).toEqual(context);
  });

  it('26: an unavailable context is an error, never an empty context', async () => {
    const opening = open(crate([], [V11, 'https://example.org/unknown']));
    await expect(opening).rejects.toMatchObject({
      code: 'ERR_CONTEXT_UNAVAILABLE',
      message: expect.stringContaining('https://example.org/unknown') as string,
    });
  });

  it('27: a @vocab defines everything', async () => {
    const graph = [
      { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
      { '@id': './', '@type': 'Dataset', anything: 'x' },
    ];
    const { document, quads } = await read({ '@context': { '@vocab': 'https://schema.org/' }, '@graph': graph });
    expect(document.root.root).toBe(ROOT);
    expect(short(quads)).toContain('<./> <https://schema.org/anything> "x"');
    expect(document.report.counts).toEqual({});
  });

  it('27: the context of schema.org with https', async () => {
    const contexts = {
      load: async (address: string) =>
        /schema\.org/.test(address)
          ? { '@vocab': 'https://schema.org/', id: '@id', type: '@type' }
          : BUNDLED.load(address),
    };
    const graph = [
      { id: 'ro-crate-metadata.json', about: { id: './' } },
      { id: './', type: 'Dataset', name: 'x' },
    ];
    const { document, quads } = await read({ '@context': 'https://schema.org/', '@graph': graph }, { contexts });
    expect(document.root.root).toBe(ROOT);
    expect(short(quads)).toContain('<./> <https://schema.org/name> "x"');
  });
});

describe('streams', () => {
  const broken = {
    '@id': '#bad',
    name: { '@list': [{ '@value': 'x', '@id': 'y' }] },
    author: { '@id': '#a', '@value': 3, '@list': [] },
  };

  it('36: an invalid entity ends the reading with its place, and writes no quads', async () => {
    const document = await open(crate([{ '@id': '#good', name: 'good' }, broken]));
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of document.nquads()) chunks.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'ERR_JSONLD_INVALID', details: { pointer: '/@graph/3' } });
    expect(chunks.join('')).not.toContain('#bad');
  });

  it('36: the general lane does not change a CrateError', async () => {
    const lost = crate([{ '@id': '#x', '@context': 'https://example.org/unknown', name: 'x' }]);
    await expect(read(lost)).rejects.toMatchObject({ code: 'ERR_CONTEXT_UNAVAILABLE' });
    const scoped = { mine: { '@id': 'http://example.org/mine', '@context': 'https://example.org/unknown' } };
    const used = { '@id': '#x', mine: { name: 'y' } };
    for (const document of [crate([used], [V11, scoped]), crate([{ ...used, '@context': scoped }])])
      await expect(read(document)).rejects.toMatchObject({
        code: 'ERR_CONTEXT_UNAVAILABLE',
        message: expect.stringContaining('https://example.org/unknown') as string,
      });
    const repaired = crate([{ '@id': '#x', undefinedKey: 1, '@included': [{ '@id': '#y', name: 'y' }] }]);
    expect(short((await read(repaired)).quads)).toContain(
      '<./#x> <rdf:type> <http://www.w3.org/2000/01/rdf-schema#Resource>',
    );
    await expect(read(repaired, { strict: true })).rejects.toMatchObject({ code: 'ERR_STRICT' });
  });

  it('36: a caller that stops early stops the reading', async () => {
    const document = await open(
      crate(Array.from({ length: 20_000 }, (_, index) => ({ '@id': `#${index}`, name: 'x'.repeat(50) }))),
    );
    for await (const chunk of document.nquads()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(document.counts.quads).toBe(0); // only a complete reading sets the counts
  });
});
