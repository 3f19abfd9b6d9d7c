import { join } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import { jest } from '@jest/globals';
import { queryStore, type ResultTable } from '../../../src/tasks/query/query-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

const SURVEY_BASE = 'https://example.org/rainfall-survey/';
const ATLAS = 'https://example.org/coastal-atlas/';

let store: GraphStore;
beforeAll(async () => {
  store = new MemoryStore();
  await loadCrates(store, [SURVEY], { contexts: BUNDLED, base: SURVEY_BASE });
  await loadCrates(store, [join(EXAMPLES, 'coastal-atlas')], { contexts: BUNDLED });
});
afterAll(() => store.close());

describe('querying a store', () => {
  it('answers with cells; an unbound variable is an empty one', async () => {
    const sparql = `SELECT ?crate ?none { GRAPH ?crate { ?crate a <http://schema.org/Dataset> } OPTIONAL { ?crate <urn:none> ?none } } ORDER BY ?crate`;
    expect(await queryStore(store, sparql)).toEqual({
      variables: ['crate', 'none'],
      rows: [
        [ATLAS, ''],
        [SURVEY_BASE, ''],
      ],
    });
  });

  it('answers ASK with a word and CONSTRUCT with Turtle', async () => {
    expect(await queryStore(store, 'ASK { ?s ?p ?o }')).toBe('true\n');
    expect(await queryStore(store, 'CONSTRUCT { <urn:s> <urn:p> 1 } {}')).toMatch(
      /^<urn:s> <urn:p> (?:1|"1"\^\^<.*integer>)\s*\.\s*$/,
    );
  });

  it('queries only the given graphs, for the default graph and for GRAPH', async () => {
    const graphs = { graphs: [ATLAS] };
    expect(await queryStore(store, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }', graphs)).toEqual({
      variables: ['g'],
      rows: [[ATLAS]],
    });
    expect(
      await queryStore(
        store,
        `ASK { <${SURVEY_BASE}> ?p ?o ; a <http://schema.org/Dataset> ; <http://schema.org/hasPart> ?part }`,
        graphs,
      ),
    ).toBe('false\n');
    await expect(queryStore(store, 'ASK {}', { graphs: ['http://nowhere.example/'] })).rejects.toMatchObject({
      code: 'ERR_GRAPH_NOT_FOUND',
      details: { graph: 'http://nowhere.example/' },
    });
  });

  it('takes an empty list of graphs for none, whatever was asked before', async () => {
    for (const sparql of [
      'SELECT * { ?s ?p ?o }',
      'SELECT * { GRAPH ?g { ?s ?p ?o } }',
      `SELECT * FROM <${ATLAS}> { ?s ?p ?o }`,
    ]) {
      expect(((await queryStore(store, sparql)) as ResultTable).rows).not.toEqual([]);
      expect(((await queryStore(store, sparql, { graphs: [] })) as ResultTable).rows).toEqual([]);
    }
  });

  it('reads the load records only for a question about the catalogue', async () => {
    const graphs = async (where: string) => {
      const before = jest.spyOn(store, 'snapshot');
      let read = 0;
      before.mockImplementation(() => {
        before.mockRestore();
        const snapshot = store.snapshot();
        const { records } = snapshot;
        return Object.assign(snapshot, { records: (...args: Parameters<typeof records>) => ((read += 1), records.apply(snapshot, args)) }); // prettier-ignore
      });
      const sparql = `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } ${where} } ORDER BY ?g`;
      const { rows } = (await queryStore(store, sparql)) as ResultTable;
      return [rows.flat(), read];
    };
    const catalogue = 'urn:crategraph:catalogue';
    expect(await graphs('')).toEqual([[ATLAS, SURVEY_BASE], 0]);
    expect(await graphs(`FILTER (?g != <${catalogue}>)`)).toEqual([[ATLAS, SURVEY_BASE], 0]);
    expect(await graphs(`FILTER (?g = <${catalogue}>)`)).toEqual([[catalogue], 1]);
    expect(await graphs(`VALUES ?g { <${catalogue}> <${ATLAS}> <urn:none> }`)).toEqual([[ATLAS, catalogue], 1]);
    expect(await graphs(`FILTER (?s != <${catalogue}>)`)).toEqual([[ATLAS, SURVEY_BASE, catalogue], 1]);
  });

  it('refuses a text that is not a query', async () => {
    await expect(queryStore(store, 'SELECT')).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
    await expect(queryStore(store, 'DROP ALL')).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(queryStore(store, 'SELECT * {}', { format: 'turtle' })).rejects.toMatchObject({
      code: 'ERR_QUERY_FORMAT',
    });
    expect(await queryStore(store, 'ASK { ?s ?p ?o }')).toBe('true\n');
  });
});

describe('querying crates without a store', () => {
  it('loads them first, and fails with the first that cannot be loaded', async () => {
    const folder = await freshFolder('query');
    const one = await writeCrate(join(folder, 'one'), crate({ name: 'One' }));
    const two = await writeCrate(join(folder, 'two'), crate({ name: 'Two' }));
    const sparql = 'SELECT ?n { GRAPH ?g { ?g <http://schema.org/name> ?n } } ORDER BY ?n';
    expect(await queryCrates([one, two], sparql, { contexts: BUNDLED })).toEqual({
      variables: ['n'],
      rows: [['One'], ['Two']],
    });
    expect(await queryCrates([one, two], sparql, { contexts: BUNDLED, crates: [] })).toMatchObject({ rows: [] });
    await expect(queryCrates([one, join(folder, 'three')], sparql, { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
  });
});
