import { createHash } from 'node:crypto';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { Packable } from '../../../src/store/packable.js';

/** Where the bits lie that are turned: anywhere, or where SQLite keeps its own. */
export type Place = 'anywhere' | 'pages' | 'header';

const PAGE = 4096;
const GRAPHS = Array.from({ length: 60 }, (_, index) => `http://example.org/crate/${index}/`);

/** Answered from the index, and by the engine; each is a set of rows in an order that no damage changes. */
const QUERIES = [
  'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  `SELECT ?o { GRAPH <${GRAPHS[40]}> { ?s <http://schema.org/name> ?o } } ORDER BY ?o`,
  'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g',
  `SELECT REDUCED ?o { GRAPH <${GRAPHS[41]}> { ?s <http://schema.org/name> ?o } } ORDER BY ?o`,
];
const WORDS = ['a*', '1f'];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function write(index: number, mode: GraphWrite['mode']): GraphWrite {
  const graph = GRAPHS[index % GRAPHS.length] as string;
  const length = index % 20 === 0 ? 4000 : 5 + index;
  const nquads = Array.from(
    { length },
    (_, line) =>
      `<${graph}#${line}> <http://schema.org/name> "${hashOf(`${index} ${line}`).slice(0, 4 + (index % 7))}" <${graph}> .\n`,
  );
  const file = Packable.of(Buffer.from(hashOf(`file ${index}`).repeat(1 + (index % 9) * 20)));
  const data = { names: [`crate ${index}`], context: 'x'.repeat(index * 20) };
  return { graph, mode, nquads, record: { source: `/crates/${index}`, sha256: file.sha256, file: [file], data } };
}

/** Makes a store whose tables have many pages, some of them free. */
export async function makeStore(path: string): Promise<void> {
  const store = new SqliteStore(path, true);
  await store.put(GRAPHS.map((_, index) => write(index, 'create')));
  await store.keepRemovals();
  await store.drop(GRAPHS.slice(20, 24));
  await store.index({ text: true });
  await store.put([write(30, 'replace'), write(91, 'merge')]);
  await store.put(GRAPHS.slice(41).map((graph) => ({ graph, mode: 'merge', pieces: [], apart: true })));
  await store.index({ text: true });
  await store.close();
}

/** A number that looks random and is the same for the same seed and step. */
export function roll(seed: number, step: string, sides: number): number {
  return createHash('sha256').update(`${seed} ${step}`).digest().readUInt32BE() % sides;
}

/** The file with one bit turned. */
export function turned(whole: Buffer, seed: number, step: number, place: Place): { bytes: Buffer; at: number } {
  const bytes = Buffer.from(whole);
  const at = placeOf(whole, seed, step, place);
  bytes[at] = (bytes[at] as number) ^ (1 << roll(seed, `bit ${step}`, 8));
  return { bytes, at };
}

function placeOf(whole: Buffer, seed: number, step: number, place: Place): number {
  if (place === 'anywhere') return roll(seed, `at ${step}`, whole.length);
  if (place === 'header') return roll(seed, `at ${step}`, 100);
  const kind = (page: number): number | undefined => whole[page * PAGE + (page === 0 ? 100 : 0)];
  const pages = Array.from({ length: whole.length / PAGE }, (_, page) => page);
  const trees = pages.filter((page) => [2, 5, 10, 13].includes(kind(page) ?? 0)); // SQLite file format, section 1.6
  const page = trees[roll(seed, `page ${step}`, trees.length)] as number;
  // Half of them among the pointers at the start of the page.
  return page * PAGE + roll(seed, `at ${step}`, roll(seed, `half ${step}`, 2) === 0 ? 64 : PAGE);
}

/** All answers of a store to all questions, each of them the answer or the code of its error. */
export async function answersOf(store: GraphStore, files: readonly string[]): Promise<string[]> {
  const snapshot = store.snapshot();
  const answers: string[] = [];
  const ask = async (question: () => Promise<unknown>): Promise<void> => {
    const answer = await question().catch((error: { code?: string }) => `refused: ${error.code ?? String(error)}`);
    answers.push(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  const digest = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
    const hash = createHash('sha256');
    for await (const bytes of chunks) hash.update(bytes);
    return hash.digest('hex');
  };
  try {
    await ask(async () => [...(await snapshot.graphs())]);
    await ask(() => snapshot.records());
    await ask(async () => (await snapshot.marks()).size);
    await ask(() => snapshot.removals());
    await ask(async () => [...(await snapshot.apart())]);
    await ask(() => digest(snapshot.nquads()));
    for (const graph of GRAPHS) {
      await ask(async () => [...(await snapshot.graphs([graph]))]);
      await ask(() => snapshot.records({ graph }));
      await ask(() => digest(snapshot.nquads(graph)));
    }
    for (const file of files) await ask(() => digest(snapshot.file(file)));
    for (const sparql of QUERIES) await ask(() => digest(snapshot.query(sparql, 'text/csv')));
    for (const words of WORDS) await ask(() => snapshot.search(words));
  } finally {
    snapshot.close();
  }
  return answers;
}
