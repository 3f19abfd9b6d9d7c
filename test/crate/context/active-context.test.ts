import { ActiveContext } from '../../../src/crate/context/active-context.js';
import { resolveContext } from '../../../src/crate/context/resolve-context.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';

const BASE = 'http://example.org/crate/';
const contextOf = (...layers: JsonObject[]) => new ActiveContext(layers, BASE);
const vocab = (name: string, ...layers: JsonObject[]) => {
  const expanded = contextOf(...layers).expandVocab(name);
  return expanded.kind === 'absolute' ? expanded.iri : expanded.kind;
};

describe('the types of an entity', () => {
  const types = new Set(['http://v/A', 'http://v/B']);
  const context = contextOf({ '@vocab': 'http://v/', ex: 'http://v/', Other: 'http://v/A' });
  it.each<[JsonValue | undefined, boolean]>([
    ['A', true],
    [['X', 'ex:B'], true],
    ['Other', true],
    ['http://v/B', true],
    ['X', false],
    [['X', 7, null, { '@id': 'A' }], false],
    ['@json', false],
    [undefined, false],
  ])('%j', (value, is) => expect(context.hasType(value, types)).toBe(is));
});

describe('the expansion of property and type names', () => {
  it.each<[string, string, JsonObject[], string]>([
    ['a term', 'a', [{ a: 'http://a' }], 'http://a'],
    ['a term by a prefix', 'a', [{ ex: 'http://ex/', a: 'ex:a' }], 'http://ex/a'],
    ['a term by a prefix of an earlier context', 'a', [{ ex: 'http://ex/' }, { a: 'ex:a' }], 'http://ex/a'],
    ['a term by another term', 'a', [{ a: 'b', b: 'http://b' }], 'http://b'],
    ['the later definition', 'a', [{ a: 'http://one' }, { a: 'http://two' }], 'http://two'],
    ['a term that is switched off', 'a', [{ a: 'http://a', '@vocab': 'http://v/' }, { a: null }], 'none'],
    ['a compact IRI', 'ex:a', [{ ex: 'http://ex/' }], 'http://ex/a'],
    ['a compact IRI that is a term', 'ex:a', [{ ex: 'http://ex/', 'ex:a': 'http://other' }], 'http://other'],
    [
      'a compact IRI that is a term without IRI',
      'ex:a',
      [{ ex: { '@id': 'http://ex/' }, 'ex:a': { '@type': '@id' } }],
      'http://ex/a',
    ],
    ['a prefix that is no prefix by its end', 'ex:a', [{ ex: 'http://ex' }], 'ex:a'],
    ['a prefix that is one by decree', 'ex:a', [{ ex: { '@id': 'http://ex', '@prefix': true } }], 'http://exa'],
    ['an expanded definition is no prefix', 'ex:a', [{ ex: { '@id': 'http://ex/' } }], 'ex:a'],
    ['an alias of a keyword is no prefix', 'id:a', [{ id: { '@id': '@id', '@prefix': true } }], 'id:a'],
    ['an absolute IRI', 'http://x/a', [{ http: 'http://no/' }], 'http://x/a'],
    ['the vocabulary', 'a', [{ '@vocab': 'http://v/' }], 'http://v/a'],
    ['no vocabulary any more', 'a', [{ '@vocab': 'http://v/' }, { '@vocab': null }], 'relative'],
    ['a vocabulary by a prefix', 'a', [{ ex: 'http://ex/' }, { '@vocab': 'ex:v#' }], 'http://ex/v#a'],
    [
      'a vocabulary by a term',
      'a',
      [{ ex: { '@id': 'http://ex/', '@prefix': true } }, { '@vocab': 'ex' }],
      'http://ex/a',
    ],
    ['a vocabulary inside of another', 'a', [{ '@vocab': 'http://v/' }, { '@vocab': 'w#' }], 'http://v/w#a'],
    ['a vocabulary under the base', 'a', [{ '@vocab': '' }], `${BASE}a`],
    ['a vocabulary under the base of the document', 'a', [{ '@base': 'http://d/e/', '@vocab': '/v#' }], 'http://d/v#a'],
    [
      'a term that is itself, with a vocabulary',
      'a',
      [{ a: 'http://no' }, { '@vocab': 'http://v/', a: 'a' }],
      'http://v/a',
    ],
    ['a term that looks like a keyword', '@foo', [{ '@foo': 'http://no' }], 'none'],
    ['a term with an at sign that is none', '@foo.bar', [{ '@foo.bar': 'http://x' }], 'http://x'],
    ['a term that stands for what looks like a keyword', 'a', [{ a: '@foo', '@vocab': 'http://v/' }], 'http://v/a'],
    ['nothing', 'a', [], 'relative'],
  ])('%s', (_, name, layers, expected) => expect(vocab(name, ...layers)).toBe(expected));

  it('blank nodes and keywords', () => {
    expect(contextOf().expandVocab('_:b')).toEqual({ kind: 'blank', label: 'b' });
    expect(contextOf().expandVocab('@type')).toEqual({ kind: 'keyword', keyword: '@type' });
    expect(contextOf({ a: '_:b' }).expandVocab('a')).toEqual({ kind: 'blank', label: 'b' });
  });
});

