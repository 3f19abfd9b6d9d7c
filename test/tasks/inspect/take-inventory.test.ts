import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeInventory } from '../../../src/tasks/inspect/take-inventory.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { scratch, writeTree, zipOf } from '../../package/helpers/crate-forms.js';
import { rawZip } from '../../package/helpers/raw-zip.js';

const contexts = openContexts({ offline: true });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const DOCUMENT = JSON.stringify(
  crate({
    entities: [
      { '@id': 'my%20file.txt', '@type': 'File', contentSize: '2', sha256: sha256('ok') },
      { '@id': 'plain name.txt', '@type': 'File' },
      { '@id': 'missing.txt', '@type': 'File' },
      { '@id': 'size.txt', '@type': 'File', contentSize: 99 },
      { '@id': 'sum.txt', '@type': ['File', 'Other'], sha256: sha256('other') },
      { '@id': 'Case.TXT', '@type': 'File' },
      { '@id': 'caf\u00e9.txt', '@type': 'File' },
      { '@id': 'sub\\win.txt', '@type': 'File' },
      { '@id': 'folder/', '@type': 'Dataset' },
      { '@id': 'empty/', '@type': 'Dataset' },
      { '@id': 'https://example.org/x.csv', '@type': 'File' },
      { '@id': '#person', '@type': 'Person' },
      { '@id': '50%.png', '@type': 'http://schema.org/MediaObject' },
    ],
  }),
);

const FILES = {
  'ro-crate-metadata.json': DOCUMENT,
  'ro-crate-preview.html': '',
  'my file.txt': 'ok',
  'plain name.txt': '',
  'size.txt': 'x',
  'sum.txt': 'x',
  'case.txt': '',
  'cafe\u0301.txt': '',
  'sub/win.txt': '',
  'folder/a.txt': '',
  'extra.txt': '',
  '50%.png': '',
};

describe.each(['folder', 'ZIP'])('the inventory of a %s', (form) => {
  it('lists files that exist, are missing or differ', async () => {
    const path = join(await scratch(), 'crate.zip');
    if (form === 'folder') await writeTree(path, FILES);
    else await writeFile(path, zipOf(FILES));
    const items = await takeInventory(path, { contexts });
    expect(items.map(({ id, path: file, status, problems }) => [status, file, id, ...problems])).toEqual([
      ['ok', '50%.png', '50%.png'],
      ['differs', 'cafe\u0301.txt', 'caf\u00e9.txt', 'described as caf\u00e9.txt, the file is cafe\u0301.txt'],
      ['differs', 'case.txt', 'Case.TXT', 'described as Case.TXT, the file is case.txt'],
      ['missing', 'empty/', 'empty/'],
      ['undescribed', 'extra.txt', undefined],
      ['ok', 'folder/', 'folder/'],
      ['in-folder', 'folder/a.txt', undefined],
      ['elsewhere', undefined, 'https://example.org/x.csv'],
      ['missing', 'missing.txt', 'missing.txt'],
      ['ok', 'my file.txt', 'my%20file.txt'],
      ['ok', 'plain name.txt', 'plain name.txt'],
      ['differs', 'size.txt', 'size.txt', 'contentSize 99, the file has 1 bytes'],
      ['ok', 'sub/win.txt', 'sub\\win.txt'],
      ['differs', 'sum.txt', 'sum.txt', 'sha256 differs'],
    ]);
    const quick = await takeInventory(path, { contexts, checksums: false });
    expect(quick.find((item) => item.path === 'sum.txt')?.status).toBe('ok');
  });
});

it('a file with # in its name is one file, unless the name before it exists', async () => {
  const path = join(await scratch(), 'crate');
  const entities = ['x#y.txt', 'a.txt#top'].map((id) => ({ '@id': id, '@type': 'File' }));
  const files = { 'x#y.txt': '', 'a.txt': '', 'a.txt#top': '' };
  await writeTree(path, { ...files, 'ro-crate-metadata.json': JSON.stringify(crate({ entities })) });
  const items = await takeInventory(path, { contexts });
  expect(items.map(({ id, path: file, status, problems }) => [status, file, id, ...problems])).toEqual([
    ['ok', 'a.txt', 'a.txt#top'],
    ['undescribed', 'a.txt#top', undefined],
    ['differs', 'x#y.txt', 'x#y.txt', 'described as x#y.txt, the file is x%23y.txt'],
  ]);
});

