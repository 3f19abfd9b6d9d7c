import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from '../../../cli/helpers/crates.js';
import { freshFolder } from '../../../cli/helpers/run.js';
import { BUNDLED } from '../../../helpers/read.js';
import { startEndpoint } from '../../../helpers/sparql-endpoint.js';
import { loadCrates } from '../../../../src/tasks/load/load-crates.js';
import { openEndpoint, storeOn } from '../../../../src/store/endpoint/endpoint-store.js';
import { EndpointSource } from '../../../../src/tasks/query/federation/endpoint-source.js';
import { FederatedReader, type MostTaken } from '../../../../src/tasks/query/federation/federated-reader.js';
import { ENGINES } from '../../../../src/store/endpoint/protocol/engines.js';
import { queryCrates } from '../../../../src/tasks/query/query-crates.js';
import type { ResultTable } from '../../../../src/tasks/query/query-store.js';
import { openStore } from '../../../../src/store/open-store.js';

const NAME = 'http://schema.org/name';
const KNOWS = 'http://schema.org/knows';
const ADA = 'https://example.org/people/ada';

/** What an endpoint says of Ada: her name in one graph, a friend without a name in another, and some books of ours. */
const ENDPOINT_QUADS = `
<${ADA}> <${NAME}> "Ada at the endpoint" <https://example.org/e1/> .
<${ADA}> <${KNOWS}> _:friend <https://example.org/e2/> .
_:friend <${NAME}> "Bea" <https://example.org/e2/> .
<https://example.org/e2/> <${KNOWS}> <urn:crategraph:blank:kept> <https://example.org/e2/> .
<urn:crategraph:store/x> <urn:crategraph:store#state> "1" <urn:crategraph:store> .
`;

let folder: string;
let store: string;
let one: string;
beforeAll(async () => {
  folder = await freshFolder('federation');
  const person = (name: string) => ({ '@id': ADA, '@type': 'Person', name });
  one = await writeCrate(join(folder, 'one'), crate({ name: 'One', entities: [person('Ada in a crate')] }));
  const two = await writeCrate(join(folder, 'two'), crate({ name: 'Two', entities: [person('Ada in a store')] }));
  store = join(folder, 'renamed.bin');
  const opened = await openStore(store, { mode: 'write', create: true });
  await loadCrates(opened, two, { contexts: BUNDLED });
  await opened.close();
});

async function rows(sources: readonly string[], sparql: string, more = {}): Promise<string[]> {
  const table = (await queryCrates(sources, sparql, { contexts: BUNDLED, ...more })) as ResultTable;
  return table.rows.map((row) => row.join(' ')).sort();
}

