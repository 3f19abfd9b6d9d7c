import { SEED } from '../helpers/seed.js';
import { generate, recipes, type Recipe } from './generate.js';
import { Torture, verdictOf } from './run.js';

/** One recipe as a failure prints it: this document alone is looked at. */
const ONE = process.env['TORTURE'];

describe('odd but legal documents', () => {
  if (ONE === undefined) {
    it('are read as others read them, come back byte for byte, and bear an update', async () => {
      const torture = new Torture();
      for (const recipe of recipes(SEED, 1000, 1)) await torture.add(recipe);
      expect(`seed ${SEED}\n${torture.faults()}`).toBe(`seed ${SEED}\n`);
      expect(torture.illegal).toBeLessThan(100);
      expect(torture.judges.jsonld).toBeGreaterThan(500);
    });
  } else {
    it('has no fault', async () => {
      const [, seed, names = ''] = /^(\d+) (.*)$/.exec(ONE) ?? [];
      const recipe: Recipe = { seed: Number(seed), features: names.split(' + ') };
      console.log(generate(recipe));
      expect((await verdictOf(recipe)).faults).toEqual([]);
    });
  }
});
