import { baseWithin, localContext } from '../../../src/crate/context/local-context.js';
import type { JsonValue } from '../../../src/crate/json/parse.js';

const BASE = 'http://b.example/x/';

describe('a context for a part of a document', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['an absolute address stays', 'http://c.example/c.json', 'http://c.example/c.json'],
    ['a relative address becomes absolute', 'c.json', `${BASE}c.json`],
    ['null keeps identifiers relative', null, [null, { '@base': null }]],
    ['an array is one row', ['c.json', [null, 'd.json']], [`${BASE}c.json`, null, { '@base': null }, `${BASE}d.json`]],
    ['what is none stays', 7, 7],
    ['a base becomes absolute', { '@base': 'sub/' }, { '@base': `${BASE}sub/` }],
    ['no base stays', { '@base': null }, { '@base': null }],
    ['an import becomes absolute', { '@import': 'i.json' }, { '@import': `${BASE}i.json` }],
    ['an import that is none stays', { '@import': 1 }, { '@import': 1 }],
    ['a vocabulary below the base', { '@vocab': '' }, { '@vocab': BASE }],
    ['a vocabulary with a fragment', { '@vocab': '#v' }, { '@vocab': `${BASE}#v` }],
    ['a vocabulary by its path', { '@vocab': './v/' }, { '@vocab': `${BASE}v/` }],
    ['a vocabulary by a prefix', { '@vocab': 'ex:v' }, { '@vocab': 'ex:v' }],
    ['a vocabulary by a term', { '@vocab': 'term' }, { '@vocab': 'term' }],
    ['no vocabulary', { '@vocab': null }, { '@vocab': null }],
    ['other keywords stay, what looks like one goes', { '@version': 1.1, '@foo': 'x' }, { '@version': 1.1 }],
    ['terms stay', { a: 'http://a.example/', b: null }, { a: 'http://a.example/', b: null }],
    ['foreign keys of a definition go', { a: { '@id': 'x:a', label: 'A' } }, { a: { '@id': 'x:a' } }],
    ['contexts of terms, too', { a: { '@id': 'x:a', '@context': 'c.json' } }, { a: { '@id': 'x:a', '@context': `${BASE}c.json` } }],
  ])('%s', (_, context, expected) => expect(localContext(context, BASE)).toEqual(expected)); // prettier-ignore
});

it.each<[JsonValue, string]>([
  [null, BASE],
  [{}, BASE],
  [{ '@base': null }, BASE],
  [{ '@base': 'sub/' }, `${BASE}sub/`],
  [[{ '@base': 'sub/' }, 'http://c.example/', { '@base': '../y/' }], `${BASE}y/`],
])('the base within %j is %s', (context, base) => expect(baseWithin(context, BASE)).toBe(base));
