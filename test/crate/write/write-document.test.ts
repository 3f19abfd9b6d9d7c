import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { BUNDLED, open } from '../../helpers/read.js';
import { canonical } from '../../helpers/oracle.js';
import { crateBase } from '../../../src/crate/base.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { contextWithBase, withEmbeddedContext } from '../../../src/crate/write/written-context.js';
import {
  arrangeDocument,
  documentOf,
  documentText,
  writeDocument,
  type WriteOptions,
} from '../../../src/crate/write/write-document.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';

const ROOT = 'http://example.com/crate255/';
const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const PREFIXES = `
  PREFIX : <${ROOT}> PREFIX schema: <http://schema.org/> PREFIX dct: <http://purl.org/dc/terms/>
  PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
  PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
  <${ROOT}ro-crate-metadata.json> schema:about : .
  : a schema:Dataset .
`;

const quadsOf = (turtle: string) => new Parser({ blankNodePrefix: '' }).parse(PREFIXES + turtle) as Quad[];

const OPTIONS: WriteOptions = {
  base: crateBase(ROOT, 'given'),
  context: CONTEXT,
  contexts: BUNDLED,
  root: { descriptor: `${ROOT}ro-crate-metadata.json`, root: ROOT },
};

function write(turtle: string | readonly Quad[], options: Partial<WriteOptions> = {}): Promise<JsonObject> {
  const quads = typeof turtle === 'string' ? quadsOf(turtle) : turtle;
  return writeDocument(quads, { ...OPTIONS, ...options });
}

const graphOf = (document: JsonObject) => document['@graph'] as JsonObject[];
const idsOf = (document: JsonObject) => graphOf(document).map((entity) => entity['@id']);
/** The root as it is written when it says this. */
const rootOf = async (turtle: string, options: Partial<WriteOptions> = {}) =>
  graphOf(await write(turtle, options))[1] as JsonObject;
/** N-Quads of a document under a base. */
async function readBack(document: JsonValue, root = ROOT): Promise<string> {
  let text = '';
  for await (const chunk of (await open(document as object, { base: crateBase(root, 'given') })).nquads())
    text += chunk;
  return text;
}

describe('identifiers', () => {
  it('are relative inside the root only, by both forms of a fragment', async () => {
    const document = await write(
      `
      : schema:author :#alice, <${ROOT}ro-crate-metadata.json#bob> ; schema:hasPart :data1.txt, :data/ .
      :#alice a schema:Person . <${ROOT}ro-crate-metadata.json#bob> a schema:Person .
      :data1.txt a schema:MediaObject . :data/ a schema:Dataset .
    `
        .replaceAll(':#alice', `<${ROOT}#alice>`)
        .replaceAll(':data/', `<${ROOT}data/>`),
    );
    expect(idsOf(document)).toEqual(['ro-crate-metadata.json', './', 'data1.txt', 'data/', '#alice', '#bob']);
  });

  it('keep the two fragments apart where both forms of one name occur', async () => {
    const document = await write(`<${ROOT}#x> a schema:Person . <${ROOT}ro-crate-metadata.json#x> a schema:Place .`);
    expect(idsOf(document)).toEqual(['ro-crate-metadata.json', './', '#x', 'ro-crate-metadata.json#x']);
  });

  it.each([
    ['a base at the folder', ROOT, ['#x', 'ro-crate-metadata.json#x', 'my-ro-crate-metadata.json#x']],
    ['a base at the document', `${ROOT}ro-crate-metadata.json`, ['./#x', '#x', 'my-ro-crate-metadata.json#x']],
  ])('keep all fragments of one name apart, also where one is only referred to: %s', async (_, base, ids) => {
    const people = [`${ROOT}#x`, `${ROOT}ro-crate-metadata.json#x`, `${ROOT}my-ro-crate-metadata.json#x`];
    for (const described of people) {
      const turtle = `: schema:author ${people.map((iri) => `<${iri}>`).join(', ')} . <${described}> schema:name "N" .`;
      const root = await rootOf(turtle, { base: crateBase(base, 'given') });
      expect(root['author']).toEqual(ids.map((id) => ({ '@id': id })));
    }
    // Without the other two, each may be `#x`.
    for (const one of people)
      expect(await rootOf(`: schema:author <${one}> .`, { base: crateBase(base, 'given') })).toMatchObject({
        author: { '@id': '#x' },
      });
  });

  it('give one fragment to one of two documents, and its address to the other', async () => {
    const [one, two] = [`<${ROOT}a-ro-crate-metadata.json#x>`, `<${ROOT}b-ro-crate-metadata.json#x>`];
    expect((await rootOf(`: schema:author ${one}, ${two} .`))['author']).toEqual([
      { '@id': '#x' },
      { '@id': 'b-ro-crate-metadata.json#x' },
    ]);
  });

  it('stay absolute outside: the neighbour, the parent, another host, a name with the same start', async () => {
    const outside = [
      'http://example.com/',
      'http://example.com/crate25/x',
      'http://example.com/crate2555/x',
      'https://example.com/crate255/x',
      'urn:x:y',
      'mailto:a@example.org',
    ];
    const ids = idsOf(await write(outside.map((iri) => `<${iri}> a schema:Thing .`).join('\n')));
    expect(ids.slice(2)).toEqual(outside);
  });

  it('cannot be mistaken for a scheme, a keyword or a folder', async () => {
    const names = { 'a:b.txt': './a:b.txt', '@type': './@type', 'd/a:b': 'd/a:b', '//x': './//x', '?q': '?q' };
    const ids = idsOf(
      await write(
        Object.keys(names)
          .map((name) => `<${ROOT}${name}> a schema:Thing .`)
          .join('\n'),
      ),
    );
    expect(new Set(ids.slice(2))).toEqual(new Set(Object.values(names)));
  });

  it('are absolute when asked', async () => {
    expect(idsOf(await write('', { absolute: true }))).toEqual([`${ROOT}ro-crate-metadata.json`, ROOT]);
  });
});

