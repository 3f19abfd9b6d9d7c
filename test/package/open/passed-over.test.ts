import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { findCrates } from '../../../src/package/open/find-crates.js';
import { PassedOverSearch, type PassedOver } from '../../../src/package/open/passed-over.js';

let folder: string;
beforeEach(async () => {
  folder = await freshFolder('passed');
});

/** What a search of the folder finds and passes over, with relative paths. */
async function search() {
  const passed: PassedOver[] = [];
  const found: string[] = [];
  for await (const { file } of findCrates(folder, (one) => passed.push(one))) found.push(relative(folder, file));
  return { found, passed: passed.map(({ file, reason }) => `${reason} ${relative(folder, file)}`) };
}

const DOCUMENT = JSON.stringify(crate());

it('names JSON documents with another name and nested crates, and finds archives that cannot be read', async () => {
  await writeCrate(join(folder, 'one'), crate());
  await writeCrate(join(folder, 'one', 'data', 'deep'), crate());
  await writeCrate(join(folder, 'one'), crate(), 'other-ro-crate-metadata.json');
  await writeCrate(join(folder, 'one', 'node_modules', 'x'), crate());
  await writeFile(join(folder, 'one', 'payload.json'), DOCUMENT); // belongs to the crate
  await writeFile(join(folder, 'rocrate.json'), DOCUMENT);
  await writeFile(join(folder, 'odd.jsonld'), '{ "@context": "https://w3id.org/ro/crate/1.1/context", "name": "x" }');
  await writeFile(join(folder, 'config.json'), '{"graph": "@graph"}');
  await writeFile(join(folder, 'text.json'), 'not JSON "@graph": ');
  await writeFile(join(folder, 'broken.zip'), 'PK\u0003\u0004 and no more');
  await writeFile(join(folder, 'data.zip'), ''); // not even an archive
  await symlink('nowhere', join(folder, 'dangling.json'));
  expect(await search()).toEqual({
    found: ['broken.zip', 'data.zip', 'one/ro-crate-metadata.json'],
    passed: [
      'other-name odd.jsonld',
      'other-name rocrate.json',
      'nested one/other-ro-crate-metadata.json',
      'nested one/data/deep/ro-crate-metadata.json',
    ],
  });
});

it('reads only the first bytes of a document', async () => {
  await writeCrate(join(folder, 'one'), crate());
  await writeFile(join(folder, 'far.json'), `{${' '.repeat(100_000)}"@graph": []}`);
  await writeFile(join(folder, 'near.json'), `{"@graph": [${' '.repeat(100_000)}`);
  expect((await search()).passed).toEqual(['other-name near.json']);
});

it('says when it has not looked at everything', async () => {
  for (const name of ['a', 'b', 'c']) await mkdir(join(folder, name, 'inner'), { recursive: true });
  for (const name of ['1.json', '2.json', '3.json']) await writeFile(join(folder, name), DOCUMENT);
  const found: string[] = [];
  const limited = new PassedOverSearch(({ file, reason }) => found.push(`${reason} ${relative(folder, file)}`), 2);
  limited.addDocuments(folder, ['1.json', '2.json']);
  limited.addNested(folder, ['a']);
  limited.end(folder);
  expect(found).toEqual(['other-name 1.json', 'other-name 2.json']);
  limited.addNested(folder, ['b']);
  limited.addDocuments(folder, ['3.json']);
  limited.end(folder);
  expect(found.slice(2)).toEqual(['unsearched ']);
});

it('is the hint when a folder has no crate', async () => {
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'sub', 'rocrate.json'), DOCUMENT);
  const iterate = async () => {
    for await (const _ of findCrates(folder));
  };
  await expect(iterate()).rejects.toMatchObject({
    code: 'ERR_NOT_A_CRATE',
    hint: expect.stringMatching(/sub.rocrate\.json looks like a metadata document/),
  });
});
