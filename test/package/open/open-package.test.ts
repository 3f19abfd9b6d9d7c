import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { CrateError } from '../../../src/base/errors.js';
import { shellWord } from '../../../src/base/shell-word.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { crateBase } from '../../../src/crate/base.js';
import type { JsonCandidate } from '../../../src/crate/read/root-statements.js';
import type { CratePackage } from '../../../src/package/crate-package.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { openStore } from '../../../src/store/open-store.js';
import type { PackageOptions } from '../../../src/package/package-options.js';
import {
  arcpHash,
  BAG_UUID,
  bagFiles,
  FILES,
  METADATA,
  scratch,
  tarGzOf,
  tarOf,
  textOf,
  writeTree,
  zipOf,
} from '../helpers/crate-forms.js';
import { rawZip } from '../helpers/raw-zip.js';
import { temporaryFilesOf } from '../helpers/temporary-files.js';
import { baseOf } from '../../helpers/base-of.js';

let folder: string;

beforeAll(async () => {
  folder = await scratch();
});

async function archive(name: string, bytes: Buffer): Promise<string> {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 1 << 16) yield bytes.subarray(start, start + (1 << 16));
}

async function filesOf(found: CratePackage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, content } of found.files()) files[path] = await textOf(content());
  return files;
}

async function inPackage<T>(
  source: string,
  job: (found: CratePackage) => Promise<T>,
  options?: PackageOptions,
): Promise<T> {
  const found = await openPackage(source, options);
  return job(found).finally(() => found.close());
}

describe('one crate in many forms', () => {
  const forms: [name: string, make: () => Promise<string>, base: () => Promise<string>][] = [
    ['a folder', () => writeTree(join(folder, 'plain'), FILES), async () => arcpHash(METADATA)],
    [
      'a metadata file',
      async () => join(await writeTree(join(folder, 'file'), FILES), 'ro-crate-metadata.json'),
      async () => arcpHash(METADATA),
    ],
    ['a ZIP', () => archive('a.zip', zipOf(FILES)), async () => arcpHash(zipOf(FILES))],
    ['a ZIP without extension', () => archive('zip', zipOf(FILES)), async () => arcpHash(zipOf(FILES))],
    ['a ZIP named .crate.zip', () => archive('a.crate.zip', zipOf(FILES)), async () => arcpHash(zipOf(FILES))],
    [
      'an .eln with one top folder',
      () => archive('a.eln', zipOf(FILES, 'export/')),
      async () => arcpHash(zipOf(FILES, 'export/')),
    ],
    ['a tar', async () => archive('a.tar', await tarOf(FILES)), async () => arcpHash(await tarOf(FILES))],
    ['a tar.gz', async () => archive('a.tar.gz', await tarGzOf(FILES)), async () => arcpHash(await tarGzOf(FILES))],
    ['a bag folder', () => writeTree(join(folder, 'bag'), bagFiles()), async () => `arcp://uuid,${BAG_UUID}/data/`],
    [
      'the metadata file of a bag',
      async () => join(await writeTree(join(folder, 'bag2'), bagFiles()), 'data/ro-crate-metadata.json'),
      async () => `arcp://uuid,${BAG_UUID}/data/`,
    ],
    [
      'a bag in a ZIP',
      () => archive('bag.zip', zipOf(bagFiles(), 'my-bag/')),
      async () => `arcp://uuid,${BAG_UUID}/data/`,
    ],
    [
      'a bag in a tar.gz',
      async () => archive('bag.tar.gz', await tarGzOf(bagFiles())),
      async () => `arcp://uuid,${BAG_UUID}/data/`,
    ],
    [
      'a bag without identifier',
      () => archive('bag3.zip', zipOf(bagFiles(FILES, 'sha512', ''))),
      async () => `${arcpHash(zipOf(bagFiles(FILES, 'sha512', '')))}data/`,
    ],
  ];

  it.each(forms)('%s gives the same document, base and files', async (_name, make, base) => {
    await inPackage(await make(), async (found) => {
      expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA);
      expect((await baseOf(found)).iri).toBe(await base());
      expect(await filesOf(found)).toEqual(FILES);
    });
  });

  it('a named pipe gives its document', async () => {
    const path = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    const written = writeFile(path, METADATA);
    await inPackage(path, async (found) => expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA));
    await written;
  });

  it('a document that is too large for memory is read from a file or a stream', async () => {
    const start = `{"@id": "${randomUUID()}", "@graph": [`;
    const large = Buffer.from(`${start}${' '.repeat(20_000_000)}{"@id": "last"}]}`);
    const check = async ({ metadata: { content } }: CratePackage) => {
      expect(content.length).toBe(large.length);
      expect(Buffer.from(content.read(large.length - 17, large.length)).toString()).toBe('{"@id": "last"}]}');
      expect(Buffer.from(content.sha256).toString('hex')).toBe(createHash('sha256').update(large).digest('hex'));
      expect(Buffer.compare(content.bytes, large)).toBe(0);
    };
    await inPackage(await archive('ro-crate-metadata.json', large), check);
    await inPackage('-', check, { stdin: Readable.from(chunksOf(large)) });
    await expect(
      openPackage('-', { stdin: Readable.from(chunksOf(large)), limits: { metadataBytes: 18_000_000 } }),
    ).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    expect(await temporaryFilesOf(Buffer.from(start))).toEqual([]);
  });

  it('standard input gives a document or an archive', async () => {
    async function* chunks(bytes: Buffer) {
      for (let start = 0; start < bytes.length; start += 100) yield bytes.subarray(start, start + 100);
    }
    const padded = Buffer.concat([gzipSync(METADATA), Buffer.alloc(1 << 17)]); // as tape archives are
    for (const bytes of [Buffer.from(METADATA), zipOf(FILES), await tarGzOf(FILES), gzipSync(METADATA), padded]) {
      const found = await openPackage('-', { stdin: chunks(bytes) });
      expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA);
      expect(found.source).toBe('-');
      expect((await baseOf(found)).iri).toBe(
        bytes[0] === 0x1f && found.container === undefined ? arcpHash(METADATA) : arcpHash(bytes),
      );
      await found.close();
    }
  });

  it('--arcp chooses another base', async () => {
    await inPackage(await archive('choice.zip', zipOf(bagFiles())), async (found) => {
      expect((await baseOf(found, 'hash')).iri).toBe(`${arcpHash(zipOf(bagFiles()))}data/`);
      expect((await baseOf(found, '12345678-1234-1234-1234-123456789abc')).iri).toBe(
        'arcp://uuid,12345678-1234-1234-1234-123456789abc/data/',
      );
      await expect(baseOf(found, 'nonsense')).rejects.toMatchObject({ code: 'ERR_ARCP_INVALID' });
    });
  });
});

