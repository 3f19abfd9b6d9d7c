import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { CrateError } from '../../../src/base/errors.js';
import { BUNDLED } from '../../helpers/read.js';
import { FILES, zipOf } from '../../package/helpers/crate-forms.js';
import { temporaryFilesOf } from '../../package/helpers/temporary-files.js';
import { readAhead, readHere, readInThreads, type Reading } from '../../../src/tasks/load/crate-readers.js';

const numbers = Array.from({ length: 20 }, (_, index) => index);

describe('readAhead', () => {
  it.each([0, 4, 50])('yields all in order, %i ahead and no more', (ahead) => {
    let begun = 0;
    const begin = (): Reading => {
      begun += 1;
      return () => Promise.reject(new Error('never awaited'));
    };
    const seen: number[] = [];
    for (const { item } of readAhead(numbers, { ahead }, begin)) {
      seen.push(item);
      expect(begun).toBeLessThanOrEqual(Math.min(numbers.length, seen.length + ahead + 1));
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
    for (const file of ['-', 'nowhere']) reader.begin({ file, knownBase: undefined });
    // The time limit of the test is the only one.
    while ((await temporaryFiles()) === 0) await sleep(20);
    await reader.close();
    while ((await temporaryFiles()) > 0) await sleep(20);
  });

  it('in threads is undefined for contexts that a thread cannot open', async () => {
    expect(await readInThreads(2, { contexts: { load: async () => ({}) } }, new Set())).toBeUndefined();
  });

  it('in threads fails a crate that kills its thread by name, and goes on with the others', async () => {
    const code = pathToFileURL('test/tasks/load/helpers/mortal-thread.mjs');
    const reader = await readInThreads(2, { contexts: BUNDLED }, new Set(), { code, silence: 1 });
    const files = ['a', 'endless', ...numbers.map(String), 'exit', 'b', 'crash', 'c'];
    const readings = files.map((file) => reader?.begin({ file, knownBase: undefined }) as Reading);
    const outcomes = await Promise.allSettled(readings.map((reading) => reading()));
    await reader?.close();
    const failed = outcomes.flatMap((one, at) => (one.status === 'rejected' ? [[files[at], one.reason as CrateError] as const] : [])); // prettier-ignore
    expect(failed.map(([file, { code, details }]) => [file, code, details['crate']])).toEqual([
      ['endless', 'ERR_TIMEOUT', 'endless'],
      ['exit', 'ERR_INTERNAL', 'exit'],
      ['crash', 'ERR_INTERNAL', 'crash'],
    ]);
    const [, { message }] = failed[2] as (typeof failed)[number];
    expect(message).toBe('reading the crate failed: a crash');
  });
});
