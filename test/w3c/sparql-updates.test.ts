import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'n3';
import { termToNQuads } from '../../src/base/rdf/nquads.js';
import { startHere } from '../../src/store/engine/engine-here.js';
import { SparqlEngine } from '../../src/store/engine/engine.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import type { GraphStore } from '../../src/store/port.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { verifyFile } from '../../src/store/sqlite/verify-store.js';
import { canonical } from '../helpers/oracle.js';
import { describeWithShared } from '../helpers/shared.js';
import { DEFAULT, withoutDefaultGraph } from './helpers/default-graph.js';
import { jsonResult, quadsOf, tripleOf } from './helpers/result-form.js';
import { includedFolders, readManifest, SUITE_BASE, textOf, type SparqlTest } from './helpers/sparql-manifest.js';
import { UPDATE_GAPS } from './sparql-gaps.js';

describeWithShared('the W3C suite of SPARQL 1.1 Update', 'w3c/sparql11', (suites11) => {
  const suites = suites11.replace(/sparql11$/, '');
  const tests = includedFolders(suites, 'sparql11/manifest-sparql11-update.ttl')
    .flatMap((one) => readManifest(suites, one))
    .filter(({ type }) => type === 'UpdateEvaluationTest');
  let folder: string;
  let stores: Readonly<Record<'memory' | 'file', GraphStore>>;

  // One file for all tests, so that its index has segments and graphs that are gone.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-updates-'));
    const file = new SqliteStore(join(folder, 'store'), true, new SparqlEngine(startHere));
    stores = { memory: new MemoryStore(), file };
  });
  afterAll(async () => {
    for (const store of Object.values(stores)) await store.close();
    await rm(folder, { recursive: true, force: true });
    console.log(`${tests.length} update tests, ${Object.keys(UPDATE_GAPS).length} known gaps`);
  });

  /** The quads of a dataset as N-Quads in the form of their values. */
  async function linesOf({ data, named }: Pick<SparqlTest, 'data' | 'named'>): Promise<string[]> {
    const files = [...data.map((file) => ({ graph: DEFAULT, file })), ...named];
    const lines = files.map(async ({ graph, file }) =>
      (await quadsOf(suites, file)).map((quad) => `${tripleOf(quad)} <${graph}> .\n`),
    );
    return (await Promise.all(lines)).flat();
  }

  /** Puts the dataset of a test into a store in place of what is there. */
  async function prepare(store: GraphStore, lines: readonly string[]): Promise<void> {
    await store.drop((await store.graphs()).keys());
    await store.put([...byGraph(lines)].map(([graph, nquads]) => ({ graph, mode: 'create', nquads })));
    await store.index({ text: true });
  }

  /** What a store has, by its lines and by a query, each in canonical order. */
  async function contentOf(store: GraphStore): Promise<Record<'lines' | 'asked', readonly string[]>> {
    const text = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
      let all = '';
      for await (const chunk of chunks) all += Buffer.from(chunk).toString();
      return all;
    };
    const quads = new Parser({ format: 'N-Quads', blankNodePrefix: '' }).parse(await text(store.nquads()));
    const sparql = 'SELECT * { GRAPH ?g { ?s ?p ?o } }';
    const result = jsonResult(await text(store.query(sparql, 'application/sparql-results+json')));
    const rows = 'rows' in result ? result.rows : [];
    return {
      lines: await canonical(quads.map((quad) => `${tripleOf(quad)} ${termToNQuads(quad.graph)} .\n`).join(''), {
        graphs: true,
      }),
      asked: await canonical(rows.map(({ s, p, o, g }) => `${s} ${p} ${o} ${g} .\n`).join(''), { graphs: true }),
    };
  }

  it.each(tests.map((test) => [test.id, test] as const))('%s', async (id, test) => {
    const update = withoutDefaultGraph(`BASE <${SUITE_BASE}${test.file}>\n${textOf(suites, test)}`);
    const after = await graphsOf(await linesOf(test.after));
    const before = await linesOf(test);
    for (const [name, store] of Object.entries(stores)) {
      await prepare(store, before);
      const failure = await store.update(update).then(
        () => undefined,
        (error: { code?: string }) => error.code ?? String(error),
      );
      const { lines, asked } = await contentOf(store);
      expect({ name, asked }).toEqual({ name, asked: lines });
      const graphs = await graphsOf(lines);
      const isRight = failure === undefined && JSON.stringify(graphs) === JSON.stringify(after);
      if (id in UPDATE_GAPS) expect({ id, name, isRight }).toEqual({ id, name, isRight: false });
      else expect({ name, failure, graphs }).toEqual({ name, failure: undefined, graphs: after });
    }
    const { file } = stores;
    const { asked } = await contentOf(file);
    expect((await verifyFile(join(folder, 'store'))).problems).toEqual([]);
    await file.index({ text: true });
    expect((await contentOf(file)).asked).toEqual(asked);
    expect((await verifyFile(join(folder, 'store'))).problems).toEqual([]);
  });

  it('has no gaps but those of tests', () => {
    const ids = new Set(tests.map(({ id }) => id));
    expect(tests.length).toBeGreaterThan(90);
    expect(Object.keys(UPDATE_GAPS).filter((id) => !ids.has(id))).toEqual([]);
  });
});

/** The lines of each graph, in the order of the names. */
function byGraph(lines: readonly string[]): Map<string, string[]> {
  const graphs = new Map<string, string[]>();
  for (const line of [...lines].sort()) {
    const graph = /<([^<>]*)> \.\n$/.exec(line)?.[1] as string;
    graphs.set(graph, [...(graphs.get(graph) ?? []), line]);
  }
  return new Map([...graphs].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Each graph by itself, because the files of a test share no blank nodes. */
async function graphsOf(lines: readonly string[]): Promise<Record<string, string[]>> {
  const graphs: Record<string, string[]> = {};
  for (const [graph, own] of byGraph(lines)) graphs[graph] = await canonical(own.join(''));
  return graphs;
}
