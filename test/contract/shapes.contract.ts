import { MemoryStore } from '../../src/store/memory-store.js';
import type { GraphStore } from '../../src/store/port.js';
import { queryText } from '../../src/store/rdf-answers.js';
import { overAllGraphs, shapeWrites, SHAPES, sortedRows } from './query-shapes.js';
import { rows, type StoreKind } from './store-kind.js';

const QUADS = shapeWrites().reduce((sum, { nquads }) => sum + nquads.length, 0);
/** Engines differ in whether ?g reaches into the SELECT, and one engine does by how it orders joins. */
const SELECT_IN_GRAPH = /GRAPH \?g \{ \{ SELECT/;
const JSON_ROWS = 'application/sparql-results+json';

/**
 * Compares any graph store with the one in memory over a table of queries. An engine behind an endpoint may have faults of
 * its own: it may answer otherwise where it does so too when it is asked over the same graphs without the store.
 */
export function describeShapes(kind: StoreKind): void {
  let memory: GraphStore;
  let store: GraphStore;
  beforeEach(async () => {
    [memory, store] = [new MemoryStore(), await kind.open()];
    for (const one of [memory, store]) await one.put(shapeWrites());
  });
  afterEach(async () => {
    for (const one of [memory, store]) await one.close();
  });

  test('a variable that may have no value before it is compared loses no rows, and shows no bookkeeping', async () => {
    const wrong: string[] = [];
    for (const sparql of SHAPES) {
      if (SELECT_IN_GRAPH.test(sparql)) continue;
      const expected = sortedRows(await queryText(memory, sparql, JSON_ROWS));
      const found = await answer(() => queryText(store, sparql, JSON_ROWS));
      if (String(found) === String(expected)) continue;
      const own = kind.own && (await answer(() => kind.own!(overAllGraphs(sparql))));
      if (own === undefined || String(own) === String(expected))
        wrong.push(`${sparql}\n  has ${String(found)}\n  instead of ${String(expected)}`);
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  test('a SELECT inside of GRAPH ?g counts crates only', async () => {
    const counted = await rows(store, 'SELECT ?k { GRAPH ?g { { SELECT (COUNT(*) AS ?k) { ?s ?p ?o } } } }');
    expect(Math.max(...counted.map(({ k }) => Number(k)))).toBeLessThanOrEqual(QUADS);
  });
}

async function answer(ask: () => Promise<string>): Promise<string[] | string> {
  try {
    return sortedRows(await ask());
  } catch (error) {
    return `an error: ${(error as Error).message.slice(0, 200)}`;
  }
}
