import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { portOf, type WebProxy } from './proxies.js';
import { notConnected, proxyAuthorization, proxyUnreachable, requireAuthorized } from './proxy-error.js';

/**
 * Connects to an origin over a proxy: for http that is a connection to the proxy, for https one in a tunnel through it
 * (RFC 9110 section 9.3.6), so that the proxy sees no more than host and port.
 * @param open opens connections without a proxy
 * @param timeout milliseconds that the proxy may take for a tunnel
 */
export function connectTo(
  origin: URL,
  proxy: WebProxy,
  open: buildConnector.connector,
  timeout: number,
): buildConnector.connector {
  const { protocol, hostname, host, port } = new URL(proxy.origin);
  const target = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
  return (connection, callback) =>
    open(target, (error, socket) => {
      if (error !== null) return callback(proxyUnreachable(origin, proxy, error), null);
      if (origin.protocol === 'http:') return callback(null, socket);
      void tunnel(socket, origin, proxy, timeout).then(
        (httpSocket) => open({ ...connection, httpSocket }, callback),
        (failure: Error) => {
          socket.on('error', () => undefined).destroy();
          callback(failure, null);
        },
      );
    });
}

/** Asks a proxy for a tunnel. @throws CrateError ERR_PROXY */
async function tunnel(socket: Socket, origin: URL, proxy: WebProxy, timeout: number): Promise<Socket> {
  const path = `${origin.hostname}:${portOf(origin)}`;
  const headers = { host: path, 'user-agent': 'crategraph', ...proxyAuthorization(proxy) };
  return new Promise((resolve, reject) => {
    request({ method: 'CONNECT', path, headers, setHost: false, createConnection: () => socket })
      .setTimeout(timeout)
      .on('connect', ({ statusCode: status = 0, rawHeaders }, connected: Socket, head) => {
        try {
          requireAuthorized(origin, proxy, status, rawHeaders);
          if (status < 200 || status > 299) throw notConnected(origin, proxy, status);
          connected.setTimeout(0);
          if (head.length > 0) connected.unshift(head);
          resolve(connected);
        } catch (error) {
          reject(error as Error);
        }
      })
      .on('timeout', () => reject(proxyUnreachable(origin, proxy, { code: 'ETIMEDOUT' })))
      .on('error', (error) => reject(proxyUnreachable(origin, proxy, error)))
      .end();
  });
}
