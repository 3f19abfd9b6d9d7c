import { ActiveContext } from '../../../src/crate/context/active-context.js';
import { localContext, remoteContext } from '../../../src/crate/context/strict-contexts.js';
import { within } from '../../../src/crate/context/scoped-context.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';

const BASE = 'http://b.example/x/';

const scopeOf = (...layers: JsonObject[]) => ({
  context: new ActiveContext(layers, BASE),
  base: BASE,
  documentBase: BASE,
});

describe('a context for a part of a document', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['an absolute address stays', 'http://c.example/c.json', 'http://c.example/c.json'],
    ['a relative address becomes absolute', 'c.json', `${BASE}c.json`],
    ['null keeps identifiers relative', null, [null, { '@base': null }]],
    ['an array is one row', ['c.json', ['d.json']], [`${BASE}c.json`, `${BASE}d.json`]],
    ['null forgets what was before', ['c.json', [null, 'd.json']], [null, { '@base': null }, `${BASE}d.json`]],
    ['what is none stays', 7, 7],
    ['a base becomes absolute', { '@base': 'sub/' }, { '@base': `${BASE}sub/` }],
    ['each base is read after those before', [{ '@base': 'http://o/' }, { '@base': 'p/' }, { '@base': 'q/' }], [{ '@base': 'http://o/' }, { '@base': 'http://o/p/' }, { '@base': 'http://o/p/q/' }]],
    ['null forgets bases', [{ '@base': 'http://o/' }, null, { '@base': 'p/' }], [null, { '@base': null }, { '@base': `${BASE}p/` }]],
    ['so does no base', [{ '@base': 'http://o/' }, { '@base': null }, { '@base': 'p/' }], [{ '@base': 'http://o/' }, { '@base': null }, { '@base': `${BASE}p/` }]],
    ['a base above the top keeps its way', { '@base': '../../' }, { '@base': `${BASE}@base=../@base=../` }],
    ['no base stays', { '@base': null }, { '@base': null }],
    ['an import becomes absolute', { '@import': 'i.json' }, { '@import': `${BASE}i.json` }],
    ['an import that is none stays', { '@import': 1 }, { '@import': 1 }],
    ['a vocabulary below the base', { '@vocab': '' }, { '@vocab': BASE }],
    ['a vocabulary with a fragment', { '@vocab': '#v' }, { '@vocab': `${BASE}#v` }],
    ['a vocabulary by its path', { '@vocab': './v/' }, { '@vocab': `${BASE}v/` }],
    ['a vocabulary by a prefix', { '@vocab': 'ex:v' }, { '@vocab': 'ex:v' }],
    ['a vocabulary that is one word', { '@vocab': 'v#' }, { '@vocab': `${BASE}v#` }],
    ['a vocabulary beside a base', { '@base': 'http://o/p/', '@vocab': '' }, { '@base': 'http://o/p/', '@vocab': 'http://o/p/' }],
    ['a vocabulary before a base', [{ '@vocab': 'v#' }, { '@base': 'http://o/' }], [{ '@vocab': `${BASE}v#` }, { '@base': 'http://o/' }]],
    ['a vocabulary after a vocabulary', [{ '@vocab': 'http://v/' }, { '@vocab': 'w#' }], [{ '@vocab': 'http://v/' }, { '@vocab': 'http://v/w#' }]],
    ['a vocabulary of a term, after all of the context', [{ a: { '@id': 'x:a', '@context': { '@vocab': 'w#' } } }, { '@vocab': 'http://v/' }], [{ a: { '@id': 'x:a', '@context': { '@vocab': 'http://v/w#' } } }, { '@vocab': 'http://v/' }]],
    ['what is no vocabulary stays', { '@vocab': 7 }, { '@vocab': 7 }],
    ['no vocabulary', { '@vocab': null }, { '@vocab': null }],
    ['other keywords stay, what looks like one goes', { '@version': 1.1, '@foo': 'x' }, { '@version': 1.1 }],
    ['terms stay', { a: 'http://a.example/', b: null }, { a: 'http://a.example/', b: null }],
    ['unknown keys of a definition are dropped', { a: { '@id': 'x:a', label: 'A' } }, { a: { '@id': 'x:a' } }],
    ['contexts of terms, too', { a: { '@id': 'x:a', '@context': 'c.json' } }, { a: { '@id': 'x:a', '@context': `${BASE}c.json` } }],
  ])('%s', (_, context, expected) => expect(localContext(context, scopeOf())).toEqual(expected)); // prettier-ignore
});

it.each<[string, JsonValue, JsonValue]>([
  ['none', {}, { '@vocab': 'http://v/' }],
  ['no name', { '@vocab': '' }, { '@vocab': 'http://v/' }],
  ['a relative one', { '@vocab': './p#' }, { '@vocab': 'http://v/./p#' }],
  ['a term', { '@vocab': 'term' }, { '@vocab': 'http://t/' }],
  ['null and a relative one', [{ '@vocab': null }, { '@vocab': 'p#' }], { '@vocab': `${BASE}p#` }],
])('below a vocabulary, %s means', (_, context, expected) => {
  const scope = scopeOf({ '@vocab': 'http://v/', term: 'http://t/' });
  expect(within(context, scope).context.vocab).toBe((expected as JsonObject)['@vocab']);
  if (JSON.stringify(context).includes('@vocab'))
    expect([localContext(context, scope)].flat().at(-1)).toEqual(expected);
});

it('a remote context has no base, and its vocabulary depends on that of the document', () => {
  const context = [null, 'd.json', { '@base': 'sub/', '@vocab': 'v#', '@foo': 1, '@import': 'i.json', a: 'x:a' }];
  expect(remoteContext(context, 'http://w.example/c.json')).toEqual([
    null,
    { '@base': null },
    'http://w.example/d.json',
    { '@vocab': 'v#', '@import': 'http://w.example/i.json', a: 'x:a' },
  ]);
});

it.each<[JsonValue, string]>([
  [null, BASE],
  [{}, BASE],
  [{ '@base': null }, BASE],
  [{ '@base': 'sub/' }, `${BASE}sub/`],
  [[{ '@base': 'sub/' }, 'http://c.example/', { '@base': '../y/' }], `${BASE}y/`],
  [[{ '@base': 'sub/' }, null], BASE],
])('the base within %j is %s', (context, base) => expect(within(context, scopeOf()).base).toBe(base));
