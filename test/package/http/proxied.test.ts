import type { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { HttpClient, type HttpOptions } from '../../../src/package/http/http-client.js';
import { startForwardProxy } from '../../helpers/forward-proxy.js';
import { setProxies } from '../../helpers/proxy-variables.js';
import { serve } from '../helpers/server.js';
import { CERTIFICATE, OF_DATA_HOST, serveSecurely } from '../helpers/tls.js';

const client = (options: HttpOptions = {}) => new HttpClient({ env: {}, ...options });

async function read(address: string, options: HttpOptions = {}): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await client(options).get(address)).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A server as the proxy reaches it, by the name data.example.org, which nothing else resolves. */
async function behindProxy(behaviour: Parameters<typeof startForwardProxy>[0] = {}) {
  const data = await serve((request, response) => void response.end(`${request.headers.host} ${request.url}`));
  const port = await serveSecurely(OF_DATA_HOST, (request, response) => void response.end(`safe ${request.url}`));
  const hosts = { 'data.example.org': new URL(data.url).host, 'data.example.org:443': `127.0.0.1:${port}` };
  const proxy = await startForwardProxy({ hosts, ...behaviour });
  return { data, proxy };
}

describe('a request through a proxy', () => {
  it('by http has the whole address, and the host of the server', async () => {
    const { proxy } = await behindProxy();
    setProxies({ HTTP_PROXY: proxy.url });
    expect(await read('http://data.example.org/a?b=c')).toBe('data.example.org /a?b=c');
    expect(proxy.asked).toEqual(['GET http://data.example.org/a?b=c']);
  });

  it('by https goes through a tunnel, whose certificate is that of the server', async () => {
    const { proxy } = await behindProxy();
    setProxies({ HTTPS_PROXY: proxy.url });
    expect(await read('https://data.example.org/secret', { ca: OF_DATA_HOST })).toBe('safe /secret');
    expect(proxy.asked).toEqual(['CONNECT data.example.org:443']);
    await expect(read('https://data.example.org/secret')).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('certificate is not trusted'),
    });
  });

  it('may reach the proxy itself by https', async () => {
    const { data, proxy } = await behindProxy();
    const target = new URL(data.url);
    const port = await serveSecurely(CERTIFICATE, (request, response) => void response.end(`${request.url}`));
    setProxies({ HTTP_PROXY: `https://localhost:${port}` });
    expect(await read(`http://data.example.org:${target.port}/x`, { ca: CERTIFICATE })).toBe(
      `http://data.example.org:${target.port}/x`,
    );
    await expect(read('http://data.example.org/x')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringMatching(/the proxy https:\/\/localhost:\d+ of HTTP_PROXY gives no connection: its cert/),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(proxy.asked).toEqual([]);
  });

  it('keeps its connections', async () => {
    const { proxy } = await behindProxy();
    setProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
    const one = client({ ca: OF_DATA_HOST, connections: 1 });
    for (const address of ['http://data.example.org/', 'https://data.example.org/'])
      for (let count = 0; count < 3; count += 1) {
        const { body, cancel } = await one.get(address);
        for await (const chunk of body) void chunk;
        cancel();
      }
    expect(proxy.asked.filter((line) => line.startsWith('CONNECT'))).toHaveLength(1);
    expect(new Set(proxy.requests.map(({ socket }) => socket)).size).toBe(2);
  });

  it('ends with the reason of its signal while the proxy is silent', async () => {
    const silent = await serve(() => undefined);
    setProxies({ HTTP_PROXY: silent.url });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(read('http://data.example.org/', { signal: stop.signal })).rejects.toThrow('enough');
  });
});

