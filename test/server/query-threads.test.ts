import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryThreadOptions } from '../../src/server/sparql/query-thread-options.js';
import { QueryThreads } from '../../src/server/sparql/query-threads.js';
import type { QueryJob } from '../../src/server/sparql/query-job.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphStore } from '../../src/store/port.js';

const GRAPH = 'https://example.org/g/';
/** A query that takes too long on any machine. */
const ENDLESS = `SELECT (COUNT(*) AS ?n) { ${Array.from({ length: 9 }, (_, i) => `?s${i} ?p${i} ?o${i} .`).join(' ')} }`;

let folder: string;
let store: GraphStore;
const pools: QueryThreads[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-threads-'));
  store = await openStore(join(folder, 'store'), { mode: 'write', create: true });
  await put('replace', 200);
});

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function put(mode: 'replace' | 'merge', count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) => `<urn:s${mode}${i}> <urn:p> "${i}" <${GRAPH}> .\n`);
  await store.put([{ graph: GRAPH, mode, nquads: lines }]);
}

function pool(options: Partial<QueryThreadOptions> = {}): QueryThreads {
  const made = new QueryThreads({ place: join(folder, 'store'), seconds: 60, threads: 4, ...options });
  pools.push(made);
  return made;
}

const query = (sparql: string): QueryJob => ({ do: 'query', sparql, format: 'csv', base: GRAPH, dataset: undefined, most: 1000 }); // prettier-ignore

const answer = async (threads: QueryThreads, sparql: string): Promise<string> =>
  new Response((await threads.run(query(sparql))).body).text();

const COUNT = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('runaway queries take half of the threads; others are answered, and one too many is refused as busy', async () => {
  const threads = pool({ threads: 4, longAfter: 100 });
  const client = new AbortController();
  const runaways = [1, 2].map((n) => threads.run(query(`${ENDLESS} # ${n}`), client.signal));
  const ends = runaways.map((one) => expect(one).rejects.toThrow('gone'));
  await until(() => threads.state.long === 2);
  expect(await answer(threads, COUNT)).toBe('n\r\n200\r\n');
  const another = query(`${ENDLESS} # another`);
  const busy = { code: 'ERR_TIMEOUT', details: { busy: true } };
  await expect(threads.run(another)).rejects.toMatchObject(busy);
  expect(threads.state).toMatchObject({ long: 2, ended: 1 });
  await expect(threads.run(another)).rejects.toMatchObject(busy); // known by now: no thread has to be ended for it
  expect(threads.state).toMatchObject({ long: 2, ended: 1 });
  expect(await answer(threads, COUNT)).toBe('n\r\n200\r\n');
  client.abort(new Error('gone')); // ends them
  await Promise.all(ends);
  await until(() => threads.state.busy === 0);
  expect(threads.state).toMatchObject({ long: 0, waiting: 0, ended: 3 });
});

test('a query is ended by its time limit, and the next one runs', async () => {
  const threads = pool({ seconds: 0.3, threads: 2 });
  await expect(threads.run(query(ENDLESS))).rejects.toMatchObject({
    code: 'ERR_TIMEOUT',
    message: /longer than 0.3 s/,
  });
  expect(await answer(threads, 'ASK {}')).toBe('true\n');
});

test('a client that goes away leaves the queue, and a short query may finish', async () => {
  const threads = pool({ threads: 2, longAfter: 60_000 });
  const client = new AbortController();
  const waiting = [1, 2, 3].map((n) => threads.run(query(`${COUNT} # ${n}`), client.signal));
  client.abort(new Error('gone'));
  for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ status: 'rejected' });
  expect(await answer(threads, COUNT)).toBe('n\r\n200\r\n');
  expect(threads.state).toMatchObject({ waiting: 0, ended: 0 });
});

test('more queries than threads wait for their turn, and the next query sees each commit', async () => {
  const threads = pool({ threads: 2 });
  const all = await Promise.all(Array.from({ length: 40 }, (_, n) => answer(threads, `${COUNT} # ${n}`)));
  expect(new Set(all)).toEqual(new Set(['n\r\n200\r\n']));
  expect(threads.state.threads).toBe(2);
  await put('merge', 5);
  for (let round = 0; round < 3; round += 1) expect(await answer(threads, COUNT)).toBe('n\r\n205\r\n');
  await put('replace', 200);
});

