import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bagFiles, FILES, METADATA, scratch, writeTree } from '../package/helpers/crate-forms.js';
import { runHere } from './helpers/run-here.js';

describe('a bag, whose manifest has the checksum of the metadata file', () => {
  it.each([
    ['terms', ['--add', 'tideDatum=https://example.org/terms#tideDatum']],
    ['check', ['--fix', '--no-files']],
  ])('is not edited in place by %s, and another place is named', async (verb, options) => {
    const broken = { ...FILES, 'ro-crate-metadata.json': METADATA.replace('"data%201.txt"', '"data 1.txt"') };
    const bag = await writeTree(await scratch(), bagFiles(broken));
    const file = join(bag, 'data', 'ro-crate-metadata.json');
    const before = await readFile(file, 'utf8');
    const ran = await runHere(verb, bag, ...options, '--offline');
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringMatching(/ERR_USAGE: .*\n {2}hint: write .* with -o/)]);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
