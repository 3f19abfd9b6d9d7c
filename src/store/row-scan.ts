const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
/** What brackets do to the depth: `{` and `[` open, `}` and `]` close. */
const DEPTH = new Int8Array(256);
DEPTH[0x7b] = DEPTH[0x5b] = 1;
DEPTH[0x7d] = DEPTH[0x5d] = -1;

/** Places in some bytes of a JSON array. */
export interface RowPlaces {
  /** The last comma between two items. */
  readonly comma: number | undefined;
  /** The bracket that closes the array. */
  readonly end: number | undefined;
}

/** Finds the items of a JSON array, chunk by chunk: it knows brackets, strings and escapes, and nothing else. */
export class RowScan {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #objects = 0;

  /** The number of items so far that are objects. */
  get objects(): number {
    return this.#objects;
  }

  /** Goes on with the next bytes after the opening bracket. */
  next(bytes: Uint8Array): RowPlaces {
    const { length } = bytes;
    let depth = this.#depth;
    let inString = this.#inString;
    let comma: number | undefined;
    let i = this.#isEscaped ? 1 : 0;
    for (; i < length; i += 1) {
      const c = bytes[i] as number;
      if (inString) {
        if (c === BACKSLASH) i += 1;
        else if (c === QUOTE) inString = false;
      } else if (c === QUOTE) inString = true;
      else if (DEPTH[c] !== 0) {
        if (depth === 0 && c === BRACE) this.#objects += 1;
        depth += DEPTH[c] as number;
        if (depth < 0) return { comma, end: i };
      } else if (c === COMMA && depth === 0) comma = i;
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#isEscaped = i > length;
    return { comma, end: undefined };
  }
}
