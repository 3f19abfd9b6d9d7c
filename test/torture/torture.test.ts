import { SEED } from '../helpers/seed.js';
import { isDecided } from './decided.js';
import { generate, recipes, type Recipe } from './generate.js';
import { Torture, verdictOf } from './run.js';

/** A recipe from the message of a failure: only this document is tested. */
const ONE = process.env['TORTURE'];
/** Hundreds of documents: some for each feature alone, the rest for combinations. */
const HUNDREDS = 2;

const many = () => {
  const torture = new Torture();
  const all = recipes(SEED, 100 * HUNDREDS, 1);

  it.each(Array.from({ length: HUNDREDS }, (_, index) => index + 1))(
    'are read as by other processors, exported byte for byte and updated: hundred %i',
    async () => {
      const before = torture.found.length;
      await torture.take(all, 100);
      expect(`seed ${SEED}\n${torture.faults(before, isDecided)}`).toBe(`seed ${SEED}\n`);
    },
  );

  it('are legal, and most are read by jsonld in the same way', () => {
    expect(torture.documents).toBe(100 * HUNDREDS);
    expect(torture.illegal).toBeLessThan(torture.documents / 10);
    expect(torture.judges.jsonld).toBeGreaterThan(torture.documents / 2);
  });
};

const one = () => {
  it('has no faults', async () => {
    const [, seed, names = ''] = /^(\d+) (.*)$/.exec(ONE ?? '') ?? [];
    const recipe: Recipe = { seed: Number(seed), features: names.split(' + ') };
    console.log(generate(recipe));
    expect((await verdictOf(recipe)).faults).toEqual([]);
  });
};

if (ONE === undefined) describe('unusual but legal documents', many);
else describe(`TORTURE='${ONE}'`, one);
