import { describeEngine, describeEngines } from '../helpers/describe-engines.js';
import type { EngineName } from '../helpers/engines.js';

// How engines give literals back, and how they stop in the middle of an answer.

const G = 'urn:test:graph';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Literals whose spelling is not the canonical one, and what each engine makes of them; what it does not name it keeps. */
const SENT = {
  a: '"01"^^xsd:integer',
  b: '"1.50"^^xsd:decimal',
  c: '"2020-01-01T00:00:00.000Z"^^xsd:dateTime',
  d: '"x"@EN-gb',
  e: '"1E0"^^xsd:double',
  f: '"1"^^xsd:boolean',
  g: '"P1Y12M"^^xsd:duration',
  h: '"2020-01-01T24:00:00Z"^^xsd:dateTime',
  i: '"0.1234567890123456789012345"^^xsd:decimal',
  j: '"abc"^^xsd:integer',
};
const CANONICAL = {
  a: '"1"^^xsd:integer',
  b: '"1.5"^^xsd:decimal',
  c: '"2020-01-01T00:00:00Z"^^xsd:dateTime',
  f: '"true"^^xsd:boolean',
};
const RESPELLED: Partial<Record<EngineName, Partial<typeof SENT>>> = {
  Fuseki: { ...CANONICAL, d: '"x"@en-GB', e: '"1.0e0"^^xsd:double' },
  'Fuseki in memory': { d: '"x"@en-GB' },
  Oxigraph: {
    ...CANONICAL,
    d: '"x"@en-gb',
    e: '"1"^^xsd:double',
    g: '"P2Y"^^xsd:duration',
    h: '"2020-01-02T00:00:00Z"^^xsd:dateTime',
  },
  RDF4J: {},
  'RDF4J in memory': {},
};

const turtle = (literal: string) => literal.replace(/xsd:(\w+)/, `<${XSD}$1>`);
const line = (subject: string, literal: string) => `<urn:${subject}> <urn:p> ${turtle(literal)} .\n`;

describeEngines(Object.keys(RESPELLED) as EngineName[], (endpoint, name) => {
  beforeEach(() => endpoint().clear());
  test('literals come back in a spelling of its own', async () => {
    const body = Object.entries(SENT).map(([subject, literal]) => line(subject, literal));
    expect((await endpoint().graph('PUT', G, body.join(''))).status).toBeLessThan(300);
    const rows = await endpoint().rows(`SELECT ?s ?o WHERE { GRAPH <${G}> { ?s ?p ?o } }`);
    const got = Object.fromEntries(rows.map(({ s, o }) => [s!.slice(5, -1), o]));
    expect(got).toEqual({ ...SENT, ...RESPELLED[name] });
  });
});

describeEngine('Virtuoso', (endpoint) => {
  beforeEach(() => endpoint().clear());
  test('literals change their value', async () => {
    await endpoint().graph('PUT', G, line('i', SENT.i) + line('j', SENT.j));
    const { text } = await endpoint().graph('GET', G);
    expect(text).toContain('"0.123456789012346"');
    expect(text).toContain(`"0"^^<${XSD}integer>`);
  });
  test('of true and 1 for the same property one is lost', async () => {
    await endpoint().graph('PUT', G, line('s', '"true"^^xsd:boolean') + line('s', '"1"^^xsd:integer'));
    expect(await endpoint().count(G)).toBe(1);
  });
  test('a PUT without Content-Length says that all is well and empties the graph', async () => {
    await endpoint().graph('PUT', G, '<urn:old> <urn:p> "old" .\n');
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('<urn:new> <urn:p> "new" .\n'));
        controller.close();
      },
    });
    expect((await endpoint().graph('PUT', G, body)).status).toBeLessThan(300);
    expect(await endpoint().count(G)).toBe(0);
  });
  test('a count that takes too long is answered with 200, a wrong number or none, and a header', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `<urn:s:${i}> <urn:p> "v${i}" .\n`).join('');
    await endpoint().graph('PUT', G, lines);
    const cubed = `SELECT (COUNT(*) AS ?n) WHERE { GRAPH <${G}> { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } }`;
    const { status, headers, text } = await endpoint().query(cubed, undefined, { timeout: '1000' });
    expect([status, headers.get('x-sql-state')]).toEqual([200, 'S1TAT']);
    expect(text).not.toContain('"27000000000"');
  });
  test('a query in a body of its own is never answered', async () => {
    const headers = { 'content-type': 'application/sparql-query' };
    const init = { method: 'POST', headers, body: 'SELECT (1 AS ?x) {}', signal: AbortSignal.timeout(5000) };
    await expect(fetch(endpoint().engine.addresses.query, init)).rejects.toThrow('timeout');
  });
});

describeEngine('RDF4J', (endpoint) => {
  test('rows end in the middle when the time is over, and nothing says so', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `<urn:s:${i}> <urn:p> "v${i}" .\n`).join('');
    await endpoint().graph('PUT', G, lines);
    const squared = `SELECT ?a ?f WHERE { GRAPH <${G}> { ?a ?b ?c . ?d ?e ?f } }`;
    const { status, text } = await endpoint().query(squared, 'text/csv', { timeout: '1' });
    expect(status).toBe(200);
    expect(text.split('\r\n').length).toBeLessThan(9_000_000);
  });
});
