import { SEED } from '../helpers/seed.js';
import { isDecided } from './decided.js';
import { generate, recipes, type Recipe } from './generate.js';
import { Torture, verdictOf } from './run.js';

/** One recipe as a failure prints it: this document alone is looked at. */
const ONE = process.env['TORTURE'];
/** Each feature alone, which takes more than two of them, and the rest of a mixture. */
const HUNDREDS = 4;

const many = () => {
  const torture = new Torture();
  const all = recipes(SEED, 100 * HUNDREDS, 1);

  it.each(Array.from({ length: HUNDREDS }, (_, index) => index + 1))(
    'are read as others read them, come back byte for byte, and bear an update: hundred %i',
    async () => {
      const before = torture.found.length;
      await torture.take(all, 100);
      expect(`seed ${SEED}\n${torture.faults(before, isDecided)}`).toBe(`seed ${SEED}\n`);
    },
  );

  it('are legal, and most of them read by others as they are', () => {
    expect(torture.documents).toBe(100 * HUNDREDS);
    expect(torture.illegal).toBeLessThan(torture.documents / 10);
    expect(torture.judges.jsonld).toBeGreaterThan(torture.documents / 2);
  });
};

const one = () => {
  it('has no fault', async () => {
    const [, seed, names = ''] = /^(\d+) (.*)$/.exec(ONE ?? '') ?? [];
    const recipe: Recipe = { seed: Number(seed), features: names.split(' + ') };
    console.log(generate(recipe));
    expect((await verdictOf(recipe)).faults).toEqual([]);
  });
};

if (ONE === undefined) describe('odd but legal documents', many);
else describe(`TORTURE='${ONE}'`, one);
