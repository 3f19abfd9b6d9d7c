import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ZipFacts } from '../container/container.js';
import type { PackageFile } from '../crate-package.js';
import { writeNamedFile } from '../../base/disk/write-file.js';

/** The earliest time in a ZIP. In local time, as DOS timestamps are, so that it is the same in every time zone. */
const NO_TIME = new Date(1980, 0, 1);
/** Larger entries get ZIP64 fields; this leaves room for files that deflate makes larger. */
const ZIP64_FROM = 0xf000_0000;
/** Files that are already compressed. */
const COMPRESSED =
  /\.(?:zip|eln|gz|tgz|bz2|xz|zst|7z|rar|jpe?g|png|gif|webp|mp[34]|m4a|mkv|webm|docx|xlsx|pptx|odt|ods|odp|parquet)$/i;

/** A file to write into a ZIP, or a folder, with a final `/` in its path. */
export interface ZipMember extends PackageFile {
  /** What its entry had in another archive. Default: fixed time and mode, and compressed unless its format is. */
  readonly facts?: ZipFacts | undefined;
}

/** How to write a ZIP. */
export interface ZipOptions {
  /** Keep the order of the files. Default: sorted by path. */
  readonly inOrder?: boolean | undefined;
  /** Of the archive. */
  readonly comment?: Uint8Array | undefined;
}

/**
 * Writes a ZIP as a stream, with ZIP64 if needed. The same files always give the same bytes: by default entries are
 * sorted by path and have a fixed time and mode. The file appears when it is complete.
 * @param files each file once, folders only if they are empty or have facts; the content is read when its turn comes
 * @throws CrateError ERR_OUTPUT; any error of reading the files
 */
export async function writeZip(target: string, files: Iterable<ZipMember>, options?: ZipOptions): Promise<void> {
  await writeNamedFile(target, zipChunks(files, options));
}

/**
 * The bytes of {@link writeZip}, made as they are read: one file is open at a time, and closed if the reader stops.
 * @param files as for `writeZip` @throws any error of reading the files
 */
export async function* zipChunks(
  files: Iterable<ZipMember>,
  { inOrder = false, comment = new Uint8Array() }: ZipOptions = {},
): AsyncGenerator<Uint8Array> {
  const members = [...files];
  if (!inOrder) members.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  let current: Readable | undefined;
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { path, size, content, facts } of members) {
    const common = {
      mtime: facts?.time ?? NO_TIME,
      mode: facts?.mode ?? (path.endsWith('/') ? 0o040755 : 0o100644),
      forceDosTimestamp: facts?.isExactTime !== true,
      fileComment: facts?.comment ?? '',
    };
    if (path.endsWith('/')) {
      zip.addEmptyDirectory(path, common);
      continue;
    }
    const options = {
      ...common,
      compress: facts === undefined ? !COMPRESSED.test(path) : !facts.isStored,
      forceZip64Format: size >= ZIP64_FROM,
    };
    zip.addReadStreamLazy(path, options, (open) => open(null, (current = Readable.from(content()))));
  }
  // as bytes, which yazl takes too: not every comment is one of CP437
  zip.end({ forceZip64Format: false, comment: Buffer.from(comment) as unknown as string });
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    current?.destroy();
  }
}
