import type { IncomingMessage } from 'node:http';
import { plainAnswer } from './plain-answer.js';

/** Names of this computer to which no other host can give another address. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The hosts that a server on loopback answers for. A website can let its own name lead to 127.0.0.1 (DNS rebinding):
 * for the browser of a visitor, our answers would then be its own, and its scripts could read them. Such a
 * request still names that website as its host.
 */
export class KnownHosts {
  readonly #names: ReadonlySet<string>;

  /** @param addresses URLs of the server, such as its public one behind a proxy; what is no URL is passed over */
  constructor(addresses: readonly (string | undefined)[]) {
    const named = addresses.map((one) => (one !== undefined && URL.canParse(one) ? new URL(one).hostname : undefined));
    this.#names = new Set([...OWN_NAMES, ...named.flatMap((name) => plainName(name) ?? [])]);
  }

  /**
   * The answer to a request for another host; undefined if this server may answer. The port does not matter: it may be
   * forwarded, and no website chooses who listens there. A client that names no host, as
   * HTTP/1.0 allows, is no browser.
   */
  refusal({ url = '', headersDistinct }: IncomingMessage): Response | undefined {
    const hosts = headersDistinct['host'] ?? [];
    // A target with a host of its own overrides the header (RFC 9112, section 3.2.2): both must be right.
    const [, target] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
    const unknown = [...hosts, ...(target === undefined ? [] : [target])].find((host) => !this.#knows(host));
    if (unknown === undefined) return undefined;
    const shown = unknown === '' ? 'an empty host' : `the host ${unknown.slice(0, 255)}`;
    return plainAnswer(
      421,
      `This server listens on this computer only and does not answer for ${shown}: ask for localhost or 127.0.0.1. ` +
        'If the server has that name behind a proxy, start it with --address and its public address.',
      { connection: 'close', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    );
  }

  #knows(host: string): boolean {
    const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? [];
    return this.#names.has(plainName(name) ?? '');
  }
}

/** A host as it is compared: names have no case, and may end in the dot of the root. */
function plainName(name: string | undefined): string | undefined {
  return name?.toLowerCase().replace(/(?<=.)\.$/, '');
}
