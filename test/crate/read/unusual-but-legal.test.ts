import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { firstOf } from '../../../src/crate/context/context-source.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { BASE, BUNDLED, crate, open, read, short } from '../../helpers/read.js';
import { growth, LINEAR } from '../../helpers/growth.js';

const CRATE = 'https://w3id.org/ro/crate/1.1/context';
const withTerms = (terms: JsonObject): JsonValue => [CRATE, terms];

/** Terms whose values must not be put together. */
const NESTED: JsonObject = {
  n: '@nest',
  l: { '@id': 'http://x/l', '@container': '@language' },
  li: { '@id': 'http://x/li', '@container': '@list' },
  j: { '@id': 'http://x/j', '@type': '@json' },
  ix: { '@id': 'http://x/ix', '@container': '@index' },
  ids: { '@id': 'http://x/ids', '@container': '@id' },
  ty: { '@id': 'http://x/ty', '@container': '@type' },
  rev: { '@reverse': 'http://x/rev' },
};

/** Three values of each of these terms. */
const AGAIN: Readonly<Record<string, JsonValue[]>> = {
  l: [{ fr: 'c' }, { en: 'a' }, { fr: ['d', 'e'] }],
  li: [[4], [1, 2], 'a'],
  j: [[0], { x: 1 }, null],
  ix: [{ a: { name: 'A' } }, { a: { name: 'B' } }, { b: 'c' }],
  ids: [{ '#i': { name: 'A' } }, { '#i': { description: 'B' } }, { '#j': {} }],
  ty: [{ Person: { name: 'A' } }, { Person: { name: 'B' } }, { File: { '@id': 'f' } }],
  rev: [{ '@id': '#r' }, [{ name: 'A' }], { '@id': '#s' }],
  name: ['a', ['b'], [{ '@value': 'c', '@language': 'en' }, null]],
};

/** Checks that a document gives the same graph as the oracle, without repairs. @returns its triples in short */
async function legal(document: object): Promise<string[]> {
  const { document: read1, nquads, quads } = await read(document);
  expect(read1.report.repairs).toBe(0);
  expect(read1.counts.dropped).toBe(0);
  expect(await canonical(nquads)).toEqual(await canonical(await oracle(document, BASE.iri, BUNDLED)));
  return short(quads);
}

