import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUNDLED } from '../helpers/read.js';
import { FILES, zipOf } from '../package/helpers/crate-forms.js';
import { temporaryFilesOf } from '../package/helpers/temporary-files.js';
import { readAhead, readHere, readInThreads, type CrateReader, type Reading } from '../../src/load/crate-readers.js';

const numbers = Array.from({ length: 20 }, (_, index) => index);

describe('readAhead', () => {
  it.each([
    [1, 0],
    [1, 8],
    [3, 4],
    [50, 2],
  ])('yields all in order, %i at a time, %i ahead and no more', (batch, ahead) => {
    const reader = { batch, ahead } as CrateReader;
    let begun = 0;
    const begin = (items: readonly number[]) => {
      begun += items.length;
      return items.map((): Reading => () => Promise.reject(new Error('never awaited')));
    };
    const seen: number[] = [];
    for (const { item } of readAhead(numbers, reader, begin)) {
      seen.push(item);
      expect(begun).toBeLessThanOrEqual(Math.min(numbers.length, seen.length + ahead + batch));
    }
    expect(seen).toEqual(numbers);
  });
});

describe('a reader', () => {
  it('releases packages that were begun but never awaited', async () => {
    // An archive on standard input is in a temporary file as long as its package is open.
    const archive = zipOf({ [`${randomUUID()}.txt`]: '', ...FILES });
    const packages = { stdin: Readable.from([archive]) };
    const temporaryFiles = async () => (await temporaryFilesOf(archive)).length;
    const reader = readHere({ contexts: BUNDLED, packages });
    reader.begin([
      { file: '-', knownBase: undefined },
      { file: 'nowhere', knownBase: undefined },
    ]);
    // The time limit of the test is the only one.
    while ((await temporaryFiles()) === 0) await sleep(20);
    await reader.close();
    while ((await temporaryFiles()) > 0) await sleep(20);
  });

  it('in threads is undefined for contexts that a thread cannot open', async () => {
    expect(await readInThreads(2, { contexts: { load: async () => ({}) } }, new Set())).toBeUndefined();
  });
});