describe('identifiers', () => {
  const context = contextOf({ '@vocab': 'http://v/', ex: 'http://ex/', name: 'http://name/' });
  it.each([
    ['name', { kind: 'relative', reference: 'name' }],
    ['ex:a', { kind: 'absolute', iri: 'http://ex/a' }],
    ['name:a', { kind: 'absolute', iri: 'http://name/a' }],
    ['other:a', { kind: 'absolute', iri: 'other:a' }],
    ['ex://a', { kind: 'absolute', iri: 'ex://a' }],
    ['_:a', { kind: 'blank', label: 'a' }],
    [':a', { kind: 'relative', reference: ':a' }],
    ['a/b:c', { kind: 'relative', reference: 'a/b:c' }],
    ['@id', { kind: 'none' }],
    ['', { kind: 'relative', reference: '' }],
  ])('%j', (id, expected) => expect(context.expandId(id)).toEqual(expected));
});

describe('the definition of a term', () => {
  it('has types, languages and containers', () => {
    const context = contextOf({
      xsd: 'http://xsd#',
      '@language': 'en',
      date: { '@id': 'http://date', '@type': 'xsd:date' },
      link: { '@id': 'http://link', '@type': '@id' },
      de: { '@id': 'http://de', '@language': 'de' },
      none: { '@id': 'http://none', '@language': null },
      set: { '@id': 'http://set', '@container': '@set' },
      list: { '@id': 'http://list', '@container': ['@list'] },
    });
    expect(context.language).toBe('en');
    expect(['date', 'link', 'set'].map((term) => context.term(term)?.type)).toEqual([
      'http://xsd#date',
      '@id',
      undefined,
    ]);
    expect(['de', 'none', 'set'].map((term) => context.term(term)?.language)).toEqual(['de', null, undefined]);
    expect(context.term('set')).toMatchObject({ complex: false, list: false });
    expect(context.term('list')).toMatchObject({ complex: false, list: true });
  });

  it.each<[string, JsonObject]>([
    ['@container', { '@id': 'http://a', '@container': '@language' }],
    ['@container twice', { '@id': 'http://a', '@container': ['@list', '@set'] }],
    ['@reverse', { '@reverse': 'http://a' }],
    ['@context', { '@id': 'http://a', '@context': {} }],
    ['@json', { '@id': 'http://a', '@type': '@json' }],
    ['@nest', { '@id': 'http://a', '@nest': 'b' }],
  ])('%s is for the general lane', (_, definition) =>
    expect(contextOf({ a: definition }).term('a')?.complex).toBe(true),
  );

  it('@propagate makes the whole context complex', () => expect(contextOf({ '@propagate': false }).complex).toBe(true));

  it('aliases, of aliases too, until they mean something else', () => {
    expect([...contextOf({ id: '@id' }, { url: 'id', type: { '@id': '@type' } }).aliases]).toEqual([
      ['id', '@id'],
      ['url', '@id'],
      ['type', '@type'],
    ]);
    expect([...contextOf({ id: '@id' }, { id: 'http://id' }).aliases]).toEqual([]);
  });

  it('the base of the document', () => {
    expect(contextOf().documentBase).toBeUndefined();
    expect(contextOf({ '@base': 'http://a/' }, { '@base': null }).documentBase).toBeNull();
    expect(contextOf({ '@base': 'http://a/' }, { '@base': 'b/' }).documentBase).toBe('http://a/b/');
    expect(contextOf({ '@base': null }, { '@base': 'b/' }).documentBase).toBe('b/');
  });
});