test('clients that ask the same while it waits share one run, and each may go without the others', async () => {
  const threads = pool({ threads: 2, seconds: 5 });
  const leaving = new AbortController();
  const twoChunks = query(`SELECT * { ?s ?p ?o BIND ("${'x'.repeat(500)}" AS ?x) }`);
  const some = Array.from({ length: 20 }, () => threads.run(twoChunks));
  const left = threads.run(twoChunks, leaving.signal);
  expect(threads.state.waiting).toBe(21);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(threads.state.waiting).toBe(20);
  const [first, ...others] = await Promise.all(some);
  expect(threads.state.heldBytes).toBe(first?.size); // one result for all
  for (const other of others) await other.body.cancel();
  expect(threads.state.heldBytes).toBe(first?.size);
  expect((await new Response(first?.body).text()).split('\r\n')).toHaveLength(202);
  expect(threads.state.heldBytes).toBe(0);
  // What comes after the run has begun gets a run of its own, which sees the commit before it.
  const before = threads.run(query(COUNT));
  await put('merge', 5);
  expect(await answer(threads, COUNT)).toBe('n\r\n205\r\n');
  await (await before).body.cancel();
  await put('replace', 200);
});

test('a shared run ends when the last of its clients goes, not the first', async () => {
  const threads = pool({ threads: 2, longAfter: 50 });
  const clients = [new AbortController(), new AbortController()];
  const asked = clients.map(({ signal }) => threads.run(query(ENDLESS), signal));
  const ends = asked.map((one) => expect(one).rejects.toThrow('gone'));
  await until(() => threads.state.long === 1);
  clients[0]?.abort(new Error('gone'));
  await ends[0];
  expect(threads.state).toMatchObject({ long: 1, busy: 1, ended: 0 });
  clients[1]?.abort(new Error('gone'));
  await ends[1];
  await until(() => threads.state.busy === 0);
  expect(threads.state.ended).toBe(1);
});

(process.platform === 'linux' ? test : test.skip)('a long query gets what others leave of the processor', async () => {
  const threads = pool({ threads: 2, longAfter: 50 });
  const client = new AbortController();
  const end = expect(threads.run(query(ENDLESS), client.signal)).rejects.toThrow('gone');
  const nices = async (): Promise<number[]> => {
    const tasks = await readdir('/proc/self/task');
    const stats = tasks.map((task) => readFile(`/proc/self/task/${task}/stat`, 'latin1').catch(() => ''));
    return (await Promise.all(stats)).map((stat) => Number(stat.split(') ')[1]?.split(' ')[16] ?? 0));
  };
  expect(await nices()).not.toContain(19);
  await until(() => threads.state.long === 1);
  expect(await nices()).toContain(19);
  client.abort(new Error('gone'));
  await end;
});

test('the bytes of a result are counted until the client has read or left them', async () => {
  const threads = pool();
  const { body, size } = await threads.run(query('SELECT * { ?s ?p ?o }'));
  expect(threads.state.heldBytes).toBe(size);
  await body.cancel();
  expect(threads.state.heldBytes).toBe(0);
  expect((await answer(threads, COUNT)).length).toBeGreaterThan(0);
  expect(threads.state.heldBytes).toBe(0);
});

describe('long results', () => {
  /** About 4 MB. */
  const LONG = 'SELECT * { ?s ?p ?o }';
  const long = (n: number): QueryJob => ({ ...query(`${LONG} # ${n}`), most: 1e6 }) as QueryJob;
  beforeAll(() => put('merge', 60_000));
  afterAll(() => put('replace', 200));
  const text = ({ body }: { body: ReadableStream<Uint8Array> }) => new Response(body).text();

  test('stay in their threads until others need these, and no thread is too many', async () => {
    const threads = pool({ threads: 2, longAfter: 60_000 });
    const unread = [await threads.run(long(1))];
    expect(unread[0]?.size).toBeUndefined();
    expect(threads.state).toMatchObject({ threads: 2, busy: 1, heldBytes: 0 });
    unread.push(await threads.run(long(2)));
    expect(await answer(threads, 'ASK {}')).toBe('true\n');
    expect(threads.state.heldBytes).toBeGreaterThan(100_000);
    const others = await Promise.all([3, 4, 5].map(async (n) => text(await threads.run(long(n)))));
    expect(threads.state.threads).toBe(2);
    for (const one of [...others, ...(await Promise.all(unread.map(text)))])
      expect(one.split('\r\n')).toHaveLength(60_202);
    await until(() => threads.state.busy === 0);
    expect(threads.state).toMatchObject({ threads: 2, heldBytes: 0, ended: 0 });
  });

  test('are whole for each of several clients', async () => {
    const threads = pool({ threads: 2, longAfter: 60_000 });
    const same = await Promise.all([1, 1, 1].map((n) => threads.run(long(n))));
    expect(threads.state.heldBytes).toBe(same[0]?.size);
    const texts = await Promise.all(same.map(text));
    expect(texts[0]?.split('\r\n')).toHaveLength(60_202);
    expect(new Set(texts).size).toBe(1);
  });

  test('leave the thread to others when their client goes', async () => {
    const threads = pool({ threads: 2, longAfter: 60_000 });
    const unread = await Promise.all([1, 2].map((n) => threads.run(long(n))));
    for (const { body } of unread) await body.cancel();
    await until(() => threads.state.busy === 0);
    expect(await answer(threads, 'ASK {}')).toBe('true\n');
    expect(threads.state).toMatchObject({ ended: 0, heldBytes: 0 });
  });

  test('end with an error if their thread dies, however much of them was read', async () => {
    const threads = pool({ longAfter: 60_000 });
    const { body } = await threads.run(long(1));
    const reader = body.getReader();
    await reader.read();
    await threads.close();
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
  });
});

