import { CrateError } from '../errors.js';

/** How much a package may cost before it is refused. */
export interface PackageLimits {
  /** Entries of an archive or files of a folder. */
  readonly entries: number;
  /** Bytes of one metadata document. */
  readonly metadataBytes: number;
  /** Bytes of everything that is unpacked or copied. */
  readonly unpackedBytes: number;
  /** Unpacked to packed size of one entry, and of all of them, once that is more than 64 MB. */
  readonly ratio: number;
  /** Bytes of an archive that has to be downloaded whole, or is read from standard input. */
  readonly downloadBytes: number;
}

/** The bounds where nothing else is said. */
export const PACKAGE_LIMITS: PackageLimits = {
  entries: 1_000_000,
  metadataBytes: 10_000_000_000,
  unpackedBytes: 1_000_000_000_000,
  ratio: 250,
  downloadBytes: 10_000_000_000,
};

/** How much one retrieval may cost in steps and time. */
export interface HttpLimits {
  /** Redirects of one request. */
  readonly redirects: number;
  /** All requests of one retrieval: redirects, links, and those that are made again for a busy server. */
  readonly requests: number;
  /** Milliseconds until the headers of each answer. */
  readonly headersMs: number;
  /** Milliseconds without a byte of the body. */
  readonly idleMs: number;
  /**
   * Milliseconds for the whole retrieval: redirects, links, waiting as the server asks (`Retry-After`), and body. Time in
   * which 20 kB a second or more come does not count. All ranges of an archive that is read where it lies have as much.
   */
  readonly totalMs: number;
  /** Decoded to sent size of an answer with `Content-Encoding`, once that is more than 64 MB. */
  readonly ratio: number;
  /** Signposting links of one answer that are followed. */
  readonly links: number;
}

/** The bounds where nothing else is said. */
export const HTTP_LIMITS: HttpLimits = {
  redirects: 10,
  requests: 200,
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 600_000,
  ratio: PACKAGE_LIMITS.ratio,
  links: 20,
};

/** A time that a timer of Node can wait: what is longer than 24 days would end at once. */
export function waitable(milliseconds: number): number {
  return Math.min(milliseconds, 2 ** 31 - 1);
}

/** The bounds that are given, and the usual ones for the rest. */
export function httpLimits(given: Partial<HttpLimits> = {}): HttpLimits {
  const limits = { ...HTTP_LIMITS, ...given };
  const { headersMs, idleMs, totalMs } = limits;
  return { ...limits, headersMs: waitable(headersMs), idleMs: waitable(idleMs), totalMs: waitable(totalMs) };
}

/** Below this size a high ratio is no bomb: text of blanks, sparse images. */
const RATIO_MATTERS_FROM = 64_000_000;

/** The error for what is larger than its bound; the bound is in the message. */
export function limitExceeded(
  what: string,
  bound: string,
  details: Readonly<Record<string, unknown>> = {},
): CrateError {
  return new CrateError('ERR_LIMIT', `${what}: more than ${bound}`, { details });
}

/** A bound in bytes for several reads together. */
export class Allowance {
  readonly #what: string;
  readonly #bound: number;
  #taken = 0;
  #exceeded = false;

  /** @param what is named in the error */
  constructor(what: string, bound: number) {
    [this.#what, this.#bound] = [what, bound];
  }

  /** Whether more was wanted than is allowed. */
  get isExceeded(): boolean {
    return this.#exceeded;
  }

  /** @throws CrateError ERR_LIMIT when so many bytes are too many */
  require(bytes: number): void {
    if (this.#taken + bytes <= this.#bound) return;
    this.#exceeded = true;
    throw limitExceeded(this.#what, humanSize(this.#bound));
  }

  /** Counts bytes that came. @throws CrateError ERR_LIMIT */
  take(bytes: number): void {
    this.require(bytes);
    this.#taken += bytes;
  }
}

/** A size for people: `1 GB`, `2.5 MB`, `12 bytes`. */
export function humanSize(bytes: number): string {
  for (const [unit, size] of [
    ['TB', 1e12],
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const) {
    if (bytes >= size) return `${Number((bytes / size).toPrecision(3))} ${unit}`;
  }
  return `${bytes} bytes`;
}

/** @throws CrateError ERR_LIMIT when packed bytes unpack to suspiciously many */
export function checkRatio(
  what: string,
  packed: number,
  unpacked: number,
  { ratio }: { readonly ratio: number },
): void {
  if (unpacked > RATIO_MATTERS_FROM && unpacked > packed * ratio) {
    throw limitExceeded(
      `${what} unpacks from ${humanSize(packed)} to ${humanSize(unpacked)}`,
      `${ratio} times its packed size`,
    );
  }
}

/** All bytes of a stream, bounded. @param what is named in the error @throws CrateError ERR_LIMIT */
export async function readAll(stream: AsyncIterable<Uint8Array>, bound: number, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > bound) throw limitExceeded(what, humanSize(bound));
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size);
}

/** The stream itself, ended by an error when it is longer than the bound. @throws CrateError ERR_LIMIT */
export async function* bounded(
  stream: AsyncIterable<Uint8Array>,
  bound: number,
  what: string,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > bound) throw limitExceeded(what, humanSize(bound));
    yield chunk;
  }
}

/** Bytes as a stream of one chunk. */
export async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
