import { ActiveContext } from '../../../src/crate/context/active-context.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { NewTerms } from '../../../src/crate/write/new-terms.js';
import { growth, LINEAR } from '../../helpers/growth.js';

const ROOT = 'http://example.org/crate/';
const termsFor = (layer: JsonObject = {}, inUse: readonly string[] = []) =>
  new NewTerms(new ActiveContext([layer], ROOT), ROOT, (iri) => inUse.includes(iri));

describe('a new term', () => {
  it.each([
    ['http://my.org/terms#weight', 'weight'],
    ['http://my.org/a-b_c2', 'a-b_c2'],
    ['http://my.org/x/', 'x'],
    ['http://my.org/x#1', 'x'],
    ['http://my.org/', 'term'],
    ['http://my.org', 'term'],
    ['urn:my:gr\u00f6\u00dfe', 'gr\u00f6\u00dfe'],
    ['urn:1', 'term'],
  ])('for <%s> is %s', (iri, name) => {
    const terms = termsFor();
    expect([terms.term(iri), terms.term(iri)]).toEqual([name, name]);
    expect(terms.after.size).toBe(1);
  });

  it('is never a prefix', () => {
    const terms = termsFor();
    terms.term('http://my.org/x/');
    terms.term('http://my.org/y');
    expect([...terms.after]).toEqual([
      ['x', { '@id': 'http://my.org/x/' }],
      ['y', 'http://my.org/y'],
    ]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['of the context', { name: 'http://other/name' }, []],
    ['under the vocabulary that is in use', { '@vocab': 'http://v/' }, ['http://v/name']],
    ['under the root that is in use', {}, [`${ROOT}name`]],
  ])('takes no name %s', (_, layer, inUse) => expect(termsFor(layer, inUse).term('http://my.org/name')).toBe('name2'));

  it('may have an unused name under `@vocab`', () =>
    expect(termsFor({ '@vocab': 'http://v/' }).term('http://my.org/name')).toBe('name'));

  it('does not have the name of another new term or of a scheme', () => {
    const terms = termsFor();
    expect(['http://a/n', 'http://b/n', 'http://c/n', 'http://d/http', 'urn:x:urn'].map((iri) => terms.term(iri))).toEqual(
      ['n', 'n2', 'n3', 'http2', 'urn2'],
    ); // prettier-ignore
  });

  it('is named as fast among thousands with the same local name as among some', async () => {
    const nameAll = (size: number) => {
      const terms = termsFor();
      for (let index = 0; index < size; index += 1) terms.term(`http://x/${index}/name`);
      return terms.term('http://x/last/name');
    };
    expect(nameAll(100)).toBe('name101');
    expect(await growth(3_000, nameAll)).toBeLessThan(LINEAR);
  });

  it('comes before a context that defines its scheme as a prefix', () => {
    const terms = termsFor({ my: 'http://other/' });
    terms.term('my:thing');
    expect([[...terms.before], [...terms.after]]).toEqual([[['thing', 'my:thing']], []]);
  });
});

describe('a new prefix', () => {
  it('stands for its scheme, once, under an unused name', () => {
    const terms = termsFor({ my_iri: 'http://taken/' });
    expect([terms.prefix('my'), terms.prefix('my'), terms.prefix('your')]).toEqual(['my_iri_iri', 'my_iri_iri', 'your_iri']);
    expect(terms.before.get('your_iri')).toEqual({ '@id': 'your:', '@prefix': true });
  }); // prettier-ignore
});