describe('the metadata file of an archive', () => {
  const open = (files: Record<string, string>, options?: PackageOptions) =>
    archive('which.zip', zipOf(files)).then((path) => openPackage(path, options));

  it('has the shallowest path; others belong to nested crates below its base', async () => {
    const found = await open({
      'a/in/ro-crate-metadata.json': '{}',
      'a/ro-crate-metadata.json': METADATA,
      'a/in/deep er/ro-crate-metadata.json': '{"x": 1}',
    });
    expect(found.root).toBe('a/');
    expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA);
    expect(found.nested).toEqual(['a/in/ro-crate-metadata.json', 'a/in/deep er/ro-crate-metadata.json']);
    const inner = await openPackage(found.source, { entry: 'a/in/deep er/ro-crate-metadata.json' });
    expect(Buffer.from(inner.metadata.content.bytes).toString()).toBe('{"x": 1}');
    expect((await baseOf(inner)).iri).toBe(`${(await baseOf(found)).iri}in/deep%20er/`);
    await expect(openPackage(found.source, { entry: 'no' })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('is the same in a tar, in any order of entries', async () => {
    const files = {
      'a/in/ro-crate-metadata.json': '{}',
      'a/ro-crate-metadata.json': METADATA,
      'a/in/x/ro-crate-metadata.json': '{"x": 1}',
    };
    const path = await archive('which.tar', await tarOf(files));
    await inPackage(path, async (found) => expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA));
    await inPackage(
      path,
      async (found) => expect(Buffer.from(found.metadata.content.bytes).toString()).toBe('{"x": 1}'),
      {
        entry: 'a/in/x/ro-crate-metadata.json',
      },
    );
  });

  it('has an exact name rather than a prefixed one, and a new name rather than an old one', async () => {
    const found = await open({
      'old-ro-crate-metadata.json': '{}',
      'a/ro-crate-metadata.jsonld': '{}',
      'a/ro-crate-metadata.json': METADATA,
    });
    expect(found.metadata.name).toBe('ro-crate-metadata.json');
    expect(found.root).toBe('a/');
  });

  it('makes a Detached package if it has a prefixed name', async () => {
    const found = await open({ 'my-ro-crate-metadata.json': METADATA });
    expect(found.kind).toBe('detached');
  });

  it('is not a file that macOS adds', async () => {
    const found = await open({
      '__MACOSX/._ro-crate-metadata.json': '{}',
      'x/ro-crate-metadata.json': METADATA,
      'x/._ro-crate-metadata.json': '{}',
    });
    expect(found.root).toBe('x/');
    expect(found.nested).toEqual([]);
  });

  it('is ambiguous if two crates are side by side; the error names both', async () => {
    await expect(open({ 'a/ro-crate-metadata.json': '{}', 'b/ro-crate-metadata.json': '{}' })).rejects.toMatchObject({
      code: 'ERR_ROOT_AMBIGUOUS',
      details: { candidates: ['a/ro-crate-metadata.json', 'b/ro-crate-metadata.json'] },
    });
  });

  it('is required', async () => {
    await expect(open({ 'a.txt': '' })).rejects.toMatchObject({ code: 'ERR_NOT_A_CRATE' });
    await expect(openPackage(await archive('empty.zip', rawZip([])))).rejects.toMatchObject({
      code: 'ERR_NOT_A_CRATE',
    });
    await expect(openPackage(await writeTree(join(folder, 'nothing'), { 'a.txt': '' }))).rejects.toMatchObject({
      code: 'ERR_NOT_A_CRATE',
    });
    await expect(
      openPackage(
        await writeTree(join(folder, 'two'), { 'a-ro-crate-metadata.json': '', 'b-ro-crate-metadata.json': '' }),
      ),
    ).rejects.toMatchObject({
      message: expect.stringContaining('several'),
    });
  });
});

describe('Attached or Detached', () => {
  it('is a matter of the package, unless an option decides', async () => {
    const path = await writeTree(join(folder, 'kind'), { 'ro-crate-metadata.json': METADATA });
    expect((await openPackage(path)).kind).toBe('attached');
    expect((await openPackage(join(path, 'ro-crate-metadata.json'))).kind).toBe('attached');
    const detached = await openPackage(path, { kind: 'detached' });
    expect([detached.kind, detached.container]).toEqual(['detached', undefined]);
    const prefixed = await writeTree(join(folder, 'prefixed'), { 'x-ro-crate-metadata.json': METADATA });
    expect((await openPackage(prefixed)).kind).toBe('detached');
    expect((await openPackage(prefixed, { kind: 'attached' })).kind).toBe('attached');
  });

  it('is a matter of the root where there is only a document', async () => {
    const found = await openPackage(new TextEncoder().encode(METADATA));
    const base = crateBase('https://example.org/crate/', 'given');
    const kindWith = (root: string) => found.kindOf({ root: { root } as JsonCandidate, base });
    expect(found.kind).toBeUndefined();
    expect(kindWith('https://example.org/crate/')).toBe('attached');
    expect(kindWith('https://doi.org/10.1/x')).toBe('detached');
  });
});

describe('an invalid package', () => {
  it.each([
    ['a.zip', 'version https://git-lfs.github.com/spec/v1\n', 'is not a ZIP archive but a Git LFS pointer to one'],
    ['b.eln', 'nonsense', 'is not a ZIP archive'],
    ['c.tar.gz', 'nonsense', 'is not a tar archive'],
    ['d.zip', zipOf(FILES).subarray(0, 600), 'is not a complete ZIP archive'],
    ['e.tgz', gzipSync(Buffer.alloc(3000, 'x')).subarray(0, 30), 'e.tgz'],
  ])('%s has a clear error', async (name, bytes, message) => {
    await expect(openPackage(await archive(name, Buffer.from(bytes as string)))).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_INVALID',
      message: expect.stringContaining(message),
    });
  });

  it('may be a missing path', async () => {
    await expect(openPackage(join(folder, 'missing'))).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
      message: expect.stringContaining('does not exist'),
    });
  });

  it('may have a metadata document above the limit, which is not read', async () => {
    const options = { limits: { metadataBytes: 100 } };
    const tooLarge = { code: 'ERR_LIMIT', message: expect.stringContaining('more than 100 bytes') };
    await expect(openPackage(await writeTree(join(folder, 'large'), FILES), options)).rejects.toMatchObject(tooLarge);
    await expect(openPackage(await archive('large.zip', zipOf(FILES)), options)).rejects.toMatchObject(tooLarge);
    await expect(openPackage(await archive('large.tgz', await tarGzOf(FILES)), options)).rejects.toMatchObject(
      tooLarge,
    );
    await expect(
      openPackage('-', {
        ...options,
        stdin: (async function* () {
          yield Buffer.from(METADATA);
        })(),
      }),
    ).rejects.toMatchObject(tooLarge);
  });
});

