const { imul } = Math;
const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca77;

/**
 * 64 bits of a text that comes in parts: the same for the same text, however it is cut. Two texts of the same
 * fingerprint have no chance to meet: a million changed lines against a million others, 1 in 10 million.
 */
export class Fingerprint {
  /** The two halves, as signed integers. */
  a = 0;
  b = 0;

  /** Begins a text, or goes on from an earlier state. */
  begin(a = 0, b = 0): this {
    this.a = a;
    this.b = b;
    return this;
  }

  /** Each step maps the states one to one, so only two differences that cancel each other could hide. */
  add(text: string, start = 0, end = text.length): this {
    let { a, b } = this;
    for (let i = start; i < end; i += 1) {
      const code = text.charCodeAt(i) + 1;
      a = imul(a ^ code, FIRST);
      b = imul(b ^ code, SECOND);
      a ^= a >>> 15;
      b ^= b >>> 13;
    }
    this.a = a;
    this.b = b;
    return this;
  }
}
