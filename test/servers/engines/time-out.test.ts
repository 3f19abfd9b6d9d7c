import { describeWhere } from '../../helpers/describe-where.js';
import { fuseki } from '../helpers/fuseki.js';
import { oxigraph } from '../helpers/oxigraph-server.js';
import { RawEndpoint } from '../helpers/raw-endpoint.js';
import type { TestedEngine } from '../helpers/engine.js';

const G = 'urn:test:graph';
const LINES = Array.from({ length: 3000 }, (_, i) => `<urn:s:${i}> <urn:p> "v${i}" .\n`).join('');
/** 9 million rows, the first at once. */
const ROWS = `SELECT * WHERE { GRAPH <${G}> { ?a ?b ?c . ?d ?e ?f } }`;
/** No row before the end. */
const COUNT = `SELECT (COUNT(*) AS ?n) WHERE { GRAPH <${G}> { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } }`;

/** Declares a suite for an engine that stops queries after about a second. */
function describeStopping(name: string, engine: TestedEngine, body: (endpoint: () => RawEndpoint) => void): void {
  describeWhere(engine.missing === undefined, name, engine.missing ?? '', () => {
    let endpoint: RawEndpoint;
    let stop = async () => {};
    beforeAll(async () => {
      const running = await engine.start();
      stop = running.stop;
      endpoint = await RawEndpoint.to(running);
      await endpoint.graph('PUT', G, LINES);
    }, 400_000);
    afterAll(() => stop());
    body(() => endpoint);
  });
}

describeStopping('Fuseki with a time-out', fuseki('memory', '--timeout=1500'), (endpoint) => {
  test.each(['text/csv', 'text/tab-separated-values', 'application/sparql-results+json'])(
    '%s: 200, some rows, and a note in their place',
    async (type) => {
      const { status, text } = await endpoint().query(ROWS, type);
      expect(status).toBe(200);
      expect(text).toMatch(/## {2}Query cancelled due to timeout during execution {3}##\n.*Incomplete results.*\n$/);
    },
  );
  test('503 before the first row', async () => {
    expect(await endpoint().query(COUNT)).toMatchObject({ status: 503, text: 'Query timed out\n' });
  });
});

describeStopping('Oxigraph with a time-out', oxigraph('--timeout-s', '1'), (endpoint) => {
  test('200, and a message where the rows should be', async () => {
    const { status, text } = await endpoint().query(COUNT);
    expect(status).toBe(200);
    expect(text).toMatch(/"bindings":\[The SPARQL operation has been cancelled$/);
  });
});
