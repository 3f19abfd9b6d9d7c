import { proxiesOf } from '../../../src/base/net/proxies.js';
import type { Environment } from '../../../src/base/net/environment.js';

const chosen = (env: Environment, address: string) => proxiesOf(env)(new URL(address));
const originOf = (env: Environment, address: string) => chosen(env, address)?.origin;

describe('the variables of proxies', () => {
  it('are for the addresses of their scheme', () => {
    const env = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2' };
    expect([originOf(env, 'http://x/'), originOf(env, 'https://x/')]).toEqual(['http://a:1', 'http://b:2']);
    expect(originOf({ HTTP_PROXY: 'http://a:1' }, 'https://x/')).toBeUndefined();
    expect(originOf({}, 'http://x/')).toBeUndefined();
  });

  it('win in lower case, also when they are empty', () => {
    const env = {
      HTTP_PROXY: 'http://upper',
      http_proxy: 'http://lower',
      HTTPS_PROXY: 'http://upper',
      https_proxy: '',
    };
    expect(chosen(env, 'http://x/')).toEqual({ origin: 'http://lower', variable: 'http_proxy' });
    expect(chosen(env, 'https://x/')).toBeUndefined();
    expect(originOf({ HTTP_PROXY: 'http://a', NO_PROXY: 'x', no_proxy: '' }, 'http://x/')).toBe('http://a');
  });

  it('need no scheme, and may have user and password', () => {
    expect(originOf({ HTTP_PROXY: ' proxy.example.org:3128 ' }, 'http://x/')).toBe('http://proxy.example.org:3128');
    const login = { login: 'jo@x', password: 'p:w' };
    expect(chosen({ HTTP_PROXY: 'jo%40x:p%3Aw@proxy:3128' }, 'http://x/')).toMatchObject({
      origin: 'http://proxy:3128',
      login,
    });
    expect(chosen({ HTTP_PROXY: 'http://jo@proxy' }, 'http://x/')?.login).toEqual({ login: 'jo', password: '' });
  });

  it.each([
    ['socks5://u:s3cret@host:1080', 'names a socks5 proxy, and only http and https'],
    ['http://u:s3cret@', 'is not the address of a proxy'],
    ['http://u:s3cret@host:99999', 'is not the address of a proxy'],
    ['not an address s3cret', 'is not the address of a proxy'],
    ['http://u:%zs3cret@host', 'has a user or password with a %'],
  ])('are refused when they are %s, without their value', (value, words) => {
    for (const variable of ['HTTP_PROXY', 'https_proxy']) {
      let error: unknown;
      try {
        proxiesOf({ [variable]: value });
      } catch (caught) {
        error = caught;
      }
      expect(error).toMatchObject({
        code: 'ERR_PROXY',
        message: expect.stringContaining(`${variable} ${words}`),
        hint: expect.stringContaining('http://user:password@host:port'),
      });
      expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain('s3cret');
    }
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['example.org', 'http://example.org/', true],
    ['example.org', 'https://data.example.org:8443/', true],
    ['example.org', 'http://myexample.org/', false],
    ['.example.org', 'http://example.org/', true],
    ['.example.org', 'http://a.b.example.org/', true],
    ['*.example.org', 'http://a.example.org/', true],
    ['EXAMPLE.org.', 'http://a.example.ORG/', true],
    ['example.org', 'http://example.org./', true],
    ['example.org:8080', 'http://example.org:8080/', true],
    ['example.org:8080', 'http://example.org/', false],
    ['example.org:80', 'http://example.org/', true],
    ['example.org:443', 'https://a.example.org/', true],
    ['example.org:443', 'http://example.org/', false],
    ['localhost, 127.0.0.1', 'http://127.0.0.1:3030/', true],
    ['localhost 127.0.0.1', 'http://localhost/', true],
    ['127.0.0.1', 'http://127.0.0.2/', false],
    ['127.0.0.1:81', 'http://127.0.0.1:80/', false],
    ['10.0.0.0/8', 'http://10.200.3.4/', true],
    ['10.0.0.0/8', 'http://11.0.0.1/', false],
    ['10.0.0.0/99', 'http://10.0.0.1/', false],
    ['0.0.0.0/0', 'http://example.org/', false],
    ['::1', 'http://[::1]:81/', true],
    ['[::1]:81', 'http://[0:0::1]:81/', true],
    ['[::1]:81', 'http://[::1]/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['*', 'https://example.org/', true],
    ['a,*', 'https://example.org/', true],
    ['', 'http://localhost/', false],
  ])('"%s" for %s: %s', (NO_PROXY, address, isException) => {
    const env = { HTTP_PROXY: 'http://proxy', HTTPS_PROXY: 'http://proxy', NO_PROXY };
    expect(originOf(env, address) === undefined).toBe(isException);
  });

  it('that is * switches off what is not valid, too', () => {
    expect(originOf({ HTTP_PROXY: 'socks5://x', no_proxy: '*' }, 'http://x/')).toBeUndefined();
  });
});
