import { isUtf8 } from 'node:buffer';
import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  parseExtraFields,
  type Entry,
  type LocalFileHeader,
  type ZipFile,
} from 'yauzl';
import { CrateError } from '../../base/errors.js';
import { checkRatio, limitExceeded, type PackageLimits } from '../limits.js';
import { sha256Of, type ByteRanges } from '../bytes/byte-ranges.js';
import type { Container, ContainerEntry, ZipFacts } from './container.js';
import { RangeReader } from './zip-range-reader.js';
import type { Readable } from 'node:stream';
import { createInflateRaw, crc32 } from 'node:zlib';
import { through } from '../bytes/through.js';

/** Bits of the file type in a UNIX mode, which ZIP keeps in the upper half of the external attributes. */
const TYPE_BITS = 0o170000;
const FILE = 0o100000;
const FOLDER = 0o040000;
const LINK = 0o120000;
const MADE_ON_UNIX = 3;

/** Extra fields with a time of UTC: that of Info-ZIP, and that of NTFS. */
const EXACT_TIMES: readonly number[] = [0x5455, 0x000a];
/** The last second that an Info-ZIP field can have, in 2038. */
const LAST_SECOND = 0x7fff_ffff;

/**
 * A ZIP archive (APPNOTE 6.3.10), read in place: the central directory, and only the bytes of the requested entries.
 * Supports ZIP64, data descriptors, archive comments, Windows separators, and UTF-8 names with or without the flag.
 */
export class ZipContainer implements Container {
  readonly kind = 'zip';
  readonly randomAccess = true;
  readonly name: string;
  readonly size: number;
  readonly #ranges: ByteRanges;
  readonly #limits: PackageLimits;
  #digest: Promise<Uint8Array> | undefined;

  constructor(name: string, ranges: ByteRanges, limits: PackageLimits) {
    this.name = name;
    this.size = ranges.size;
    this.#ranges = ranges;
    this.#limits = limits;
  }

