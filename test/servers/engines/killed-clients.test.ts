import type { GraphStore } from '../../../src/store/port.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import { finished, freshFolder, spawnCli, startCli, type Ran } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { describeFaults } from '../helpers/describe-engines.js';
import { MANY, writeFaultCrates, writeVersion, type FaultCrates } from '../helpers/fault-crates.js';
import { FaultProxy } from '../helpers/fault-proxy.js';
import { leftoversOf, stateOf, type StoreState } from '../helpers/store-state.js';

/** A command line that is killed; running it again must be right. */
interface KilledCommand {
  readonly name: string;
  readonly before: 'nothing' | 'few' | 'many';
  /** @param local a store file with the newer version of all crates */
  readonly args: (crates: FaultCrates, store: string, local: string) => readonly string[];
  /** What is tried also of an engine that takes its time. */
  readonly isFirst?: boolean;
}

const NAMES = Array.from({ length: MANY }, (_, index) => `https://example.org/faults/${index}/`);
const RENAME = `DELETE { GRAPH ?g { ?c schema:name ?n } } INSERT { GRAPH ?g { ?c schema:name "Another" } }
  WHERE { GRAPH ?g { ?c schema:author ?a ; schema:name ?n } }`;

const load = (folder: string, store: string, ...more: readonly string[]) =>
  ['load', folder, '--store', store, '--offline', ...more] as const;

const COMMANDS: readonly KilledCommand[] = [
  { name: 'load', before: 'nothing', args: ({ few }, store) => load(few, store) },
  { name: 'load of many', before: 'nothing', args: ({ many }, store) => load(many, store), isFirst: true },
  {
    name: 'load --mode replace of many',
    before: 'many',
    args: ({ manyNew }, store) => load(manyNew, store, '--mode', 'replace'),
  },
  {
    name: 'load --mode merge of many',
    before: 'many',
    args: ({ manyNew }, store) => load(manyNew, store, '--mode', 'merge'),
    isFirst: true,
  },
  { name: 'update over many', before: 'many', args: (_, store) => ['update', RENAME, '--store', store] },
  {
    name: 'update that empties all',
    before: 'many',
    args: (_, store) => ['update', 'DELETE WHERE { GRAPH ?g { ?s ?p ?o } }', '--store', store],
  },
  { name: 'remove of many', before: 'many', args: (_, store) => ['remove', ...NAMES, '--store', store], isFirst: true },
  {
    name: 'push of many',
    before: 'few',
    args: (_, store, local) => ['push', '--store', local, '--to', store, '--mode', 'replace'],
  },
];

describeFaults([], (endpoint, isWhole) => {
  let proxy: FaultProxy;
  let crates: FaultCrates;
  let local: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    const { engine } = endpoint();
    proxy = await FaultProxy.before(engine.url);
    crates = await writeFaultCrates();
    local = `${await freshFolder('local')}/local.store`;
    env = { ...engine.env, ...proxy.envOf(engine) };
    Object.assign(process.env, env);
    expect(await run(load(crates.manyNew, local))).toMatchObject({ status: 0 });
  });
  afterAll(() => proxy.stop());

  const run = (args: readonly string[]): Promise<Ran> => spawnCli(args, { env });

  async function withStore<T>(work: (store: GraphStore) => Promise<T>): Promise<T> {
    const store = await openStore(endpoint().engine.url, { mode: 'write', create: true });
    return work(store).finally(() => store.close());
  }

  const state = (): Promise<StoreState> => withStore(stateOf);

  async function prepare({ before }: KilledCommand): Promise<void> {
    await endpoint().clear();
    if (before === 'nothing') return;
    const loaded = await withStore((store) => loadCrates(store, crates[before], { contexts: BUNDLED }));
    expect(loaded.every(({ status }) => status === 'loaded')).toBe(true);
  }

  /** Kills a command when it waits for the answer to a request. */
  async function kill(args: readonly string[], skip: number, at: 'before' | 'after'): Promise<Ran> {
    const child = await startCli(args, { env });
    const held = () => void child.kill('SIGKILL');
    proxy.set({ skip, fault: { kind: 'hold', at, held } });
    child.stdin.end();
    return finished(child);
  }

  for (const command of COMMANDS.filter(({ isFirst }) => isWhole || isFirst === true))
    test(`${command.name}: killed while it waits for any of its changes, it does all when it runs again, and leaves nothing`, async () => {
      const { engine } = endpoint();
      const args = command.args(crates, proxy.through(engine.url), local);
      await prepare(command);
      proxy.set();
      expect(await run(args)).toMatchObject({ status: 0 });
      const wanted = await state();
      expect(await leftoversOf(endpoint())).toEqual([]);
      const reads = new URL(engine.addresses.query).pathname;
      const writes = [...proxy.seen.entries()].filter(
        ([, { method, path }]) =>
          /^(?:POST|PUT|DELETE)$/.test(method) && new URL(path, proxy.target).pathname !== reads,
      );
      // The last one takes the claim back.
      expect(writes.length).toBeGreaterThan(2);
      const tried = isWhole ? writes : writes.slice(1, -1).slice(-2);
      const wrong: string[] = [];
      for (const [skip, { method, path }] of tried)
        for (const at of ['before', 'after'] as const) {
          const what = (text: string) => void wrong.push(`${method} ${path.slice(0, 20)} (${skip}), ${at} it: ${text}`);
          await prepare(command);
          const killed = await kill(args, skip, at);
          if (killed.signal !== 'SIGKILL') what(`not killed: ${killed.status} ${killed.stderr}`);
          proxy.set();
          const again = await run(args);
          // What was removed already is not there.
          const isRemoved = args[0] === 'remove' && again.stderr.includes('ERR_GRAPH_NOT_FOUND');
          if (again.status !== 0 && !isRemoved) what(`again: ${again.stderr}`);
          // A command that has nothing to write looks for no claims: the next change finds that of the killed one.
          await withStore((store) => store.put([]));
          const after = await state();
          if (JSON.stringify(after) !== JSON.stringify(wanted))
            what(`${Object.keys(after.graphs).length} graphs, ${after.records.length} records`);
          for (const left of await leftoversOf(endpoint())) what(`left: ${left}`);
        }
      expect(wrong).toEqual([]);
    }, 900_000);

  test('of two clients that load at once, one may have to say who else writes; nothing is damaged', async () => {
    const folder = await writeVersion(`${await freshFolder('crates')}/200`, 200, 'Old');
    const { url } = endpoint().engine;
    for (let round = 0; round < (isWhole ? 3 : 1); round += 1) {
      await endpoint().clear();
      const both = await Promise.all([run(load(folder, url)), run(load(folder, url))]);
      expect(both.some(({ status }) => status === 0)).toBe(true);
      for (const { status, stderr } of both)
        if (status !== 0) expect(stderr).toMatch(/^ERR_STORE_LOCKED: .*process \d+ \(crategraph load\) since /m);
      expect(await leftoversOf(endpoint())).toEqual([]);
      expect(Object.keys((await state()).graphs)).toHaveLength(200);
      expect((await run(load(folder, url))).stderr).toMatch(/200 unchanged/);
    }
  });
});