describe.each([
  ['whose default graph is empty', { union: false }],
  ['whose default graph is the union', { union: true }],
])('a crate, a store and an endpoint %s', (_, layout) => {
  const start = () => startEndpoint({ nquads: ENDPOINT_QUADS, ...layout });

  it('are one dataset, for the default graph and for GRAPH', async () => {
    const { address } = await start();
    const names = ['Ada at the endpoint', 'Ada in a crate', 'Ada in a store'];
    const sources = [one, store, address];
    expect(await rows(sources, `SELECT ?n { <${ADA}> <${NAME}> ?n }`)).toEqual(names);
    expect(await rows(sources, `SELECT ?n { GRAPH ?g { ?p <${NAME}> ?n } FILTER(?p = <${ADA}>) }`)).toEqual(names);
    expect(await rows(sources, `SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g {} }`)).toEqual(['4']);
    const some = 'VALUES ?g { <https://example.org/e1/> <urn:crategraph:store> <urn:none> }';
    expect(await rows(sources, `SELECT ?g ?p { GRAPH ?g { ?s ?p ?o } ${some} }`)).toEqual([`https://example.org/e1/ ${NAME}`]); // prettier-ignore
    expect(await rows([`sparql@${address}`], 'SELECT ?g { GRAPH ?g {} }')).toEqual([
      'https://example.org/e1/',
      'https://example.org/e2/',
    ]);
  });

  it('are searched where all of them have a full text', async () => {
    const { address } = await start();
    const search = `SELECT ?n ?t { (?p [] ?t) cg:search ?words . ?p <${NAME}> ?n FILTER(?p = <${ADA}>) }`;
    const inAll = 'SELECT ?n { GRAPH ?g { ?p cg:search "ada -store" ; <http://schema.org/name> ?n } }';
    const parameters = { words: 'ada store' };
    expect(await rows([one, store], search, { parameters })).toEqual(['Ada in a crate Ada in a store', 'Ada in a store Ada in a store']); // prettier-ignore
    expect(await rows([one, store], inAll)).toEqual(['Ada in a crate']);
    const refused = { code: 'ERR_UNSUPPORTED', message: expect.stringContaining(address) as string };
    await expect(rows([one, store, address], inAll)).rejects.toMatchObject(refused);
    await expect(rows([one, store], 'SELECT ?p { ?p cg:search ?words }')).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('join, with blank nodes of the endpoint, which are none of another source', async () => {
    const { address } = await start();
    const joined = `SELECT ?mine ?friend { ?p a <http://schema.org/Person> ; <${NAME}> ?mine ; <${KNOWS}>/<${NAME}> ?friend }`;
    expect(await rows([one, address], joined)).toEqual(['Ada at the endpoint Bea', 'Ada in a crate Bea']);
    expect(await rows([address, `${address}/`], `SELECT ?f { <${ADA}> <${KNOWS}> ?f }`)).toHaveLength(2);
  });

  it('show blank nodes, and never the books of a store on an endpoint', async () => {
    const { address } = await start();
    expect(await rows([address], `SELECT ?o { <https://example.org/e2/> <${KNOWS}> ?o }`)).toEqual(['_:kept']);
    expect(await rows([address], 'SELECT ?s { ?s <urn:crategraph:store#state> ?o }')).toEqual([]);
    expect(await rows([address], 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual(['4']);
  });
});

describe('an endpoint', () => {
  it('with triples in its default graph alone gives these', async () => {
    const nquads = `<${ADA}> <${NAME}> "Ada" .\n`;
    const { address } = await startEndpoint({ nquads });
    expect(await rows([address], `SELECT ?n { ?s <${NAME}> ?n }`)).toEqual(['Ada']);
    expect(await rows([address], `SELECT ?n { GRAPH ?g { ?s <${NAME}> ?n } }`)).toEqual([]);
    const both = await startEndpoint({ nquads: nquads + ENDPOINT_QUADS });
    expect(await rows([both.address], `SELECT ?n { <${ADA}> <${NAME}> ?n }`)).toEqual(['Ada', 'Ada at the endpoint']);
  });

  it('gets parameters as terms, and one request for the quads', async () => {
    const { address, queries } = await startEndpoint({ nquads: ENDPOINT_QUADS });
    const sparql = `SELECT ?s { ?s schema:name ?name ; ?p ?o }`;
    const parameters = { name: 'Ada at the endpoint' };
    expect(await rows([`sparql@${address}`], sparql, { parameters })).toEqual([ADA, ADA]);
    expect(queries.filter((query) => query.startsWith('SELECT ?s'))).toHaveLength(1);
    expect(queries).toHaveLength(3 + ENGINES.length); // to find the endpoint, which engine it is, and what was cut
  });

  it('that cuts its answers is an error, never a part of the answer', async () => {
    const lines = Array.from({ length: 700 }, (_, at) => `<urn:s${at}> <${NAME}> "${at}" <https://example.org/g/> .\n`);
    const { address } = await startEndpoint({ nquads: lines.join(''), mostRows: 600 });
    await expect(rows([address], 'SELECT * { ?s ?p ?o }')).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining('600 of 700'),
    });
    expect(await rows([address], 'SELECT ?p ?o { <urn:s1> ?p ?o }')).toEqual([`${NAME} 1`]);
  });

  it.each(['many', '', '7e2', '-1'])('that counts "%s" is an error', async (value) => {
    const lines = Array.from({ length: 700 }, (_, at) => `<urn:s${at}> <${NAME}> "${at}" <https://example.org/g/> .\n`);
    const { address } = await startEndpoint({
      nquads: lines.join(''),
      instead: (query, response) => {
        if (!query.includes('(COUNT(*) AS ?n) {')) return false;
        const bindings = [{ n: { type: 'literal', value } }];
        response.setHeader('content-type', 'application/sparql-results+json');
        response.end(JSON.stringify({ head: { vars: ['n'] }, results: { bindings } }));
        return true;
      },
    });
    await expect(rows([address], 'SELECT * { ?s ?p ?o }')).rejects.toMatchObject({
      code: 'ERR_ENDPOINT',
      message: expect.stringContaining(`counts ${JSON.stringify(value)}`),
    });
  });

  it('that sends more than a query may hold is an error, by quads and by characters', async () => {
    const long = 'x'.repeat(5000);
    const lines = Array.from({ length: 30 }, (_, at) => `<urn:s${at}> <${NAME}> "${long}${at}" <urn:g> .\n`);
    const { address } = await startEndpoint({ nquads: lines.join('') });
    const endpoint = await openEndpoint(address);
    const query = async (most: MostTaken, sparql: string) => {
      const reader = new FederatedReader([new EndpointSource('E', endpoint, storeOn(endpoint))], most);
      let text = '';
      for await (const bytes of reader.query(sparql, 'text/csv')) text += Buffer.from(bytes).toString();
      return text;
    };
    try {
      const all = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
      const enough = { quads: 30, characters: 200_000 };
      expect(await query(enough, all)).toBe('n\r\n30\r\n');
      const hint = expect.stringContaining('name types, properties or graphs') as string;
      await expect(query({ ...enough, characters: 100_000 }, all)).rejects.toMatchObject({
        code: 'ERR_LIMIT',
        message: 'the query needs more than 100000 characters of quads of its sources (E)',
        hint,
      });
      await expect(query({ ...enough, quads: 29 }, all)).rejects.toMatchObject({ code: 'ERR_LIMIT', hint });
      expect(await query({ quads: 1, characters: 6000 }, 'SELECT ?p { <urn:s1> ?p ?o }')).toContain(NAME);
    } finally {
      await endpoint.close();
    }
  });

  it.each([
    ['a page', 200, 'text/html', '<html>Welcome</html>'],
    ['an error', 500, 'text/plain', 'out of memory'],
    ['half of an answer', 200, 'application/sparql-results+json', '{"head":{"vars":["s"]},"results":{"bind'],
    ['no results', 200, 'application/sparql-results+json', '{"head":{"vars":["s"]}}'],
  ])('that answers with %s is named by the error', async (_, status, type, body) => {
    const { address } = await startEndpoint({
      nquads: ENDPOINT_QUADS,
      instead: (query, response) => {
        if (query.includes('7919')) return false;
        response.writeHead(status, { 'content-type': type }).end(body);
        return true;
      },
    });
    const asking = rows([one, address], 'SELECT * { ?s ?p ?o }');
    await expect(asking).rejects.toMatchObject({ code: 'ERR_ENDPOINT', message: expect.stringContaining(address) });
  });

  it('stops when its time is over', async () => {
    const { address } = await startEndpoint({ nquads: '', instead: (query) => !query.includes('7919') });
    const { address: full } = await startEndpoint({
      nquads: ENDPOINT_QUADS,
      instead: (query) => !query.includes('7919'),
    });
    const asking = rows([address, full], 'SELECT * { ?s ?p ?o }', { signal: AbortSignal.timeout(500) });
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is not asked with --offline, nor with a password in its address', async () => {
    const { address, queries } = await startEndpoint({ nquads: '' });
    const packages = { http: { offline: true } };
    await expect(rows([`sparql@${address}`], 'ASK {}', { packages })).rejects.toMatchObject({
      code: 'ERR_ADDRESS_REFUSED',
      message: `${address}: an endpoint needs the network, and --offline forbids the network`,
      hint: expect.stringContaining('leave --offline out'),
    });
    const secret = `sparql@${address.replace('//', '//me:secret@')}`;
    const refused = await rows([secret], 'ASK {}').catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'ERR_USAGE', message: expect.not.stringContaining('secret') });
    expect(queries).toEqual([]);
  });
});

