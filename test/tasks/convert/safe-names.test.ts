import { assert, array, constantFrom, boolean, property, string, tuple } from 'fast-check';
import { leavesCrate, safeSegment, SafeNames } from '../../../src/tasks/convert/attach/safe-names.js';
import { isTemporaryName } from '../../../src/base/disk/temporary-path.js';
import { looseKey, nameProblem } from '../../../src/package/container/entry-names.js';
import { idOfPath, pathOfId, portabilityProblem } from '../../../src/package/file-ids.js';
import { growth, LINEAR } from '../../helpers/growth.js';
import { tries } from '../../helpers/seed.js';

const segment = string({ unit: constantFrom('a', 'A', 'é', 'e\u0301', '.', ' ', '/', '\\', ':', '%', '#', '-', '2', '\ud800', '😀', 'nul') }); // prettier-ignore

it.each([
  ['con', '_con'],
  ['..', '_'],
  ['', '_'],
  ['a. ', 'a'],
  ['a/b\\c:d', 'a_b_c_d'],
  [`.crategraph-${'0'.repeat(16)}.tmp`, `_.crategraph-${'0'.repeat(16)}.tmp`],
  [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(248)}.tar.gz`],
  ['😀'.repeat(100), '😀'.repeat(63)],
])('the name %j becomes %j', (name, safe) => expect(safeSegment(name)).toBe(safe));

it('names are safe for every system, and stay within the length of one', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 400 }), (name) => {
      const safe = safeSegment(name);
      expect([nameProblem(safe), portabilityProblem(safe), isTemporaryName(safe)]).toEqual([
        undefined,
        undefined,
        false,
      ]);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
      expect(pathOfId(idOfPath(safe))).toBe(safe);
    }),
    tries(2000),
  );
});

it('no two parts share a path, and no file is also a folder', () => {
  assert(
    property(array(tuple(array(segment, { minLength: 1, maxLength: 3 }), boolean()), { maxLength: 30 }), (parts) => {
      const names = new SafeNames();
      const files: string[] = [];
      const all: string[] = [];
      for (const [segments, isFolder] of parts) {
        const path = isFolder ? names.folder({ folder: '', segments }) : names.file({ folder: '', segments });
        all.push(looseKey(path).replace(/\/$/, ''));
        if (!isFolder) files.push(looseKey(path));
      }
      expect(new Set(all).size).toBe(all.length);
      for (const file of files) expect(all.some((path) => path.startsWith(`${file}/`))).toBe(false);
    }),
    tries(1000),
  );
});

it.each(['a/b', 'a/../b', './a', '50%.png', '..a', 'a%20b'])('%j stays in the crate', (path) => {
  expect(leavesCrate(path)).toBeUndefined();
});

it('a thousand equal names cost a thousand steps', async () => {
  const claim = (count: number) => {
    const names = new SafeNames();
    for (let at = 0; at < count; at += 1) names.file({ folder: '', segments: ['same.csv'] });
  };
  expect(await growth(2000, claim)).toBeLessThan(LINEAR);
});
