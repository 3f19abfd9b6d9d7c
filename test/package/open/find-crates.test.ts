import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { findCrates } from '../../../src/package/open/find-crates.js';

async function find(argument: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { file } of findCrates(argument)) files.push(file);
  return files;
}

describe('findCrates', () => {
  it('finds the metadata file of a crate folder, and any file by its path', async () => {
    const file = join(SURVEY, 'ro-crate-metadata.json');
    expect(await find(SURVEY)).toEqual([file]);
    expect(await find(file)).toEqual([file]);
    expect(await find(relative('.', SURVEY))).toEqual([file]);
    expect(await find('-')).toEqual(['-']);
  });

  it('finds all crates of a tree, in the order of their paths', async () => {
    const found = await find(EXAMPLES);
    expect(found.map((file) => relative(EXAMPLES, file))).toEqual([
      'coastal-atlas/coastal-atlas-ro-crate-metadata.json',
      'herbarium-scans/ro-crate-metadata.json',
      'rainfall-model-run/ro-crate-metadata.json',
      'rainfall-survey/ro-crate-metadata.json',
      'station-history/ro-crate-metadata.jsonld',
    ]);
  });

  it('does not search inside a crate, .git or node_modules', async () => {
    const folder = await freshFolder('find');
    await writeCrate(join(folder, 'one'), crate());
    await writeCrate(join(folder, 'one', 'inner'), crate());
    for (const name of ['.git', 'node_modules']) await writeCrate(join(folder, name), crate());
    expect(await find(folder)).toEqual([join(folder, 'one', 'ro-crate-metadata.json')]);
    expect(await find(join(folder, 'one', 'inner'))).toEqual([join(folder, 'one', 'inner', 'ro-crate-metadata.json')]);
  });

  it('finds one metadata file of several spellings, but all prefixed ones', async () => {
    const folder = await freshFolder('find');
    for (const name of ['crate-metadata.json', 'ro-crate-metadata.jsonld', 'ro-crate-metadata.json'])
      await writeCrate(join(folder, 'both'), crate(), name);
    for (const name of ['b-ro-crate-metadata.json', 'a-ro-crate-metadata.json'])
      await writeCrate(join(folder, 'prefixed'), crate(), name);
    await writeCrate(join(folder, 'none'), crate(), 'ro-crate-metadata.json.bak');
    expect((await find(folder)).map((file) => relative(folder, file))).toEqual([
      'both/ro-crate-metadata.json',
      'prefixed/a-ro-crate-metadata.json',
      'prefixed/b-ro-crate-metadata.json',
    ]);
  });

  it('names a folder whose name is not UTF-8, and goes on', async () => {
    const folder = await freshFolder('find');
    await writeCrate(join(folder, 'z'), crate());
    await mkdir(Buffer.concat([Buffer.from(join(folder, 'a')), Buffer.of(0xff)]));
    const found = [];
    for await (const { file, error } of findCrates(folder)) found.push([relative(folder, file), error?.message]);
    expect(found).toEqual([
      ['a\uFFFD', `${join(folder, 'a\uFFFD')} has a name that is not UTF-8`],
      ['z/ro-crate-metadata.json', undefined],
    ]);
  });

  it('does not follow a cycle of links', async () => {
    const folder = await freshFolder('find');
    const inner = await writeCrate(join(folder, 'tree', 'crate'), crate());
    await symlink(folder, join(folder, 'tree', 'loop'), 'dir');
    expect(await find(folder)).toEqual([join(inner, 'ro-crate-metadata.json')]);
  });

  it('fails for a missing path and for a folder without crates', async () => {
    const folder = await freshFolder('find');
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'file.txt'), '');
    await expect(find(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(find(join(folder, 'file.txt', 'below'))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(find(join(folder, 'empty'))).rejects.toMatchObject({ code: 'ERR_NOT_A_CRATE' });
  });
});
