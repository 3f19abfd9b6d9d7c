import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import { queryTerms } from '../../../src/store/rdf-answers.js';
import type { GraphStore } from '../../../src/store/port.js';
import { chunksOf } from '../../contract/store-kind.js';
import { BUNDLED } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { describeEngines } from '../helpers/describe-engines.js';
import { busy, ERROR_PAGE, FaultProxy, MALFORMED_RESULTS, type FaultRule } from '../helpers/fault-proxy.js';

const OPTIONS = { contexts: BUNDLED, offline: true };
/** More graphs than are written in one transaction. */
const MANY = 70;
const GRAPH = 'https://example.org/faults/0/';

/** A command of a user; running it again must be right. */
interface Command {
  readonly name: string;
  /** What is in the store before. */
  readonly before: 'nothing' | 'few' | 'many';
  readonly run: (store: GraphStore, crates: Crates) => Promise<unknown>;
}

/** Folders of crates: the same crates in an older and in a newer version. */
type Crates = Readonly<Record<'few' | 'many' | 'fewNew' | 'manyNew', string>>;

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

describeEngines(['Oxigraph', 'Fuseki'], (endpoint) => {
  let proxy: FaultProxy;
  let crates: Crates;
  beforeAll(async () => {
    proxy = await FaultProxy.before(endpoint().engine.url);
    crates = await writeCrates();
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

  for (const command of COMMANDS)
    test(`${command.name}: the right state or a clear error at every fault, and the right state when it runs again`, async () => {
      await prepare(command);
      const old = await state();
      expect(await runWith(command, [])).toBeUndefined();
      const kinds = proxy.seen.map(({ method, path }) =>
        method === 'GET' || path.includes('/query') ? 'read' : 'write',
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
      };
      for (let skip = 0; skip < requests; skip += 1) {
        for (const [fault, rule] of Object.entries(PASSING))
          if (kinds[skip] === 'write' || FOR_READS.has(fault)) await judge(fault, skip, [{ ...rule, skip }]);
        for (const [fault, [first, ...rest]] of Object.entries(LASTING))
          if (kinds[skip] === 'write' || FOR_READS.has(fault)) await judge(fault, skip, [{ ...first!, skip }, ...rest]);
      }
      expect(wrong).toEqual([]);
    }, 900_000);
});

/** All that a user can see. */
interface State {
  /** Sorted lines. */
  readonly graphs: Readonly<Record<string, string>>;
  readonly records: readonly unknown[];
  readonly files: readonly string[];
}

async function stateOf(store: GraphStore): Promise<State> {
  const graphs: Record<string, string> = {};
  const queried = await queryTerms(store, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }');
  const seen = queried.kind === 'bindings' ? [...queried.rows].map((row) => row.get('g')!.value).sort() : [];
  expect(seen).toEqual([...(await store.graphs()).keys()].sort());
  for (const graph of [...(await store.graphs()).keys()].sort())
    graphs[graph] = (await chunksOf(store, graph)).join('').split('\n').sort().join('\n').trim();
  const records = (await store.records()).map(({ data, ...record }) => {
    // A crate that was stored before the fault has its base from there.
    const { loaded: _, baseReason: __, ...others } = data as { loaded?: unknown; baseReason?: unknown };
    return { ...record, data: others };
  });
  const files: string[] = [];
  for (const { sha256, kept } of records) {
    const chunks: Uint8Array[] = [];
    if (kept) for await (const chunk of store.file(sha256)) chunks.push(chunk);
    files.push(`${sha256} ${Buffer.concat(chunks).toString()}`);
  }
  const sorted = records.sort((a, b) => (`${a.graph} ${a.source}` < `${b.graph} ${b.source}` ? -1 : 1));
  return { graphs, records: sorted, files: files.sort() };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differenceOf(one: State | string, other: State): string {
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

async function writeCrates(): Promise<Crates> {
  const folder = await scratch();
  const write = async (name: string, count: number, text: string) => {
    for (let index = 0; index < count; index += 1) {
      await mkdir(join(folder, name, String(index)), { recursive: true });
      await writeFile(join(folder, name, String(index), 'ro-crate-metadata.json'), crateOf(index, text));
    }
    return join(folder, name);
  };
  return {
    few: await write('few', 2, 'Old'),
    many: await write('many', MANY, 'Old'),
    fewNew: await write('fewNew', 2, 'New'),
    manyNew: await write('manyNew', MANY, 'New'),
  };
}

/** A crate with a blank node; both versions have as many quads. */
function crateOf(index: number, name: string): string {
  const id = `https://example.org/faults/${index}/`;
  return JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      {
        '@id': `${id}ro-crate-metadata.json`,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': id },
      },
      { '@id': id, '@type': 'Dataset', name, author: { '@id': '_:author' }, version: 7 },
      { '@id': '_:author', '@type': 'Person', name: `Ada ${name}` },
    ],
  });
}
