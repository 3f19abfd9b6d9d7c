import { gzipSync } from 'node:zlib';
import { describeEngine, describeEngines } from '../helpers/describe-engines.js';
import type { EngineName } from '../helpers/engines.js';
import type { RawAnswer, RawEndpoint } from '../helpers/raw-endpoint.js';
import type { KnownEngine } from '../../../src/store/endpoint/protocol/engine-facts.js';
import { ENGINES } from '../../../src/store/endpoint/protocol/engines.js';

// What the store on an endpoint relies on, and what it guards against: seen on the real engines, without the store.

const G1 = 'urn:test:graph:1';
const G2 = 'urn:test:graph:2';
const QUADS: EngineName[] = ['Fuseki', 'Fuseki in memory', 'Oxigraph', 'RDF4J', 'RDF4J in memory'];
const ALL: EngineName[] = [...QUADS, 'Virtuoso', 'Virtuoso as Debian installs it'];
const NTRIPLES = 'application/n-triples';

const lines = (count: number, text = 'v') =>
  Array.from({ length: count }, (_, i) => `<urn:s:${i}> <urn:p> "${text}${i}" .\n`).join('');
const inGraph = (text: string, graph: string) => text.replaceAll(' .\n', ` <${graph}> .\n`);

describeEngines(ALL, (endpoint, name) => {
  beforeEach(() => endpoint().clear());
  describeProofs(endpoint, name);
  describeGraphRequests(endpoint);
  describeUpdates(endpoint, name);
  describeCuts(endpoint, name);
  describeUnion(endpoint, name);
  test('large literals', async () => {
    const large = `<urn:s> <urn:p> "${'x'.repeat(99_000)}" .\n`;
    const isVirtuoso = name.startsWith('Virtuoso');
    const put = await endpoint().graph('PUT', G1, large);
    expect(put.status < 300).toBe(!isVirtuoso);
    expect(await endpoint().count(G1)).toBe(isVirtuoso ? 0 : 1);
    expect((await endpoint().update(`INSERT DATA { GRAPH <${G2}> { ${large} } }`)).status).toBeLessThan(300);
    expect(await endpoint().number(`SELECT (STRLEN(?o) AS ?n) WHERE { GRAPH <${G2}> { ?s ?p ?o } }`)).toBe(99_000);
  });
  test('many literals of 20,000 bytes in one body, and of 24,000', async () => {
    const isVirtuoso = name.startsWith('Virtuoso');
    expect((await endpoint().graph('PUT', G1, lines(50, 'ж'.repeat(9_900)))).status).toBeLessThan(300);
    expect(await endpoint().count(G1)).toBe(50);
    expect((await endpoint().graph('PUT', G2, lines(50, 'x'.repeat(24_000)))).status < 300).toBe(!isVirtuoso);
  });
  test('a body of 8 MB is taken whole', async () => {
    expect((await endpoint().graph('PUT', G1, lines(400, 'x'.repeat(20_000)))).status).toBeLessThan(300);
    expect(await endpoint().count(G1)).toBe(400);
  });
});

function describeProofs(endpoint: () => RawEndpoint, name: EngineName): void {
  test('it answers its own proof and no other one, and changes nothing', async () => {
    await endpoint().graph('PUT', G1, lines(3));
    const graphs = await endpoint().graphs();
    const answers: RawAnswer[] = [];
    for (const { proof } of ENGINES) {
      const { query = '', ...parameters } = Object.fromEntries(proof.parameters) as Record<string, string>;
      answers.push(await endpoint().query(query, undefined, parameters));
    }
    const isProven = ({ status, text }: RawAnswer, { proof }: KnownEngine) =>
      status === proof.status && proof.answer.test(text);
    const proven = ENGINES.filter((engine, at) => isProven(answers[at]!, engine)).map(({ id }) => id);
    expect(proven).toEqual([name.toLowerCase().split(' ')[0]]);
    expect([await endpoint().graphs(), await endpoint().count(G1)]).toEqual([graphs, 3]);
  });
}

