import type { JsonObject, JsonValue } from '../../src/crate/json/lazy-document.js';
import { SMALL } from '../helpers/documents.js';

const EX = 'http://example.org/terms#';

/** Returns a document with a part of a context and an entity. */
function document(context: JsonValue, entity: JsonObject, root = './'): JsonObject {
  return {
    '@context': [SMALL, context].flat(),
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': root } },
      { '@id': root, '@type': 'Dataset', name: 'A crate' },
      { '@id': '#a', '@type': 'Person', name: 'A', term: 'x', ...entity },
      // Only the general lane reads this entity.
      { '@id': '#b', '@included': [{ '@id': '#c', name: 'C', term: ['x', { '@list': ['x', 1] }], ...entity }] },
    ],
  };
}

const term = (definition: JsonValue) => document({ term: definition }, {});
const entity = (more: JsonObject) => document({}, more);
const map = (container: JsonValue, value: JsonValue) => (text: string) =>
  document({ term: { '@id': `${EX}t`, '@container': container } }, { term: { [text]: value } });

/** All places of a string in a context or a document. Each returns a document with the string in its place. */
export const PLACES: Readonly<Record<string, (text: string) => JsonObject>> = {
  'the address of a context': (text) => document(text, {}),
  '@language of a context': (text) => document({ '@language': text }, {}),
  '@language of a context, for a map': (text) =>
    document({ '@language': text, term: { '@id': `${EX}t`, '@container': '@language' } }, { term: { '@none': 'x' } }),
  '@vocab': (text) => document({ '@vocab': text }, { unheard: 'x', '@type': 'Unheard' }),
  '@vocab after another': (text) =>
    document([{ '@vocab': EX }, { '@vocab': text }], { unheard: 'x', '@type': 'Unheard' }),
  '@base': (text) => document({ '@base': text }, { '@id': 'x' }),
  '@base after another': (text) => document([{ '@base': 'http://base.example/' }, { '@base': text }], { '@id': 'x' }),
  '@direction': (text) => document({ '@direction': text }, {}),
  '@import': (text) => document({ '@import': text }, {}),
  '@version': (text) => document({ '@version': text }, {}),
  'the name of a term': (text) => document({ [text]: `${EX}t` }, { [text]: 'x', '@type': text, [`${text}:x`]: 'y' }),
  'a term': (text) => term(text),
  'a term as a type': (text) => document({ Kind: text }, { '@type': 'Kind', name: { '@value': 'x', '@type': 'Kind' } }),
  'a prefix': (text) =>
    document({ pre: { '@id': text, '@prefix': true } }, { 'pre:x': 'y', '@id': 'pre:z', '@type': 'pre:T' }),
  '@id of a term': (text) => term({ '@id': text }),
  '@type of a term': (text) => term({ '@id': `${EX}t`, '@type': text }),
  '@type of a term that is a list': (text) => term({ '@id': `${EX}t`, '@type': text, '@container': '@list' }),
  '@language of a term': (text) => term({ '@id': `${EX}t`, '@language': text }),
  '@direction of a term': (text) => term({ '@id': `${EX}t`, '@direction': text }),
  '@container of a term': (text) => term({ '@id': `${EX}t`, '@container': text }),
  '@index of a term': (text) =>
    document({ term: { '@id': `${EX}t`, '@container': '@index', '@index': text } }, { term: { i: { name: 'x' } } }),
  '@nest of a term': (text) => term({ '@id': `${EX}t`, '@nest': text }),
  '@reverse of a term': (text) => document({ term: { '@reverse': text } }, { term: { '@id': '#r' } }),
  'a term of a scoped context': (text) =>
    document({ link: { '@id': `${EX}l`, '@context': { inner: text } } }, { link: { inner: 'x' } }),
  '@language of a scoped context': (text) =>
    document({ link: { '@id': `${EX}l`, '@context': { '@language': text } } }, { link: { name: 'x' } }),
  '@type of a term of an entity': (text) =>
    entity({ '@context': { own: { '@id': `${EX}o`, '@type': text } }, own: 'x' }),
  '@language of an entity': (text) => entity({ '@context': { '@language': text }, description: 'x' }),
  '@base of an entity': (text) => entity({ '@context': { '@base': text }, '@id': 'x' }),
  '@vocab of an entity': (text) => entity({ '@context': { '@vocab': text }, unheard: 'x' }),
  '@id': (text) => entity({ '@id': text }),
  '@id of a value': (text) =>
    entity({ author: [{ '@id': text }, { '@id': `_:${text}` }, { '@id': `schema:${text}` }] }),
  '@id of the root': (text) => document({}, {}, text),
  '@type': (text) => entity({ '@type': [text, `_:${text}`, `schema:${text}`] }),
  'a key': (text) => entity({ [text]: 'x', [`schema:${text}`]: 'y', [`http://example.org/${text}`]: { '@id': '#z' } }),
  'a value': (text) => entity({ name: [text, { '@value': text }, { '@list': [text] }, { '@set': [text] }] }),
  'a value of a typed term': (text) =>
    document(
      { term: { '@id': `${EX}t`, '@type': '@id' }, kind: { '@id': `${EX}k`, '@type': '@vocab' } },
      { term: text, kind: text },
    ),
  '@language of a value': (text) =>
    entity({ name: [{ '@value': 'x', '@language': text }, { '@list': [{ '@value': 'x', '@language': text }] }] }),
  '@type of a value': (text) =>
    entity({
      name: [
        { '@value': 'x', '@type': text },
        { '@value': 1.5, '@type': text },
        { '@value': true, '@type': text },
      ],
    }),
  '@index and @direction of a value': (text) => entity({ name: { '@value': 'x', '@index': text, '@direction': text } }),
  'a JSON literal': (text) => entity({ name: { '@type': '@json', '@value': { [text]: [text] } } }),
  'a term of JSON literals': (text) =>
    document({ term: { '@id': `${EX}t`, '@type': '@json' } }, { term: { [text]: text } }),
  'a key of @reverse': (text) => entity({ '@reverse': { [text]: { '@id': '#r' } } }),
  'a language of a map': map('@language', 'x'),
  'an index': map('@index', 'x'),
  'an id of a map': map('@id', { name: 'x' }),
  'a type of a map': map('@type', { name: 'x' }),
  'a graph of a map': map(['@graph', '@id'], { name: 'x' }),
  conformsTo: (text) => entity({ conformsTo: { '@id': text } }),
};
