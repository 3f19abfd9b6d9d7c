import fc from 'fast-check';
import { Fingerprint } from '../../src/rdf/fingerprint.js';
import { anyCharacter } from '../helpers/characters.js';
import { tries } from '../helpers/seed.js';

const printOf = (...parts: string[]) => {
  const print = new Fingerprint();
  for (const part of parts) print.add(part);
  return `${print.a} ${print.b}`;
};

describe('a fingerprint', () => {
  it('is the same however the text is divided, also from the middle of another text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (left, right) => {
        const whole = printOf(left + right);
        expect(printOf(left, right)).toBe(whole);
        const { a, b } = new Fingerprint().add(left);
        const rest = new Fingerprint().begin(a, b).add(`x${right}y`, 1, right.length + 1);
        expect(`${rest.a} ${rest.b}`).toBe(whole);
      }),
      tries(1_000),
    );
  });

  it.each([
    ['numbers in names', (i: number) => `<https://example.org/data/m-${String(i).padStart(6, '0')}.dat> <urn:p> "x"`],
    ['numbers at the end', (i: number) => `<urn:s> <urn:p> "${i}"`],
    ['far characters', (i: number) => `"${String.fromCharCode(0x4e00 + (i % 500), 0x8000 + Math.floor(i / 500))}"`],
    ['nothing but zeros', (i: number) => '\0'.repeat(i % 200) + String.fromCharCode(Math.floor(i / 200))],
  ])('tells texts apart that are alike: %s; each half nearly does', (_, text) => {
    const count = 50_000;
    const [whole, first, second] = [new Set<string>(), new Set<number>(), new Set<number>()];
    for (let i = 0; i < count; i += 1) {
      const print = new Fingerprint().add(text(i));
      whole.add(`${print.a} ${print.b}`);
      first.add(print.a);
      second.add(print.b);
    }
    expect(whole.size).toBe(count);
    for (const half of [first, second]) expect(count - half.size).toBeLessThan(10); // by chance: 0.3
  });
});
