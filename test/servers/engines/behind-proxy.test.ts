import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from '../../cli/helpers/crates.js';
import { spawnCli } from '../../cli/helpers/run.js';
import { describeWhere, isInstalled } from '../../helpers/describe-where.js';
import { describeEngine } from '../helpers/describe-engines.js';
import { startEngineProxy, type EngineProxy, type ProxySettings } from '../helpers/engine-proxy.js';
import type { EngineName } from '../helpers/engines.js';

// Real engines behind a real nginx: a path of its own, https, a login, and none of the headers that name the engine.

/** Each engine where nginx has it: with the address of the store, and a header that nginx leaves out. */
interface Place extends ProxySettings {
  readonly store: string;
  readonly hidden?: string;
}

const HIDE = 'proxy_hide_header Fuseki-Request-Id;';
const PLACES: readonly (readonly [EngineName, string, Place])[] = [
  ['Oxigraph', 'under a path', { path: '/rdf/oxigraph/', of: '/', store: '/', asksLogin: true }],
  ['Fuseki', 'under a path', { path: '/fuseki/', of: '/', store: '/ds', asksLogin: true }],
  ['Fuseki', 'without its header', { path: '/fuseki/', of: '/', store: '/ds', asksLogin: true, more: HIDE, hidden: 'fuseki-request-id' }], // prettier-ignore
  ['RDF4J', 'under a path', { path: '/x/rdf4j-server/', of: '/rdf4j-server/', store: '/repositories/ds', asksLogin: true }], // prettier-ignore
  ['RDF4J', 'as one repository', { path: '/store', of: '/rdf4j-server/repositories/ds', store: '', asksLogin: true }],
  // Its own login is Digest, for which a request has the same header as for Basic: nginx cannot ask for another.
  ['Virtuoso', 'under a path', { path: '/virtuoso/', of: '/', store: '/sparql', asksLogin: false, more: 'proxy_set_header Host $http_host;' }], // prettier-ignore
];

const SURVEY = join(EXAMPLES, 'rainfall-survey');
const STATIONS = join(EXAMPLES, 'station-history');
const [A, B] = ['https://example.org/a/', 'https://example.org/b/'];

describeWhere(isInstalled('nginx', '-v'), 'behind nginx', 'nginx is not installed', () => {
  for (const [name, where, place] of PLACES)
    describe(where, () =>
      describeEngine(name, (endpoint) => {
        let proxy: EngineProxy;
        let store: string;
        beforeAll(async () => {
          await endpoint().clear();
          proxy = await startEngineProxy(endpoint().engine.url, place);
          store = proxy.url + place.store;
        });
        afterAll(() => proxy.stop());

        const run = async (...args: string[]) => {
          const { port } = new URL(proxy.url);
          const { login } = endpoint().engine;
          const own = login && { [`CRATEGRAPH_LOGIN_127_0_0_1_${port}`]: `${login.user}:${login.password}` };
          const env = { ...proxy.env, ...own, CRATEGRAPH_STORE: store };
          const { status, stdout, stderr } = await spawnCli(args, { env });
          expect({ args, status, stderr }).toMatchObject({ status: 0 });
          return stdout;
        };

        test('its headers do not say what it is', async () => {
          const headers = await proxy.headers(store);
          expect(headers['server']).toMatch(/^nginx/);
          if (place.hidden !== undefined) expect(headers).not.toHaveProperty(place.hidden);
        });

        test('it is a store like any other', async () => {
          await run('load', SURVEY, '--base', A, '--quiet');
          await run('load', STATIONS, '--base', B, '--quiet');
          const listed = JSON.parse(await run('list', '--json')) as { graph: string }[];
          expect(listed.map(({ graph }) => graph).sort()).toEqual([A, B]);
          const ask = `SELECT ?g WHERE { GRAPH ?g { ?root <http://schema.org/name> ?name } FILTER(?root = ?g) } ORDER BY ?g`;
          expect(await run('query', ask, '--format', 'csv')).toBe(`g\r\n${A}\r\n${B}\r\n`);
          const original = await readFile(join(SURVEY, 'ro-crate-metadata.json'), 'utf8');
          expect(await run('export', A)).toBe(original);
          await run('update', `INSERT DATA { GRAPH <${B}> { <${B}> <http://schema.org/keywords> "proxied" } }`);
          expect(await run('export', B)).toContain('"keywords": "proxied"');
          expect(await run('verify')).toContain('2 graphs');
          await run('remove', A);
          expect(await run('list', '--format', 'csv')).not.toContain(A);
          expect(await run('verify')).toContain('1 graphs, ');
        });
      }),
    );
});