  async *entries(): AsyncGenerator<ContainerEntry> {
    const reader = new RangeReader(this.#ranges);
    const zip = await this.#open(reader);
    if (zip.entryCount > this.#limits.entries)
      throw limitExceeded(this.name, `${this.#limits.entries} entries`, { entries: zip.entryCount });
    reader.directoryFrom((zip as unknown as { readEntryCursor: number }).readEntryCursor);
    const entries = zip.eachEntry();
    let count = 0;
    for (;;) {
      const next = await entries.next().catch(this.#invalid);
      if (next.done === true) return;
      count += 1;
      if (count > this.#limits.entries) throw limitExceeded(this.name, `${this.#limits.entries} entries`);
      yield this.#entry(next.value as Entry, zip, reader);
    }
  }

  digest(): Promise<Uint8Array> {
    return (this.#digest ??= sha256Of(this.#ranges));
  }

  async comment(): Promise<Uint8Array> {
    const zip = await this.#open(new RangeReader(this.#ranges));
    return zip.comment as unknown as Buffer;
  }

  close(): Promise<void> {
    return this.#ranges.close();
  }

  async #open(reader: RangeReader): Promise<ZipFile> {
    return fromRandomAccessReaderPromise(reader, this.#ranges.size, { autoClose: false, decodeStrings: false }).catch(
      this.#invalid,
    );
  }

  #entry(entry: Entry, zip: ZipFile, reader: RangeReader): ContainerEntry {
    const path = entryName(entry.fileName as unknown as Buffer, entry.generalPurposeBitFlag, entry.extraFields).replace(
      /^(?:\.\/)+(?=.)/,
      '',
    );
    return {
      path,
      type: typeOf(entry, path),
      size: entry.uncompressedSize,
      packed: entry.compressedSize,
      confirm: async () => void (await this.#dataStart(path, entry, zip)),
      zipFacts: () => {
        if (!path.endsWith('/')) this.#requireReadable(path, entry);
        return factsOf(entry);
      },
      content: () => this.#content(path, entry, zip, reader),
    };
  }

  /**
   * Finds the start of the data of an entry.
   * @throws CrateError ERR_ARCHIVE_ENTRY if its local header has another name
   */
  async #dataStart(path: string, entry: Entry, zip: ZipFile): Promise<number> {
    const local = await zip.readLocalFileHeaderPromise(entry, {}).catch(this.#invalid);
    if (isSameName(entry, local)) return local.fileDataStart;
    const problem = 'has another name in its local header';
    throw new CrateError('ERR_ARCHIVE_ENTRY', `${this.name}: entry ${JSON.stringify(path)} ${problem}`, {
      details: { entry: path, problem },
    });
  }

  /** Refuses what cannot be unpacked, as far as the central directory tells. @returns makes errors about the entry */
  #requireReadable(path: string, entry: Entry): (why: string, cause?: unknown) => CrateError {
    const refuse = (why: string, cause?: unknown) =>
      new CrateError('ERR_ARCHIVE_INVALID', `${this.name}: entry ${path} ${why}`, { cause });
    if (entry.isEncrypted()) throw refuse('is encrypted');
    if (!entry.canDecodeFileData())
      throw refuse(`uses compression method ${entry.compressionMethod}, which is not supported`);
    checkRatio(`${this.name}: entry ${path}`, entry.compressedSize, entry.uncompressedSize, this.#limits);
    return refuse;
  }

  async *#content(path: string, entry: Entry, zip: ZipFile, reader: RangeReader): AsyncGenerator<Uint8Array> {
    const refuse = this.#requireReadable(path, entry);
    const header = entry.relativeOffsetOfLocalHeader;
    reader.announce(header, header + 30 + entry.fileNameLength + 1024 + entry.compressedSize);
    const start = await this.#dataStart(path, entry, zip);
    yield* unpackedContent(reader._readStreamForRange(start, start + entry.compressedSize), entry, refuse);
  }

  /** Wraps an error of yauzl. Throws a CrateError, such as one of the network, unchanged. */
  readonly #invalid = (cause: unknown): never => {
    if (cause instanceof CrateError) throw cause;
    throw new CrateError(
      'ERR_ARCHIVE_INVALID',
      `${this.name} is not a complete ZIP archive: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  };
}

/** Decodes the name of an entry, with `/` as separator. */
function entryName(raw: Buffer, flags: number, extraFields: Entry['extraFields']): string {
  return getFileNameLowLevel(textFlags(raw, flags), raw, extraFields, false);
}

/** The flags by which to decode a name or comment. Valid UTF-8 counts as UTF-8: many writers forget the flag. */
function textFlags(raw: Buffer, flags: number): number {
  const UTF8_FLAG = 0x800;
  return isUtf8(raw) ? flags | UTF8_FLAG : flags;
}

function factsOf(entry: Entry): ZipFacts {
  const { versionMadeBy, externalFileAttributes, compressionMethod, fileCommentRaw, generalPurposeBitFlag } = entry;
  const exact = entry.getLastModDate();
  const second = exact.getTime() / 1000;
  const isExactTime =
    second >= 0 && second <= LAST_SECOND && entry.extraFields.some(({ id }) => EXACT_TIMES.includes(id));
  return {
    mode: versionMadeBy >>> 8 === MADE_ON_UNIX ? externalFileAttributes >>> 16 : undefined,
    time: isExactTime ? exact : entry.getLastModDate({ forceDosFormat: true }),
    isExactTime,
    isStored: compressionMethod === STORED,
    // the function for names decodes comments too, and as a strict one it keeps their backslashes
    comment: getFileNameLowLevel(textFlags(fileCommentRaw, generalPurposeBitFlag), fileCommentRaw, [], true),
  };
}

/**
 * Tells whether local header and central directory have the same name. Otherwise two readers may see two different
 * packages. Compares decoded names: equal bytes may come with different Unicode name fields.
 */
function isSameName(entry: Entry, local: LocalFileHeader): boolean {
  const inside = entryName(local.fileName, local.generalPurposeBitFlag, parseExtraFields(local.extraField));
  return inside === entryName(entry.fileName as unknown as Buffer, entry.generalPurposeBitFlag, entry.extraFields);
}

function typeOf({ versionMadeBy, externalFileAttributes }: Entry, path: string): ContainerEntry['type'] {
  const mode = versionMadeBy >>> 8 === MADE_ON_UNIX ? (externalFileAttributes >>> 16) & TYPE_BITS : 0;
  if (mode === LINK) return 'link';
  if (path.endsWith('/') || mode === FOLDER) return 'folder';
  return mode === 0 || mode === FILE ? 'file' : 'other';
}

const STORED = 0;

/**
 * Unpacks the bytes of an entry. Checks the size in the central directory, and the CRC-32 at the end.
 * @param refuse makes the error for a reason
 */
async function* unpackedContent(
  packed: Readable,
  entry: Entry,
  refuse: (why: string, cause?: unknown) => CrateError,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of entry.compressionMethod === STORED ? packed : through(packed, createInflateRaw())) {
      size += chunk.byteLength;
      if (size > entry.uncompressedSize) throw refuse(`unpacks to more than its ${entry.uncompressedSize} bytes`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof CrateError
      ? error
      : refuse(`cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  if (size < entry.uncompressedSize) throw refuse(`unpacks to ${size} of its ${entry.uncompressedSize} bytes`);
  if (crc !== entry.crc32) throw refuse('does not match its CRC-32');
}
