import { ActiveContext } from '../../../src/crate/context/active-context.js';
import { inverseOf } from '../../../src/crate/context/inverse-context.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { growth, LINEAR } from '../../helpers/growth.js';

const inverse = (...layers: JsonObject[]) => inverseOf(new ActiveContext(layers, 'http://example.org/crate/'));
const names = (iri: string, ...layers: JsonObject[]) => inverse(...layers).terms(iri).map(({ name }) => name); // prettier-ignore

describe('the terms for an IRI', () => {
  it.each<[string, string, JsonObject, string[]]>([
    ['none', 'http://x/a', { b: 'http://x/b' }, []],
    ['the plain one before those with a type or a language', 'http://x/a', { typed: { '@id': 'http://x/a', '@type': '@id' }, spoken: { '@id': 'http://x/a', '@language': 'de' }, zz: 'http://x/a' }, ['zz', 'typed', 'spoken']],
    ['the one of the format before the local name', 'http://schema.org/MediaObject', { MediaObject: 'http://schema.org/MediaObject', File: 'http://schema.org/MediaObject' }, ['File', 'MediaObject']],
    ['the local name before another, after a slash', 'http://x/y#z/name', { a: 'http://x/y#z/name', name: 'http://x/y#z/name' }, ['name', 'a']],
    ['the local name before another, after a hash', 'http://x/y#name', { a: 'http://x/y#name', name: 'http://x/y#name' }, ['name', 'a']],
    ['one without a colon', 'http://x/name', { 'x:a': 'http://x/name', bcde: 'http://x/name', x: 'http://y/' }, ['bcde', 'x:a']],
    ['the shorter one, then by letters', 'http://x/n', { bb: 'http://x/n', c: 'http://x/n', aa: 'http://x/n' }, ['c', 'aa', 'bb']],
    ['none that is a list, a map, a keyword or switched off', 'http://x/a', { list: { '@id': 'http://x/a', '@container': '@list' }, map: { '@id': 'http://x/a', '@container': '@index' }, off: null, id: '@id' }, []],
  ])('%s', (_, iri, layer, expected) => expect(names(iri, layer)).toEqual(expected)); // prettier-ignore

  it('do not include aliases of keywords', () => expect(names('@id', { id: '@id' })).toEqual([]));

  it('are those of the last context', () => {
    expect(names('http://x/a', { a: 'http://x/a' }, { a: 'http://x/b' })).toEqual([]);
    expect(names('http://x/b', { a: 'http://x/a' }, { a: 'http://x/b' })).toEqual(['a']);
  });
});

describe('the compact form of an IRI', () => {
  it.each<[string, string, JsonObject, string | undefined]>([
    ['by a prefix', 'http://x/a', { x: 'http://x/' }, 'x:a'],
    ['by the longest prefix', 'http://x/y/a', { x: 'http://x/', y: 'http://x/y/' }, 'y:a'],
    ['by the first of two alike', 'http://x/a', { z: 'http://x/', x: 'http://x/' }, 'x:a'],
    ['by the vocabulary, before a prefix', 'http://x/a', { '@vocab': 'http://x/', x: 'http://x/' }, 'a'],
    ['by a prefix, where a term has the name', 'http://x/a', { '@vocab': 'http://x/', x: 'http://x/', a: 'http://other/' }, 'x:a'],
    ['not where a term is the compact IRI', 'http://x/a', { x: 'http://x/', 'x:a': 'http://other/' }, undefined],
    ['not by what is no prefix', 'http://x/a', { x: { '@id': 'http://x/' }, y: 'http://x' }, undefined],
    ['not with nothing left of it, by a vocabulary', 'http://x/', { '@vocab': 'http://x/' }, undefined],
    ['not with nothing left of it, by a prefix', 'http://x/', { x: 'http://x/' }, undefined],
    ['not with a colon at its end', 'http://x/a:', { x: 'http://x/' }, undefined],
    ['not where it would be an IRI', 'http://x///a', { x: 'http://x/' }, undefined],
    ['not where it would be a keyword', 'http://x/@id', { '@vocab': 'http://x/' }, undefined],
    ['not under a vocabulary that is switched off', 'http://x/a', { '@vocab': null }, undefined],
  ])('%s', (_, iri, layer, expected) => expect(inverse(layer).compact(iri)).toBe(expected)); // prettier-ignore

  it('is found as fast among thousands of prefixes as among some', async () => {
    const compactAll = (size: number) => {
      const names = Array.from({ length: size }, (_, index) => `p${index}`);
      const { compact } = inverse(Object.fromEntries(names.map((name) => [name, `http://x/${name}/`])));
      return names.map((name) => [compact(`http://x/${name}/a`), compact(`http://y/${name}/a`)]);
    };
    expect(compactAll(100)).toEqual(Array.from({ length: 100 }, (_, index) => [`p${index}:a`, undefined]));
    expect(await growth(2_000, compactAll)).toBeLessThan(LINEAR);
  });
});
