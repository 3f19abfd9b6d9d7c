import { SEED } from '../../helpers/seed.js';
import { recipes } from '../generate.js';
import { Torture } from '../run.js';
import { isDecided } from '../decided.js';

const THOUSANDS = 5;

describe('many unusual but legal documents', () => {
  const torture = new Torture();
  const all = recipes(SEED, 1000 * THOUSANDS, 5);

  it.each(Array.from({ length: THOUSANDS }, (_, index) => index + 1))(
    'are read as by other processors, exported byte for byte and updated: thousand %i',
    async () => {
      const before = torture.found.length;
      await torture.take(all, 1000);
      expect(torture.faults(before, isDecided)).toBe('');
    },
  );

  it('are legal, and most are read by jsonld in the same way', () => {
    const { documents, illegal, judges } = torture;
    console.log(`seed ${SEED}\n${torture.table()}\n`, { documents, illegal, judges });
    expect(torture.found.filter(isDecided).length).toBeLessThan(documents / 500);
    expect(documents).toBe(1000 * THOUSANDS);
    expect(illegal).toBeLessThan(documents / 10);
    expect(judges.jsonld).toBeGreaterThan(documents / 2);
  });
});
