import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PackageFile } from '../crate-package.js';
import { writeNamedFile } from '../../base/disk/write-file.js';

/** The earliest time in a ZIP. In local time, as DOS timestamps are, so that it is the same in every time zone. */
const NO_TIME = new Date(1980, 0, 1);
/** Larger entries get ZIP64 fields; this leaves room for files that deflate makes larger. */
const ZIP64_FROM = 0xf000_0000;
/** Files that are already compressed. */
const COMPRESSED =
  /\.(?:zip|eln|gz|tgz|bz2|xz|zst|7z|rar|jpe?g|png|gif|webp|mp[34]|m4a|mkv|webm|docx|xlsx|pptx|odt|ods|odp|parquet)$/i;

/**
 * Writes a ZIP as a stream, with ZIP64 if needed. The same files always give the same bytes: entries are sorted by path
 * and have a fixed time and mode. The file appears when it is complete.
 * @param files each path once, that of an empty folder with a final `/`; the content is read when its turn comes
 * @throws CrateError ERR_OUTPUT; any error of reading the files
 */
export async function writeZip(target: string, files: Iterable<PackageFile>): Promise<void> {
  await writeNamedFile(target, zipChunks(files));
}

/**
 * The bytes of {@link writeZip}, made as they are read: one file is open at a time, and closed if the reader stops.
 * @param files as for `writeZip` @throws any error of reading the files
 */
export async function* zipChunks(files: Iterable<PackageFile>): AsyncGenerator<Uint8Array> {
  const sorted = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  let current: Readable | undefined;
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { path, size, content } of sorted) {
    if (path.endsWith('/')) {
      zip.addEmptyDirectory(path, { mtime: NO_TIME, mode: 0o040755, forceDosTimestamp: true });
      continue;
    }
    const options = {
      mtime: NO_TIME,
      mode: 0o100644,
      forceDosTimestamp: true,
      compress: !COMPRESSED.test(path),
      forceZip64Format: size >= ZIP64_FROM,
    };
    zip.addReadStreamLazy(path, options, (open) => open(null, (current = Readable.from(content()))));
  }
  zip.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    current?.destroy();
  }
}
