import { join } from 'node:path';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { startEndpoint } from '../../helpers/sparql-endpoint.js';
import { askSources, askStore, differentAnswers, HALVES, NOT_AT_ENDPOINTS, type Ask } from './helpers/saved-answers.js';
import { skolemizeNQuads } from '../../../src/base/rdf/skolem.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import {
  BOOKKEEPING,
  nameTriple,
  recordTriples,
  stateTriple,
} from '../../../src/store/endpoint/bookkeeping/bookkeeping.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';

const opened: GraphStore[] = [];
afterAll(() => Promise.all(opened.map((store) => store.close())));

/** A store with some crates. */
async function loaded(store: GraphStore, crates: readonly string[]): Promise<GraphStore> {
  opened.push(store);
  await loadCrates(store, crates, { contexts: BUNDLED });
  return store;
}

/** The path of a new store file with some crates. */
async function storeFile(crates: readonly string[]): Promise<string> {
  const path = join(await freshFolder('saved'), 'half.store');
  const store = await openStore(path, { mode: 'write', create: true });
  await loadCrates(store, crates, { contexts: BUNDLED });
  await store.close();
  return path;
}

/** A real endpoint with some crates, their blank nodes as IRIs, and their load records, as our stores on endpoints have them. */
async function endpoint(crates: readonly string[]): Promise<string> {
  const store = await loaded(new MemoryStore(), crates);
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.nquads()) chunks.push(skolemizeNQuads(chunk));
  for (const line of await bookkeepingOf(store)) chunks.push(Buffer.from(line));
  return (await startEndpoint({ nquads: Buffer.concat(chunks).toString() })).address;
}

/** The load records of a store as an endpoint keeps them. */
async function bookkeepingOf(store: GraphStore): Promise<string[]> {
  const sizes = await store.graphs();
  const records = (await store.records()).flatMap(({ graph, ...record }, number) => [
    nameTriple(graph),
    stateTriple(graph, { mark: 'loaded', quads: sizes.get(graph) ?? 0 }),
    ...recordTriples({ graph, mark: 'loaded', number }, record),
  ]);
  return records.map((triple) => `${triple} <${BOOKKEEPING}> .\n`);
}

const ALL = HALVES.flat();
const [FIRST = [], SECOND = []] = HALVES;

/** Where the same crates are, and how to ask there. */
const PLACES: readonly (readonly [string, () => Promise<Ask>])[] = [
  ['a store in a file', async () => askStore((await loaded(await openStore(join(await freshFolder('saved'), 'all.store'), { mode: 'write', create: true }), ALL)))], // prettier-ignore
  ['two stores', async () => askSources(await storeFile(FIRST), await storeFile(SECOND))],
  ['a store and crates', async () => askSources(await storeFile(FIRST), ...SECOND)],
  ['an endpoint and crates', async () => askSources(await endpoint(FIRST), ...SECOND)],
  ['two endpoints', async () => askSources(await endpoint(FIRST), await endpoint(SECOND))],
];

describe.each(PLACES)('the saved queries over %s', (name, open) => {
  it('answer as over a store in memory', async () => {
    const here = askStore(await loaded(new MemoryStore(), ALL));
    const refused = name.includes('endpoint') ? NOT_AT_ENDPOINTS : undefined;
    expect(await differentAnswers(here, await open(), refused)).toEqual([]);
  });
});