function describeGraphRequests(endpoint: () => RawEndpoint): void {
  test('PUT replaces a graph, POST adds to it and doubles its blank nodes, DELETE removes it', async () => {
    const body = '<urn:s> <urn:p> "a" .\n_:b <urn:p> <urn:o> .\n';
    for (const [method, size] of [
      ['PUT', 2],
      ['PUT', 2],
      ['POST', 3],
    ] as const) {
      // prettier-ignore
      expect((await endpoint().graph(method, G1, body)).status).toBeLessThan(300);
      expect(await endpoint().count(G1)).toBe(size);
    }
    await endpoint().graph('DELETE', G1);
    expect(await endpoint().count(G1)).toBe(0);
  });
}

function describeUpdates(endpoint: () => RawEndpoint, name: EngineName): void {
  const isVirtuoso = name.startsWith('Virtuoso');
  test(`an update of several operations is ${isVirtuoso ? 'not ' : ''}one transaction`, async () => {
    // Nothing listens on port 9 of loopback.
    const text = `INSERT DATA { GRAPH <${G1}> { <urn:s> <urn:p> 1 } } ; LOAD <http://127.0.0.1:9/x> INTO GRAPH <${G2}>`;
    expect((await endpoint().update(text)).status).toBeGreaterThanOrEqual(400);
    expect(await endpoint().count(G1)).toBe(isVirtuoso ? 1 : 0);
  });
  test(`INSERT DATA ${isVirtuoso ? 'refuses' : 'takes'} blank nodes`, async () => {
    const { status } = await endpoint().update(`INSERT DATA { GRAPH <${G1}> { _:b <urn:p> 1 } }`);
    expect(status < 300).toBe(!isVirtuoso);
    expect(await endpoint().count(G1)).toBe(isVirtuoso ? 0 : 1);
  });
  test(`gzip is ${isVirtuoso ? 'refused' : 'taken'}`, async () => {
    const body = new Uint8Array(gzipSync('<urn:s> <urn:p> "a" .\n'));
    const { status } = await endpoint().graph('PUT', G1, body, { 'content-encoding': 'gzip' });
    expect(status < 300).toBe(!isVirtuoso);
    expect(await endpoint().count(G1)).toBe(isVirtuoso ? 0 : 1);
  });
}

function describeCuts(endpoint: () => RawEndpoint, name: EngineName): void {
  const isFuseki = name.startsWith('Fuseki');
  const kept = isFuseki ? 'its beginning' : 'nothing';
  // Virtuoso cannot be asked by a chunked body at all.
  const encodings = name.startsWith('Virtuoso') ? (['length'] as const) : (['length', 'chunked'] as const);
  test.each(encodings)(`of a body (%s) that is cut at the end of a line it stores ${kept}`, async (encoding) => {
    await endpoint().graph('PUT', G1, '<urn:old> <urn:p> "old" .\n');
    const cut = { type: NTRIPLES, part: lines(500), encoding };
    const status = await endpoint().cut('PUT', endpoint().graphUrl(G1), cut);
    expect(await endpoint().count(G1)).toBe(isFuseki ? 500 : 1);
    if (isFuseki) expect(status).toContain(' 200 ');
    else expect(status).not.toContain(' 20');
  });
  test('an update that is cut inside an operation does nothing', async () => {
    const part = `INSERT DATA { GRAPH <${G1}> {\n${lines(500)}`;
    await endpoint().cut('POST', endpoint().engine.addresses.update, {
      type: 'application/sparql-update',
      part,
      encoding: 'length',
    });
    expect(await endpoint().count(G1)).toBe(0);
  });
  test(`of an update that is cut between two operations it does ${isFuseki ? 'the first' : 'nothing'}`, async () => {
    const part = `INSERT DATA { GRAPH <${G1}> {\n${lines(500)}} } ;\n`;
    await endpoint().cut('POST', endpoint().engine.addresses.update, {
      type: 'application/sparql-update',
      part,
      encoding: 'length',
    });
    expect(await endpoint().count(G1)).toBe(isFuseki ? 500 : 0);
  });
}

