import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SmallFile, SmallFiles } from '../../src/server/packages/small-files.js';
import { scratch } from '../package/helpers/crate-forms.js';

it('a file that has just changed is not kept: it may change again without a sign', async () => {
  const file = join(await scratch(), 'new.txt');
  await writeFile(file, 'one');
  const stats = await stat(file, { bigint: true });
  const files = new SmallFiles();
  files.keep(file, new SmallFile(stats, new TextEncoder().encode('one')), stats);
  expect(await files.current(file)).toBeUndefined();
});

it('a file that changes while it is read is not kept', async () => {
  const stats = await stat('package.json', { bigint: true });
  const files = new SmallFiles();
  files.keep('package.json', new SmallFile(stats, new Uint8Array(1)), { ...stats, size: 1n } as typeof stats);
  expect(await files.current('package.json')).toBeUndefined();
});

it('a file is kept until it changes', async () => {
  const files = new SmallFiles();
  const stats = await stat('package.json', { bigint: true });
  const kept = new SmallFile(stats, new TextEncoder().encode('content'));
  files.keep('package.json', kept, stats);
  expect(await files.current('package.json')).toBe(kept);
  const other = new SmallFile({ ...stats, size: 1n } as typeof stats, kept.bytes);
  files.keep('package.json', other, other.stats);
  expect(await files.current('package.json')).toBeUndefined();
});

it('the files that were kept first make room', async () => {
  const files = new SmallFiles();
  const stats = await stat('package.json', { bigint: true });
  const large = new Uint8Array(20 * 1024 * 1024);
  for (const name of ['package.json', './package.json']) files.keep(name, new SmallFile(stats, large), stats);
  expect(await files.current('package.json')).toBeUndefined();
  expect(await files.current('./package.json')).toBeDefined();
});
