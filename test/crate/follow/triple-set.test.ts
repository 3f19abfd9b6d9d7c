import fc from 'fast-check';
import { TripleSet } from '../../../src/crate/follow/triple-set.js';
import { tries } from '../../helpers/seed.js';

const fingerprint = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -300, max: 300 }));

describe('a set of triples', () => {
  it('behaves like a map from triples to states, however often it grows and whatever collides', () => {
    fc.assert(
      fc.property(fc.array(fingerprint, { maxLength: 3000, size: 'max' }), fc.array(fingerprint), (added, matched) => {
        const set = new TripleSet();
        const model = new Map<string, boolean>();
        for (const [a, b] of added) {
          set.add(a, b);
          model.set(`${a} ${b}`, true);
        }
        for (const [a, b] of matched) {
          set.match(a, b);
          if (model.has(`${a} ${b}`)) model.set(`${a} ${b}`, false);
        }
        for (const [a, b] of matched.slice(0, 2)) set.add(a, b); // matched triples stay matched
        for (const [a, b] of matched.slice(0, 2)) if (!model.has(`${a} ${b}`)) model.set(`${a} ${b}`, true);
        expect([set.size, set.unmatched]).toEqual([
          model.size,
          [...model.values()].filter((unmatched) => unmatched).length,
        ]);
        const different = [...added, ...matched].filter(
          ([a, b]) =>
            set.has(a, b) !== model.has(`${a} ${b}`) || set.isUnmatched(a, b) !== (model.get(`${a} ${b}`) === true),
        );
        expect(different).toEqual([]);
      }),
      tries(1_000),
    );
  });

  it('counts its triples', () => {
    const set = new TripleSet();
    for (let i = 0; i < 100_000; i += 1) set.add(i, Math.imul(i, 0x9e3779b1));
    for (let i = 0; i < 100_000; i += 2) set.match(i, Math.imul(i, 0x9e3779b1));
    expect([set.size, set.unmatched]).toEqual([100_000, 50_000]);
    expect(set.has(100_000, Math.imul(100_000, 0x9e3779b1))).toBe(false);
    expect(set.has(1, 1)).toBe(false);
  });
});