describe('user and password of a proxy', () => {
  const LOGIN = { login: 'jo@inst:s3cr:t%' };
  const written = (authority: string) => `http://jo%40inst%3As3cr:t%25@${authority}`;

  it.each(['http', 'https'])('are sent to it, and not to the server, by %s', async (scheme) => {
    const { data, proxy } = await behindProxy({ login: 'jo:s3cr:t%' });
    setProxies({ [`${scheme}_proxy`]: `http://jo:s3cr%3At%25@${proxy.authority}` });
    await read(`${scheme}://data.example.org/`, { ca: OF_DATA_HOST });
    expect(proxy.asked).toHaveLength(1);
    expect(data.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual(
      scheme === 'http' ? [undefined] : [],
    );
  });

  it.each(['http', 'https'])('that are missing or wrong are an error without them, by %s', async (scheme) => {
    const { data, proxy } = await behindProxy(LOGIN);
    const variable = `${scheme.toUpperCase()}_PROXY`;
    setProxies({ [variable]: proxy.url });
    await expect(read(`${scheme}://data.example.org/`)).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: `the proxy ${proxy.url} of ${variable} asks for user and password`,
      hint: expect.stringContaining(variable),
      details: { proxy: proxy.url, variable, address: `${scheme}://data.example.org` },
    });
    setProxies({ [variable]: written(proxy.authority).replace('s3cr', 'wr0ng') });
    const error: unknown = await read(`${scheme}://data.example.org/`).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'ERR_PROXY', message: expect.stringContaining('does not accept') });
    expect(`${JSON.stringify(error)} ${String(error)}`).not.toMatch(/wr0ng|jo/);
    expect(data.requests).toEqual([]);
  });

  it('help nothing where it wants another scheme', async () => {
    const { proxy } = await behindProxy({ login: 'x:y', challenge: 'Negotiate' });
    setProxies({ https_proxy: proxy.url });
    await expect(read('https://data.example.org/')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining('of https_proxy asks for Negotiate'),
      hint: expect.stringContaining('Basic only'),
    });
  });
});

describe('a proxy that gives no connection', () => {
  it.each(['http', 'https'])('is named when it does not run, by %s', async (scheme) => {
    const { url } = await serve(() => undefined);
    const free = url.replace(/\d+$/, '1'); // a port where nothing listens
    setProxies({ [`${scheme}_proxy`]: free.replace('//', '//jo:s3cret@') });
    const error: unknown = await read(`${scheme}://data.example.org/`).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'ERR_PROXY',
      message: `the proxy ${free} of ${scheme}_proxy does not run (ECONNREFUSED)`,
    });
    expect(JSON.stringify(error)).not.toContain('s3cret');
  });

  it.each([
    [403, 'allow it'],
    [503, 'check the address'],
  ])('is named when it answers %d to CONNECT', async (connectStatus, hint) => {
    const { proxy } = await behindProxy({ connectStatus });
    setProxies({ HTTPS_PROXY: proxy.url });
    await expect(read('https://data.example.org/')).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining(`does not connect to data.example.org: it answered ${connectStatus}`),
      hint: expect.stringContaining(hint),
    });
  });

  it('is named when it cuts the connection', async () => {
    const { url } = await serve((request) => request.socket.destroy());
    setProxies({ HTTPS_PROXY: url });
    await expect(read('https://data.example.org/')).rejects.toMatchObject({ code: 'ERR_PROXY' });
  });

  it.each([
    ['cuts the connection', (request: IncomingMessage) => request.socket.destroy()],
    ['answers what is no HTTP', (request: IncomingMessage) => request.socket.end('no HTTP\r\n\r\n')],
  ])('is named when it %s of a request by http', async (_, answer) => {
    const { url } = await serve(answer);
    setProxies({ HTTP_PROXY: url.replace('//', '//jo:s3cret@') });
    const error: unknown = await read('http://data.example.org/').catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining(`cannot be fetched through the proxy ${url} of HTTP_PROXY (`),
      hint: 'check HTTP_PROXY; NO_PROXY names hosts that need no proxy',
    });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('s3cret'); // as a log prints it
    expect(JSON.stringify(error)).not.toContain('s3cret');
  });

  it('is refused before any request if it is of another kind', async () => {
    const { url, requests } = await serve((_, response) => void response.end());
    setProxies({ HTTPS_PROXY: 'socks5://jo:s3cret@127.0.0.1:1080' });
    const error: unknown = await read(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining('HTTPS_PROXY names a socks5 proxy'),
    });
    expect(JSON.stringify(error)).not.toContain('s3cret');
    expect(requests).toEqual([]);
  });
});