describe('small queries that a thread has already', () => {
  /** Threads that have all started, so that the next queries go to them at once. */
  async function started(options: Partial<QueryThreadOptions> = {}): Promise<QueryThreads> {
    const threads = pool({ threads: 2, ...options });
    await Promise.all([1, 2].map((n) => answer(threads, `${COUNT} # ${n}`)));
    await until(() => threads.state.threads === 2 && threads.state.busy === 0);
    return threads;
  }
  const small = (threads: QueryThreads, count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => answer(threads, `SELECT ?o { <urn:sreplace${n}> ?p ?o }`)));
  const answers = (count: number): string[] => Array.from({ length: count }, (_, n) => `o\r\n${n}\r\n`);

  test('have their own answers, however many there are', async () => {
    const threads = await started();
    expect(await small(threads, 100)).toEqual(answers(100));
    await until(() => threads.state.busy === 0);
    expect(threads.state).toMatchObject({ busy: 0, waiting: 0, ended: 0 });
  });

  test('have them too where nobody can make an index', async () => {
    const threads = await started({ index: { ready: () => Promise.resolve(false) } });
    expect(await small(threads, 30)).toEqual(answers(30));
    await until(() => threads.state.busy === 0);
    expect(threads.state).toMatchObject({ waiting: 0, ended: 0 });
  });

  test('go elsewhere when the one before them takes long, and when it is ended', async () => {
    const threads = await started({ longAfter: 100 });
    const client = new AbortController();
    const runaways = [1, 2].map((n) => threads.run(query(`${ENDLESS} # ${n}`), client.signal));
    const outcomes = Promise.allSettled(runaways);
    expect(await small(threads, 8)).toEqual(answers(8));
    expect(threads.state).toMatchObject({ long: 1, ended: 1 }); // one too many
    client.abort(new Error('gone'));
    const reasons = (await outcomes).map((one) => one.status === 'rejected' && (one.reason as Error).message);
    expect(reasons).toContain('gone');
    expect(reasons).not.toContain(false);
  });

  test('do not wait for the client of a long result', async () => {
    await put('merge', 60_000);
    const threads = await started({ longAfter: 60_000 });
    const long = [1, 2].map((n) => threads.run({ ...query(`SELECT * { ?s ?p ?o } # ${n}`), most: 1e6 } as QueryJob));
    expect(await small(threads, 8)).toEqual(answers(8));
    for (const { body } of await Promise.all(long)) await body.cancel();
    await until(() => threads.state.busy === 0);
    expect(threads.state).toMatchObject({ ended: 0, heldBytes: 0 });
    await put('replace', 200);
  });

  test('fail with their thread when the server stops', async () => {
    const threads = await started();
    const all = ['# 1', '# 2', '# 3', '# 4', '# 5'].map((n) => threads.run(query(`${ENDLESS} ${n}`)));
    const outcomes = Promise.allSettled(all);
    await threads.close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ERR_INTERRUPTED' } });
  });
});

test('an error of a query is that of the query, and its thread goes on', async () => {
  const threads = pool();
  await expect(threads.run(query('SELECT * { ?s '))).rejects.toMatchObject({ code: 'ERR_QUERY_SYNTAX', details: { line: 1 } }); // prettier-ignore
  await expect(threads.run({ do: 'graph', graph: 'urn:none', to: 'turtle' })).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' }); // prettier-ignore
  expect(await answer(threads, COUNT)).toBe('n\r\n200\r\n');
  expect(threads.state.ended).toBe(0);
});

test('a store that is not there fails the query, and closing fails those that wait', async () => {
  const none = new QueryThreads({ place: join(folder, 'none'), seconds: 5, threads: 2 });
  pools.push(none);
  await expect(none.run(query('ASK {}'))).rejects.toMatchObject({ code: 'ERR_STORE_NOT_FOUND' });
  const threads = pool();
  const waiting = threads.run(query(ENDLESS));
  const failed = expect(waiting).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
  await threads.close();
  await failed;
  await expect(threads.run(query('ASK {}'))).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
});
