import type { ContextSource } from '../../crate/context/context-source.js';
import { answerFrom, requireQuery } from '../../tasks/query/answer-query.js';
import { NotIndexed } from '../../store/not-indexed.js';
import { openStore } from '../../store/open-store.js';
import type { GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { serveThread, type ThreadJob } from '../../base/threads/serve-thread.js';
import type { QueryJob, QueryJobAnswer, QueryThreadData } from './query-job.js';
import { linuxThread } from './thread-priority.js';

/** No query makes the server request something. Few queries need a context, so its code is imported late. */
const contexts: ContextSource = { load: async (address) => (await offlineContexts()).load(address) };
let opened: ContextSource | undefined;

async function offlineContexts(): Promise<ContextSource> {
  const { openContexts } = await import('../../package/contexts/open-contexts.js');
  return (opened ??= openContexts({ offline: true }));
}

/** Bytes of one chunk of a result, and of a result that is sent whole, with its size. */
const CHUNK = 64 * 1024;
const SHORT = 1024 * 1024;

type Text = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** The errors of a query are known before its first chunk. */
async function answer(
  store: GraphStore,
  { sparql, ...asked }: Extract<QueryJob, { do: 'query' }>,
  job: ThreadJob,
): Promise<QueryJobAnswer> {
  requireQuery(sparql);
  // Others keep the index: what it lacks at this moment is read, but not written, which may take long.
  const answered = withSnapshot(store, (snapshot) => answerFrom(snapshot, sparql, { ...asked, contexts }));
  const { text } = await answered.catch((error: unknown) => {
    if (error instanceof NotIndexed) return { text: undefined };
    throw error;
  });
  if (text === undefined) return 'not indexed';
  // XML cannot contain every character: an error that its writer alone finds
  return sent(asked.format === 'xml' ? await allOf(inChunks(text)) : inChunks(text), job);
}

/** Sends chunks as their reader takes them. @returns those of a short text, whole */
async function sent(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, job: ThreadJob): Promise<Uint8Array[]> {
  const waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size > SHORT) for (const one of waiting.splice(0)) await job.send(one, true);
  }
  return waiting;
}

/** All chunks; each can be freed when it is taken. */
async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<Iterable<Uint8Array>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return {
    *[Symbol.iterator]() {
      while (all.length > 0) yield all.shift() as Uint8Array;
    },
  };
}

/** The whole of a graph, so that its snapshot waits for no client and an error is known before the first byte is sent. */
async function graph(store: GraphStore, { graph, to }: Extract<QueryJob, { do: 'graph' }>): Promise<Uint8Array[]> {
  const { graphToRdf } = await import('../../tasks/export/export-rdf.js');
  return withSnapshot(store, async (snapshot) => [
    ...(await allOf(inChunks(graphToRdf(snapshot, graph, { to, contexts })))),
  ]);
}

/** A text in chunks, each with a buffer of its own. */
async function* inChunks(texts: Text): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  const encoder = new TextEncoder();
  for await (const text of texts) {
    const bytes = typeof text === 'string' ? encoder.encode(text) : text;
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const part = bytes.subarray(at, at + CHUNK);
      waiting.push(part);
      size += part.length;
      if (size < CHUNK) continue;
      yield new Uint8Array(Buffer.concat(waiting));
      waiting = [];
      size = 0;
    }
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(waiting));
}

/** Answers something that needs no graph, so that the first query need not wait for code. */
async function warmUp(store: GraphStore): Promise<void> {
  const dataset = { unnamed: [], named: [] };
  await withSnapshot(store, (snapshot) =>
    answerFrom(snapshot, 'SELECT * { ?s ?p ?o }', { format: 'json', contexts, dataset }),
  );
}

await serveThread<QueryThreadData, QueryJob, QueryJobAnswer>(async ({ place }) => {
  const store = await openStore(place, { engineThread: 'calling' });
  await warmUp(store).catch(() => undefined); // the first query will say what is wrong
  return {
    fact: linuxThread(),
    answer: (request, job) => (request.do === 'query' ? answer(store, request, job) : graph(store, request)),
    moved: (answer) => (answer === 'not indexed' ? [] : answer.map(({ buffer }) => buffer as ArrayBuffer)),
  };
});
