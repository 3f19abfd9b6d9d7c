import { Access } from '../../src/server/access.js';
import type { ServeOptions } from '../../src/server/open-server.js';
import { SURVEY } from '../cli/helpers/crates.js';
import { startServer } from '../helpers/server.js';
import { raw } from './helpers/raw-request.js';

/** Which website may read an address, as the headers of its answer and of its preflight say. */
async function readers(address: string, path: string, origin = 'https://a.example'): Promise<(string | undefined)[]> {
  const headers = { origin };
  const [get, options] = [
    await raw(address, path, { headers }),
    await raw(address, path, { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'GET' } }),
  ];
  return [get, options].map((answer) => answer.headers['access-control-allow-origin']);
}

/** Files of a served folder, and what leads to them. */
const FILES = [
  '/crates/rainfall-survey/ro-crate-metadata.json',
  '/crates/rainfall-survey/ro-crate-metadata.jsonld',
  '/crates/rainfall-survey/data/stations.csv',
  '/crates/rainfall-survey/no-such-file',
  '/w/survey',
];
/** What a person works with. */
const WORK = [
  ...[
    '/',
    '/statistics',
    '/references',
    '/query',
    '/query/terms.json',
    '/crates.json?iri=a:b',
    '/mentions?iri=a:b',
    '/metrics',
  ],
  ...['/sparql?query=ASK%7B%7D', '/sparql', '/graphs?default', '/health', '/nothing', '/w/nothing'],
  ...['/crates/rainfall-survey/', '/crates/rainfall-survey/data/', '/crates/rainfall-survey.ttl', '/crates/other/x'],
  '/crates/rainfall-survey/%2e%2e/x',
];
const ALL = [...FILES, ...WORK];
const start = async (options: ServeOptions = {}) =>
  (await startServer({ folders: [SURVEY], permalinks: ['/w/survey=/crates/rainfall-survey/'], ...options })).address;

describe('scripts of another website may read', () => {
  it('of a server on loopback the files of its folders only', async () => {
    const address = await start();
    for (const path of FILES) expect([path, ...(await readers(address, path))]).toEqual([path, '*', '*']);
    expect((await raw(address, FILES[2] as string)).status).toBe(200);
    for (const path of WORK) expect([path, ...(await readers(address, path))]).toEqual([path, undefined, undefined]);
    const { headers } = await raw(address, '/sparql?query=ASK%7B%7D');
    expect(headers.vary).toMatch(/\bOrigin\b/); // a cache keeps the answers for websites apart
  });

  it('all of a server with a public address, behind a proxy on loopback or not', async () => {
    const address = 'https://data.example.org/';
    const { listensAt } = await startServer({ folders: [SURVEY], permalinks: ['/w/survey=/crates/rainfall-survey/'], address }); // prettier-ignore
    for (const path of ALL) expect([path, ...(await readers(listensAt, path))]).toEqual([path, '*', '*']);
  });

  it('what a user lets their website read', async () => {
    const origins = ['https://a.example', 'http://localhost:8000'];
    const address = await start({ origins });
    for (const path of WORK)
      for (const origin of origins) expect(await readers(address, path, origin)).toEqual([origin, origin]);
    for (const origin of ['https://b.example', 'https://a.example.b.example', 'http://a.example', 'null'])
      expect(await readers(address, '/sparql', origin)).toEqual([undefined, undefined]);
    expect(await readers(address, FILES[0] as string, 'https://b.example')).toEqual(['*', '*']);
    const every = new Access({ origins: ['*'] }, { isLocal: true });
    expect(every.allowedOrigin(new Request('http://localhost/sparql'), false)).toBe('*');
  });

  it('of a private server nothing, but for the websites of a user', async () => {
    const address = await start({ isPrivate: true, origins: ['https://a.example'] });
    for (const path of ALL) {
      expect(await readers(address, path)).toEqual(['https://a.example', 'https://a.example']);
      expect(await readers(address, path, 'https://b.example')).toEqual([undefined, undefined]);
    }
  });
});
