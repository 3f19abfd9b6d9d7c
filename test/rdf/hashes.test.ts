import fc from 'fast-check';
import { HashSet } from '../../src/rdf/hashes.js';
import { tries } from '../helpers/seed.js';

describe('HashSet', () => {
  it('has the same content and size as a Set', () => {
    const hash = fc.oneof(
      fc.maxSafeNat(),
      fc.nat(300),
      fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER, 2 ** 32, 2 ** 32 - 6),
    );
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 2000, size: 'max' }), (hashes) => {
        const [ours, theirs] = [new HashSet(), new Set<number>()];
        for (const one of hashes) {
          expect(ours.add(one)).toBe(!theirs.has(one));
          theirs.add(one);
        }
        expect(ours.size).toBe(theirs.size);
      }),
      tries(100),
    );
  });

  it('keeps numbers apart whose probes start at the same slot', () => {
    const set = new HashSet();
    const alike = Array.from({ length: 500 }, (_, index) => index * 4294967291);
    expect(alike.map((hash) => set.add(hash))).not.toContain(false);
    expect(alike.map((hash) => set.add(hash))).not.toContain(true);
    expect(set.size).toBe(500);
  });
});
