import type { ServerResponse } from 'node:http';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { startEndpoint } from '../../helpers/sparql-endpoint.js';
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';
import { contents, rows } from '../../contract/store-kind.js';

const GRAPH = 'http://example.org/crate/';
const LINE = `<urn:s> <urn:p> "a" <${GRAPH}> .\n`;
/** What gets out of a term if it is glued into a text. */
const OUT = '> } } ; DROP ALL ; INSERT DATA { GRAPH <urn:x> { <urn:x> <urn:x> <urn:x';
const JSON_TYPE = { 'content-type': 'application/sparql-results+json' };
const uri = (value: string) => ({ type: 'uri', value });
const text = (value: string) => ({ type: 'literal', value });
const bnode = (value: string) => ({ type: 'bnode', value });
const isCount = (query: string) => query.includes('COUNT(*)');

function answerRows(response: ServerResponse, ...bindings: Record<string, object>[]): true {
  const vars = [...new Set(bindings.flatMap((row) => Object.keys(row)))];
  response.writeHead(200, JSON_TYPE).end(JSON.stringify({ head: { vars }, results: { bindings } }));
  return true;
}

/** A store on an endpoint that answers some queries with lies. */
async function lying(lie: (query: string, response: ServerResponse) => boolean) {
  const endpoint = await startEndpoint({ nquads: LINE, instead: lie });
  return { ...endpoint, store: await openStore(endpoint.address, { mode: 'write' }) };
}