describe('addresses that are not public, with a proxy', () => {
  it.each(['http://127.0.0.2/', 'http://localhost/', 'http://10.0.0.1/', 'https://[::1]/', 'http://2130706433/'])(
    '%s is refused before the proxy is asked',
    async (address) => {
      const { proxy } = await behindProxy();
      setProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
      await expect(read(address, { allowPrivate: false })).rejects.toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
      expect(proxy.requests).toEqual([]);
    },
  );

  it('are refused after a redirect, too', async () => {
    const away = await serve((_, response) => void response.writeHead(302, { location: 'http://127.0.0.2/' }).end());
    const proxy = await startForwardProxy({ hosts: { 'data.example.org': new URL(away.url).host } });
    setProxies({ HTTP_PROXY: proxy.url });
    await expect(read('http://data.example.org/', { allowPrivate: false })).rejects.toMatchObject({
      code: 'ERR_ADDRESS_REFUSED',
    });
    expect(proxy.asked).toEqual(['GET http://data.example.org/']);
  });

  it('are not those of the proxy: names are left to it', async () => {
    const { proxy } = await behindProxy();
    setProxies({ HTTP_PROXY: proxy.url });
    const response = await client({ allowPrivate: false }).get('http://data.example.org/');
    expect([response.status, response.fromPrivate]).toEqual([200, false]);
    response.cancel();
  });

  it('are checked where NO_PROXY makes the connection direct', async () => {
    const { proxy } = await behindProxy();
    setProxies({ HTTP_PROXY: proxy.url, NO_PROXY: 'nothing.localhost.example,localhost.' });
    await expect(read('http://localhost./', { allowPrivate: false })).rejects.toMatchObject({
      code: 'ERR_ADDRESS_REFUSED',
    });
    expect(proxy.requests).toEqual([]);
  });
});

describe('NO_PROXY', () => {
  it('makes connections direct', async () => {
    const { data, proxy } = await behindProxy();
    setProxies({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.0/8' });
    expect(await read(`${data.url}/x`)).toContain('/x');
    expect(proxy.requests).toEqual([]);
  });
});

describe('credentials for this machine', () => {
  const token = 'CRATEGRAPH_TOKEN_127_0_0_1';
  const tokens = (url: string) => ({ [`${token}_${new URL(url).port}`]: 'abc' });

  it('go through a proxy of this machine', async () => {
    const { data, proxy } = await behindProxy();
    setProxies({ HTTP_PROXY: proxy.url });
    await read(data.url, { env: tokens(data.url) });
    expect(data.requests[0]?.headers.authorization).toBe('Bearer abc');
  });

  it('do not go to a proxy of another one', async () => {
    const asks = await serve((_, response) => void response.writeHead(401).end());
    setProxies({ HTTP_PROXY: 'http://proxy.invalid:3128', NO_PROXY: '127.0.0.1:1' });
    const { credentialsHint } = await import('../../../src/base/net/credentials-hint.js');
    const { authorizationFor } = await import('../../../src/base/net/credentials.js');
    const url = new URL(asks.url);
    expect(await authorizationFor(url, tokens(asks.url))).toBeUndefined();
    expect(await credentialsHint(url, tokens(asks.url))).toContain('name 127.0.0.1 in NO_PROXY');
    setProxies({ HTTP_PROXY: 'http://proxy.invalid:3128', NO_PROXY: '127.0.0.1' });
    expect(await authorizationFor(url, tokens(asks.url))).toBe('Bearer abc');
  });
});
