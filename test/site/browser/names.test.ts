import { declaredPrefixes, prefixedName } from '../../../src/site/browser/query/names.js';

describe('declaredPrefixes', () => {
  it('reads several of a line, whatever their namespaces end in', () => {
    const text = 'PREFIX a: <https://a.example/#> prefix b: <https://b.example/>\nPREFIX : <https://c.example/>';
    expect(declaredPrefixes(text)).toEqual({ a: 'https://a.example/#', b: 'https://b.example/', '': 'https://c.example/' }); // prettier-ignore
  });

  it('reads none in comments and strings', () => {
    const text = '# PREFIX a: <https://a.example/>\nASK { ?s ?p "PREFIX b: <https://b.example/>" } # PREFIX c: <c:>';
    expect(declaredPrefixes(text)).toEqual({});
  });

  it('reads prefixes of all alphabets', () => {
    expect(declaredPrefixes('PREFIX größe: <https://a.example/>')).toEqual({ größe: 'https://a.example/' });
  });
});

describe('prefixedName', () => {
  const prefixes = { schema: 'http://schema.org/', s: 'http://schema.org/', deep: 'http://schema.org/a/' };

  it.each([
    ['http://schema.org/Person', 's:Person'],
    ['http://schema.org/a/b', 'deep:b'],
    ['http://schema.org/3d', 's:3d'],
    ['http://schema.org/größe', 's:größe'],
    ['http://schema.org/a.b', 's:a.b'],
  ])('shortens %s to %s', (iri, name) => expect(prefixedName(iri, prefixes)).toBe(name));

  it.each(['http://schema.org/', 'http://schema.org/a.', 'http://schema.org/-a', 'http://schema.org/x/y', 'urn:x'])(
    'leaves %s',
    (iri) => expect(prefixedName(iri, prefixes)).toBeUndefined(),
  );

  it.each(['_', '1a', 'a.', '.a'])('uses no prefix that SPARQL does not know: %s', (prefix) => {
    expect(prefixedName('http://schema.org/Person', { [prefix]: 'http://schema.org/' })).toBeUndefined();
  });

  it('uses the empty prefix', () => {
    expect(prefixedName('http://schema.org/Person', { '': 'http://schema.org/' })).toBe(':Person');
  });
});
