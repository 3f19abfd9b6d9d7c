import { connect } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

let address: string;
beforeAll(async () => {
  const root = await writeCrate(join(await scratch(), 'c'), crate());
  await mkdir(join(root, 'data'));
  await writeFile(join(root, 'data/a.txt'), 'text');
  const permalinks = ['/w/s=/crates/c/', '/all/=/crates/c/data/'];
  ({ address } = await startServer({ folders: [root], permalinks }));
});

/** The head of the answer to a request that is sent as it is written. */
function answerTo(target: string, headers = 'host: localhost\r\n'): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => done(Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')[0] ?? ''));
    socket.write(`GET ${target} HTTP/1.1\r\n${headers}accept: text/html\r\nconnection: close\r\n\r\n`, 'latin1');
  });
}

const LONG = 'x'.repeat(7000);

/** Targets by which servers have sent their visitors elsewhere. */
const TARGETS: readonly string[] = [
  ...['//evil.example', '//evil.example/', '//evil.example/crates/c', '///evil.example/crates/c', '//evil.example/..'],
  ...['/\\evil.example', '\\\\evil.example/crates/c', '/%5cevil.example/crates/c', '/%2fevil.example', '/%2f%2fevil.example/..'],
  ...['//evil.example/%2e%2e', '/.//evil.example', '/..//evil.example', '/%2e%2e//evil.example', '/crates/c/..//evil.example'],
  ...['/crates//evil.example', '/crates/c//evil.example', '/crates//evil.example/c', '/crates/c/data//evil.example/..'],
  ...['/w/s//evil.example', '/w//s', '//w/s', '/w/s?//evil.example', '/w/s?next=//evil.example', '/w/s#@evil.example'],
  ...['/all//evil.example', '/all///evil.example', '/all/\\\\evil.example', '/all/..//..//evil.example', '/all/%2e%2e/%2e%2e/%2e%2e//evil.example'],
  ...['/all/https://evil.example', '/all/javascript:alert(1)', '/all/%0d%0aset-cookie:%20a=b', '/w/s?%0d%0alocation:%20//evil.example'],
  ...['/all/@evil.example', '/all/:80@evil.example', '/all/%00//evil.example', '/all/\t//evil.example', '/all/\xa0', `/all/${LONG}`, `/w/s?${LONG}`],
  ...['/crates', '/crates/c', '/crates/c?//evil.example', '/crates/c/data', '/crates/c/data?x=\\\\evil.example', '/crates/c/data/..'],
  ...['/crates/?graph=//evil.example', '/crates/?graph=https://evil.example/', '/crates/?graph=x%0d%0ay', '/crates/?graph='],
  ...['/crates/c/?format=jsonld', '/crates/c/?entity=//evil.example', '/sparql', '/sparql?//evil.example'],
  ...['http://localhost//evil.example', 'http://localhost/crates/c', 'http://evil.example@localhost/w/s', 'http://localhost@evil.example/w/s'],
]; // prettier-ignore

it.each(TARGETS)('%s stays on this server', async (target) => {
  const head = await answerTo(target);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  expect([200, 301, 302, 303, 308, 400, 404, 406, 421, 431]).toContain(status);
  expect(head).not.toMatch(/^set-cookie/im);
  const locations = [...head.matchAll(/^location: (.*)$/gim)].map(([, location = '']) => location);
  expect(locations).toHaveLength(status >= 300 && status < 400 ? 1 : 0);
  const asked = target.startsWith('http:')
    ? target.replace('http://localhost/', address)
    : address.slice(0, -1) + target;
  for (const location of locations) {
    expect(new URL(location, asked).origin).toBe(new URL(address).origin);
    expect(new URL(location, new URL(target.replaceAll('\\', '/'), address)).hostname).not.toBe('');
    expect(location).not.toMatch(/^[/\\]{2}|[^!-~]/);
  }
});

it('no header of the client is in a Location', async () => {
  for (const target of ['/w/s', '/crates/c', '/crates', '/crates/c/data', '/sparql'])
    for (const header of [
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: javascript',
      'forwarded: host=evil.example',
      'x-original-url: //evil.example',
      'referer: http://evil.example/',
    ])
      // prettier-ignore
      expect(await answerTo(target, `host: localhost\r\n${header}\r\n`)).not.toContain('evil');
  expect(await answerTo('/w/s', 'host: evil.example\r\n')).toMatch(/^HTTP\/1\.1 421/);
});