describe('unusual legal documents', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['nodes without @id in an @index map', { ix: { '@id': 'http://x/ix', '@container': '@index' } }, { ix: { a: { name: 'A' }, '@none': { name: 'B' } } }],
    ['nodes in a @type map', { ty: { '@id': 'http://x/ty', '@container': '@type' } }, { ty: { File: [{ '@id': 't.txt' }, { name: 'q' }] } }],
    ['null in a language map', { la: { '@id': 'http://x/la', '@container': '@language' } }, { la: { en: 'x', de: null, fr: [null, 'y'] } }],
    ['@type as a set', { '@type': { '@container': '@set' } }, { '@included': [{ '@id': '#y', '@type': 'Person' }], '@type': ['Person'] }],
    ['a property as in every JavaScript object', { toString: 'http://x/s', constructor: 'http://x/c' }, { toString: true, constructor: ['a', 'b'], '@included': [] }],
    ['aliases and a default language', { '@language': 'en', id: '@id', type: '@type' }, { name: 'chat', author: { id: '#z', type: 'Person', name: 'Z' }, '@included': [] }],
    ['a JSON literal that contains a context, next to a list and a set', { js: { '@id': 'http://x/js', '@type': '@json' } }, { js: { '@context': { a: 1 }, '@id': 7 }, name: { '@list': ['a'] }, author: { '@set': [{ '@id': '#z' }] } }],
    ['@included below a property', {}, { mentions: { '@included': [{ '@id': '#y', name: 'Y' }] } }],
    ['nodes below a key that is a blank node', {}, { '_:p': { '@id': '#y', name: 'Y' } }],
    ['nodes in a list below a key that is a blank node', {}, { '_:p': { '@list': [{ '@id': '#y', name: 'Y' }] } }],
    ['nodes below a term that is a blank node', { bp: '_:p' }, { bp: [{ '@id': '#y', name: 'Y' }] }],
    ['a context of its own that does not propagate', {}, { '@context': { '@propagate': false, name: 'http://x/here' }, name: 'n', author: { name: 'q' } }],
    ['a base of its own', {}, { '@context': { '@base': 'http://elsewhere.example/a/' }, name: 'n', author: { '@id': 'b' } }],
    ['a base of one property', { of: { '@id': 'http://x/of', '@context': { '@base': 'http://elsewhere.example/a/' } } }, { of: { '@id': 'b', name: 'B' }, name: 'n' }],
    ['several bases in a row', {}, { '@context': [{ '@base': 'http://o/' }, { '@base': 'p/q' }], '@id': 'g', author: { '@context': [{ '@base': 'r/' }, { '@base': 's/' }], '@id': 't', name: 'n' } }],
    ['several bases of one property', { of: { '@id': 'http://x/of', '@context': [{ '@base': 'http://o/' }, { '@base': 'http://o/p/q' }, { '@base': './' }] } }, { of: { '@id': 'b', name: 'B' } }],
    ['no vocabulary below a vocabulary', { '@vocab': 'http://v/' }, { '@context': { '@vocab': '' }, foo: 'x', '@type': 'T' }],
    ['a vocabulary below a vocabulary', { '@vocab': 'http://v/' }, { '@context': { '@vocab': './p/' }, foo: 'x', author: { '@context': { '@vocab': 'q#' }, foo: 'y' } }],
    ['a vocabulary and a base', {}, { '@context': { '@base': 'http://o/p/', '@vocab': '' }, foo: 'x', '@type': 'T' }],
    ['a vocabulary before a base', {}, { '@context': [{ '@vocab': 'v#' }, { '@base': 'http://o/p/' }], foo: 'x' }],
    ['a relative vocabulary', {}, { '@context': { '@vocab': 'v#' }, foo: 'x' }],
    ['a relative vocabulary of a type', { Voc: { '@id': 'http://x/Voc', '@context': { '@vocab': 'v#' } } }, { '@type': 'Voc', foo: 'x' }],
    ['a base direction', { '@direction': 'rtl', di: { '@id': 'http://x/di', '@direction': 'ltr' } }, { di: 'x', name: { '@value': 'y', '@direction': 'rtl' } }],
    ['JSON in a list', { j: { '@id': 'http://x/j', '@type': '@json', '@container': '@list' } }, { j: [{ a: 1 }, { b: 2 }] }],
    ['no JSON in a list', { j: { '@id': 'http://x/j', '@type': '@json', '@container': '@list' } }, { j: [], '@included': { '@id': '#y', j: null } }],
    ['JSON that is a string in a list', { j: { '@id': 'http://x/j', '@type': '@json', '@container': '@list' } }, { j: 's' }],
    ['JSON null in a list', { j: { '@id': 'http://x/j', '@type': '@json', '@container': '@list' }, li: { '@id': 'http://x/li', '@container': '@list' } }, { j: null, li: { '@value': null, '@type': '@json' }, '@included': [] }],
    ...(['l', 'li', 'j', 'ix', 'ids', 'ty', 'rev', 'name'] as const).flatMap((key): [string, JsonObject, JsonObject][] => {
      const [a, b, c] = (AGAIN[key] as JsonValue[]).map((value) => ({ [key]: value })) as [JsonObject, JsonObject, JsonObject];
      return [
        [`${key} next to and in a nest`, NESTED, { ...a, n: b }],
        [`${key} in several nests`, NESTED, { n: [a, { '@nest': [b, c] }], '@nest': a }],
      ];
    }),
    ['a context in a nest', NESTED, { n: { '@context': { name: 'http://x/other' }, description: 'n' } }],
    ['1e21 and its neighbours', {}, { name: [1e21, -1e21, 1e20, 999999999999999900000, { '@value': 1e21 }] }],
  ])('%s', async (_, terms, entity) => {
    const [own, before] = [{ '@id': '#x', name: 'X', ...entity }, { '@id': '#before', name: 'B' }];
    const lines = await legal(crate([before, own], withTerms(terms)));
    expect(lines).toContainEqual(expect.stringMatching(/^<\.\/#before> <name> "B"/));
  }); // prettier-ignore

  it('an IPv6 address is an identifier, in both lanes', async () => {
    for (const more of [{}, { '@included': [] }]) {
      const { quads, document } = await read(crate([{ '@id': 'http://[::1]/d', name: 'D', ...more } as JsonObject]));
      expect(short(quads)).toContain('<http://[::1]/d> <name> "D"');
      expect(document.report.repairs).toBe(0);
    }
  });

  it.each(['http://[:::]/', 'http://[v]/', 'http://[1.2.3.4]/'])(
    '%s is not a legal IRI and is repaired',
    async (id) => {
      const { quads, document } = await read(crate([{ '@id': id, name: 'D' }]));
      expect(quads.some(({ object }) => object.value === 'D')).toBe(true);
      expect(document.report.counts).toEqual({ 'iri-encoded': 1 });
    },
  );
});

