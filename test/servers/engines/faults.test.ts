import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { BUNDLED } from '../../helpers/read.js';
import { describeFaults } from '../helpers/describe-engines.js';
import { writeFaultCrates, type FaultCrates } from '../helpers/fault-crates.js';
import { leftoversOf, stateOf, type StoreState } from '../helpers/store-state.js';
import { busy, ERROR_PAGE, FaultProxy, MALFORMED_RESULTS, type FaultRule } from '../helpers/fault-proxy.js';

const OPTIONS = { contexts: BUNDLED, offline: true };
/** A graph of nothing that is loaded. */
const OTHER = 'https://example.org/other/';
const GRAPH = 'https://example.org/faults/0/';

/** A command of a user; running it again must be right. */
interface Command {
  readonly name: string;
  /** What is in the store before. */
  readonly before: 'nothing' | 'few' | 'many';
  readonly run: (store: GraphStore, crates: FaultCrates) => Promise<unknown>;
}

const COMMANDS: readonly Command[] = [
  { name: 'load', before: 'nothing', run: (store, { few }) => load(store, few) },
  { name: 'load of many', before: 'nothing', run: (store, { many }) => load(store, many) },
  { name: 'load --mode replace', before: 'few', run: (store, { fewNew }) => load(store, fewNew, 'replace') },
  { name: 'load --mode replace of many', before: 'many', run: (store, { manyNew }) => load(store, manyNew, 'replace') },
  { name: 'load --mode merge', before: 'few', run: (store, { fewNew }) => load(store, fewNew, 'merge') },
  { name: 'load --mode merge of many', before: 'many', run: (store, { manyNew }) => load(store, manyNew, 'merge') },
  { name: 'drop', before: 'few', run: (store) => store.drop([GRAPH]) },
  {
    name: 'update',
    before: 'few',
    run: (store) =>
      store.update(`PREFIX s: <http://schema.org/> DELETE { GRAPH ?g { ?c s:name ?n } } INSERT { GRAPH ?g { ?c s:name "Another" } }
        WHERE { GRAPH ?g { ?c s:author ?a ; s:name ?n } }`),
  },
  {
    name: 'update that empties a graph',
    before: 'few',
    run: (store) => store.update(`DELETE WHERE { GRAPH <${GRAPH}> { ?s ?p ?o } }`),
  },
  {
    name: 'push',
    before: 'few',
    run: async (store, { fewNew }) => {
      const from = await openStore('memory:');
      await load(from, fewNew);
      await pushCrates(from, store, { mode: 'replace' });
    },
  },
];

/** What is tried of an engine that takes its time, unless all is asked for. */
const FEW = new Set([
  'load of many',
  'update that empties a graph',
  'it arrives and the answer is lost',
  'cut 2 for ever',
]);

/** Where a body is cut: before it, in the middle, at the end of a line and of an operation near there, before its last byte. */
const CUTS: readonly ((body: Buffer) => number)[] = [
  () => 0,
  ({ length }) => length >> 1,
  (body) => body.lastIndexOf('\n', body.length >> 1) + 1,
  (body) => body.indexOf(' ;\n'),
  (body) => body.lastIndexOf(' ;\n'),
  ({ length }) => length - 1,
];

/** Faults that pass: the first or second try is whole. */
const PASSING: Readonly<Record<string, FaultRule>> = {
  ...Object.fromEntries(CUTS.map((after, at) => [`cut ${at}`, { fault: { kind: 'cut-request', after } }] as const)),
  'the answer is lost': { fault: { kind: 'cut-answer', after: -1 } },
  'the answer is cut': { fault: { kind: 'cut-answer', after: 3 } },
  busy: busy(),
  slow: { fault: { kind: 'delay', ms: 30 } },
  'an error page': { fault: ERROR_PAGE },
  'malformed results': { fault: MALFORMED_RESULTS },
};

/** With many graphs, a request gets each fault whose turn it is, one in so many. */
const TURNS = 3;

/** Reading changes nothing, so where a request is cut makes no difference. */
const FOR_READS = new Set(['the answer is cut', 'malformed results', 'nothing arrives']);

const DOWN: FaultRule = { fault: { kind: 'answer', status: 500, body: 'down' }, times: Infinity };

/** The process or the network dies: after the fault nothing comes through. */
const LASTING: Readonly<Record<string, readonly FaultRule[]>> = {
  'nothing arrives': [DOWN],
  'it arrives and the answer is lost': [{ fault: { kind: 'replace-answer', status: 500, body: 'down' } }, DOWN],
  ...Object.fromEntries(
    CUTS.slice(1).map((after, at) => [`cut ${at + 1} for ever`, [{ fault: { kind: 'cut-request', after } }, DOWN]]),
  ),
  'always busy': [{ ...busy(Infinity) }],
};

