import fc from 'fast-check';
import {
  climbsAboveTop,
  folderOf,
  isAbsoluteIri,
  isHierarchical,
  lastSegment,
  relativizeIri,
  resolveIri,
} from '../../../src/base/rdf/iri.js';
import { tries } from '../../helpers/seed.js';

/** RFC 3986 section 5.4, with its base. */
const BASE = 'http://a/b/c/d;p?q';

describe('resolveIri', () => {
  it.each([
    ['g:h', 'g:h'],
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['#s', 'http://a/b/c/d;p?q#s'],
    ['g#s', 'http://a/b/c/g#s'],
    ['g?y#s', 'http://a/b/c/g?y#s'],
    [';x', 'http://a/b/c/;x'],
    ['g;x', 'http://a/b/c/g;x'],
    ['g;x?y#s', 'http://a/b/c/g;x?y#s'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['./', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../..', 'http://a/'],
    ['../../', 'http://a/'],
    ['../../g', 'http://a/g'],
  ])('section 5.4.1, normal: %j is %s', (reference, iri) => expect(resolveIri(reference, BASE)).toBe(iri));

  it.each([
    ['../../../g', 'http://a/g'],
    ['../../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['.g', 'http://a/b/c/.g'],
    ['g..', 'http://a/b/c/g..'],
    ['..g', 'http://a/b/c/..g'],
    ['./../g', 'http://a/b/g'],
    ['./g/.', 'http://a/b/c/g/'],
    ['g/./h', 'http://a/b/c/g/h'],
    ['g/../h', 'http://a/b/c/h'],
    ['g;x=1/./y', 'http://a/b/c/g;x=1/y'],
    ['g;x=1/../y', 'http://a/b/c/y'],
    ['g?y/./x', 'http://a/b/c/g?y/./x'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
    ['g#s/./x', 'http://a/b/c/g#s/./x'],
    ['g#s/../x', 'http://a/b/c/g#s/../x'],
    ['http:g', 'http:g'],
  ])('section 5.4.2, abnormal: %j is %s', (reference, iri) => expect(resolveIri(reference, BASE)).toBe(iri));

  it.each([
    ['data1.txt', 'http://example.com/crate255/', 'http://example.com/crate255/data1.txt'],
    ['#alice', 'http://example.com/crate255/', 'http://example.com/crate255/#alice'],
    ['data1.txt', 'https://final.example/c/ro-crate-metadata.json', 'https://final.example/c/data1.txt'],
    [
      '#alice',
      'https://final.example/c/ro-crate-metadata.json',
      'https://final.example/c/ro-crate-metadata.json#alice',
    ],
    [
      'a/b',
      'arcp://uuid,32a423d6-52ab-47e3-a9cd-54f418a48571/',
      'arcp://uuid,32a423d6-52ab-47e3-a9cd-54f418a48571/a/b',
    ],
    [
      '../x',
      'arcp://uuid,32a423d6-52ab-47e3-a9cd-54f418a48571/data/',
      'arcp://uuid,32a423d6-52ab-47e3-a9cd-54f418a48571/x',
    ],
    ['g', 'http://h', 'http://h/g'],
    ['/..//a', 'http://h/x', 'http://h//a'],
    ['/../../a/..//b', 'http://h/x', 'http://h//b'],
    ['g', 'http://a/b/./c/../d', 'http://a/b/g'],
  ])('%j against %s', (reference, base, iri) => expect(resolveIri(reference, base)).toBe(iri));

  it.each(['caf\u00e9.txt', 'caf%C3%A9.txt', 'a%20b', '~tilde', "it's(1)!*", 'a+b&c=d', '\u{1F600}', 'a b'])(
    'encodes and decodes nothing: %j',
    (name) => expect(resolveIri(name, 'http://h/c/')).toBe(`http://h/c/${name}`),
  );

  it('agrees with the URL class on plain references', () => {
    const reference = fc
      .stringMatching(/^[a-z./?#]{0,12}$/)
      .filter((text) => !text.startsWith('//') && !text.includes('//'));
    fc.assert(
      fc.property(reference, (text) => expect(resolveIri(text, BASE)).toBe(new URL(text, BASE).href)),
      tries(3_000),
    );
  });
});

describe('relativizeIri', () => {
  const ROOT = 'http://h/crate25/';

  it.each([
    ['http://h/crate25/', './'],
    ['http://h/crate25/a.txt', 'a.txt'],
    ['http://h/crate25/data/', 'data/'],
    ['http://h/crate25/#alice', '#alice'],
    ['http://h/crate25/a:b.txt', './a:b.txt'],
    ['http://h/crate25/data/a:b.txt', 'data/a:b.txt'],
    ['http://h/crate25//x', './/x'],
    ['http://h/crate25/@id', './@id'],
    ['http://h/crate25/caf\u00e9', 'caf\u00e9'],
  ])('%s is %s', (iri, relative) => expect(relativizeIri(iri, ROOT)).toBe(relative));

  it.each([
    'http://h/crate255/x',
    'http://h/crate25',
    'http://h/other/z.txt',
    'https://h/crate25/x',
    'http://h/',
    'mailto:a@b',
    'urn:x:y',
  ])('an outsider stays absolute: %s', (iri) => expect(relativizeIri(iri, ROOT)).toBe(iri));

  it('resolves back to any IRI inside the root, and never climbs', () => {
    const rest = fc.oneof(fc.stringMatching(/^[a-c.:/?#@%]{0,12}$/), fc.string({ unit: 'grapheme' }), fc.webPath());
    const root = fc.constantFrom(
      ROOT,
      'http://h/',
      'arcp://uuid,32a423d6-52ab-47e3-a9cd-54f418a48571/',
      'https://h/a/b/c/',
    );
    fc.assert(
      fc.property(root, rest, (folder, tail) => {
        const relative = relativizeIri(folder + tail, folder);
        expect(resolveIri(relative, folder)).toBe(folder + tail);
        expect(relative.startsWith('../') || relative === '..').toBe(false);
      }),
      tries(5_000),
    );
  });
});

describe('the parts of an IRI', () => {
  it.each([
    ['http://h/c/ro-crate-metadata.json', 'http://h/c/'],
    ['http://h/c/?a/b#c/d', 'http://h/c/'],
    ['http://h', 'http://h/'],
    ['arcp://uuid,x/', 'arcp://uuid,x/'],
  ])('the folder of %s is %s', (iri, folder) => expect(folderOf(iri)).toBe(folder));

  it.each([
    ['http://h/c/x.json?a/b', 'x.json'],
    ['x.json#a/b', 'x.json'],
    ['http://h/c/', ''],
  ])('the last segment of %s is %j', (iri, segment) => expect(lastSegment(iri)).toBe(segment));

  it('a scheme makes an IRI absolute', () => {
    expect(['http://h', 'a:b', 'a+b.c-d:x', 'urn:x'].map(isAbsoluteIri)).toEqual([true, true, true, true]);
    expect(['a/b:c', '1a:b', '#a:b', ':x', '', '//h'].map(isAbsoluteIri)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('a path or an authority makes it a base', () => {
    expect(['http://h', 'a:/b', 'file:///x'].map(isHierarchical)).toEqual([true, true, true]);
    expect(['urn:x:y', 'mailto:a@b'].map(isHierarchical)).toEqual([false, false]);
  });
});

describe('climbsAboveTop', () => {
  it.each(['../x', 'a/../../x', '/../x', '..'])('%j leaves http://h/', (reference) =>
    expect(climbsAboveTop(reference, 'http://h/')).toBe(true),
  );
  it.each(['x..', 'a/../x', 'http://h/../x', '?../x', '#../x', '..x'])('%j does not', (reference) =>
    expect(climbsAboveTop(reference, 'http://h/')).toBe(false),
  );
  it('counts the folders of the base', () => {
    expect(climbsAboveTop('../x', 'http://h/a/')).toBe(false);
    expect(climbsAboveTop('../../x', 'http://h/a/')).toBe(true);
  });
});
