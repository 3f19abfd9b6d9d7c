import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import type { GraphStore, QueryOptions, ResultMediaType } from '../../../src/store/port.js';
import type { QueryPlan } from '../../../src/store/query-plan.js';
import { timeLimitSignal } from '../../../src/base/threads/time-limit.js';

const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const GRAPHS = {
  'urn:a': [`<urn:1> ${TYPE} <urn:P>`, `<urn:2> ${TYPE} <urn:P>`, '<urn:1> <urn:about> <urn:2>'],
  'urn:b': [`<urn:1> ${TYPE} <urn:P>`, '<urn:1> <urn:size> "7"^^<http://www.w3.org/2001/XMLSchema#int>'],
  'urn:c': [`<urn:1> ${TYPE} <urn:P>`],
};

let folder: string;
let store: GraphStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-answer-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(sparql: string, options: QueryOptions = {}, mediaType: ResultMediaType = 'text/csv') {
  let plan: QueryPlan | undefined;
  const text = await queryText(store, sparql, mediaType, { ...options, onPlan: (one) => (plan = one) });
  return { text, by: plan?.by, lines: text.trim().split(/\r?\n/).slice(1).sort(), plan };
}

describe.each(['memory:', 'a file', 'an indexed file'])('queries of a store: %s', (kind) => {
  beforeEach(async () => {
    const place = kind === 'memory:' ? kind : join(folder, kind.replaceAll(' ', '-'));
    store = await openStore(place, { mode: 'write', create: true });
    await store.put(
      Object.entries(GRAPHS).map(([graph, triples]) => ({
        graph,
        mode: 'replace',
        nquads: triples.map((triple) => `${triple} <${graph}> .\n`),
      })),
    );
    if (kind === 'an indexed file') await store.index();
  });
  afterEach(() => store.close());

  it.each([
    ['index', 'SELECT ?s { ?s a <urn:P> }'],
    ['index', 'SELECT ?s FROM <urn:a> FROM <urn:b> FROM <urn:c> { ?s a <urn:P> }'],
    ['engine', 'SELECT ?s { ?s a <urn:P> FILTER(REGEX(MD5(STR(?s)), "^[0-9a-f]+$")) }'],
  ])('a triple of several graphs is once in the default graph, by the %s', async (by, sparql) => {
    expect(await ask(sparql)).toMatchObject({ by, lines: ['urn:1', 'urn:2'] });
  });

  it.each([
    ['VALUES ?g { UNDEF <urn:a> } { SELECT ?g (COUNT(?s) AS ?k) { GRAPH ?g { ?s a ?t } } GROUP BY ?g }', 'urn:a,2 urn:a,2 urn:b,1 urn:c,1'], // prettier-ignore
    ['VALUES ?g { <urn:a> <urn:a> } { SELECT ?g (COUNT(?s) AS ?k) { GRAPH ?g { ?s a ?t } } GROUP BY ?g }', 'urn:a,2 urn:a,2'], // prettier-ignore
  ])('rows before a subquery are not counted in it: %s', async (pattern, rows) => {
    const { by, lines } = await ask(`SELECT ?g ?k { ${pattern} }`);
    expect({ by, rows: lines.join(' ') }).toEqual({ by: 'index', rows });
  });

  it('a graph of one query is in its default graph only where it is named for it', async () => {
    const nquads = ['<urn:1>', '<urn:9>', '<urn:9>'].map((s) => Buffer.from(`${s} ${TYPE} <urn:P> <urn:x> .\n`));
    const extra = { 'urn:x': nquads };
    const inAll = 'SELECT ?s { ?s a <urn:P> }';
    const inNamed = 'SELECT ?s ?g { GRAPH ?g { ?s a <urn:P> } FILTER(?g = <urn:x>) }';
    for (const onlyB of [undefined, ['urn:b']]) {
      const graphs = onlyB;
      expect((await ask(inAll, { extra, graphs })).lines).toEqual(onlyB ? ['urn:1'] : ['urn:1', 'urn:2']);
      expect((await ask(inNamed, { extra, graphs })).lines).toEqual(['urn:1,urn:x', 'urn:9,urn:x']);
    }
    expect((await ask('SELECT ?s FROM <urn:x> { ?s a <urn:P> }', { extra })).lines).toEqual(['urn:1', 'urn:9']);
    expect((await ask(inAll, { extra, graphs: ['urn:x'], named: [] })).lines).toEqual(['urn:1', 'urn:9']);
    expect((await ask(inAll)).lines).toEqual(['urn:1', 'urn:2']); // it has left nothing
  });

  it('changes are seen at once, also those that take graphs away', async () => {
    expect((await ask('SELECT ?s { ?s a <urn:P> }')).lines).toHaveLength(2);
    await store.put([{ graph: 'urn:b', mode: 'replace', nquads: [`<urn:3> ${TYPE} <urn:P> <urn:b> .\n`] }]);
    expect((await ask('SELECT ?s { ?s a <urn:P> }')).lines).toEqual(['urn:1', 'urn:2', 'urn:3']);
    await store.drop(['urn:a', 'urn:b']);
    expect((await ask('SELECT ?s ?g { GRAPH ?g { ?s a <urn:P> } }')).lines).toEqual(['urn:1,urn:c']);
    await store.index();
    expect((await ask('SELECT ?g { GRAPH ?g {} }')).lines).toEqual(['urn:c']);
  });

  it.each<[ResultMediaType, RegExp]>([
    ['application/sparql-results+json', /^\{"head":\{"vars":\["s"\]\}.*"urn:2".*\}$/],
    ['application/sparql-results+xml', /<uri>urn:2<\/uri>/],
    ['text/csv', /^s\r\n(urn:\d\r\n){2}$/],
    ['text/tab-separated-values', /^\?s\n(<urn:\d>\n){2}$/],
  ])('rows are written as %s without the engine', async (mediaType, expected) => {
    const { by, text } = await ask('SELECT ?s { ?s a <urn:P> }', {}, mediaType);
    expect(by).toBe('index');
    expect(text).toMatch(expected);
  });

  it('what is wrong is an error, and too many rows are one before the first', async () => {
    const fails = (...asked: Parameters<typeof ask>) => expect(ask(...asked)).rejects;
    await fails('SELECT ?s { ?s a }').toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    await fails('SELECT ?s { ?s ?p ?o }', {}, 'text/turtle').toMatchObject({ code: 'ERR_QUERY_FORMAT' });
    await fails('CONSTRUCT WHERE { ?s ?p ?o }', {}, 'text/csv').toMatchObject({ code: 'ERR_QUERY_FORMAT' });
    await fails('SELECT ?s { ?s ?p ?o }', { most: 2 }).toMatchObject({ code: 'ERR_LIMIT' });
    await fails('CONSTRUCT WHERE { ?s ?p ?o }', { most: 2 }, 'application/n-triples').toMatchObject({ code: 'ERR_LIMIT' }); // prettier-ignore
    const over = timeLimitSignal(0, () => new Error('no time'));
    await fails('SELECT ?s { ?s ?p ?o }', { signal: over }).toThrow('no time');
  });

  it('says how it answered, with the rows of each step', async () => {
    const { plan } = await ask('SELECT ?s ?o { ?s <urn:about> ?o . ?o a <urn:P> }');
    expect(plan).toMatchObject({ by: 'index' });
    const steps = plan?.by === 'index' ? plan.steps : [];
    expect(steps.map(({ rows }) => rows)).toEqual([1, 1, 1]);
    expect(steps[0]?.step).toContain('<urn:about>');
    expect((await ask('DESCRIBE <urn:1>', {}, 'application/ld+json')).plan).toMatchObject({ by: 'engine' });
  });
});
