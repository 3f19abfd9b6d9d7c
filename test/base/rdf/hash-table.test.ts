type HashTable = typeof import('../../../src/base/rdf/hash-table.js');

const COUNT = 20_000;
/** Each module has a seed and a factor of its own, as each process has. */
const SEEDS = 200;

const TABLES: readonly (readonly [what: string, hashOf: (table: HashTable, index: number) => number])[] = [
  ['numbered texts', ({ textHash }, index) => textHash(`"word ${index}"`)],
  ['numbered names', ({ textHash }, index) => textHash(`<https://example.org/c/${index % 100}/file-${index}.csv>`)],
  ['triples', ({ numbersHash }, index) => numbersHash(Math.floor(index / 10), index % 10, COUNT + 3 * index)],
];

describe('the hashes of a table', () => {
  it.each(TABLES)('tell different %s apart, whatever the seed of the process', async (_, hashOf) => {
    let most = 0;
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const table = (await import(`../../../src/base/rdf/hash-table.js?seed=${seed}`)) as HashTable;
      const hashes = new Set(Array.from({ length: COUNT }, (_, index) => hashOf(table, index)));
      most = Math.max(most, COUNT - hashes.size);
    }
    expect(most).toBeLessThan(COUNT / 20);
  });
});