async function withStore<T>(store: GraphStore, work: (store: GraphStore) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Each request must be text of ours, whatever the endpoint has said. */
function expectNoLie(queries: readonly string[]): void {
  expect(queries.filter((query) => /DROP ALL/.test(query))).toEqual([]);
}

describe('a name of a graph that is no IRI is refused where the answer is read', () => {
  test.each([
    ['an IRI with an end of its own', uri(`urn:g${OUT}`)],
    ['a relative IRI', uri('g')],
    ['a text', text(GRAPH)],
    ['a text with SPARQL in it', text(`urn:g${OUT}`)],
    ['a blank node', bnode('b')],
    ['a label with SPARQL in it', bnode('b> . DROP ALL "')],
    ['a triple', { type: 'triple', value: { subject: uri('urn:s'), predicate: uri('urn:p'), object: text('o') } }],
  ])('%s', async (_, g) => {
    const { store, queries } = await lying(
      (query, response) => isCount(query) && answerRows(response, { g, n: text('1') }),
    );
    await withStore(store, async () => {
      await expect(store.graphs()).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
      await expect(contents(store)).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
      const to = await openStore('memory:');
      await expect(pushCrates(store, to)).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
      expect(await to.graphs()).toEqual(new Map());
      await to.close();
    });
    expectNoLie(queries);
  });
});

test.each(['', '-1', '1.5', 'many', '9'.repeat(30)])('"%s" is no number of quads', async (n) => {
  const { store } = await lying((query, response) => isCount(query) && answerRows(response, { g: uri(GRAPH), n: text(n) })); // prettier-ignore
  await withStore(store, () => expect(store.graphs()).rejects.toMatchObject({ code: 'ERR_ENDPOINT' }));
});

test.each(['b> . DROP ALL "', 'b\n} ; DROP ALL', '', ' ', 'nodeID://b10001', '\u202e', 'é/é'])(
  'a blank node with the label %j stays one, and its label gets into no text',
  async (label) => {
    const lines = (response: ServerResponse) =>
      answerRows(response, { s: bnode(label), p: uri('urn:p'), o: bnode(label) });
    const { store, queries, address } = await lying((query, response) => {
      if (query.includes('urn:crategraph:store')) return false;
      if (isCount(query)) return answerRows(response, { g: uri(GRAPH), n: text('1') });
      return query.includes('?s ?p ?o') && lines(response);
    });
    await withStore(store, async () => {
      const [line] = await contents(store);
      expect(line).toMatch(/^_:(\S+) <urn:p> _:\1 <http:\/\/example\.org\/crate\/> \.\n$/);
      const [row] = await rows(store, 'SELECT ?s ?o { ?s ?p ?o }');
      expect(row!['s']).toBe(row!['o']);
      const target = await startOxigraph();
      await withStore(await openStore(target.address, { mode: 'write', create: true }), async (to) => {
        const [{ status, quads } = { status: '', quads: 0 }] = await pushCrates(store, to);
        expect([status, quads]).toEqual(['pushed', 1]);
        expect([...(await to.graphs())]).toEqual([[GRAPH, 1]]);
      });
      expect(await queryCrates([address], 'SELECT ?o { ?s <urn:p> ?o }')).toMatchObject({
        rows: [[expect.any(String)]],
      });
    });
    expectNoLie(queries);
  },
);

test('a graph that is listed and is not there is an error of the push, not a crate without quads', async () => {
  const { store } = await lying((query, response) => {
    if (!isCount(query)) return false;
    return query.includes('VALUES') ? answerRows(response) : answerRows(response, { g: uri(GRAPH), n: text('7') });
  });
  const to = await openStore('memory:');
  await withStore(store, () => expect(pushCrates(store, to)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' }));
  await to.close();
});

describe('bookkeeping that no store of ours has written', () => {
  const asks = (term: string) => (query: string) => query.includes(`store#${term}`);
  test.each<[string, (query: string) => boolean, Record<string, object>]>([
    ['a mark with SPARQL in it', asks('state'), { g: uri(GRAPH), state: text(`" . ${OUT}`) }],
    ['a record of another graph', asks('part'), { r: uri('urn:crategraph:store:record:x'), part: text('000000.000000.end eJyrVkpUslIqLU4tVqoFACEjBGQ=') }], // prettier-ignore
    ['a record that is no JSON', asks('part'), { r: uri('urn:crategraph:store:record:x'), part: text('000000.000000.end AAAA') }], // prettier-ignore
    ['a record with a name that gets out', asks('part'), { r: uri(`urn:r${OUT}`), part: text('000000.000000.end AAAA') }], // prettier-ignore
    ['a file with a name that is a text', asks('keeps'), { x: uri('urn:crategraph:store:record:x'), o: text(OUT), r: uri('urn:r'), f: text(OUT), g: uri(GRAPH), s: text('x') }], // prettier-ignore
  ])('%s has no effect but an error', async (_, isLie, row) => {
    const { store, queries } = await lying((query, response) => isLie(query) && answerRows(response, row));
    await withStore(store, async () => {
      for (const work of [() => store.graphs(), () => store.records(), () => store.drop([GRAPH])])
        await work().catch((error: unknown) =>
          expect(error).toMatchObject({ code: expect.stringMatching(/^ERR_(?:ENDPOINT|STORE_INVALID)$/) }),
        );
    });
    expectNoLie(queries);
  });
});

describe('an answer without an end', () => {
  /** Sends as long as somebody reads. @returns the number of bytes that were taken */
  function endless(response: ServerResponse, chunk: string, type = JSON_TYPE['content-type']): { sent: number } {
    const taken = { sent: 0 };
    response.writeHead(200, { 'content-type': type });
    const more = () => {
      while (!response.destroyed && response.write(chunk)) taken.sent += chunk.length;
      taken.sent += chunk.length;
    };
    response.on('drain', more);
    more();
    return taken;
  }

  test('of another type is read at its beginning only', async () => {
    let taken = { sent: 0 };
    const { store } = await lying((query, response) => {
      if (query.includes('probe')) return false;
      taken = endless(response, '<p>'.repeat(20_000), 'text/html');
      return true;
    });
    await withStore(store, () => expect(store.graphs()).rejects.toMatchObject({ code: 'ERR_ENDPOINT' }));
    expect(taken.sent).toBeLessThan(32_000_000); // what waits in the sockets
  });

  test('is refused at once if it announces its length', async () => {
    const { store } = await lying((query, response) => {
      if (query.includes('probe')) return false;
      response.writeHead(200, { ...JSON_TYPE, 'content-length': 2 ** 31 }).write('{"head":');
      return true;
    });
    await withStore(store, () => expect(store.graphs()).rejects.toMatchObject({ code: 'ERR_LIMIT' }));
  });

  test('is read to the limit, and no further', async () => {
    let taken = { sent: 0 };
    const { store } = await lying((query, response) => {
      if (query.includes('probe') || query.includes('urn:crategraph:store')) return false;
      taken = endless(response, ' '.repeat(1_000_000));
      return true;
    });
    await withStore(store, () => expect(rows(store, 'SELECT ?s { ?s ?p ?o }')).rejects.toMatchObject({ code: 'ERR_LIMIT' })); // prettier-ignore
    expect(taken.sent).toBeLessThan(2 ** 27 + 32_000_000);
  });
});