describeFaults(['Oxigraph', 'Fuseki'], (endpoint, isWhole) => {
  let proxy: FaultProxy;
  let crates: FaultCrates;
  beforeAll(async () => {
    proxy = await FaultProxy.before(endpoint().engine.url);
    Object.assign(process.env, endpoint().engine.env, proxy.envOf(endpoint().engine));
    crates = await writeFaultCrates();
  });
  afterAll(() => proxy.stop());

  const open = (url = endpoint().engine.url) =>
    openStore(url, { mode: 'write', create: true, endpoint: { timeouts: { retryMs: 1 } } });

  async function withStore<T>(url: string, work: (store: GraphStore) => Promise<T>): Promise<T> {
    const store = await open(url);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  const prepare = async ({ before }: Command) => {
    await endpoint().clear();
    if (before !== 'nothing') await withStore(endpoint().engine.url, (store) => load(store, crates[before]));
  };
  const state = () => withStore(endpoint().engine.url, stateOf);

  /** Runs a command through the proxy. @returns its error */
  async function runWith(command: Command, rules: readonly FaultRule[]): Promise<string | undefined> {
    proxy.set();
    return withStore(proxy.through(endpoint().engine.url), async (store) => {
      proxy.set(...rules);
      try {
        await command.run(store, crates);
        return undefined;
      } catch (error) {
        return String((error as { code?: string }).code ?? error);
      }
    });
  }

  for (const command of COMMANDS.filter(({ name }) => isWhole || FEW.has(name)))
    test(`${command.name}: the right state or a clear error at every fault, and the right state when it runs again`, async () => {
      await prepare(command);
      const old = await state();
      expect(await runWith(command, [])).toBeUndefined();
      const reads = new URL(endpoint().engine.addresses.query).pathname;
      const kinds = proxy.seen.map(({ method, path }) =>
        method === 'GET' || method === 'HEAD' || new URL(path, proxy.target).pathname === reads ? 'read' : 'write',
      );
      const requests = kinds.length;
      const wanted = await state();
      expect(wanted).not.toEqual(old);
      const wrong: string[] = [];
      const judge = async (fault: string, skip: number, rules: readonly FaultRule[]) => {
        const wrongIs = (what: string) => void wrong.push(`request ${skip + 1} of ${requests}, ${fault}: ${what}`);
        await prepare(command);
        const error = await runWith(command, rules);
        const { method, path } = proxy.seen[skip] ?? { method: '-', path: '-' };
        const what = (text: string) => wrongIs(`${text} (${method} ${path.slice(0, 20)})`);
        const after = await state().catch((failure: unknown) => String(failure));
        if (typeof after === 'string') what(`it cannot be read: ${after}`);
        else if (error === undefined && !same(after, wanted)) what('silently wrong');
        else if (error !== undefined && !/^ERR_(?:ENDPOINT|STATE_UNKNOWN)$/.test(error)) what(`fails with ${error}`);
        else if (!command.name.includes('merge'))
          for (const [graph, lines] of Object.entries(after.graphs))
            if (lines !== old.graphs[graph] && lines !== wanted.graphs[graph]) what(`${graph} is not whole`);
        if (error === undefined) return;
        await withStore(endpoint().engine.url, (store) => command.run(store, crates)).catch((failure: unknown) => {
          // What was dropped already is not there.
          if ((failure as { code?: string }).code !== 'ERR_GRAPH_NOT_FOUND') what(`again: ${String(failure)}`);
        });
        const healed = await state().catch((failure: unknown) => String(failure));
        if (!same(healed, wanted)) what(`not healed: ${differenceOf(healed, wanted)}`);
        // A command that finds all done writes nothing: what is left in the bookkeeping goes with the next write.
        await withStore(endpoint().engine.url, async (store) => {
          await store.put([
            { graph: OTHER, mode: 'create', nquads: [Buffer.from(`<${OTHER}> <${OTHER}> "" <${OTHER}> .\n`)] },
          ]);
          await store.drop([OTHER]);
        });
        for (const left of await leftoversOf(endpoint())) what(`left: ${left}`);
      };
      const all = [...kinds.keys()];
      const writes = all.filter((skip) => kinds[skip] === 'write');
      // The note of who writes comes first, and goes last.
      const some = [writes[1]!, writes[writes.length >> 1]!, writes.at(-2)!];
      // Whose faults have a suite of their own.
      const others = all.filter((skip) => skip !== writes[0] && skip !== writes.at(-1));
      const isMany = command.name.includes('many');
      const passing = Object.entries(isWhole ? PASSING : {}).map(([fault, rule]) => [fault, [rule]] as const);
      for (const skip of isWhole ? others : new Set(some))
        for (const [at, [fault, [first, ...rest]]] of [...passing, ...Object.entries(LASTING)].entries()) {
          // The many requests for many graphs are of few kinds: each kind gets each fault, in turns.
          const isTurn = !isMany || !isWhole || (at + skip) % TURNS === 0;
          const suits = kinds[skip] === 'write' ? isWhole || FEW.has(fault) : FOR_READS.has(fault);
          if (isTurn && suits) await judge(fault, skip, [{ ...first!, skip }, ...rest]);
        }
      expect(wrong).toEqual([]);
    }, 3_600_000);
});

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differenceOf(one: StoreState | string, other: StoreState): string {
  if (typeof one === 'string') return one;
  if (!same(Object.keys(one.graphs), Object.keys(other.graphs)))
    return `${Object.keys(one.graphs).length} graphs of ${Object.keys(other.graphs).length}`;
  const graph = Object.keys(one.graphs).find((name) => one.graphs[name] !== other.graphs[name]);
  if (graph !== undefined) return `${one.graphs[graph]} INSTEAD OF ${other.graphs[graph]}`;
  const at = one.records.findIndex((record, index) => !same(record, other.records[index]));
  return `${JSON.stringify(one.records[at])} INSTEAD OF ${JSON.stringify(other.records[at])}, ${one.records.length} records of ${other.records.length}`;
}

async function load(store: GraphStore, folder: string, mode?: 'replace' | 'merge'): Promise<void> {
  const results = await loadCrates(store, folder, { ...OPTIONS, mode });
  const failed = results.find(({ status }) => status === 'failed');
  if (failed !== undefined) throw Object.assign(new Error('a crate failed'), failed.error);
}