describe('a context with forbidden content', () => {
  const EVIL = 'en .\n<urn:evil> <urn:p> <urn:o> .\n<urn:a> <urn:b> "x"@en';
  it.each<[string, JsonObject, JsonObject]>([
    ['the default language', { '@language': EVIL }, {}],
    ['an ill-formed default language', { '@language': 'EN_us' }, {}],
    ['the language of a term', { name: { '@id': 'http://schema.org/name', '@language': EVIL } }, {}],
    ['the type of a term', { name: { '@id': 'http://schema.org/name', '@type': 'http://x/> .\n<urn:evil> <urn:p> <urn:o' } }, {}],
    ['a language in the general lane', { '@language': EVIL }, { '@included': [] }],
    ['the context of an entity', {}, { '@context': { '@language': EVIL } }],
  ])('%s: the text is there, reported, and nothing else', async (_, terms, more) => {
    const { document, quads } = await read(crate([{ '@id': '#x', name: 'text', ...more }], withTerms(terms)));
    expect(quads.map(({ subject }) => subject.value)).not.toContain('urn:evil');
    expect(quads.find(({ object }) => object.value === 'text')?.subject.value).toBe(`${BASE.root}#x`);
    expect(document.report.repairs).toBeGreaterThan(0);
    const strict = read(crate([{ '@id': '#x', name: 'text', ...more }], withTerms(terms)), { strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'ERR_STRICT' });
  }); // prettier-ignore

  it('the name of a graph is checked too', async () => {
    const document = await open(crate([]));
    const chunks = document.nquads('urn:g> .\n<urn:evil> <urn:p> <urn:o> <urn:other');
    await expect(chunks.next()).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });
});

describe('large legal documents', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

  it('a key with 20,000 occurrences keeps all of its values', async () => {
    const text = JSON.stringify(crate([{ '@id': '#x', name: 'HERE' }]));
    const { quads } = await read(text.replace('"name":"HERE"', many(20_000).map((value) => `"name":"${value}"`).join())); // prettier-ignore
    expect(quads.filter(({ subject }) => subject.value.endsWith('#x'))).toHaveLength(20_000);
  });

  it('both lanes read long lists and arrays of numbers', async () => {
    for (const more of [{}, { '@included': [] }]) {
      const entity = { '@id': '#x', author: { '@list': many(20_000) }, description: many(20_000).map((_, i) => i) };
      const { document } = await read(crate([{ ...entity, ...more } as JsonObject]));
      expect(document.counts.quads).toBeGreaterThan(60_000);
    }
  });

  it.each<[string, JsonObject, number, (names: string[]) => JsonValue[]]>([
    ['objects in a nest', { n: '@nest' }, 600, (names) => [{ '@id': '#x', n: names.map((name) => ({ name })) }]],
    ['types of a map', { ty: { '@id': 'http://x/ty', '@container': '@type' } }, 600, (names) => [{ '@id': '#x', ty: Object.fromEntries(names.map((type) => [type, { name: type }])) }]],
    ['entities with a remote context each', {}, 60, (names) => names.map((name) => ({ '@id': `#${name}`, '@context': CRATE, name }))],
  ])('the time for many %s is linear', async (_, terms, size, entitiesOf) => {
    const readMany = async (count: number) => {
      const entities = entitiesOf(many(count));
      const { document } = await read(crate(entities, withTerms(terms)));
      expect(document.counts).toMatchObject({ general: entities.length, dropped: 0 });
      expect(document.counts.quads).toBeGreaterThan(count);
    };
    expect(await growth(size, readMany)).toBeLessThan(LINEAR);
  }); // prettier-ignore

  it('the used part of remote contexts is enough, wherever it is used', async () => {
    const files: Record<string, JsonObject> = {
      'http://c/a': { schema: 'http://schema.org/', p: 'schema:p', T: { '@id': 'schema:T', '@context': 'http://c/c' } },
      'http://c/b': { q: { '@id': 'schema:q', '@type': '@id' }, r: 'p', unused: 'http://x/' },
      'http://c/c': { name: 'schema:named', '@vocab': 'schema:v/' },
    };
    const contexts = firstOf({ load: async (address) => files[address] ?? BUNDLED.load(address) });
    const document = crate([{ '@id': '#x', '@context': ['http://c/a', 'http://c/b'], '@type': 'T', name: 'n', q: { r: 'r', odd: 'o' } }]);
    const { nquads } = await read(document, { contexts });
    expect(await canonical(nquads)).toEqual(await canonical(await oracle(document, BASE.iri, contexts)));
  }); // prettier-ignore

  it.each<[string, JsonValue, string]>([
    ['more than 1000 contexts', Array.from({ length: 1001 }, () => CRATE), 'the document lists more than 1000 contexts'],
    ['a long chain of terms', withTerms(Object.fromEntries(many(20_000).map((name, i) => [name, `v${i + 1}:a/`]))), 'more than 100 terms are defined by one another'],
  ])('%s is refused, with the bound', async (_, context, message) => {
    await expect(read(crate([{ '@id': '#x', 'v0:z': 'v' }], context))).rejects.toMatchObject({ code: 'ERR_CONTEXT_INVALID', message });
  }); // prettier-ignore

  it('a duplicate key in a JSON literal keeps its last value', async () => {
    const terms = withTerms({ js: { '@id': 'http://x/js', '@type': '@json' } });
    for (const more of ['', ',"@included":[]']) {
      const text = JSON.stringify(crate([{ '@id': '#x', js: 'HERE' }], terms));
      const { quads } = await read(text.replace('"js":"HERE"', `"js":{"a":1,"a":2}${more}`));
      expect(quads.find(({ predicate }) => predicate.value === 'http://x/js')?.object.value).toBe('{"a":2}');
    }
  });
});
