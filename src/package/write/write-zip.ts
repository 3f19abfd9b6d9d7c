import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PackageFile } from '../crate-package.js';
import { writeNamedFile } from '../../disk/write-file.js';

/** The first moment that a ZIP can tell; built of local time, as a DOS timestamp is, so that no time zone shows. */
const NO_TIME = new Date(1980, 0, 1);
/** From here on an entry gets the fields of ZIP64, with room for a deflate that makes it larger. */
const ZIP64_FROM = 0xf000_0000;
/** What is compressed already. */
const COMPRESSED =
  /\.(?:zip|eln|gz|tgz|bz2|xz|zst|7z|rar|jpe?g|png|gif|webp|mp[34]|m4a|mkv|webm|docx|xlsx|pptx|odt|ods|odp|parquet)$/i;

/**
 * Writes a ZIP, streaming: the same files give the same bytes, whenever and wherever (entries sorted by path, one
 * fixed time, no attributes). ZIP64 where it is needed. The file appears when it is complete.
 * @param files each path once; the content is asked for when its turn comes
 * @throws CrateError ERR_OUTPUT, and what reading the files throws
 */
export async function writeZip(target: string, files: Iterable<PackageFile>): Promise<void> {
  const sorted = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  await writeNamedFile(target, zipped(sorted));
}

async function* zipped(files: readonly PackageFile[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { path, size, content } of files) {
    const options = {
      mtime: NO_TIME,
      mode: 0o100644,
      forceDosTimestamp: true,
      compress: !COMPRESSED.test(path),
      forceZip64Format: size >= ZIP64_FROM,
    };
    zip.addReadStreamLazy(path, options, (open) => open(null, Readable.from(content())));
  }
  zip.end();
  yield* output as AsyncIterable<Uint8Array>;
}
