import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SURVEY } from '../cli/helpers/crates.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

const run = promisify(execFile);
const METADATA = 'crates/survey/ro-crate-metadata.json';
const TYPE =
  'content-type: application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted https://w3id.org/ro/crate"';

/** Transcripts of every rule about headers, as a user would try them. */
describeWhere(isInstalled('curl', '--version'), 'curl', 'curl is not installed', () => {
  let folder: string;
  let address: string;
  let closed: string;

  /** The status line and the headers of the last answer, in lower case but for values. */
  async function curl(...args: string[]): Promise<{ lines: string[]; body: string }> {
    const { stdout } = await run('curl', ['-sS', '-D', '-', ...args], { maxBuffer: 1 << 26 });
    const [head = '', ...rest] = stdout.split('\r\n\r\n').slice(args.includes('-L') ? 1 : 0);
    const lines = head.split('\r\n').map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()));
    return { lines, body: rest.join('\r\n\r\n') };
  }

  beforeAll(async () => {
    folder = await scratch();
    await cp(SURVEY, join(folder, 'survey'), { recursive: true });
    await writeFile(join(folder, 'survey/page.html'), '<script>alert(1)</script>');
    const folders = [join(folder, 'survey')];
    ({ address } = await startServer({ folders, permalinks: ['/w/survey=/crates/survey/'] }));
    const access = { isPrivate: true, token: 'a-token', origins: ['https://a.example'] };
    closed = (await startServer({ folders, ...access })).address;
  });

  it('curl -I <metadata>: type with three profiles, open to all websites', async () => {
    const { lines } = await curl('-I', address + METADATA);
    expect(lines).toEqual(
      expect.arrayContaining([
        'HTTP/1.1 200 OK',
        TYPE,
        'access-control-allow-origin: *',
        'access-control-expose-headers: Content-Length,Content-Range,Content-Type',
        'accept-ranges: bytes',
        'x-content-type-options: nosniff',
        expect.stringContaining(`link: <${address}crates/survey/>; rel="describes"`),
      ]),
    );
  });

  it('curl <metadata>: the file byte for byte, also compressed, and its legacy name leads there', async () => {
    const document = await readFile(join(SURVEY, 'ro-crate-metadata.json'), 'utf8');
    expect((await curl(address + METADATA)).body).toBe(document);
    // One base for all: its relative identifiers mean something at the location of the file only.
    const legacy = await curl('-L', `${address}${METADATA}ld`);
    expect(legacy.lines).toContain(TYPE);
    expect(legacy.body).toBe(document);
    const { lines, body } = await curl('--compressed', address + METADATA);
    expect(body).toBe(document);
    expect(lines.join('\n')).toMatch(/^content-encoding: (?:br|gzip)$/m);
    expect(lines).toContain('vary: Accept-Encoding');
  });

  it('curl -r 0-9: 206, and 416 beyond the end', async () => {
    const part = await curl('-r', '0-9', address + METADATA);
    expect(part.lines[0]).toBe('HTTP/1.1 206 Partial Content');
    expect(part.lines.join('\n')).toMatch(/^content-range: bytes 0-9\/\d+$/m);
    expect(part.body).toHaveLength(10);
    const beyond = await curl('-r', '9999999-', address + METADATA);
    expect(beyond.lines[0]).toBe('HTTP/1.1 416 Range Not Satisfiable');
    expect(beyond.lines.join('\n')).toMatch(/^content-range: bytes \*\/\d+$/m);
  });

  it('curl --etag-compare and -z: 304', async () => {
    const etags = join(folder, 'etag.txt');
    await curl('--etag-save', etags, address + METADATA);
    expect((await curl('--etag-compare', etags, address + METADATA)).lines[0]).toBe('HTTP/1.1 304 Not Modified');
    expect((await curl('-z', join(folder, 'survey/ro-crate-metadata.json'), address + METADATA)).lines[0]).toBe('HTTP/1.1 304 Not Modified'); // prettier-ignore
  });

  it('curl -C -: continues a download', async () => {
    const target = join(folder, 'part.json');
    const document = await readFile(join(SURVEY, 'ro-crate-metadata.json'));
    await writeFile(target, document.subarray(0, 100));
    await curl('-C', '-', '-o', target, address + METADATA);
    expect((await readFile(target)).equals(document)).toBe(true);
  });

  it('curl -L <permalink>: 301, then the crate', async () => {
    const { lines } = await curl('-I', `${address}w/survey?x=1`);
    expect(lines).toEqual(
      expect.arrayContaining(['HTTP/1.1 301 Moved Permanently', 'location: ../crates/survey/?x=1']),
    );
    const { stdout } = await run('curl', ['-sSL', '-o', '/dev/null', '-w', '%{http_code} %{url_effective}', `${address}w/survey`]); // prettier-ignore
    expect(stdout).toBe(`200 ${address}crates/survey/`);
  });

  it('curl -I <crate>: links to its metadata', async () => {
    const { lines } = await curl('-I', `${address}crates/survey/`);
    const link = lines.find((line) => line.startsWith('link: ')) ?? '';
    expect(link).toContain(`<${address}${METADATA}>; rel="describedby"; type="application/ld+json"; profile="https://w3id.org/ro/crate"`); // prettier-ignore
    expect(link).toContain('rel="item"');
  });

  it('curl -I <page.html>: may run no scripts', async () => {
    expect((await curl('-I', `${address}crates/survey/page.html`)).lines).toContain('content-security-policy: sandbox');
  });

  it('curl --path-as-is: no way out of the folder', async () => {
    for (const path of [
      'crates/survey/../../etc/passwd',
      'crates/survey/%2e%2e/%2e%2e/etc/passwd',
      'crates/survey/..%2f..%2fetc%2fpasswd',
    ])
      // prettier-ignore
      expect((await curl('--path-as-is', address + path)).lines[0]).toBe('HTTP/1.1 404 Not Found');
  });

  it('curl -X OPTIONS: the preflight of a browser', async () => {
    const headers = ['-H', 'Origin: https://b.example', '-H', 'Access-Control-Request-Method: GET'];
    const { lines } = await curl('-X', 'OPTIONS', ...headers, address + METADATA);
    expect(lines).toEqual(
      expect.arrayContaining(['HTTP/1.1 204 No Content', 'access-control-allow-origin: *', 'access-control-allow-methods: GET, HEAD']), // prettier-ignore
    );
  });

  it('curl -H Authorization: a private server', async () => {
    const refused = await curl('-I', closed + METADATA);
    expect(refused.lines).toEqual(
      expect.arrayContaining(['HTTP/1.1 401 Unauthorized', 'www-authenticate: Basic realm="crategraph", charset="UTF-8", Bearer realm="crategraph"', 'vary: Accept, Origin']), // prettier-ignore
    );
    expect(refused.lines.join('\n')).not.toContain('access-control-allow-origin');
    const token = ['-I', '-H', 'Authorization: Bearer a-token'];
    const listed = await curl(...token, '-H', 'Origin: https://a.example', closed + METADATA);
    expect(listed.lines).toEqual(
      expect.arrayContaining(['HTTP/1.1 200 OK', 'access-control-allow-origin: https://a.example']),
    );
    const other = await curl(...token, '-H', 'Origin: https://b.example', closed + METADATA);
    expect(other.lines).toContain('HTTP/1.1 200 OK');
    expect(other.lines.join('\n')).not.toContain('access-control-allow-origin');
  });
});
