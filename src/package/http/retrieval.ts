import { setMaxListeners } from 'node:events';
import { CrateError } from '../../base/errors.js';
import type { ByteBudget } from '../limits.js';
import { httpUrl } from './addresses.js';
import { HostTurns } from './host-turns.js';
import type { HttpClient } from './http-client.js';
import { receiveFile, type ReceiveOptions } from './receive-file.js';
import { httpError } from './http-error.js';

/** Files at once by default: of all hosts, and of one, as browsers do. */
export const AT_ONCE = { parallel: 8, perHost: 6 };

/** How many files are retrieved at once, and how much. */
export interface RetrievalOptions {
  /** Files at once. Default: 8. */
  readonly parallel?: number | undefined;
  /** Files at once from one host. Default: 6. */
  readonly perHost?: number | undefined;
  /** The budget of all files together. */
  readonly byteBudget: ByteBudget;
  readonly signal?: AbortSignal | undefined;
}

/** A file to retrieve: one host has a turn for it. */
export interface RetrievalJob {
  /** The address whose host has the turn. */
  readonly url?: string | undefined;
}

/** Where a file is. */
export interface FileSources {
  /** The first that has the file counts. */
  readonly addresses: readonly string[];
  /** The only origin that gets credentials; null for none. */
  readonly credentialsOrigin: (address: URL) => string | null;
}

/** Is told that a server asks for a pause. */
export type OnBusy = NonNullable<ReceiveOptions['onBusy']>;

/** What receiving one file needs; the rest is the same for all files. */
export type FileOptions = Omit<ReceiveOptions, 'byteBudget' | 'signal'>;

/** System errors that every other file would have too. */
const FATAL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/**
 * Retrieves many files: several at once, but few from each host. A host that asks for a pause gets it, and one that does
 * not answer is given up. A file that fails does not stop the others, unless all of them would fail.
 */
export class Retrieval {
  /** Aborted by the caller, or when a file fails for a reason that stops all. */
  readonly signal: AbortSignal;
  readonly #options: RetrievalOptions;
  readonly #troubles = new HostTroubles();
  readonly #stop = new AbortController();

  constructor(options: RetrievalOptions) {
    this.#options = options;
    const { signal } = options;
    this.signal = signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
    setMaxListeners(0, this.signal); // each request listens, and there may be more than Node expects
  }

  /**
   * Does each job when its host has a turn.
   * @param fail is told about a job that fails
   * @throws CrateError ERR_OUTPUT when the disk fails, ERR_LIMIT for all files together; the reason of the signal
   */
  async run<J extends RetrievalJob>(
    { limits }: HttpClient,
    jobs: readonly J[],
    work: (job: J, onBusy: OnBusy) => Promise<void>,
    fail: (job: J, error: CrateError) => void,
  ): Promise<void> {
    const { parallel = AT_ONCE.parallel, perHost = AT_ONCE.perHost } = this.#options;
    const turns = new HostTurns(jobs, ({ url }) => hostOf(url), { parallel, perHost, signal: this.signal });
    await turns.run(async (job) => {
      const host = hostOf(job.url);
      const onBusy = (url: URL, wait: number) => {
        if (this.#troubles.addPause(host, wait, limits.totalMs)) return;
        for (const busy of new Set([host, url.host])) turns.pause(busy, wait);
      };
      try {
        await work(job, onBusy);
      } catch (error) {
        if (!this.#isOfOneFile(error)) {
          this.#stop.abort(error);
          throw error;
        }
        fail(job, error);
      }
    });
  }

  /**
   * Receives a file from the first of its addresses that has it.
   * @param partial path of the file while it is not complete; the caller renames it
   * @throws CrateError as `receiveFile`, about the first address
   */
  async receive(client: HttpClient, from: FileSources, partial: string, options: FileOptions): Promise<void> {
    const { byteBudget } = this.#options;
    let first: CrateError | undefined;
    for (const address of from.addresses) {
      const host = hostOf(address);
      try {
        this.#troubles.check(host, address);
        const url = httpUrl(address);
        const target = { url, credentialsOrigin: from.credentialsOrigin(url) };
        await receiveFile(client, target, partial, { ...options, byteBudget, signal: this.signal });
        return this.#troubles.addSuccess(host);
      } catch (error) {
        if (!this.#isOfOneFile(error)) throw error;
        this.#troubles.addFailure(host, error);
        first ??= error;
      }
    }
    throw first;
  }

  /** Whether only one file has an error, not every other one too. */
  #isOfOneFile(error: unknown): error is CrateError {
    if (!(error instanceof CrateError) || this.signal.aborted || this.#options.byteBudget.isExceeded) return false;
    const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException;
    return !FATAL.has(code);
  }
}

function hostOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Failures in a row, without any answer, after which a host is given up. */
const MOST = 10;

/** Which hosts do not answer, or ask for a pause that is too long. Nothing more is requested from them. */
class HostTroubles {
  readonly #failures = new Map<string, number>();
  readonly #reasons = new Map<string, string>();

  /** Checks that a host is not given up. @throws CrateError ERR_HTTP */
  check(host: string, url: string): void {
    const reason = this.#reasons.get(host);
    if (reason !== undefined)
      throw httpError(url, `was not requested: ${reason}`, { hint: 'run the same command again later' });
  }

  /** A host asks for a pause. @param most milliseconds @returns whether it is given up, because the pause is too long */
  addPause(host: string, milliseconds: number, most: number): boolean {
    const isTooLong = milliseconds > most;
    if (isTooLong)
      this.#reasons.set(host, `the server asks to retry in ${Math.ceil(milliseconds / 1000)} s, which is too late`);
    return isTooLong;
  }

  /** A file of a host is retrieved. */
  addSuccess(host: string): void {
    this.#failures.delete(host);
  }

  /** A file of a host failed. */
  addFailure(host: string, { code, details }: CrateError): void {
    const isAnswered = code !== 'ERR_HTTP' || details['status'] !== undefined;
    const count = isAnswered ? 0 : (this.#failures.get(host) ?? 0) + 1;
    this.#failures.set(host, count);
    if (count >= MOST) this.#reasons.set(host, `${count} requests in a row to ${host} failed`);
  }
}
