import { setTimeout as sleep } from 'node:timers/promises';
import robotsParser from 'robots-parser';
import { CrateError } from '../../base/errors.js';
import { USER_AGENT, type HttpClient } from '../../package/http/http-client.js';
import { readAll, timerDelay } from '../../package/limits.js';

/** Its types describe an ES module, which it is not: the function is what is imported. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

type Rules = ReturnType<typeof parseRobots>;

/** What is read of a `robots.txt` (RFC 9309, section 2.5: at least 500 KiB). */
const ROBOTS_BYTES = 1 << 20;

/** What the `robots.txt` of hosts allow, each read once (RFC 9309). */
export class Robots {
  readonly #clientFor: (address: string) => HttpClient;
  readonly #signal: AbortSignal | undefined;
  readonly #rules = new Map<string, Promise<Rules | undefined>>();
  /** When each origin may be asked again. */
  readonly #turns = new Map<string, number>();

  /** @param clientFor the client that asks an origin for its rules */
  constructor(clientFor: (address: string) => HttpClient, signal?: AbortSignal) {
    this.#clientFor = clientFor;
    this.#signal = signal;
  }

  /**
   * Waits until an address may be asked for (`Crawl-delay`).
   * @throws CrateError ERR_ADDRESS_REFUSED for one that the host does not want to be asked for; ERR_HTTP
   */
  async admit({ href: address, origin }: URL): Promise<void> {
    const rules = await this.#rulesOf(address);
    if (rules?.isDisallowed(address, USER_AGENT) === true)
      throw new CrateError('ERR_ADDRESS_REFUSED', `${address}: the robots.txt of the host does not allow it`, {
        hint: 'ask who runs the server; --no-robots reads it in spite of that',
        details: { address },
      });
    const delay = (rules?.getCrawlDelay(USER_AGENT) ?? 0) * 1000;
    if (delay === 0) return;
    const now = performance.now();
    const turn = Math.max(now, this.#turns.get(origin) ?? 0);
    this.#turns.set(origin, turn + delay);
    if (turn > now) await sleep(timerDelay(turn - now), undefined, this.#signal && { signal: this.#signal });
  }

  #rulesOf(address: string): Promise<Rules | undefined> {
    const { origin } = new URL(address);
    let rules = this.#rules.get(origin);
    if (rules === undefined) this.#rules.set(origin, (rules = this.#read(`${origin}/robots.txt`)));
    return rules;
  }

  /** Undefined: all is allowed. @throws CrateError ERR_HTTP where nobody can tell (RFC 9309, section 2.3.1.4) */
  async #read(address: string): Promise<Rules | undefined> {
    const response = await this.#clientFor(address).get(address, { headers: { accept: 'text/plain, */*;q=0.1' } });
    const { status } = response;
    if (status >= 200 && status <= 299) {
      const bytes = await readAll(response.body, ROBOTS_BYTES, address);
      return parseRobots(address, new TextDecoder().decode(bytes));
    }
    response.cancel();
    if (status < 500) return undefined;
    throw new CrateError('ERR_HTTP', `${address}: the server answered ${status}, so nothing else is asked there`, {
      details: { address, status },
    });
  }
}
