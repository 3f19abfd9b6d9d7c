import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP, written exactly as stated, even if invalid. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** 0 stored, 8 deflated. Default 0. */
  readonly method?: number;
  /** UNIX mode; 0o120777 is a symbolic link. */
  readonly mode?: number;
  /** The system that made it: 0 DOS and Windows, 3 UNIX. Default 3. */
  readonly madeOn?: number;
  readonly comment?: Buffer;
  /** General purpose flags; 0x800 declares the name as UTF-8. Default 0x800. */
  readonly flags?: number;
  /** Sizes and CRC after the data. */
  readonly descriptor?: boolean;
  readonly zip64?: boolean;
  /** The name in the local header. Default: `name`. */
  readonly localName?: string | Buffer;
  /** The name in Unicode (Info-ZIP field 0x7075), in the central directory and in the local header. */
  readonly unicodeName?: string;
  readonly localUnicodeName?: string;
  /** Wrong values for the central directory. */
  readonly claimedSize?: number;
  readonly claimedCrc?: number;
  /** Number of zeros instead of data. They are not written, which makes a sparse file. */
  readonly hole?: number;
}

/** Bytes at an offset of a sparse file. */
export interface Segment {
  readonly at: number;
  readonly bytes: Buffer;
}

/** Options for the end of the archive. */
export interface RawZipOptions {
  readonly comment?: string;
  readonly zip64?: boolean;
}

/** Makes a ZIP archive with exactly these entries, in this order. */
export function rawZip(entries: readonly RawEntry[], options: RawZipOptions = {}): Buffer {
  return Buffer.concat(rawZipSegments(entries, options).map(({ bytes }) => bytes));
}

/** Makes a ZIP archive in segments, for sparse entries. */
export function rawZipSegments(entries: readonly RawEntry[], options: RawZipOptions = {}): Segment[] {
  const parts: Segment[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  const push = (...buffers: Buffer[]) =>
    buffers.forEach((bytes) => (parts.push({ at: offset, bytes }), (offset += bytes.length)));
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const data = Buffer.from((entry.data ?? '') as string);
    const packed = entry.method === 8 ? deflateRawSync(data) : data;
    const flags = (entry.flags ?? 0x800) | (entry.descriptor === true ? 8 : 0);
    const crc = entry.claimedCrc ?? crc32(data);
    const { hole = 0 } = entry;
    const packedSize = hole > 0 ? hole : packed.length;
    const size = entry.claimedSize ?? (hole > 0 ? hole : data.length);
    const localName = entry.localName === undefined ? name : Buffer.from(entry.localName as string);
    const start = offset;
    const [shownSize, shownPacked] = entry.zip64 === true ? [0xffffffff, 0xffffffff] : [size, packedSize];
    const zip64 = (...values: number[]) =>
      entry.zip64 === true ? Buffer.concat([u16(1, values.length * 8), u64(...values)]) : Buffer.alloc(0);
    const extra = Buffer.concat([zip64(size, packedSize), unicodePath(localName, entry.localUnicodeName)]);
    const extraAtEnd = Buffer.concat([zip64(size, packedSize, start), unicodePath(name, entry.unicodeName)]);
    const known = entry.descriptor === true ? u32(0, 0, 0) : u32(crc, shownPacked, shownSize);
    push(
      u32(0x04034b50),
      u16(45, flags, entry.method ?? 0, 0, 0x21),
      known,
      u16(localName.length, extra.length),
      localName,
      extra,
      packed,
    );
    offset += hole;
    if (entry.descriptor === true) push(u32(0x08074b50, crc, packed.length, size));
    central.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(((entry.madeOn ?? 3) << 8) | 45, 45, flags, entry.method ?? 0, 0, 0x21),
        u32(crc, shownPacked, shownSize),
        u16(name.length, extraAtEnd.length, entry.comment?.length ?? 0, 0, 0),
        u32(((entry.mode ?? 0o100644) << 16) >>> 0, entry.zip64 === true ? 0xffffffff : start),
        name,
        extraAtEnd,
        entry.comment ?? Buffer.alloc(0),
      ]),
    );
  }
  const start = offset;
  push(...central);
  const size = offset - start;
  if (options.zip64 === true) {
    const record = offset;
    push(u32(0x06064b50), u64(44), u16(45, 45), u32(0, 0), u64(entries.length, entries.length, size, start));
    push(u32(0x07064b50, 0), u64(record), u32(1));
  }
  const comment = Buffer.from(options.comment ?? '');
  const count = options.zip64 === true ? 0xffff : entries.length;
  push(
    u32(0x06054b50),
    u16(0, 0, count, count),
    options.zip64 === true ? u32(0xffffffff, 0xffffffff) : u32(size, start),
    u16(comment.length),
    comment,
  );
  return parts;
}

/** The Info-ZIP Unicode Path Extra Field (APPNOTE 4.6.9). */
function unicodePath(raw: Buffer, name: string | undefined): Buffer {
  if (name === undefined) return Buffer.alloc(0);
  const data = Buffer.concat([Buffer.from([1]), u32(crc32(raw)), Buffer.from(name)]);
  return Buffer.concat([u16(0x7075, data.length), data]);
}

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16LE(value, index * 2));
  return buffer;
}

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32LE(value, index * 4));
  return buffer;
}

function u64(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => buffer.writeBigUInt64LE(BigInt(value), index * 8));
  return buffer;
}