describe('a query of several sources', () => {
  it('names the source that is broken', async () => {
    const broken = join(folder, 'broken.store');
    const head = Buffer.alloc(5000);
    head.write('SQLite format 3\0');
    head.writeUInt32BE(0x43724772, 68);
    await writeFile(broken, head);
    await expect(rows([one, broken], 'ASK {}')).rejects.toMatchObject({ message: expect.stringContaining(broken) });
  });

  it('refuses SERVICE, newer syntax and --align', async () => {
    const service = 'SELECT * { ?s ?p ?o SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }';
    await expect(rows([store], service)).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
    await expect(rows([store], 'SELECT')).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    await expect(rows([store], 'ASK {}', { align: true })).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('answers ASK, CONSTRUCT and DESCRIBE in their formats', async () => {
    const ask = (sparql: string, format: string) =>
      queryCrates([one, store], sparql, { contexts: BUNDLED, format } as object);
    expect(await ask(`ASK { <${ADA}> ?p ?o }`, 'json')).toContain('"boolean":true');
    const lines = await ask(`CONSTRUCT { ?s <urn:p> ?o } { ?s <${NAME}> ?o FILTER(?s = <${ADA}>) }`, 'ntriples');
    expect(String(lines).split('\n').sort()).toEqual(['', ...['Ada in a crate', 'Ada in a store'].map((name) => `<${ADA}> <urn:p> "${name}" .`)]); // prettier-ignore
    expect(await ask(`DESCRIBE <${ADA}>`, 'turtle')).toContain('Ada in a store');
  });
});