describe('a part of a context without meaning in JSON-LD', () => {
  it.each<[string, JsonObject, string]>([
    ['a relative term', { a: 'rel' }, 'the term "a" maps to the relative IRI "rel"'],
    ['a term that begins with a colon', { a: ':rel' }, 'the term "a" maps to the relative IRI ":rel"'],
    ['a number', { a: 1 }, 'the term "a" has no usable definition'],
    ['an unknown keyword', { '@foo': 'x' }, '"@foo" is not a keyword'],
    ['a keyword as term', { '@id': 'x' }, 'the keyword "@id" cannot be a term'],
    ['an unknown key', { a: { '@id': 'http://a', label: 'A' } }, 'the definition of "a" has the unknown key "label"'],
    ['a vocabulary of numbers', { '@vocab': 1 }, '@vocab is neither a string nor null'],
    ['a blank vocabulary', { '@vocab': '_:' }, '@vocab is a blank node'],
    ['an invalid language', { '@language': 'EN_us' }, '"EN_us" is not a language tag'],
    [
      'a language of a term that is none',
      { a: { '@id': 'http://a', '@language': 'en .\n' } },
      'the term "a" has the `@language` "en .\\n", which is not a language tag',
    ],
    [
      'a type of a term that is none',
      { a: { '@id': 'http://a', '@type': 'nowhere' } },
      'the term "a" has the `@type` "nowhere", which is not a datatype',
    ],
  ])('%s is passed over and problems', (_, layer, problem) => {
    const context = contextOf(layer);
    expect(context.problems).toEqual([problem]);
    expect(context.isShareable).toBe(false);
  });

  it('is none of the keywords that a context may contain', () => {
    const keywords = { '@base': 'http://b/', '@direction': 'ltr', '@language': 'en', '@protected': false };
    const more = { '@propagate': true, '@version': 1.1, '@vocab': 'http://v/' };
    expect(contextOf({ ...keywords, ...more }).problems).toEqual([]);
  });

  const guarded: JsonObject = {
    '@protected': true,
    a: 'http://a',
    p: 'http://p/',
    b: { '@id': 'p:b', '@type': '@id' },
  };
  it.each<[string, JsonObject[], string[]]>([
    ['another IRI', [guarded, { a: 'http://other' }], ['a']],
    ['another type', [guarded, {}, { b: 'http://p/b' }], ['b']],
    ['none', [guarded, { a: null }], ['a']],
    ['one of its own', [{ a: { '@id': 'http://a', '@protected': true } }, { a: 'http://other' }], ['a']],
    ['the same in another form', [guarded, { a: { '@id': 'http://a' }, b: { '@type': '@id', '@id': 'http://p/b' } }], []],
    ['another of a term that is not protected', [{ '@protected': true, a: { '@id': 'http://a', '@protected': false } }, { a: 'http://other' }], []],
    ['another by a bundled context', [guarded, Object.freeze({ a: 'http://other' })], ['a']],
  ])('a protected term that gets %s is reported, and the later definition wins', (_, layers, names) => {
    const problems = names.map((name) => `the term "${name}" is protected by an earlier context and redefined`);
    expect(contextOf(...layers).problems).toEqual(problems);
  }); // prettier-ignore

  it('a term with a relative IRI is resolved against the base', () =>
    expect(contextOf({ a: 'rel' }).term('a')?.iri).toBe(`${BASE}rel`));

  it('a context that depends on the base is not shared', () => {
    expect(contextOf({ '@vocab': '' }).isShareable).toBe(false);
    expect(contextOf({ '@vocab': '/v#' }).isShareable).toBe(false);
    expect(contextOf({ '@vocab': 'http://v/', a: 'http://a' }).isShareable).toBe(true);
  });

  it('terms that define each other do not recurse forever', () => {
    const context = contextOf({
      a: 'b',
      b: 'a',
      c: 'c:d',
      e: 'e',
      f: { '@id': 'http://f', '@type': 'f' },
      g: { '@id': 'ex:g', '@type': 'ex:h' },
      ex: 'http://ex/',
    });
    expect(context.term('g')?.type).toBe('http://ex/h');
    for (const term of ['a', 'b', 'c', 'e', 'f', 'c:x']) expect(() => context.expandVocab(term)).not.toThrow();
  });
});