it('names that coincide on other systems are refused, and the other files are still compared', async () => {
  const path = join(await scratch(), 'crate.zip');
  const document = JSON.stringify(crate({ entities: [{ '@id': 'a.txt', '@type': 'File' }] }));
  await writeFile(path, zipOf({ 'ro-crate-metadata.json': document, 'A.txt': '', 'a.txt': '', '../x': '', NUL: '' }));
  const items = await takeInventory(path, { contexts });
  expect(items.map(({ path: file, status, problems }) => [file, status, ...problems])).toEqual([
    ['../x', 'refused', 'leaves the package with ../'],
    ['A.txt', 'undescribed'],
    ['NUL', 'refused', 'has the name of a device (NUL)'],
    ['a.txt', 'refused', 'clashes with A.txt'],
  ]);
});

it('names that are not UTF-8 are refused, and the other files are still compared', async () => {
  const path = await writeCrate(
    join(await scratch(), 'crate'),
    crate({ entities: [{ '@id': 'a.txt', '@type': 'File' }] }),
  );
  const misnamed = (name: string) => Buffer.concat([Buffer.from(join(path, name)), Buffer.of(0xff)]);
  mkdirSync(misnamed('folder'));
  writeFileSync(Buffer.concat([misnamed('folder'), Buffer.from('/inside.txt')]), '');
  writeFileSync(misnamed('file'), '');
  await writeFile(join(path, 'a.txt'), 'a');
  const items = await takeInventory(path, { contexts });
  expect(items.map(({ path: file, status, problems }) => [file, status, ...problems])).toEqual([
    ['a.txt', 'ok'],
    ['file\uFFFD', 'refused', 'has a name that is not UTF-8'],
    ['folder\uFFFD', 'refused', 'has a name that is not UTF-8'],
  ]);
});

it('an entry with another name in its local header is refused, even if its data is not read', async () => {
  const path = join(await scratch(), 'crate.zip');
  const document = JSON.stringify(crate({ entities: [{ '@id': 'good.txt', '@type': 'File' }] }));
  const entries = [
    { name: 'ro-crate-metadata.json', data: document },
    { name: 'good.txt', localName: 'evil.sh!' },
  ];
  await writeFile(path, rawZip(entries));
  expect(await takeInventory(path, { contexts })).toMatchObject([
    { id: 'good.txt', status: 'refused', problems: ['has another name in its local header'] },
  ]);
});

it('a file that is described twice or in two spellings is one row, and a path outside is refused', async () => {
  const ids = ['a.txt', './a.txt', 'a.txt', '../up.txt', '..%2fup.txt', 'https://example.org/x'];
  const entities = ids.map((id, index) => ({ '@id': id, '@type': 'File', ...(index === 2 && { contentSize: 9 }) }));
  const path = await writeTree(await scratch(), {
    'ro-crate-metadata.json': JSON.stringify(crate({ entities })),
    'a.txt': 'a',
  });
  const items = await takeInventory(path, { contexts });
  expect(items.map(({ id, status, problems }) => [id, status, ...problems]).sort()).toEqual([
    ['..%2fup.txt', 'refused', 'leaves the package'],
    ['../up.txt', 'refused', 'leaves the package'],
    ['a.txt', 'differs', 'contentSize 9, the file has 1 bytes'],
    ['https://example.org/x', 'elsewhere'],
  ]);
});

it('the inventory of a document without files is an error', async () => {
  const file = join(await scratch(), 'x.json');
  await writeFile(file, DOCUMENT);
  await expect(takeInventory(file, { contexts })).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
});

test('strict refuses a crate that needs a repair', async () => {
  const folder = await scratch();
  await writeTree(folder, { 'ro-crate-metadata.json': DOCUMENT });
  await expect(takeInventory(folder, { contexts, strict: true })).rejects.toMatchObject({ code: 'ERR_STRICT' });
});

it('of a detached crate says why there are no files', async () => {
  await expect(takeInventory('data/crates/coastal-atlas', { contexts })).rejects.toMatchObject({
    code: 'ERR_UNSUPPORTED',
    hint: 'the prefix of its name, or --kind, says that the crate is detached: its files are not in the folder',
  });
});