function describeUnion(endpoint: () => RawEndpoint, name: EngineName): void {
  const isFuseki = name.startsWith('Fuseki');
  const isVirtuoso = name.startsWith('Virtuoso');
  const both = { 'default-graph-uri': [G1, G2] };
  const union = name === 'Oxigraph' ? { 'union-default-graph': 'true' } : {};
  const inUnion = (pattern: string) => (isFuseki ? `GRAPH <urn:x-arq:UnionGraph> { ${pattern} }` : pattern);
  const count = (pattern: string) => `SELECT (COUNT(*) AS ?n) WHERE { ${pattern} }`;

  test('the union of all graphs is the default graph, and GRAPH ?g works in it', async () => {
    await endpoint().graph('PUT', G1, '<urn:s> <urn:p> "one" .\n');
    await endpoint().graph('PUT', G2, '<urn:s> <urn:p> "two" .\n');
    expect(await endpoint().number(count(inUnion('<urn:s> <urn:p> ?o')), union)).toBe(2);
    const nested = `SELECT ?g ?o WHERE { ${inUnion('<urn:s> <urn:p> ?o . GRAPH ?g { <urn:s> <urn:p> ?o }')} } ORDER BY ?o`;
    expect(await endpoint().rows(nested, union)).toEqual([
      { g: `<${G1}>`, o: '"one"' },
      { g: `<${G2}>`, o: '"two"' },
    ]);
    expect(await endpoint().number(count('<urn:s> <urn:p> ?o'), both)).toBe(2);
    const plain = await endpoint().number(count('<urn:s> <urn:p> ?o'));
    expect(plain).toBe(isFuseki || name === 'Oxigraph' ? 0 : 2);
  });
  test('triples outside of all graphs are noticed, where the union has them', async () => {
    const { looseTriples } = ENGINES.find(({ id }) => id === name.toLowerCase().split(' ')[0])!.facts;
    await endpoint().graph('PUT', G1, '<urn:s> <urn:p> "one" .\n');
    const loose = async () => (looseTriples === undefined ? [] : endpoint().rows(looseTriples));
    expect(await loose()).toEqual([]);
    if (isVirtuoso) return; // it has no triple outside of a graph
    expect((await endpoint().update('INSERT DATA { <urn:s> <urn:p> "loose" }')).status).toBeLessThan(300);
    const inUnionToo = await endpoint().number(count(inUnion('<urn:s> <urn:p> ?o')), union);
    expect([(await loose()).length, inUnionToo]).toEqual(isFuseki ? [0, 1] : [1, 2]);
  });
  test(`a triple of two graphs is ${isFuseki ? 'once' : 'twice'} in their union`, async () => {
    for (const graph of [G1, G2]) await endpoint().graph('PUT', graph, '<urn:s> <urn:p> "same" .\n');
    const times = isFuseki ? 1 : 2;
    expect(await endpoint().number(count(inUnion('<urn:s> <urn:p> ?o')), union)).toBe(times);
    expect(await endpoint().number(count('<urn:s> <urn:p> ?o'), both)).toBe(times);
  });
  const isEarly = isFuseki || name.startsWith('RDF4J');
  test(`FILTER is ${isEarly ? '' : 'not '}asked before GRAPH has given UNDEF a value`, async () => {
    for (const graph of [G1, G2]) await endpoint().graph('PUT', graph, '<urn:s> <urn:p> "same" .\n');
    const unbound = `VALUES ?g { UNDEF } GRAPH ?g { <urn:s> <urn:p> ?o }`;
    expect(await endpoint().number(count(`${unbound} FILTER(?g != <${G2}>)`))).toBe(isEarly ? 0 : 1);
  });
  test(`MINUS of VALUES ${isVirtuoso ? 'leaves nothing out' : 'leaves out'}`, async () => {
    for (const graph of [G1, G2]) await endpoint().graph('PUT', graph, '<urn:s> <urn:p> "same" .\n');
    const unbound = `VALUES ?g { UNDEF } GRAPH ?g { <urn:s> <urn:p> ?o }`;
    expect(await endpoint().number(count(`${unbound} MINUS { VALUES ?g { <${G2}> } }`))).toBe(isVirtuoso ? 2 : 1);
  });
  test('a query names a hundred default graphs', async () => {
    for (const graph of [G1, G2]) await endpoint().graph('PUT', graph, `<urn:s> <urn:p> <${graph}> .\n`);
    const absent = Array.from({ length: 98 }, (_, i) => `urn:test:absent:${i}`);
    expect(await endpoint().number(count('<urn:s> <urn:p> ?o'), { 'default-graph-uri': [G1, G2, ...absent] })).toBe(2);
  });
}