describe('resolveContext', () => {
  const source = (contexts: Record<string, unknown>) => ({ load: async (address: string) => contexts[address] });

  it('replaces remote contexts by their content, without their base', async () => {
    const contexts = source({
      'http://one': ['http://two', { a: 'http://a1' }],
      'http://two': { '@base': 'http://no/', b: 'http://b' },
    });
    const context = await resolveContext(['http://one', { a: 'http://a2' }], contexts, BASE);
    expect(context.layers).toEqual([{ b: 'http://b' }, { a: 'http://a1' }, { a: 'http://a2' }]);
  });

  it('null removes the contexts before it', async () => {
    expect((await resolveContext([{ a: 'http://a' }, null, { b: 'http://b' }], source({}), BASE)).layers).toEqual([
      { b: 'http://b' },
    ]);
    expect((await resolveContext(undefined, source({}), BASE)).layers).toEqual([]);
  });

  it('relative addresses are resolved, without the spaces around them', async () => {
    const contexts = source({ [`${BASE}c.json`]: { a: 'http://a' }, 'http://x': { b: 'http://b' } });
    expect((await resolveContext(['c.json', ' http://x '], contexts, BASE)).layers).toEqual([
      { a: 'http://a' },
      { b: 'http://b' },
    ]);
  });

  it('shares contexts that do not depend on the base, and only these', async () => {
    const contexts = source({});
    const [one, two] = await Promise.all([
      resolveContext({ a: 'http://a' }, contexts, 'http://1/'),
      resolveContext({ a: 'http://a' }, contexts, 'http://1/'),
    ]);
    expect(await resolveContext({ a: 'http://a' }, contexts, 'http://2/')).toBe(
      await resolveContext({ a: 'http://a' }, contexts, 'http://3/'),
    );
    expect(one.layers).toEqual(two.layers);
    expect((await resolveContext({ '@vocab': '' }, contexts, 'http://1/')).vocab).toBe('http://1/');
    expect((await resolveContext({ '@vocab': '' }, contexts, 'http://2/')).vocab).toBe('http://2/');
  });

  it.each<[string, JsonObject, boolean]>([
    ['that is right by itself once', { '@base': 'http://no/', a: 'http://a' }, true],
    ['with a problem in each document', { a: 'relative' }, false],
    ['with a keyword in each document', { a: '@type' }, false],
    ['that needs another in each document', { '@vocab': 'v#', a: 'http://a' }, false],
  ])('looks through a remote context %s', async (_, remote, once) => {
    const contexts = source({ 'http://one': remote });
    const [one, two] = ['x', 'y'].map((own) => resolveContext(['http://one', { [own]: BASE }], contexts, BASE));
    const [layer] = (await one)?.layers ?? [];
    expect((await two)?.layers[0]).toBe(layer);
    expect(Object.isFrozen(layer)).toBe(once);
    expect((await two)?.problems.length).toBe(remote['a'] === 'relative' ? 1 : 0);
    expect((await two)?.aliases.size).toBe(remote['a'] === '@type' ? 1 : 0);
    expect(Object.isFrozen(remote)).toBe(false);
  });

  it.each([1, true, [1], [[['x', 5]]]] as JsonValue[])('%j is not a context', async (context) => {
    await expect(resolveContext(context, source({ [`${BASE}x`]: {} }), BASE)).rejects.toMatchObject({
      code: 'ERR_CONTEXT_INVALID',
    });
  });

  it('remote contexts that refer to each other are an error', async () => {
    await expect(resolveContext('http://one', source({ 'http://one': 'http://one' }), BASE)).rejects.toMatchObject({
      code: 'ERR_CONTEXT_INVALID',
    });
  });
});
