import type { ContextSource } from '../../crate/context/context-source.js';
import { answerQuery } from '../../query/answer-query.js';
import { openStore } from '../../store/open-store.js';
import type { GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { serveThread } from '../../threads/serve-thread.js';
import type { QueryJob, QueryThreadData } from './query-job.js';
import { linuxThread } from './thread-priority.js';

/** Nobody's query makes the server request something. Few queries need a context, so its code is imported late. */
const contexts: ContextSource = { load: async (address) => (await offlineContexts()).load(address) };
let opened: ContextSource | undefined;

async function offlineContexts(): Promise<ContextSource> {
  const { openContexts } = await import('../../package/contexts/open-contexts.js');
  return (opened ??= openContexts({ offline: true }));
}

/** Bytes of one chunk of a result. */
const CHUNK = 64 * 1024;

async function answer(
  store: GraphStore,
  { sparql, format, base, dataset, most }: Extract<QueryJob, { do: 'query' }>,
): Promise<Uint8Array[]> {
  const { text = [] } = await answerQuery(store, sparql, { format, base, dataset, most, contexts });
  return inChunks(text);
}

async function graph(store: GraphStore, { graph, to }: Extract<QueryJob, { do: 'graph' }>): Promise<Uint8Array[]> {
  const { graphToRdf } = await import('../../export/export-rdf.js');
  return withSnapshot(store, (snapshot) => inChunks(graphToRdf(snapshot, graph, { to, contexts })));
}

/** The whole of a text, so that an error is known before the first byte is sent. */
async function inChunks(
  texts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let waiting: Uint8Array[] = [];
  let size = 0;
  const flush = (): void => {
    if (size > 0) chunks.push(new Uint8Array(Buffer.concat(waiting)));
    [waiting, size] = [[], 0];
  };
  const encoder = new TextEncoder();
  for await (const text of texts) {
    const bytes = typeof text === 'string' ? encoder.encode(text) : text;
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const part = bytes.subarray(at, at + CHUNK);
      waiting.push(part);
      size += part.length;
      if (size >= CHUNK) flush();
    }
  }
  flush();
  return chunks;
}

/** Loads a small store into the engine, so that the first query need not wait for it. */
async function warmUp(store: GraphStore, warmQuads: number): Promise<void> {
  const sizes = [...(await store.graphs()).values()];
  if (sizes.reduce((sum, size) => sum + size, 0) > warmQuads) return;
  await answerQuery(store, 'SELECT (COUNT(*) AS ?quads) { ?s ?p ?o }', { format: 'csv', contexts });
}

await serveThread<QueryThreadData, QueryJob, readonly Uint8Array[]>(async ({ place, warmQuads }) => {
  const store = await openStore(place, { engineThread: 'calling' });
  await warmUp(store, warmQuads).catch(() => undefined); // the first query will say what is wrong
  return {
    fact: linuxThread(),
    answer: (job) => (job.do === 'query' ? answer(store, job) : graph(store, job)),
    moved: (chunks) => chunks.map(({ buffer }) => buffer as ArrayBuffer),
  };
});