describe('names', () => {
  it('are the terms of the context, the preferred ones of several', async () => {
    const document = await write(
      ': schema:hasPart :f . :f a schema:MediaObject ; schema:contentUrl "x" ; schema:codeRepository "y" .',
    );
    expect(graphOf(document)[2]).toEqual({ '@id': 'f', '@type': 'File', contentUrl: 'x', codeRepository: 'y' });
    expect(document['@context']).toBe(CONTEXT);
  });

  it('are added to the context if it lacks them: predicates and types', async () => {
    const document = await write(
      ': <http://terms.example/ns#wetness> "very" ; <http://other.example/wetness> "too" . <http://x.example/s> a <http://terms.example/ns#Swamp> .',
    );
    expect(document['@context']).toEqual([
      CONTEXT,
      {
        wetness: 'http://terms.example/ns#wetness',
        wetness2: 'http://other.example/wetness',
        Swamp: 'http://terms.example/ns#Swamp',
      },
    ]);
    expect(graphOf(document)[1]).toMatchObject({ wetness: 'very', wetness2: 'too' });
    expect(graphOf(document)[2]).toMatchObject({ '@type': 'Swamp' });
  });

  it.each([
    ['http://my.org/x/', 'x'],
    ['http://my.org/ns#1', 'ns'],
    ['http://my.org/', 'term'],
  ])('are terms for predicates that end in no name: %s', async (predicate, name) => {
    const document = await write(`: <${predicate}> "v" .`);
    const definition = predicate.endsWith('/') ? { '@id': predicate } : predicate; // no prefix
    expect(document['@context']).toEqual([CONTEXT, { [name]: definition }]);
    expect(graphOf(document)[1]).toMatchObject({ [name]: 'v' });
    expect(await readBack(document)).toContain(`<${predicate}> "v"`);
  });

  it.each<[string, JsonValue, string, JsonValue]>([
    ['a predicate in a scheme that is a prefix', { urn: 'http://x.example/' }, '<urn:a> "v"', [{ a: 'urn:a' }, { urn: 'http://x.example/' }]],
    ['an identifier in such a scheme, after a null', ['https://unused.example/', null, { urn: 'http://x.example/' }], '<http://p.example/a> <urn:b>', ['https://unused.example/', null, { urn_iri: { '@id': 'urn:', '@prefix': true } }, { urn: 'http://x.example/' }, { a: 'http://p.example/a' }]],
    ['a prefix whose name is a name under @vocab', { '@vocab': 'http://v.example/', urn: 'http://x.example/' }, '<http://v.example/urn_iri> <urn:b>', [{ urn_iri_iri: { '@id': 'urn:', '@prefix': true } }, { '@vocab': 'http://v.example/', urn: 'http://x.example/' }]],
    ['a datatype and an identifier in a list', { urn: 'http://x.example/', p: 'http://p.example/a' }, '<http://p.example/a> ( "v"^^<urn:t> <urn:b> )', [{ t: 'urn:t', urn_iri: { '@id': 'urn:', '@prefix': true } }, { urn: 'http://x.example/', p: 'http://p.example/a' }]],
    ['a term that would be defined by itself', {}, '<urn:urn> "v"', [{}, { urn2: 'urn:urn' }]],
    ['a datatype under @vocab', { '@vocab': 'https://v.example/' }, '<http://v.example/a> "v"^^<https://v.example/a>', [{ '@vocab': 'https://v.example/' }, { a2: 'http://v.example/a' }]],
  ])('say what they should beside any context: %s', async (_name, context, turtle, expected) => {
    const quads = new Parser().parse(`<http://s.example/> ${turtle} .`) as Quad[];
    const contexts = { load: async () => ({}) };
    const document = await writeDocument(quads, { ...OPTIONS, root: undefined, context, contexts });
    expect(document['@context']).toEqual(expected);
    let text = '';
    for await (const chunk of (await open(document, { contexts })).nquads()) text += chunk;
    expect(await canonical(text)).toEqual(await canonical(quads.map(quadToNQuads).join('')));
  }); // prettier-ignore

  it('never redefine a term of the context', async () => {
    const root = await rootOf(': <http://terms.example/name> "other" ; schema:name "own" .');
    expect(root).toMatchObject({ name: 'own', name2: 'other' });
  });

  it('come in order: @id, @type, name, description, then by name', async () => {
    const root = await rootOf(': schema:url "u" ; schema:description "d" ; schema:author "a" ; schema:name "n" .');
    expect(Object.keys(root)).toEqual(['@id', '@type', 'name', 'description', 'author', 'url']);
  });
});

