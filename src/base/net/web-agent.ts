import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, DecoratorHandler, Pool, type Dispatcher } from 'undici';
import { trustedWith } from './certificates.js';
import { proxiesOf, type WebProxy } from './proxies.js';
import { proxyAuthorization, requireAuthorized, sentThrough } from './proxy-error.js';
import { connectTo } from './proxy-tunnel.js';

/** Milliseconds for a connection to a proxy, which is near: so it is named before the time for the host is over. */
const PROXY_MS = 10_000;

/** How the connections of a client are made. */
export interface WebAgentOptions {
  /** Milliseconds until a connection is open. */
  readonly connectMs: number;
  /** Certificates (PEM) to trust besides those of Node. */
  readonly ca?: string | undefined;
  /** Resolves the host of a URL where no proxy does. Default: the lookup of the system. */
  readonly lookupFor?: ((url: URL) => LookupFunction | undefined) | undefined;
  /** Called with each new connection for an origin, and whether it leads to a proxy. */
  readonly onOpen?: ((origin: URL, socket: Socket, isProxied: boolean) => void) | undefined;
  /** How connections are kept, and for how long. */
  readonly pool?: Pool.Options | undefined;
}

/**
 * Makes what sends the requests of a client: the only place that opens connections to the web. It reads the variables
 * of proxies (`proxiesOf`) and of certificates when it is made. A proxy gets a request by http as it is, with the whole
 * address; through a proxy, https goes in a tunnel. Errors of a proxy are CrateErrors ERR_PROXY.
 * @throws CrateError ERR_PROXY for a variable that names no http or https proxy
 */
export function openWebAgent({ connectMs, ca, lookupFor, onOpen, pool }: WebAgentOptions): Agent {
  const proxyFor = proxiesOf(process.env);
  const trust = ca === undefined ? {} : { ca: trustedWith(ca) };
  const factory = (address: string | URL, options: object): Dispatcher => {
    const origin = new URL(address);
    const proxy = proxyFor(origin);
    const lookup = proxy === undefined ? lookupFor?.(origin) : undefined;
    const timeout = proxy === undefined ? connectMs : Math.min(connectMs, PROXY_MS);
    const open = buildConnector({ timeout, ...trust, ...(lookup !== undefined && { lookup }) });
    const opened = proxy === undefined ? open : connectTo(origin, proxy, open, connectMs);
    const connect: buildConnector.connector = (target, callback) =>
      opened(target, (...result) => {
        if (result[0] === null) onOpen?.(origin, result[1], proxy !== undefined);
        callback(...result);
      });
    if (proxy === undefined || origin.protocol === 'https:') return new Pool(origin, { ...options, connect });
    return new Pool(proxy.origin, { ...options, connect }).compose(relayed(origin, proxy));
  };
  return new Agent({ ...pool, factory });
}

/** Addresses requests to a proxy (RFC 9112 section 3.2.2), whose answer 407 is an error of the proxy. */
function relayed(origin: URL, proxy: WebProxy): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (request, handler) => {
    const answered = Object.assign(new DecoratorHandler(handler), {
      onHeaders: (status: number, headers: Buffer[], resume: () => void, text: string) => {
        requireAuthorized(origin, proxy, status, headers.map(String));
        return handler.onHeaders?.(status, headers, resume, text) ?? true;
      },
      onError: (error: Error) => handler.onError?.(sentThrough(proxy, error)),
    });
    const headers = { ...request.headers, host: origin.host, ...proxyAuthorization(proxy) };
    return dispatch({ ...request, path: origin.origin + request.path, headers }, answered);
  };
}
