import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { crate } from '../../cli/helpers/crates.js';
import { rawZip } from './raw-zip.js';

const folders: string[] = [];

/** Makes a folder that is deleted at the end of the test file. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-package-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The UUID of the bags below. */
export const BAG_UUID = '7b5d5a4e-3c0e-4a0d-9d5e-1b2f3c4d5e6f';

/** The metadata document of the test crate. */
export const METADATA = JSON.stringify(
  crate({
    name: 'A crate in many forms',
    more: { hasPart: [{ '@id': 'data%201.txt' }, { '@id': 'sub/' }], author: { '@id': '#alice' } },
    entities: [
      { '@id': 'data%201.txt', '@type': 'File', name: 'Data', contentSize: '5' },
      { '@id': 'sub/', '@type': 'Dataset', hasPart: { '@id': 'sub/é.csv' } },
      { '@id': 'sub/é.csv', '@type': 'File' },
      { '@id': '#alice', '@type': 'Person', name: 'Alice' },
    ],
  }),
  null,
  2,
);

/** The files of the test crate by path. */
export const FILES: Readonly<Record<string, string>> = {
  'ro-crate-metadata.json': METADATA,
  'data 1.txt': 'hello',
  'sub/é.csv': 'a,b\n1,2\n',
};

/** Puts files into a bag. */
export function bagFiles(
  files: Readonly<Record<string, string>> = FILES,
  algorithm = 'sha256',
  info = `External-Identifier: urn:uuid:${BAG_UUID}\n`,
): Record<string, string> {
  const payload = Object.fromEntries(Object.entries(files).map(([path, text]) => [`data/${path}`, text]));
  const manifest = Object.entries(payload).map(
    ([path, text]) => `${createHash(algorithm).update(text).digest('hex')}  ${path}\n`,
  );
  return {
    'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    'bag-info.txt': info,
    [`manifest-${algorithm}.txt`]: manifest.join(''),
    ...payload,
  };
}

/** Writes files into a folder. @returns the folder */
export async function writeTree(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Makes a ZIP of files, optionally below a folder. */
export function zipOf(files: Readonly<Record<string, string>>, top = ''): Buffer {
  return rawZip(Object.entries(files).map(([path, data]) => ({ name: top + path, data, method: 8 })));
}

/** Entries of a tar archive in addition to files. */
export interface TarLink {
  readonly name: string;
  readonly linkname: string;
}

/** Makes a tar archive of files. */
export async function tarOf(files: Readonly<Record<string, string>>, links: readonly TarLink[] = []): Promise<Buffer> {
  const tar = pack();
  // A fixed time, so that the same files give the same bytes.
  const mtime = new Date(0);
  for (const { name, linkname } of links) tar.entry({ name, linkname, type: 'symlink', mtime });
  for (const [name, text] of Object.entries(files)) tar.entry({ name, mtime }, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Makes a tar archive of files, compressed with gzip. */
export async function tarGzOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  return gzipSync(await tarOf(files));
}

/** Makes the arcp IRI of the SHA-256 of bytes. */
export function arcpHash(bytes: string | Buffer): string {
  return `arcp://ni,sha-256;${createHash('sha256').update(bytes).digest('base64url')}/`;
}

/** Reads a stream as text. */
export async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