describe('values', () => {
  it.each<[string, string, JsonValue]>([
    ['a reference has an @id and nothing else', '<http://x.example/p>', { '@id': 'http://x.example/p' }],
    ['a string', '"text"', 'text'],
    ['two values', '"a", "b"', ['a', 'b']],
    ['a language', '"chat"@fr', { '@value': 'chat', '@language': 'fr' }],
    ['an integer', '42', 42],
    ['a double in the spelling of JSON-LD', '"1.5E0"^^xsd:double', 1.5],
    ['a decimal', '1.5', { '@value': '1.5', '@type': 'http://www.w3.org/2001/XMLSchema#decimal' }],
    [
      'a number too great for JSON',
      '10000000000000001',
      { '@value': '10000000000000001', '@type': 'http://www.w3.org/2001/XMLSchema#integer' },
    ],
    ['booleans', 'true, false', [true, false]],
    [
      'a boolean in another spelling',
      '"1"^^xsd:boolean',
      { '@value': '1', '@type': 'http://www.w3.org/2001/XMLSchema#boolean' },
    ],
    ['the empty string', '""', ''],
    ['a list', '( "a" "b" <http://x.example/c> )', { '@list': ['a', 'b', { '@id': 'http://x.example/c' }] }],
    ['the empty list', '()', { '@list': [] }],
    [
      'what is called JSON and is none',
      '"{"^^rdf:JSON',
      { '@value': '{', '@type': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON' },
    ],
    [
      'JSON in another spelling',
      '"{ }"^^rdf:JSON',
      { '@value': '{ }', '@type': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON' },
    ],
    ['JSON', '"{\\"a\\":1}"^^rdf:JSON', { '@value': { a: 1 }, '@type': '@json' }],
  ])('%s', async (_name, object, expected) => {
    const document = await write(`: schema:about ${object} .`);
    const { about } = graphOf(document)[1] as JsonObject;
    const isDatatype =
      typeof expected === 'object' && expected !== null && '@type' in expected && expected['@type'] !== '@json';
    // A datatype is written with a term of the context; which one is not the point here.
    if (isDatatype) expect(about).toEqual({ ...(expected as JsonObject), '@type': expect.any(String) });
    else expect(about).toEqual(expected);
    expect(await canonical(await readBack(document))).toEqual(
      await canonical(quadsOf(`: schema:about ${object} .`).map(quadToNQuads).join('')),
    );
  });

  it('keep the value of a double from a store, which changed its spelling', async () => {
    const doubles = ': schema:about "1.50"^^xsd:double, "-33.883"^^xsd:double .';
    expect((await rootOf(doubles, { byValue: true }))['about']).toEqual([1.5, -33.883]);
  });

  it.each(['INF', '-INF', 'NaN', 'Infinity', '1e400'])(
    'keep a double that JSON has no number for: %s',
    async (lexical) => {
      const doubles = `: schema:about "${lexical}"^^xsd:double .`;
      for (const byValue of [true, false])
        expect((await rootOf(doubles, { byValue }))['about']).toMatchObject({ '@value': lexical });
    },
  );

  it('keep the spelling of a double otherwise: different literals stay different', async () => {
    const written = await write(': schema:about "1.50"^^xsd:double, "1.5"^^xsd:double, "1.5E0"^^xsd:double .');
    const typed = (value: string) => ({ '@value': value, '@type': expect.stringMatching(/double$/) as string });
    expect(graphOf(written)[1]?.['about']).toEqual([typed('1.50'), typed('1.5'), 1.5]);
  });

  it.each(['en-US', 'en-us'])(
    'in the default language are plain, whatever the case of its tag: %s',
    async (language) => {
      const context = [CONTEXT, { '@language': language }];
      const root = await rootOf(': schema:name "N"@en-US, "M"@en-us, "L"@en .', { context });
      expect(root['name']).toEqual(['N', 'M', { '@value': 'L', '@language': 'en' }]);
    },
  );

  it('that are lists which only contain each other stay blank nodes', async () => {
    const turtle =
      '_:l rdf:first _:m ; rdf:rest rdf:nil . _:m rdf:first _:l ; rdf:rest rdf:nil . : schema:about ( ( "in" ) ) .';
    const document = await write(turtle);
    expect(graphOf(document)).toHaveLength(4);
    expect(await canonical(await readBack(document))).toEqual(
      await canonical(quadsOf(turtle).map(quadToNQuads).join('')),
    );
  });

  it('that are lists in lists, thousands of them, need no deep recursion', async () => {
    const turtle = `: schema:citation ${'( '.repeat(5000)}"x"${' )'.repeat(5000)} .`;
    const document = await write(turtle);
    expect((await readBack(JSON.parse(JSON.stringify(document)) as JsonValue)).trim().split('\n').length).toBe(
      quadsOf(turtle).length,
    );
  });

  it('that are malformed lists stay blank nodes', async () => {
    const turtle =
      ': schema:about _:l . _:l rdf:first "a" ; rdf:rest _:m . _:m rdf:first "b", "c" ; rdf:rest rdf:nil .';
    const document = await write(turtle);
    expect(JSON.stringify(document)).toContain('{"@id":"_:m"');
    expect(await canonical(await readBack(document))).toEqual(
      await canonical(quadsOf(turtle).map(quadToNQuads).join('')),
    );
  });
});

describe('the document', () => {
  const TURTLE = `
    : schema:name "N"@en, "N" ; schema:hasPart <${ROOT}b/>, <${ROOT}a.txt> ; schema:author <http://p.example/1>, [ schema:name "blank" ] ;
      <http://terms.example/x> 1, 2.5, true ; schema:keywords ( "k" ( "l" ) ) .
    <${ROOT}b/> a schema:Dataset ; schema:hasPart <${ROOT}b/c.txt> . <${ROOT}b/c.txt> a schema:MediaObject .
    <${ROOT}a.txt> a schema:MediaObject, <http://terms.example/T> . <http://p.example/1> a schema:Person .
  `;

  it('keeps the order of the quads: of values, of parts, of entities', async () => {
    const document = await write(TURTLE);
    expect(idsOf(document)).toEqual([
      'ro-crate-metadata.json',
      './',
      'b/',
      'a.txt',
      'b/c.txt',
      expect.stringMatching(/^_:/),
      'http://p.example/1',
    ]);
    expect(graphOf(document)[1]).toMatchObject({
      name: [{ '@value': 'N', '@language': 'en' }, 'N'],
      author: [{ '@id': 'http://p.example/1' }, { '@id': expect.stringMatching(/^_:/) }],
      hasPart: [{ '@id': 'b/' }, { '@id': 'a.txt' }],
    });
  });

  it('sorts on request: descriptor, root, parts along hasPart, others by @id, blank nodes last', async () => {
    expect(idsOf(await write(TURTLE, { sorted: true }))).toEqual([
      'ro-crate-metadata.json',
      './',
      'a.txt',
      'b/',
      'b/c.txt',
      'http://p.example/1',
      expect.stringMatching(/^_:/),
    ]);
  });

  it('is the same text for the same graph, whatever the order of the quads', async () => {
    const quads = quadsOf(TURTLE);
    const sorted = { sorted: true };
    const text = JSON.stringify(await write(quads, sorted));
    expect(JSON.stringify(await write([...quads].reverse(), sorted))).toBe(text);
    const odd = quads.filter((_, index) => index % 2 === 1);
    const even = quads.filter((_, index) => index % 2 === 0);
    expect(JSON.stringify(await write([...odd, ...even, ...odd], sorted))).toBe(text);
  });

  it('states the same as the graph', async () => {
    const expected = await canonical(quadsOf(TURTLE).map(quadToNQuads).join(''));
    const document = await write(TURTLE);
    expect(await canonical(await readBack(document))).toEqual(expected);
    expect(
      await canonical(await readBack(await write(TURTLE, { absolute: true }), 'http://elsewhere.example/')),
    ).toEqual(expected);
    const embedded = await withEmbeddedContext(document, BUNDLED);
    expect(JSON.stringify(embedded['@context'])).not.toContain(CONTEXT);
    expect(await canonical(await readBack(embedded))).toEqual(expected);
    const based = contextWithBase(document, ROOT);
    expect(based['@context']).toEqual([{ '@base': ROOT }, CONTEXT, expect.any(Object)]);
    expect(await canonical(await readBack(based))).toEqual(expected);
  });

  it('has only `@id` in each reference', async () => {
    const nested =
      JSON.stringify(graphOf(await write(TURTLE)).map((entity) => Object.values(entity))).match(/\{"@id":[^{}]*\}/g) ??
      [];
    expect(nested.length).toBeGreaterThan(5);
    expect(nested.filter((reference) => Object.keys(JSON.parse(reference) as object).length !== 1)).toEqual([]);
  });

  it('fails for a context that is not available', async () => {
    await expect(write('', { context: 'https://unknown.invalid/c' })).rejects.toMatchObject({
      code: 'ERR_CONTEXT_UNAVAILABLE',
    });
  });
});

describe('other forms of a context', () => {
  const REMOTE = 'https://small.example/';
  const contexts = {
    load: async () => ({ '@vocab': 'http://v.example/', ex: 'http://e.example/', a: 'ex:a', b: 'ex:b' }),
  };
  const document = (context: JsonValue) => ({ '@context': context, '@graph': [{ '@id': 'x', a: 1, c: 2, own: 3 }] });

  it('with a base do not have the contexts before a null', () => {
    expect(
      contextWithBase(document([{ a: 'http://x.example/a' }, null, { own: 'urn:own' }]), ROOT)['@context'],
    ).toEqual([{ '@base': ROOT }, { own: 'urn:own' }]);
  });

  it('embedded keep order, keywords and the prefixes that terms need, without the contexts before a null', async () => {
    const context: JsonValue = [{ c: 'http://x.example/c' }, null, { a: 'urn:a' }, REMOTE, { own: 'ex:own' }];
    expect((await withEmbeddedContext(document(context), contexts))['@context']).toEqual([
      { a: 'urn:a' },
      { '@vocab': 'http://v.example/', a: 'ex:a', ex: 'http://e.example/' },
      { own: 'ex:own' },
    ]);
  });
});

describe('the text of a document', () => {
  it.each([
    ['nothing', []],
    ['terms that the context lacks, first met in the last entity', quadsOf(': schema:author :z . :z a <http://x.example/Mood> ; <http://x.example/mood> "a\\nb", 1 .')],
    ['more than a piece', quadsOf(Array.from({ length: 3000 }, (_, i) => `:f${i} schema:description "${'words '.repeat(20)}" .`).join('\n'))],
  ])('is that of the JSON object, entity by entity: %s', async (_, quads) => {
    const arranged = await arrangeDocument(quads, OPTIONS);
    const pieces = [...documentText(arranged)];
    expect(pieces.join('')).toBe(`${JSON.stringify(await write(quads), null, 2)}\n`);
    expect(documentOf(arranged)).toEqual(await write(quads));
    expect(pieces.length > 1).toBe(quads.length > 1000);
  }); // prettier-ignore
});

describe('new terms', () => {
  it.each<JsonObject>([{ '@vocab': 'http://v.example/' }, { v: 'http://v.example/' }])(
    'stand for an IRI of which %j leaves no name',
    async (own) => {
      const context = [CONTEXT, own];
      const quads = quadsOf(': <http://v.example/> "x" .');
      const document = await write(quads, { context });
      expect(Object.keys(graphOf(document)[1] as object)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^$|:$/)]),
      );
      expect(await canonical(await readBack(document))).toEqual(await canonical(quads.map(quadToNQuads).join('')));
    },
  );

  it('do not have the name of a type under `@vocab`', async () => {
    const context = { '@vocab': 'https://schema.org/', conformsTo: 'http://purl.org/dc/terms/conformsTo' };
    const quads = quadsOf(': a <https://schema.org/Foo> ; <http://my.org/Foo> "x" .');
    const document = await write(quads, { context });
    expect(await canonical(await readBack(document))).toEqual(await canonical(quads.map(quadToNQuads).join('')));
  });
});

it('a stream of quads is written like an array', async () => {
  const quads = quadsOf(': schema:name "N" .');
  async function* stream() {
    yield* quads;
  }
  expect(await writeDocument(stream(), OPTIONS)).toEqual(await write(quads));
});
