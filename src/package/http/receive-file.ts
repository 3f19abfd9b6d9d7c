import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { displayAddress } from '../../crate/context/context-address.js';
import { replaceFile, withOutputError } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { humanSize, limitExceeded, type ByteBudget } from '../limits.js';
import { withoutQuery } from './addresses.js';
import type { GetOptions, HttpClient, HttpResponse, HttpTarget } from './http-client.js';
import { httpError } from './http-error.js';
import { isEncoded, validatorOf } from './http-ranges.js';
import { extentOf, requestRest, sizeOfOwnFile } from './partial-content.js';
import { RequestBudget } from './request-budget.js';

/** What a file must be, and how to get it. */
export interface ReceiveOptions extends Pick<GetOptions, 'signal' | 'onBusy'> {
  /** Expected bytes. */
  readonly size?: number | undefined;
  /** Expected SHA-256, in hexadecimal digits. */
  readonly sha256?: string | undefined;
  /** Bytes that this file may have. */
  readonly limit: number;
  /** The budget of all files together. */
  readonly byteBudget: ByteBudget;
  /** Whether an earlier call may have left a part of the file. */
  readonly resume: boolean;
  /** Called with the size that the server states, for each attempt; undefined if it states none. */
  readonly onSize?: ((bytes: number | undefined) => void) | undefined;
  /** Called with the number of bytes of each part that arrives. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/** Attempts for one file whose connection is cut. */
const ATTEMPTS = 3;
/** Milliseconds before the next attempt. */
const PAUSE = 250;
/** Files up to this size are held in memory until they are complete, and written at once. */
const IN_MEMORY = 1 << 20;
/** Open flags for a new file, never through a link. */
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
const APPEND = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
/** How connections end that the network has cut. */
const CUT = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'HPE_INVALID_EOF_STATE']);

/**
 * Receives a file into a path of ours, and checks it. Made for many files: a small one costs one request and one write.
 * A cut connection is tried again from where it was cut. Of a large file the part that arrived stays, with its state
 * next to it, and a later call continues there.
 * @param from what to receive, and the only origin that gets credentials
 * @param path of the file while it is not complete; the caller renames it
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_LIMIT, ERR_CHECKSUM, ERR_OUTPUT
 */
export async function receiveFile(
  client: HttpClient,
  from: HttpTarget,
  path: string,
  options: ReceiveOptions,
): Promise<{ readonly bytes: number }> {
  const partial = new PartialFile(path, from.url, options);
  const budget = new RequestBudget(client.limits);
  try {
    if (options.resume) await partial.resume();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await receiveRest(client, from, partial, { ...options, budget });
        break;
      } catch (error) {
        options.signal?.throwIfAborted();
        if (attempt === ATTEMPTS || !wasCut(error)) throw error;
        await sleep(attempt * PAUSE, undefined, options.signal === undefined ? {} : { signal: options.signal });
      }
    }
    return { bytes: await partial.complete() };
  } catch (error) {
    await partial.close(error);
    throw error;
  }
}

async function receiveRest(
  client: HttpClient,
  from: HttpTarget,
  partial: PartialFile,
  { limit, size, ...options }: ReceiveOptions & { readonly budget: RequestBudget },
): Promise<void> {
  const { received: existing, validator } = partial;
  const response = await requestRest(client, from, { existing, validator, ...options });
  const { start, end, total } = extentOf(response);
  try {
    if (total !== undefined) requireSize(from.url, total, limit, size);
    options.byteBudget.require((total ?? start) - start);
    options.onSize?.(total);
    await partial.begin(start, response);
    for await (const chunk of response.whole?.() ?? response.body) {
      options.byteBudget.take(chunk.byteLength);
      if (partial.received + chunk.byteLength > (end ?? limit)) {
        if (end !== undefined) throw httpError(from.url.href, `the response is longer than its declared size`);
        throw tooLarge(from.url, limit);
      }
      await partial.add(chunk);
      options.onBytes?.(chunk.byteLength);
    }
  } finally {
    response.cancel();
  }
  if (total !== undefined && partial.received < total)
    throw httpError(from.url.href, `only ${partial.received} of ${total} bytes were received`, {
      cause: SHORT,
      hint: 'run the same command again to continue the download',
    });
}

/** The cause of an error about a body that ended too early. */
const SHORT = { code: 'ECONNRESET' };

/** Whether an error may go away with another attempt: the network failed, not the server or the file. */
function wasCut(error: unknown): boolean {
  const { code, cause, details } = error as Partial<CrateError>;
  const { code: reason } = (cause ?? {}) as { code?: string };
  return code === 'ERR_HTTP' && details?.['status'] === undefined && CUT.has(reason ?? '');
}

function requireSize(url: URL, size: number, limit: number, expected: number | undefined): void {
  if (size > limit) throw tooLarge(url, limit);
  if (expected !== undefined && size !== expected)
    throw differs(url, `contentSize is ${expected}, the file has ${size} bytes`);
}

