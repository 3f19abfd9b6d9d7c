import { CrateError } from '../base/errors.js';

/** Limits of one package. */
export interface PackageLimits {
  /** Entries of an archive or files of a folder. */
  readonly entries: number;
  /** Bytes of one metadata document. */
  readonly metadataBytes: number;
  /** Bytes of all files that are unpacked or copied. */
  readonly unpackedBytes: number;
  /** Ratio of unpacked to packed size, of one entry and of all together. Applies above 64 MB. */
  readonly ratio: number;
  /** Bytes of an archive that is downloaded whole or read from standard input. */
  readonly downloadBytes: number;
  /** Crates that one load looks for because others refer to them. */
  readonly crates: number;
}

/** The default limits of a package. */
export const PACKAGE_LIMITS: PackageLimits = {
  entries: 1_000_000,
  metadataBytes: 10_000_000_000,
  unpackedBytes: 1_000_000_000_000,
  ratio: 250,
  downloadBytes: 10_000_000_000,
  crates: 10_000,
};

/** Limits of one retrieval. */
export interface HttpLimits {
  /** Redirects of one request. */
  readonly redirects: number;
  /** All requests of one retrieval, including redirects, links and retries. */
  readonly requests: number;
  /** Milliseconds until the headers of each response. */
  readonly headersMs: number;
  /** Milliseconds without a byte of the body. */
  readonly idleMs: number;
  /**
   * Milliseconds of waiting in the whole retrieval: redirects, links, `Retry-After` and body. Time at 20 kB a second or
   * more does not count. All range requests of one archive share one such budget.
   */
  readonly totalMs: number;
  /** Ratio of decoded to received size of a response with `Content-Encoding`. Applies above 64 MB. */
  readonly ratio: number;
  /** Signposting links of one response that are followed. */
  readonly links: number;
}

/** The default limits of a retrieval. */
export const HTTP_LIMITS: HttpLimits = {
  redirects: 10,
  requests: 200,
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 600_000,
  ratio: PACKAGE_LIMITS.ratio,
  links: 20,
};

/** Reduces a time to the longest delay of a Node timer, about 24 days: longer ones would fire at once. */
export function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, 2 ** 31 - 1);
}

/** Completes limits with the defaults. */
export function httpLimits(given: Partial<HttpLimits> = {}): HttpLimits {
  const limits = { ...HTTP_LIMITS, ...given };
  const { headersMs, idleMs, totalMs } = limits;
  return { ...limits, headersMs: timerDelay(headersMs), idleMs: timerDelay(idleMs), totalMs: timerDelay(totalMs) };
}

/** Smaller files may legitimately compress this well: blank text, sparse images. */
const RATIO_MATTERS_FROM = 64_000_000;

/** Makes the error for something that exceeds its limit; the message states the limit. */
export function limitExceeded(
  what: string,
  limit: string,
  details: Readonly<Record<string, unknown>> = {},
): CrateError {
  return new CrateError('ERR_LIMIT', `${what}: more than ${limit}`, { details });
}

/** A budget of bytes that several reads share. */
export class ByteBudget {
  readonly #what: string;
  readonly #limit: number;
  #taken = 0;
  #exceeded = false;

  /** @param what the subject of the error message */
  constructor(what: string, limit: number) {
    this.#what = what;
    this.#limit = limit;
  }

  /** Whether a read has exceeded the budget. */
  get isExceeded(): boolean {
    return this.#exceeded;
  }

  /** Checks that a number of bytes is left. @throws CrateError ERR_LIMIT */
  require(bytes: number): void {
    if (this.#taken + bytes <= this.#limit) return;
    this.#exceeded = true;
    throw limitExceeded(this.#what, humanSize(this.#limit));
  }

  /** Counts bytes that were read. @throws CrateError ERR_LIMIT */
  take(bytes: number): void {
    this.require(bytes);
    this.#taken += bytes;
  }
}

/** Formats a size: `1 GB`, `2.5 MB`, `12 bytes`. */
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

/** Checks the ratio of unpacked to packed bytes. @throws CrateError ERR_LIMIT */
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

/** Reads a whole stream. @param what the subject of the error message @throws CrateError ERR_LIMIT */
export async function readAll(stream: AsyncIterable<Uint8Array>, limit: number, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw limitExceeded(what, humanSize(limit));
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size);
}

/** Passes a stream through, up to a limit. @param what the subject of the error message @throws CrateError ERR_LIMIT */
export async function* limited(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  what: string,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw limitExceeded(what, humanSize(limit));
    yield chunk;
  }
}

/** Turns bytes into a stream of one chunk. */
export async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
