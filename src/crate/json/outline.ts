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
  // An array at the top is read as the `@graph` of an object without other keys.
  const isArray = startsWithBracket(source);
  const scanner = new Scanner(source, sizes, isArray);
  let buffer: Uint8Array | undefined; // one for all chunks: a thousand would be garbage for long
  for (let offset = 0; offset < source.length; offset += sizes.chunk) {
    const bytes = source.read(offset, Math.min(offset + sizes.chunk, source.length), buffer);
    buffer ??= bytes;
    scanner.scan(bytes, offset);
  }
  const { windows, graphStart, graphEnd } = scanner;
  return { windows, graph: graphEnd < 0 ? undefined : { start: graphStart, end: graphEnd }, isArray };
}

/**
 * Goes through a document chunk by chunk. A call for each chunk, because V8 makes slow code of a loop that never ends
 * while it is being compiled: half the speed, on the first document of a process.
 */
class Scanner {
  readonly windows: Window[] = [];
  graphStart = -1;
  graphEnd = -1;
  readonly #source: ByteSource;
  readonly #sizes: OutlineSizes;
  #depth: number;
  #skip = 0; // bytes of the next chunk that an escape has consumed
  #inString = false;
  #stringStart = 0;
  #keyIsGraph: boolean; // the last string at depth 1 was "@graph"
  #inGraph = false;
  #windowStart = 0;
  #first = 0;
  #entities = 0;
  #keys = 0;
  #descriptor = false;
  // The window without the current entity.
  #endBefore = 0;
  #keysBefore = 0;
  #descriptorBefore = false;
  #inEntity = false; // the current item of `@graph` is an object
  #inArray = false; // and the current value in it is an array
  #keyStart = 0; // the last string at the level of an entity's keys
  #keyEnd = 0;
  #partStart = 0;
  #cuts: Cut[] = [];

  constructor(source: ByteSource, sizes: OutlineSizes, isArray: boolean) {
    this.#source = source;
    this.#sizes = sizes;
    this.#depth = isArray ? 1 : 0;
    this.#keyIsGraph = isArray;
  }

  scan(bytes: Uint8Array, offset: number): void {
    const { length } = bytes;
    let i = this.#skip;
    let inString = this.#inString;
    while (i < length) {
      if (inString) {
        // Measured: a native search for the quote does not pay for strings as short as those of metadata.
        while (i < length && ENDS_RUN[bytes[i] as number] === 0) i += 1;
        while (i < length && bytes[i] === BACKSLASH) {
          i += 2;
          while (i < length && ENDS_RUN[bytes[i] as number] === 0) i += 1;
        }
        if (i >= length) break;
        inString = false;
        this.#endString(bytes, i, offset + i);
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
        this.#stringStart = offset + i + 1;
      } else if (c === 0x3a /* : */) {
        this.#keys += 1;
      } else if (c === 0x7b /* { */ || c === 0x5b /* [ */) this.#open(c === 0x5b, offset + i);
      else if (c === 0x7d /* } */ || c === 0x5d /* ] */) this.#close(offset + i);
      else if (c === 0x2c /* , */) this.#comma(offset + i);
      i += 1;
    }
    this.#skip = i - length;
    this.#inString = inString;
  }

  /** @param i where the string ends in `bytes`, @param at and in the document */
  #endString(bytes: Uint8Array, i: number, at: number): void {
    if (!this.#inGraph) {
      if (this.#depth === 1) this.#keyIsGraph = isGraphKey(this.#source, this.#stringStart, at);
      return;
    }
    if (!this.#descriptor) {
      // The string may have started in the previous chunk.
      const tail = i < LONGEST_END ? this.#source.read(Math.max(0, at - LONGEST_END), at) : bytes;
      this.#descriptor = endsLikeDescriptor(tail, tail === bytes ? i : tail.length);
    }
    if (this.#depth === 3) {
      this.#keyStart = this.#stringStart - 1;
      this.#keyEnd = at + 1;
    }
  }

  #open(isArray: boolean, at: number): void {
    this.#depth += 1;
    if (this.#depth > MAX_NESTING) throw nestedTooDeep(new NestingError(MAX_NESTING));
    if (this.#depth === 2 && isArray && this.#keyIsGraph && this.graphStart < 0) {
      this.#inGraph = true;
      this.#keys = 0;
      this.graphStart = this.#windowStart = this.#partStart = at + 1;
    }
    if (this.#depth === 3) this.#inEntity = !isArray;
    if (this.#depth === 4) this.#inArray = this.#inEntity && isArray;
  }

  #close(at: number): void {
    this.#depth -= 1;
    if (!this.#inGraph || this.#depth !== 1) return;
    this.#inGraph = false;
    this.graphEnd = at;
    this.#endWindow(at, this.#keys, this.#descriptor, this.#cuts);
  }

  #comma(at: number): void {
    if (this.#inGraph && this.#depth === 2) this.#endEntity(at);
    else if (this.#depth === 4 && this.#inArray && this.#inGraph && at - this.#partStart >= this.#sizes.part)
      this.#endPart(at);
    else if (this.#depth === 1) this.#keyIsGraph = false;
  }

  #endEntity(at: number): void {
    this.#entities += 1;
    this.#partStart = at + 1;
    if (this.#cuts.length > 0 || this.#partStart - this.#windowStart > this.#sizes.window) {
      this.#endWindow(at, this.#keys, this.#descriptor, this.#cuts);
      this.#keys = 0;
      this.#descriptor = false;
      this.#cuts = [];
    }
    this.#endBefore = at;
    this.#keysBefore = this.#keys;
    this.#descriptorBefore = this.#descriptor;
  }

  #endPart(at: number): void {
    if (this.#cuts.length === 0 && this.#endBefore > this.#windowStart) {
      // This entity is very large: the entities before it get a window of their own.
      this.#endWindow(this.#endBefore, this.#keysBefore, this.#descriptorBefore, []);
      this.#keys -= this.#keysBefore;
    }
    this.#cuts.push({ at, key: { start: this.#keyStart, end: this.#keyEnd }, keys: this.#keys });
    this.#partStart = at + 1;
  }

  #endWindow(end: number, keys: number, descriptor: boolean, cuts: readonly Cut[]): void {
    this.windows.push({ start: this.#windowStart, end, first: this.#first, keys, descriptor, cuts });
    this.#windowStart = end + 1;
    this.#first = this.#entities;
  }
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