function tooLarge(url: URL, limit: number): CrateError {
  return limitExceeded(displayAddress(url.href), humanSize(limit));
}

function differs(url: URL, how: string): CrateError {
  const address = displayAddress(url.href);
  return new CrateError('ERR_CHECKSUM', `${address} differs from its description: ${how}`, {
    details: { address },
    hint: 'look at the address: it may give an error page or a login page, or the description may be out of date',
  });
}

/** A file that is not complete: in memory while it is small, then on the disk. */
class PartialFile {
  received = 0;
  /** Validator of the file on the server that the bytes belong to. */
  validator: string | undefined;
  readonly #path: string;
  readonly #url: URL;
  readonly #options: ReceiveOptions;
  #chunks: Uint8Array[] = [];
  #file: FileHandle | undefined;
  #hash: Hash | undefined;

  constructor(path: string, url: URL, options: ReceiveOptions) {
    this.#path = path;
    this.#url = url;
    this.#options = options;
    this.#hash = this.#newHash();
  }

  /** Finds what an earlier call left. */
  async resume(): Promise<void> {
    if ((await sizeOfOwnFile(this.#statePath)) === 0) return;
    const size = await sizeOfOwnFile(this.#path);
    const text = await readFile(this.#statePath, 'utf8').catch(() => '');
    const [url, validator] = text.split('\n');
    if (size === 0 || url !== withoutQuery(this.#url) || !validator) return;
    if (this.#hash !== undefined)
      for await (const chunk of createReadStream(this.#path)) this.#hash.update(chunk as Uint8Array);
    this.#options.byteBudget.take(size);
    this.#options.onBytes?.(size);
    this.#file = await withOutputError(this.#path, () => open(this.#path, APPEND));
    this.received = size;
    this.validator = validator;
  }

  /** Prepares for a body that starts at an offset: 0, or after what was received. */
  async begin(start: number, response: HttpResponse): Promise<void> {
    if (start === 0 && this.received > 0) {
      await this.#file?.close();
      this.#file = undefined;
      this.#chunks = [];
      this.#hash = this.#newHash();
      this.#options.onBytes?.(-this.received);
      this.received = 0;
    }
    this.validator = isEncoded(response) ? undefined : (validatorOf(response.headers) ?? undefined);
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.received += chunk.byteLength;
    this.#hash?.update(chunk);
    if (this.#file === undefined) {
      this.#chunks.push(chunk);
      if (this.received > IN_MEMORY) await withOutputError(this.#path, () => this.#toDisk());
    } else await withOutputError(this.#path, () => (this.#file as FileHandle).writeFile(chunk));
  }

  /** Checks the file, and finishes writing it. @throws CrateError ERR_CHECKSUM, ERR_OUTPUT */
  async complete(): Promise<number> {
    const { size, sha256 } = this.#options;
    if (size !== undefined && size !== this.received)
      throw differs(this.#url, `contentSize is ${size}, the file has ${this.received} bytes`);
    if (this.#hash !== undefined && this.#hash.digest('hex') !== sha256?.toLowerCase())
      throw differs(this.#url, 'sha256 differs');
    await withOutputError(this.#path, async () => {
      if (this.#file === undefined) return writeAtOnce(this.#path, this.#chunks);
      await this.#file.close();
      rmSync(this.#statePath, { force: true });
    });
    return this.received;
  }

  /** Closes the file after a failure. What a later call cannot use goes away. */
  async close(error: unknown): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    const isWrong = /^ERR_(?:CHECKSUM|LIMIT)$/.test((error as CrateError).code);
    const isUseful = this.validator !== undefined && (!isWrong || this.#options.byteBudget.isExceeded);
    if (this.#file !== undefined && !isUseful)
      for (const path of [this.#path, this.#statePath]) await rm(path, { force: true });
  }

  async #toDisk(): Promise<void> {
    const { validator } = this;
    rmSync(this.#path, { force: true });
    if (validator !== undefined) await replaceFile(this.#statePath, [`${withoutQuery(this.#url)}\n${validator}`]);
    this.#file = await open(this.#path, NEW);
    for (const chunk of this.#chunks.splice(0)) await this.#file.writeFile(chunk);
  }

  get #statePath(): string {
    return `${this.#path}.state`;
  }

  #newHash(): Hash | undefined {
    return this.#options.sha256 === undefined ? undefined : createHash('sha256');
  }
}

/** Writes a small file. Synchronous, because promises take several times as long as the write. */
function writeAtOnce(path: string, chunks: readonly Uint8Array[]): void {
  const file = openNew(path);
  try {
    const bytes = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  } finally {
    closeSync(file);
  }
}

/** Opens a new file. One of that name is left from an interrupted run. */
function openNew(path: string): number {
  try {
    return openSync(path, NEW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(path);
    return openSync(path, NEW);
  }
}
