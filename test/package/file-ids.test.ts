import fc from 'fast-check';
import { addressOfId, idOfPath, pathOfId, portabilityProblem, problemOfId } from '../../src/package/file-ids.js';
import { tries } from '../helpers/seed.js';

describe('identifiers and paths', () => {
  it.each([
    ['data1.txt', 'data1.txt'],
    ['./data1.txt', 'data1.txt'],
    ['a%20b/c%C3%A9.txt', 'a b/cé.txt'],
    ['café.txt', 'café.txt'],
    ['50%.png', '50%.png'],
    ['a%2Fb', 'a/b'],
    ['a\\b.txt', 'a/b.txt'],
    ['sub/', 'sub/'],
    ['a/../b', 'b'],
    ['a.txt?x=1#frag', 'a.txt'],
    ['%FF.txt', '%FF.txt'],
    ['./a:b.txt', 'a:b.txt'],
    ['./', ''],
  ])('%s is the file %s', (id, path) => expect(pathOfId(id)).toBe(path));

  it.each([
    'https://example.org/x',
    'urn:x',
    '#x',
    '_:b',
    '../x',
    'a/../../x',
    '//host/x',
    'C:\\x',
    '%2e%2e/x',
    '..%2f..%2fx',
    'a/%2e%2e%5c..%5cx',
    'C%3A/x',
  ])('%s is not a file of the crate', (id) => {
    expect(pathOfId(id)).toBeUndefined();
  });

  it.each([
    ['C:\\x', 'has an absolute path'],
    ['c:/x', 'has an absolute path'],
    ['\\\\host\\x', 'has an absolute path'],
    ['/\\host/x', 'has an absolute path'],
    ['../x', 'leaves the package'],
    ['%2F', 'has no name'],
    ['//host/x', undefined],
    ['https://example.org/x', undefined],
    ['#x', undefined],
  ])('%s is not a file because it %s', (id, problem) =>
    expect([pathOfId(id) || undefined, problemOfId(id)]).toEqual([undefined, problem]),
  );

  it.each([
    ['a b.txt', '/c/a%20b.txt'],
    ['a%20b.txt', '/c/a%20b.txt'],
    ['x?v=1#y', '/c/x?v=1'],
    ['/x', '/x'],
    ['..\\x?\\', '/x?%5C'],
    ['%2Fx', '/c/%2Fx'],
    ['50%', '/c/50%25'],
    ['%E9', '/c/%E9'],
    ['é', '/c/%C3%A9'],
  ])('%s is at %s', (id, place) =>
    expect(addressOfId(id, 'https://example.org/c/m.json').href).toBe(`https://example.org${place}`),
  );

  it.each([
    ['my file.txt', 'my%20file.txt'],
    ['é/ü#1?.txt', 'é/ü%231%3F.txt'],
    ['100%.txt', '100%25.txt'],
    ['a:b.txt', './a:b.txt'],
    ['x/a:b.txt', 'x/a:b.txt'],
  ])('the file %s is %s', (path, id) => expect(idOfPath(path)).toBe(id));

  it('survive a round trip', () => {
    const segment = fc
      .string({ unit: 'binary', minLength: 1 })
      .filter((text) => !/[/\\\0]/.test(text) && !['.', '..'].includes(text) && text.isWellFormed());
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) =>
        expect(pathOfId(idOfPath(segments.join('/')))).toBe(segments.join('/')),
      ),
      tries(1_000),
    );
  });

  it.each([
    ['sub/con', 'device'],
    ['aux.txt', 'device'],
    ['a<b.txt', 'forbids'],
    ['a?', 'forbids'],
    ['dot.', 'removes'],
  ])('%s is not portable', (path, problem) => expect(portabilityProblem(path)).toContain(problem));

  it('most paths are portable', () => expect(portabilityProblem('sub/data 1.txt')).toBeUndefined());
});