describe('what is no crate', () => {
  const hintFor = (path: string) => openPackage(path).catch((error: CrateError) => [error.code, error.hint]);

  it('leads on: a folder to init, a data file to the crate around it or to init, RDF to convert', async () => {
    const apart = await scratch();
    const plain = await writeTree(join(apart, 'My Data'), { 'a.csv': 'a,b\n', 'deep/b.png': '\x89PNG\r\n', 'c.ttl': '<urn:a> a <urn:b> .' }); // prettier-ignore
    const own = await writeTree(join(apart, "it's a crate"), { ...FILES, 'deep/b.csv': 'a,b\n' });
    const word = (path: string) =>
      shellWord([relative('.', path), path].sort((a, b) => a.length - b.length)[0] as string);
    const init = (path: string) => `\`crategraph init ${word(path)}\``;
    expect(await hintFor(plain)).toEqual(['ERR_NOT_A_CRATE', expect.stringContaining(`\`crategraph init ${shellWord(plain)}\``)]); // prettier-ignore
    expect(await hintFor(join(plain, 'a.csv'))).toEqual(['ERR_NOT_A_CRATE', expect.stringContaining(init(plain))]);
    expect(await hintFor(join(plain, 'deep/b.png'))).toEqual(['ERR_NOT_A_CRATE', expect.stringContaining(init(join(plain, 'deep')))]); // prettier-ignore
    expect(await hintFor(join(own, 'deep/b.csv'))).toEqual(['ERR_NOT_A_CRATE', expect.stringContaining(`give ${word(own)}`)]); // prettier-ignore
    expect(await hintFor(join(plain, 'c.ttl'))).toEqual(['ERR_NOT_A_CRATE', expect.stringContaining(`\`crategraph convert ${word(join(plain, 'c.ttl'))} --format crate\``)]); // prettier-ignore
  });

  it('may be empty, or a store', async () => {
    const tree = await writeTree(join(await scratch(), 'other'), { 'empty.csv': '' });
    expect(await hintFor(join(tree, 'empty.csv'))).toEqual(['ERR_NOT_A_CRATE', expect.stringContaining('`crategraph init ')]); // prettier-ignore
    const store = join(tree, 'store');
    await (await openStore(store, { mode: 'write', create: true })).close();
    expect(await hintFor(store)).toEqual(['ERR_NOT_A_CRATE', expect.stringMatching(/^to read a store, write --store \S+store$/)]); // prettier-ignore
  });

  it('is a damaged document if it begins as one, or has the name of one', async () => {
    const tree = await writeTree(join(folder, 'damaged'), {
      'a.txt': '{"@graph": [',
      'b.json': '',
      'c.json': 'no JSON',
    });
    for (const name of ['a.txt', 'b.json', 'c.json'])
      await expect(openCrateDocument(join(tree, name))).rejects.toMatchObject({ code: 'ERR_JSON_SYNTAX' });
  });
});

describe('a folder', () => {
  it('lists links within it as files, and refuses links that lead out', async () => {
    const path = await writeTree(join(folder, 'links'), FILES);
    await symlink('ro-crate-metadata.json', join(path, 'ro-crate-metadata.jsonld'));
    await inPackage(path, async (found) =>
      expect(Object.keys(await filesOf(found)).sort()).toEqual(
        [...Object.keys(FILES), 'ro-crate-metadata.jsonld'].sort(),
      ),
    );
    await symlink('/etc/passwd', join(path, 'passwd'));
    await inPackage(path, async (found) => {
      await expect(filesOf(found)).rejects.toMatchObject({
        code: 'ERR_ARCHIVE_ENTRY',
        message: expect.stringContaining('"passwd" is a link'),
      });
    });
  });
});
