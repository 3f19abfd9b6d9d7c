import { EntryGuard, nameProblem } from '../../../src/package/container/entry-names.js';

const file = (path: string) => ({ path, type: 'file' }) as const;

describe('the path of an entry', () => {
  it('that no disk takes is refused before its steps are looked at, with a short message', () => {
    const path = 'a/'.repeat(60_000);
    expect(nameProblem(path)).toBe('has a path of 120000 characters, which no disk takes');
    const guard = new EntryGuard('some.tar');
    for (let round = 0; round < 100; round += 1) {
      let message = '';
      try {
        guard.check({ path, type: 'folder' });
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toMatch(/^some\.tar: entry "(?:a\/){100}…" has a path of/);
    }
  });

  it('is looked at step by step: thousands of long ones are quick', () => {
    const guard = new EntryGuard('some.zip');
    const long = `${'a/'.repeat(1_000)}b`;
    for (let number = 0; number < 2_000; number += 1) guard.check(file(`${number}/${long}`));
    expect(() => guard.check(file(`7/${'a/'.repeat(500)}A/x`))).toThrow(`clashes with 7/a/`);
  });

  it.each([
    [['a/b', 'a/b'], 'is a duplicate'],
    [['a/B/c', 'a/b/d'], 'clashes with a/B/'],
    [['a', 'a/b'], 'clashes with a'],
    [['a/b', 'a'], 'clashes with a/'],
    [['caf\u00e9/x', 'cafe\u0301/y'], 'clashes with caf\u00e9/'],
  ])('%j is refused', ([first, second], problem) => {
    const guard = new EntryGuard('some.zip');
    guard.check(file(first as string));
    expect(() => guard.check(file(second as string))).toThrow(problem);
  });

  it('of a folder may occur repeatedly, and a name in another folder is no clash', () => {
    const guard = new EntryGuard('some.zip');
    expect(guard.check({ path: 'a/', type: 'folder' })).toBe('a/');
    for (const path of ['a/x', 'b/a/x', 'b/x']) expect(guard.check(file(path))).toBe(path);
    expect(guard.check({ path: 'a/', type: 'folder' })).toBe('a/');
  });
});