describeEngines(QUADS, (endpoint, name) => {
  beforeEach(() => endpoint().clear());
  test('the same N-Quads twice double blank nodes', async () => {
    const body = `_:b <urn:p> <urn:o> <${G1}> .\n_:b <urn:p> <urn:o> <${G2}> .\n<urn:s> <urn:p> "a" <${G1}> .\n`;
    const { status, text } = await endpoint().quads(body);
    expect(status).toBeLessThan(300);
    if (name.startsWith('Fuseki')) expect(JSON.parse(text)).toMatchObject({ count: 3, quadCount: 3 });
    expect([await endpoint().count(G1), await endpoint().count(G2)]).toEqual([2, 1]);
    await endpoint().quads(body);
    expect([await endpoint().count(G1), await endpoint().count(G2)]).toEqual([3, 2]);
  });
  test('16 MB of N-Quads are taken whole', async () => {
    expect((await endpoint().quads(inGraph(lines(800, 'x'.repeat(20_000)), G1))).status).toBeLessThan(300);
    expect(await endpoint().count(G1)).toBe(800);
  });
});

describeEngines(['Fuseki', 'Oxigraph', 'RDF4J', 'Virtuoso'], (endpoint, name) => {
  test(`two nodes count ${name === 'Oxigraph' ? 'once' : 'for each alternative that leads from one to the other'}`, async () => {
    await endpoint().graph(
      'PUT',
      G1,
      '<urn:a> <urn:p> <urn:b> .\n<urn:a> <urn:q> <urn:b> .\n<urn:b> <urn:p> <urn:c> .\n',
    );
    const found = (path: string) => endpoint().rows(`SELECT ?x { GRAPH <${G1}> { <urn:a> ${path} ?x } }`);
    const count = name === 'Oxigraph' ? 1 : 2;
    expect(await found('<urn:p>|<urn:q>')).toHaveLength(count);
    expect(await found('(<urn:p>|<urn:q>)/<urn:p>')).toHaveLength(count);
    if (name !== 'Virtuoso') expect(await found('(<urn:p>|<urn:q>)+')).toHaveLength(2);
  });
});

