import { SEED } from '../../helpers/seed.js';
import { recipes } from '../generate.js';
import { Torture } from '../run.js';

describe('odd but legal documents, many of them', () => {
  it('are read as others read them, come back byte for byte, and bear an update', async () => {
    const torture = new Torture();
    for (const recipe of recipes(SEED, 10_000, 5)) await torture.add(recipe);
    const { documents, illegal, judges } = torture;
    console.log(`seed ${SEED}\n${torture.table()}\n`, { documents, illegal, judges });
    expect(torture.faults()).toBe('');
    expect(illegal).toBeLessThan(1000);
  });
});
