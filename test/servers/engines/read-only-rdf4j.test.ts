import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLES } from '../../cli/helpers/crates.js';
import { spawnCli } from '../../cli/helpers/run.js';
import { describeWhere, isInstalled } from '../../helpers/describe-where.js';
import { describeEngine } from '../helpers/describe-engines.js';
import { startEngineProxy, type EngineProxy } from '../helpers/engine-proxy.js';
import type { RawEndpoint } from '../helpers/raw-endpoint.js';

// A repository of RDF4J takes changes from everybody; these are two ways in which people have one that is read-only.

const SURVEY = join(EXAMPLES, 'rainfall-survey');
const STATIONS = join(EXAMPLES, 'station-history');
const [A, B] = ['https://example.org/a/', 'https://example.org/b/'];
const NAMES = 'SELECT ?name WHERE { GRAPH ?g { ?g <http://schema.org/name> ?name } }';
const INSERT = `INSERT DATA { GRAPH <${A}> { <${A}> <http://schema.org/keywords> "more" } }`;

/** A store that can be read. */
interface Place {
  readonly store: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Declares the tests of a read-only store, which has what the engine has. */
function itIsReadOnly(endpoint: () => RawEndpoint, place: () => Place, refusal: RegExp): void {
  const run = (...args: string[]) => spawnCli(args, place());
  const done = async (...args: string[]) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    return ran.stdout;
  };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-read-only-'));
    const { url } = endpoint().engine;
    await done('load', SURVEY, '--base', A, '--quiet', '--store', url);
    await done('load', STATIONS, '--base', B, '--quiet', '--store', join(folder, 'local.store'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('all that reads works', async () => {
    const { store } = place();
    const listed = JSON.parse(await done('list', '--json', '--store', store)) as { graph: string }[];
    expect(listed.map(({ graph }) => graph)).toEqual([A]);
    expect(await done('query', NAMES, '--format', 'csv', '--store', store)).toMatch(/^name\r\n"?Tarn Valley/);
    const original = await readFile(join(SURVEY, 'ro-crate-metadata.json'), 'utf8');
    expect(await done('export', A, '--store', store)).toBe(original);
    expect(await done('verify', '--store', store)).toContain('1 graphs');
  });

  test.each([
    ['load', (store: string) => ['load', STATIONS, '--base', B, '--store', store]],
    ['load --mode replace', (store: string) => ['load', SURVEY, '--base', A, '--mode', 'replace', '--store', store]],
    ['update', (store: string) => ['update', INSERT, '--store', store]],
    ['remove', (store: string) => ['remove', A, '--store', store]],
    ['push', (store: string) => ['push', '--store', join(folder, 'local.store'), '--to', store]],
    ['push --plain', (store: string) => ['push', '--store', join(folder, 'local.store'), '--to', store, '--plain']],
  ])('%s says that it is read-only, and changes nothing', async (_, args) => {
    const before = await endpoint().rows('SELECT * { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o');
    const ran = await run(...args(place().store));
    expect(ran).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(refusal) });
    expect(await endpoint().rows('SELECT * { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o')).toEqual(before);
  });
}

describeEngine(
  'RDF4J',
  (endpoint) => {
    describeWhere(isInstalled('nginx', '-v'), 'behind an nginx that refuses changes with 403', 'no nginx', () => {
      let proxy: EngineProxy;
      beforeAll(async () => {
        await endpoint().clear();
        const { origin } = new URL(endpoint().engine.url);
        // Queries come by POST, too.
        const more = `limit_except GET POST { deny all; }
          location ~ /(?:statements|rdf-graphs) { limit_except GET { deny all; } proxy_pass ${origin}; }`;
        const settings = { path: '/rdf4j-server/', of: '/rdf4j-server/', asksLogin: false, more };
        proxy = await startEngineProxy(endpoint().engine.url, settings);
      });
      afterAll(() => proxy.stop());
      itIsReadOnly(
        endpoint,
        () => ({ store: `${proxy.url}/repositories/ds`, env: proxy.env }),
        /^ERR_ENDPOINT: .*\/ds\/(?:statements|rdf-graphs\/service): it answered 403\b.*\n +hint: .*takes no changes from this user, as one that is read-only: .*\n$/,
      );
    });

    describe('as a federation (FedX), which is read-only', () => {
      const federation = () => endpoint().engine.url.replace(/ds$/, 'federation');
      beforeAll(async () => {
        await endpoint().clear();
        const body = `PREFIX rep: <http://www.openrdf.org/config/repository#> PREFIX fedx: <http://rdf4j.org/config/federation#>
          [] a rep:Repository ; rep:repositoryID "federation" ; rep:repositoryImpl [ rep:repositoryType "fedx:FedXRepository" ;
            fedx:member [ fedx:store "ResolvableRepository" ; fedx:repositoryName "ds" ] ] .`;
        const made = await fetch(federation(), { method: 'PUT', headers: { 'content-type': 'text/turtle' }, body });
        expect(made.status).toBe(204);
      });
      itIsReadOnly(
        endpoint,
        () => ({ store: federation() }),
        /^ERR_ENDPOINT: .*\/federation\/(?:statements|rdf-graphs\/service): it is read-only: a federation of RDF4J\n +hint: write to one of the repositories .*\n$/,
      );
    });
  },
  false,
);
