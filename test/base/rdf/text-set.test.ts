import fc from 'fast-check';
import { LineSet } from '../../../src/base/rdf/line-set.js';
import { TextSet } from '../../../src/base/rdf/text-set.js';
import { TripleSet } from '../../../src/base/rdf/triple-set.js';
import { anyCharacter } from '../../helpers/characters.js';
import { collidingTexts } from '../../helpers/colliding-texts.js';
import { tries } from '../../helpers/seed.js';

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\u00e9', '\ud800', '\udc00', '\ud801') }),
  fc
    .tuple(fc.constantFrom(3, 253, 254, 255, 256, 300), fc.string({ unit: fc.constantFrom('a', 'b', '\u00e9') }))
    .map(([length, end]) => 'b'.repeat(length) + end),
  fc.nat(9).map((length) => 'xyz\u00e9'.slice(length % 4).repeat(length * 8_000)),
);

describe('a set of texts', () => {
  it('behaves like a map from texts to their numbers, with lone surrogates and texts that are longer than a block', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 100 }), fc.array(text), (added, others) => {
        const set = new TextSet();
        const model = new Map<string, number>();
        const answers = added.map((one) => {
          const known = model.get(one);
          if (known === undefined) model.set(one, model.size);
          const ours = [set.find(one), set.add(one), set.put(`<${one}>`, 1, one.length + 1)];
          return ours.join() === [known ?? -1, known === undefined, model.get(one)].join();
        });
        expect(answers).not.toContain(false);
        expect(set.size).toBe(model.size);
        const found = [...added, ...others].map((one) => [set.find(one), set.has(one)]);
        expect(found).toEqual([...added, ...others].map((one) => [model.get(one) ?? -1, model.has(one)]));
      }),
      tries(300),
    );
  });

  it('keeps texts apart that have one hash', () => {
    const pairs = collidingTexts((index) => `"word ${index}"`);
    expect(pairs.length).toBeGreaterThan(0);
    const set = new TextSet();
    for (const [one, other] of pairs) {
      expect(set.add(one)).toBe(true);
      expect(set.has(other)).toBe(false);
      expect([set.add(other), set.add(one), set.add(other)]).toEqual([true, false, false]);
    }
    expect(set.size).toBe(2 * pairs.length);
  });

  it('finds a hundred thousand texts', () => {
    const set = new TextSet();
    const names = Array.from({ length: 100_000 }, (_, index) => `https://example.org/data/${index}.csv`);
    expect(names.every((name, index) => set.put(name) === index)).toBe(true);
    expect(names.every((name, index) => set.find(name) === index)).toBe(true);
    expect(set.has('https://example.org/data/100000.csv')).toBe(false);
  });
});

const term = fc.constantFrom('<urn:a>', '<urn:b>', '_:c', '<urn:p>', '<urn:q>');
const object = fc.oneof(term, fc.constantFrom('"a"', '"a b"', '"<urn:a> <urn:b>"', '"a" .', '""'));
const triple = fc.tuple(term, term, object);

describe('a set of triples', () => {
  it('behaves like a list without duplicates, by terms and by lines, and forgets what came last', () => {
    const step = fc.oneof(triple, fc.nat(40));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const set = new TripleSet();
        const model: string[] = [];
        const answers = steps.map((one, index) => {
          if (typeof one === 'number') {
            const size = Math.max(0, model.length - one);
            set.truncate(size);
            model.length = size;
            return set.size === size;
          }
          const line = one.join(' ');
          const known = model.indexOf(line);
          const isFound = set.find(...one) === known && set.findLine(`${line} .`, 0, line.length) === known;
          const number = known < 0 ? model.push(line) - 1 : known;
          const isRight = index % 2 === 0 ? set.add(...one) === known < 0 : set.putLine(`x ${line}`, 2) === number;
          return isFound && isRight && set.size === model.length;
        });
        expect(answers).not.toContain(false);
      }),
      tries(500),
    );
  });

  it('keeps triples apart whose terms have one hash', () => {
    const set = new TripleSet();
    const pairs = collidingTexts((index) => `<urn:${index}>`);
    for (const [one, other] of pairs) {
      expect(set.add(one, '<urn:p>', one)).toBe(true);
      expect([set.find(other, '<urn:p>', one), set.find(one, '<urn:p>', other)]).toEqual([-1, -1]);
      expect(set.add(other, '<urn:p>', one)).toBe(true);
      expect(set.add(one, '<urn:p>', other)).toBe(true);
    }
    expect(set.size).toBe(3 * pairs.length);
  });
});

const line = fc.oneof(
  fc.tuple(triple, fc.constantFrom(' .', ' <urn:g> .', ' <urn:h> .')).map(([one, end]) => one.join(' ') + end),
  fc.constantFrom('', '.', ' .', '<urn:a>', '<urn:a> .', '<urn:a> <urn:g> .', '<urn:a> <urn:p> <urn:g> .', '"a"', 'a b c'),
); // prettier-ignore

describe('a set of lines', () => {
  it('behaves like a set of strings, also for lines of other graphs and for what is no N-Quads', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.array(line), (added, others) => {
        const set = new LineSet();
        const model = new Set<string>();
        const answers = added.map((one) => set.add(one) === (model.size !== model.add(one).size));
        expect(answers).not.toContain(false);
        expect(set.size).toBe(model.size);
        expect([...added, ...others].filter((one) => set.has(one) !== model.has(one))).toEqual([]);
      }),
      tries(1_000),
    );
  });

  it('keeps lines apart that have one hash', () => {
    const set = new LineSet();
    const pairs = collidingTexts((index) => `"${index} years"`);
    const lines = pairs.map((pair) => pair.map((one) => `<urn:s> <urn:p> ${one} <urn:g> .`));
    expect(lines.flat().map((one) => set.add(one))).not.toContain(false);
    expect(set.size).toBe(2 * pairs.length);
  });
});