describeEngine('Virtuoso', (endpoint) => {
  beforeEach(() => endpoint().clear());
  test('N-Quads are answered with 200 and not stored', async () => {
    const { graphs, update } = endpoint().engine.addresses;
    for (const data of [graphs, update]) {
      const quads = await endpointWithData(endpoint(), data).quads(`<urn:s> <urn:p> "a" <${G1}> .\n`);
      expect([quads.status, quads.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    }
    expect(await endpoint().count(G1)).toBe(0);
  });
  test('an update has at most about 4,990 triples', async () => {
    expect((await endpoint().update(`INSERT DATA { GRAPH <${G1}> {\n${lines(4000)}} }`)).status).toBe(200);
    expect(await endpoint().count(G1)).toBe(4000);
    const refused = await endpoint().update(`INSERT DATA { GRAPH <${G2}> {\n${lines(5000)}} }`);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('memory exhausted')]);
    expect(await endpoint().count(G2)).toBe(0);
  });
  test('an update has less than 10,000,000 bytes', async () => {
    const refused = await endpoint().update(`INSERT DATA { GRAPH <${G1}> {\n${lines(500, 'x'.repeat(21_000))}} }`);
    expect([refused.status, refused.text]).toEqual([500, expect.stringContaining('too large')]);
  });
  test('ASK is answered with rows', async () => {
    const { text } = await endpoint().query('ASK { ?s ?p ?o }');
    expect(JSON.parse(text)).toMatchObject({ head: { vars: ['__ASK_RETVAL'] } });
  });
  test('a path finds a node once for each way, and does not lead from a literal to itself', async () => {
    const parts = [['r', 'a'], ['r', 'b'], ['a', 'c'], ['b', 'c']].map(([one, other]) => `<urn:${one}> <urn:p> <urn:${other}> .\n`); // prettier-ignore
    await endpoint().graph('PUT', G1, `${parts.join('')}<urn:r> <urn:name> "text" .\n`);
    const found = (path: string) => endpoint().rows(`SELECT ?x FROM <${G1}> { <urn:r> ${path} ?x }`);
    expect((await found('<urn:p>+')).filter(({ x }) => x === '<urn:c>')).toHaveLength(2);
    expect(await found('<urn:name>/<urn:p>?')).toEqual([]);
  });
  test('booleans are numbers, texts are compared and calculated with, and whole numbers divided without a remainder', async () => {
    await endpoint().graph(
      'PUT',
      G1,
      `<urn:a> <urn:p> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .\n<urn:b> <urn:p> "12" .\n`,
    );
    const found = (filter: string) => endpoint().rows(`SELECT ?s FROM <${G1}> { ?s <urn:p> ?v ${filter} }`);
    expect(await found('FILTER isNumeric(?v)')).toEqual([{ s: '<urn:a>' }]);
    expect(await found('FILTER(?v > 7)')).toEqual([{ s: '<urn:b>' }]);
    expect(await found('FILTER(1 / 4 = 0)')).toHaveLength(2);
  });
  test('it has graphs of its own, which are in the union', async () => {
    expect(await endpoint().graphs()).toContain('http://www.openlinksw.com/schemas/virtrdf#');
  });
});

describeEngine('Virtuoso as Debian installs it', (endpoint) => {
  beforeAll(async () => {
    await endpoint().clear();
    await endpoint().graph('PUT', G1, lines(12_000));
  });
  test('SELECT is cut at 10,000 rows, with a header that says so', async () => {
    const { headers, text } = await endpoint().query(`SELECT ?s WHERE { GRAPH <${G1}> { ?s ?p ?o } }`);
    expect(headers.get('x-sparql-maxrows')).toBe('10000');
    expect(JSON.parse(text).results.bindings).toHaveLength(10_000);
    expect((await endpoint().query(`SELECT ?s WHERE { GRAPH <${G1}> { ?s ?p ?o } } LIMIT 9999`)).headers.has('x-sparql-maxrows')).toBe(false); // prettier-ignore
  });
  test('CONSTRUCT and GET are cut, and nothing says so', async () => {
    const built = await endpoint().query(`CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${G1}> { ?s ?p ?o } }`, NTRIPLES);
    for (const { status, headers, text } of [built, await endpoint().graph('GET', G1)]) {
      expect([status, headers.get('x-sparql-maxrows')]).toEqual([200, null]);
      expect(text.trim().split('\n')).toHaveLength(10_001);
    }
  });
  test('COUNT is not cut; ORDER BY with OFFSET works only in a sub-select', async () => {
    expect(await endpoint().count(G1)).toBe(12_000);
    const ordered = `SELECT ?s WHERE { GRAPH <${G1}> { ?s ?p ?o } } ORDER BY ?s`;
    expect((await endpoint().query(`${ordered} OFFSET 9000 LIMIT 5000`)).status).toBe(500);
    expect(await endpoint().rows(`SELECT * WHERE { { ${ordered} } } OFFSET 9000 LIMIT 5000`)).toHaveLength(3000);
  });
});

function endpointWithData(endpoint: RawEndpoint, data: string): RawEndpoint {
  return endpoint.with({ ...endpoint.engine, addresses: { ...endpoint.engine.addresses, data } });
}
