/* eslint complexity: off, max-lines-per-function: off -- one loop over the bytes, with all that it knows in local variables: a document of 1 GB passes here */
import type { ByteSource } from './byte-source.js';
import { MAX_NESTING, NestingError, nestedTooDeep } from './nesting.js';

/** A byte range of whole entities in `@graph`: the content of a JSON array, without its brackets. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** Position of the first entity in `@graph`. */
  readonly first: number;
  /** Number of keys in the text, at any depth. Fewer after parsing means that there are duplicates. */
  readonly keys: number;
  /** Whether a string ends in `metadata.json` or `.jsonld`, so that a descriptor may be here. */
  readonly descriptor: boolean;
  /** Where a very large entity, which is alone in its window, can be divided into parts; usually empty. */
  readonly cuts: readonly Cut[];
}

/** A comma in an array of an entity: between two values of one property. */
export interface Cut {
  readonly at: number;
  /** The key of the array, quotes included. */
  readonly key: { readonly start: number; readonly end: number };
  /** Number of keys of the entity before the comma. */
  readonly keys: number;
}

/** The structure of a metadata document, found without parsing it. */
export interface Outline {
  readonly windows: readonly Window[];
  /** The content of the `@graph` array; undefined if the document does not have one. */
  readonly graph: { readonly start: number; readonly end: number } | undefined;
  /** Whether the document is an array, which is read as a `@graph`. */
  readonly isArray: boolean;
}

/** Sizes in bytes; tests make them small. */
export interface OutlineSizes {
  /** A window ends with the first entity that ends after this many bytes. */
  readonly window: number;
  /** A part ends with the first value that ends after this many bytes. */
  readonly part: number;
  /** Length of the chunks that are read from the source. */
  readonly chunk: number;
}

