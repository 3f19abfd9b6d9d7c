import robotsParser from 'robots-parser';
import { CrateError } from '../../base/errors.js';
import { USER_AGENT, type HttpClient } from '../../package/http/http-client.js';
import { readAll } from '../../package/limits.js';

/** Its types describe an ES module, which it is not: the function is what is imported. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

type Rules = ReturnType<typeof parseRobots>;

/** What is read of a `robots.txt` (RFC 9309, section 2.5: at least 500 KiB). */
const ROBOTS_BYTES = 1 << 20;

/** What the `robots.txt` of hosts allow, each read once (RFC 9309). */
export class Robots {
  readonly #clientFor: (address: string) => HttpClient;
  readonly #rules = new Map<string, Promise<Rules | undefined>>();

  /** @param clientFor the client for an address */
  constructor(clientFor: (address: string) => HttpClient) {
    this.#clientFor = clientFor;
  }

  /** @throws CrateError ERR_ADDRESS_REFUSED for an address that the host does not want to be asked for; ERR_HTTP */
  async requireAllowed(address: string): Promise<void> {
    if ((await this.#rulesOf(address))?.isDisallowed(address, USER_AGENT) === true)
      throw new CrateError('ERR_ADDRESS_REFUSED', `${address}: the robots.txt of the host does not allow it`, {
        hint: 'ask who runs the server; --no-robots reads it in spite of that',
        details: { address },
      });
  }

  /** Milliseconds that the host wants between two requests. */
  async delayOf(address: string): Promise<number> {
    return ((await this.#rulesOf(address))?.getCrawlDelay(USER_AGENT) ?? 0) * 1000;
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
