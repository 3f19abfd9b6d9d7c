import type { CrateError } from '../../base/errors.js';
import { httpError } from './http-error.js';

/** Failures in a row, without any answer, after which a host is given up. */
const MOST = 10;

/** Which hosts do not answer, or ask for a pause that is too long. Nothing more is requested from them. */
export class HostTroubles {
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