/** Windows large enough to amortise calls and small enough for caches. */
const SIZES: OutlineSizes = { window: 1 << 16, part: 1 << 20, chunk: 1 << 20 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** Bytes that end a run of plain characters in a string. */
const ENDS_RUN = new Uint8Array(256);
ENDS_RUN[QUOTE] = ENDS_RUN[BACKSLASH] = 1;
const GRAPH_KEY = [0x40, 0x67, 0x72, 0x61, 0x70, 0x68]; // @graph

/**
 * Finds the entities of `@graph` in one pass over the bytes, which knows only brackets, strings and escapes: everything
 * else is checked when it is parsed. Takes linear time, and memory for the windows.
 * @throws CrateError ERR_JSON_SYNTAX for a document that is nested too deep
 */
export function outline(source: ByteSource, sizes = SIZES): Outline {
  const windows: Window[] = [];
  let graphStart = -1;
  let graphEnd = -1;
  // An array at the top is read as the `@graph` of an object without other keys.
  const isArray = startsWithBracket(source);
  let depth = isArray ? 1 : 0;
  let skip = 0; // bytes of the next chunk that an escape has consumed
  let inString = false;
  let stringStart = 0;
  let keyIsGraph = isArray; // the last string at depth 1 was "@graph"
  let inGraph = false;
  let windowStart = 0;
  let first = 0;
  let entities = 0;
  let keys = 0;
  let descriptor = false;
  // The window without the current entity.
  let endBefore = 0;
  let keysBefore = 0;
  let descriptorBefore = false;
  let inEntity = false; // the current item of `@graph` is an object
  let inArray = false; // and the current value in it is an array
  let keyStart = 0; // the last string at the level of an entity's keys
  let keyEnd = 0;
  let partStart = 0;
  let cuts: Cut[] = [];

  let buffer: Uint8Array | undefined; // one for all chunks: a thousand would be garbage for long
  for (let offset = 0; offset < source.length; offset += sizes.chunk) {
    const bytes = source.read(offset, Math.min(offset + sizes.chunk, source.length), buffer);
    buffer ??= bytes;
    const length = bytes.length;
    let i = skip;
    skip = 0;
    while (i < length) {
      if (inString) {
        // Measured: a native search for the quote does not pay for strings as short as those of metadata.
        while (i < length && ENDS_RUN[bytes[i] as number] === 0) i += 1;
        while (i < length && bytes[i] === BACKSLASH) {
          i += 2;
          while (i < length && ENDS_RUN[bytes[i] as number] === 0) i += 1;
        }
        if (i >= length) {
          skip = i - length;
          break;
        }
        inString = false;
        if (inGraph) {
          if (!descriptor) {
            // The string may have started in the previous chunk.
            const tail = i < LONGEST_END ? source.read(Math.max(0, offset + i - LONGEST_END), offset + i) : bytes;
            descriptor = endsLikeDescriptor(tail, tail === bytes ? i : tail.length);
          }
          if (depth === 3) {
            keyStart = stringStart - 1;
            keyEnd = offset + i + 1;
          }
        } else if (depth === 1) {
          keyIsGraph = isGraphKey(source, stringStart, offset + i);
        }
        i += 1;
        continue;
      }
      const c = bytes[i] as number;
      if (c <= SPACE) {
        i += 1;
        while (i < length && bytes[i] === SPACE) i += 1;
        continue;
      }
      if (c === QUOTE) {
        inString = true;
        stringStart = offset + i + 1;
      } else if (c === 0x3a /* : */) {
        if (inGraph) keys += 1;
      } else if (c === 0x7b /* { */ || c === 0x5b /* [ */) {
        depth += 1;
        if (depth > MAX_NESTING) throw nestedTooDeep(new NestingError(MAX_NESTING));
        if (depth === 2 && c === 0x5b && keyIsGraph && graphStart < 0) {
          inGraph = true;
          graphStart = windowStart = partStart = offset + i + 1;
        }
        if (depth === 3) inEntity = c === 0x7b;
        if (depth === 4) inArray = inEntity && c === 0x5b;
      } else if (c === 0x7d /* } */ || c === 0x5d /* ] */) {
        depth -= 1;
        if (inGraph && depth === 1) {
          inGraph = false;
          graphEnd = offset + i;
          windows.push({ start: windowStart, end: graphEnd, first, keys, descriptor, cuts });
        }
      } else if (c === 0x2c /* , */) {
        if (inGraph && depth === 2) {
          entities += 1;
          partStart = offset + i + 1;
          if (cuts.length > 0 || partStart - windowStart > sizes.window) {
            windows.push({ start: windowStart, end: offset + i, first, keys, descriptor, cuts });
            windowStart = partStart;
            first = entities;
            keys = 0;
            descriptor = false;
            cuts = [];
          }
          endBefore = offset + i;
          keysBefore = keys;
          descriptorBefore = descriptor;
        } else if (depth === 4 && inArray && inGraph && offset + i - partStart >= sizes.part) {
          if (cuts.length === 0 && endBefore > windowStart) {
            // This entity is very large: the entities before it get a window of their own.
            const end = endBefore;
            windows.push({ start: windowStart, end, first, keys: keysBefore, descriptor: descriptorBefore, cuts: [] });
            windowStart = end + 1;
            first = entities;
            keys -= keysBefore;
          }
          cuts.push({ at: offset + i, key: { start: keyStart, end: keyEnd }, keys });
          partStart = offset + i + 1;
        } else if (depth === 1) {
          keyIsGraph = false;
        }
      }
      i += 1;
    }
  }
  return { windows, graph: graphEnd < 0 ? undefined : { start: graphStart, end: graphEnd }, isArray };
}

/** Whether a document is an array: its first byte after white space and a byte order mark is `[`. */
export function startsWithBracket(source: ByteSource): boolean {
  for (let at = 0; at < source.length; at += 64) {
    const bytes = source.read(at, Math.min(at + 64, source.length));
    const first = bytes.find((byte, index) => byte > SPACE && !(at === 0 && index < 3 && byte > 0x7f));
    if (first !== undefined) return first === 0x5b;
  }
  return false;
}

/** How many bytes {@link endsLikeDescriptor} looks back, at most. */
const LONGEST_END = 11;

/**
 * Whether the string that ends before `end` ends in `METADATA_NAME_END` of `metadata-names.ts`, or in that and `ld`.
 * Compares only a few bytes, because it is called for each string of the document.
 */
function endsLikeDescriptor(bytes: Uint8Array, end: number): boolean {
  const last = bytes[end - 1];
  if (last === 0x6e) return bytes[end - 5] === 0x2e && bytes[end - 6] === 0x61 && bytes[end - 9] === 0x64;
  return last === 0x64 && bytes[end - 7] === 0x2e && bytes[end - 8] === 0x61 && bytes[end - 11] === 0x64;
}

function isGraphKey(source: ByteSource, start: number, end: number): boolean {
  if (end - start !== GRAPH_KEY.length) return false;
  const bytes = source.read(start, end);
  return GRAPH_KEY.every((byte, index) => bytes[index] === byte);
}
