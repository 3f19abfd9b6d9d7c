import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseChallenges } from '../../../../src/store/endpoint/protocol/challenges.js';
import { DigestAnswers, digestStrength } from '../../../../src/store/endpoint/protocol/digest.js';
import { SparqlClient } from '../../../../src/store/endpoint/protocol/sparql-client.js';
import { loginVariable, tokenVariable } from '../../../../src/base/net/credentials.js';
import { serve } from '../../../package/helpers/server.js';

const clients: SparqlClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

function clientWith(env: Record<string, string>): SparqlClient {
  const client = new SparqlClient({ env, timeouts: { retryMs: 1 } });
  clients.push(client);
  return client;
}

const hash = (name: string, ...parts: string[]) => createHash(name).update(parts.join(':')).digest('hex');

/** Whether a Digest header is right for user `ü` with password `p:w`; computed here from the text of RFC 7616. */
function isRight({ method = '', url = '', headers }: IncomingMessage, name: string): boolean {
  const digest = parseChallenges(headers.authorization ?? '')[0]?.parameters ?? {};
  const ha1 = hash(name, 'me', 'SPARQL', 'p:w');
  const { nonce = '', nc = '', cnonce = '' } = digest;
  return digest['uri'] === url && digest['response'] === hash(name, ha1, nonce, nc, cnonce, 'auth', hash(name, method, url)); // prettier-ignore
}

/** An endpoint that wants Digest, and closes the connection over a body without it, as some engines do. */
async function digestEndpoint(algorithm: string, uses = Infinity) {
  const name = algorithm === 'MD5' ? 'md5' : 'sha256';
  let [nonces, used] = [0, 0];
  const counts: string[] = [];
  const server = await serve((request, response) => {
    const { nonce, nc = '' } = parseChallenges(request.headers.authorization ?? '')[0]?.parameters ?? {};
    const isFresh = nonce === `n${nonces}` && used < uses;
    if (isFresh && isRight(request, name)) {
      used += 1;
      counts.push(`${nonce} ${Number.parseInt(nc, 16)} ${request.method}`);
      return void request.resume().on('end', () => response.end('done'));
    }
    [nonces, used] = [nonces + 1, 0];
    const stale = nonce === undefined ? '' : ', stale=true';
    const challenge = `Digest realm="SPARQL", nonce="n${nonces}", opaque="o", qop="auth-int, auth", charset=UTF-8, algorithm=${algorithm}${stale}`;
    const answer = () =>
      response.writeHead(401, { 'www-authenticate': `Negotiate, Basic realm="x", ${challenge}` }).end();
    if (Number(request.headers['content-length'] ?? 0) > 1_000_000) return void request.socket.resetAndDestroy();
    return void answer();
  });
  const url = new URL(`${server.url}/sparql?a=b c`);
  return { url, counts, env: { [loginVariable(url) ?? '']: 'me:p:w' } };
}

describe.each(['MD5', 'SHA-256'])('Digest with %s', (algorithm) => {
  it('is answered, and its nonce is used again', async () => {
    const { url, counts, env } = await digestEndpoint(algorithm);
    const client = clientWith(env);
    for (let time = 0; time < 3; time += 1)
      expect((await client.whole({ kind: 'read', method: 'GET', url })).text()).toBe('done');
    expect(counts).toEqual(['n1 1 GET', 'n1 2 GET', 'n1 3 GET']);
  });

  it('is answered before a long body is sent', async () => {
    const { url, counts, env } = await digestEndpoint(algorithm);
    const body = Buffer.alloc(4_000_000, 'x');
    await clientWith(env).whole({ kind: 'write', method: 'PUT', url, body });
    expect(counts).toEqual(['n1 1 HEAD', 'n1 2 PUT']);
  });

  it('is answered again when the nonce is too old, also by several requests at once', async () => {
    const { url, counts, env } = await digestEndpoint(algorithm, 2);
    const client = clientWith(env);
    for (let time = 0; time < 5; time += 1) await client.whole({ kind: 'read', method: 'GET', url });
    expect(counts).toHaveLength(5);
  });

  it('with a wrong password is an error that does not show it', async () => {
    const { url, counts, env } = await digestEndpoint(algorithm);
    const [[variable = '']] = Object.entries(env) as [[string, string]];
    const body = Buffer.alloc(4_000_000, 'x');
    const failed = clientWith({ [variable]: 'me:wrong' }).whole({ kind: 'write', method: 'PUT', url, body });
    await expect(failed).rejects.toMatchObject({
      code: 'ERR_ENDPOINT',
      message: expect.not.stringMatching(/wrong|a=b/),
      hint: expect.stringContaining(variable),
    });
    expect(counts).toEqual([]);
  });
});

test('the examples of RFC 7616, section 3.9.1', () => {
  const login = { login: 'Mufasa', password: 'Circle of Life' };
  const answer = (algorithm: string) =>
    new DigestAnswers({
      scheme: 'digest',
      parameters: {
        ...{
          realm: 'http-auth@example.org',
          qop: 'auth, auth-int',
          algorithm,
          nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
        },
        opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
      },
    }).authorize('GET', '/dir/index.html', login, 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ');
  expect(answer('MD5')).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
  expect(answer('SHA-256')).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"');
});

test('the strongest challenge that can be answered', () => {
  const strengths = (header: string) => parseChallenges(header).map(digestStrength);
  expect(strengths('Digest nonce="a", algorithm=MD5, Digest nonce="b", algorithm=SHA-256, Basic realm="x, y=z"')).toEqual([1, 2, 0]); // prettier-ignore
  expect(strengths('Digest nonce=a, qop=auth-int, Digest nonce=b, algorithm=SHA-512-256, Digest realm=x')).toEqual([0, 0, 0]); // prettier-ignore
});

describe('Basic and tokens', () => {
  it('are sent as the endpoint asks', async () => {
    const { url, requests } = await serve((request, response) =>
      request.headers.authorization === undefined
        ? response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end()
        : response.end('done'),
    );
    const at = new URL(url);
    const client = clientWith({ [loginVariable(at) ?? '']: 'me:p:ö' });
    await client.whole({ kind: 'read', method: 'GET', url: at });
    await client.whole({ kind: 'write', method: 'POST', url: at, body: 'x' });
    const basic = `Basic ${Buffer.from('me:p:ö').toString('base64')}`;
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, basic, basic]);
    await clientWith({ [tokenVariable(at) ?? '']: 'abc' }).whole({ kind: 'read', method: 'GET', url: at });
    expect(requests.at(-1)?.headers.authorization).toBe('Bearer abc');
  });

  it('are never shown, also when the endpoint repeats them', async () => {
    const { url } = await serve((request, response) => response.writeHead(403).end(request.headers.authorization));
    const at = new URL(url);
    const failed = clientWith({ [tokenVariable(at) ?? '']: 'abcdef' }).whole({ kind: 'read', method: 'GET', url: at });
    await expect(failed).rejects.toThrow('it answered 403: Bearer ***');
  });

  it('go by plain http to this machine only, and the error says so', async () => {
    const { url, requests } = await serve(
      (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end(),
      '0.0.0.0',
    );
    const at = new URL(`http://[::ffff:127.0.0.1]:${new URL(url).port}/`); // another spelling, which is not known as loopback
    const env = { [loginVariable(at) ?? '']: 'me:pw', [tokenVariable(at) ?? '']: 'abc' };
    const failed = clientWith(env).whole({ kind: 'read', method: 'GET', url: at });
    await expect(failed).rejects.toMatchObject({ hint: expect.stringContaining('https') });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});
