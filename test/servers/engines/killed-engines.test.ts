import { setTimeout as wait } from 'node:timers/promises';
import { CrateError } from '../../../src/base/errors.js';
import { verifyEndpointAt } from '../../../src/store/endpoint/endpoint-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { spawnCli } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { describeFaults } from '../helpers/describe-engines.js';
import { MANY, writeFaultCrates, type FaultCrates } from '../helpers/fault-crates.js';
import { FaultProxy, type Fault } from '../helpers/fault-proxy.js';
import { leftoversOf, stateOf, type StoreState } from '../helpers/store-state.js';

/** A command whose engine is killed; running it again must be right. */
interface Command {
  readonly name: string;
  readonly before: 'nothing' | 'many';
  readonly run: (store: GraphStore, crates: FaultCrates) => Promise<unknown>;
  readonly args: (crates: FaultCrates) => readonly string[];
}

/** When the engine is killed: before it gets a request, while it works on it, or when it has answered it. */
type Moment = (Fault & { readonly kind: 'hold' })['at'];
const MOMENTS: readonly Moment[] = ['before', 'during', 'after'];

const NAMES = Array.from({ length: MANY }, (_, index) => `https://example.org/faults/${index}/`);
const RENAME = `PREFIX schema: <http://schema.org/> DELETE { GRAPH ?g { ?c schema:name ?n } }
  INSERT { GRAPH ?g { ?c schema:name "Another" } } WHERE { GRAPH ?g { ?c schema:author ?a ; schema:name ?n } }`;

const COMMANDS: readonly Command[] = [
  {
    name: 'load of many',
    before: 'nothing',
    run: (store, { many }) => load(store, many),
    args: ({ many }) => ['load', many, '--offline'],
  },
  {
    name: 'load --mode replace of many',
    before: 'many',
    run: (store, { manyNew }) => load(store, manyNew, 'replace'),
    args: ({ manyNew }) => ['load', manyNew, '--offline', '--mode', 'replace'],
  },
  {
    name: 'update over many',
    before: 'many',
    run: (store) => store.update(RENAME),
    args: () => ['update', RENAME],
  },
  {
    name: 'remove of many',
    before: 'many',
    run: (store) => removeCrates(store, NAMES),
    args: () => ['remove', ...NAMES],
  },
];

describeFaults([], (endpoint, isWhole) => {
  let proxy: FaultProxy;
  let crates: FaultCrates;
  let env: Record<string, string>;
  beforeAll(async () => {
    const { engine } = endpoint();
    proxy = await FaultProxy.before(engine.url);
    env = { ...engine.env, ...proxy.envOf(engine) };
    Object.assign(process.env, env);
    crates = await writeFaultCrates();
  });
  afterAll(() => proxy.stop());

  async function withStore<T>(work: (store: GraphStore) => Promise<T>, url = endpoint().engine.url): Promise<T> {
    const store = await openStore(url, { mode: 'write', create: true, endpoint: { timeouts: { retryMs: 1 } } });
    return work(store).finally(() => store.close());
  }

  const state = (): Promise<StoreState> => withStore(stateOf);

  async function prepare(command: Command): Promise<void> {
    // Damage may show late.
    if (!(await unlessDamaged(() => begin(command)))) await begin(command);
  }

  async function begin({ before }: Command): Promise<void> {
    await endpoint().clear();
    proxy.set();
    if (before === 'many') await withStore((store) => load(store, crates.many));
  }

  /** Runs a command through the proxy. @returns its error */
  async function runThrough(command: Command): Promise<CrateError | undefined> {
    try {
      await withStore((store) => command.run(store, crates), proxy.through(endpoint().engine.url));
      return undefined;
    } catch (error) {
      if (error instanceof CrateError) return error;
      throw error;
    }
  }

  /** Has the engine killed at a request, as its host goes down. @returns waits until it is dead */
  function killAt(skip: number, at: Moment): () => Promise<unknown> {
    const held = new Promise<void>((done) => {
      proxy.set({ skip, fault: { kind: 'hold', at, held: done } });
    });
    const dead = held.then(async () => {
      // An engine that has got a request needs a moment to be in the middle of it.
      if (at === 'during') await wait((skip % 4) * 5);
      await Promise.all([endpoint().engine.crash(), proxy.stop()]);
    });
    return () => dead;
  }

  async function restart(): Promise<void> {
    await endpoint().engine.restart();
    await proxy.start();
    proxy.set();
  }

  /** Makes the store of the engine anew if it says that the kill has damaged it. @returns false then */
  async function unlessDamaged(work: () => Promise<void>): Promise<boolean> {
    const { damage } = endpoint().engine;
    try {
      await work();
      return true;
    } catch (error) {
      if (damage?.says.test(String(error)) !== true) throw error;
      if (error instanceof CrateError) expect(error.hint).toMatch(/\banew\b/);
      await damage.renew();
      return false;
    }
  }

  for (const command of COMMANDS)
    test(`${command.name}: the engine is killed at any of its changes; when it is back, nothing is silently wrong, and the same command does all`, async () => {
      await prepare(command);
      const old = await state();
      expect(await runThrough(command)).toBeUndefined();
      const writes = proxy.writesTo(endpoint().engine);
      const wanted = await state();
      // The claim comes first, and goes last.
      expect(writes.length).toBeGreaterThan(2);
      const middle = writes.slice(1, -1);
      const tried: (readonly [(typeof writes)[number], Moment])[] = isWhole
        ? writes.flatMap((write) => MOMENTS.map((at) => [write, at] as const))
        : [
            [middle[0]!, 'after'],
            [middle.at(-1)!, 'during'],
          ];
      const wrong: string[] = [];
      let survivals = 0;
      for (const [[skip, { method, path }], at] of tried) {
        const found: string[] = [];
        const what = (text: string) => void found.push(`${method} ${path.slice(0, 20)} (${skip}), ${at} it: ${text}`);
        const survived = await unlessDamaged(async () => {
          await prepare(command);
          const killed = killAt(skip, at);
          const error = await runThrough(command);
          await killed();
          await restart();
          const { problems } = await verifyEndpointAt(endpoint().engine.url);
          const after = await state();
          if (error === undefined) {
            if (!same(after, wanted)) what('it says that all is done, and it is not');
          } else if (!/^ERR_(?:ENDPOINT|STATE_UNKNOWN)$/.test(error.code)) what(`fails with ${error.code}`);
          else if (!/start|again/.test(error.hint ?? '')) what(`the hint is ${error.hint}`);
          for (const text of silentlyWrong({ old, wanted, after, problems })) what(text);
          const again = await runThrough(command);
          // What was removed already is not there.
          if (again !== undefined && again.code !== 'ERR_GRAPH_NOT_FOUND') throw again;
          // A command that has nothing to write looks for no claims: the next change finds that of the one before.
          await withStore((store) => store.put([]));
          if (!same(await state(), wanted)) what(`not healed: ${differenceOf(await state(), wanted)}`);
          for (const left of await leftoversOf(endpoint())) what(`left: ${left}`);
        });
        if (survived) {
          survivals += 1;
          wrong.push(...found);
        }
      }
      expect(wrong).toEqual([]);
      expect(survivals).toBeGreaterThan(tried.length / 2);
    }, 900_000);

  test('what an engine has acknowledged is there when it is killed and comes back', async () => {
    await endpoint().clear();
    // Each command finds what the one before has left.
    for (const command of COMMANDS) {
      await withStore((store) => command.run(store, crates));
      const wanted = await state();
      await endpoint().engine.crash();
      await endpoint().engine.restart();
      expect(await leftoversOf(endpoint())).toEqual([]);
      expect(await state()).toEqual(wanted);
    }
  }, 300_000);

  for (const command of COMMANDS.slice(0, isWhole ? COMMANDS.length : 1))
    test(`${command.name}: the command line waits for an engine that comes back at once, or says what to do`, async () => {
      const { engine } = endpoint();
      const run = () => spawnCli([...command.args(crates), '--store', proxy.through(engine.url)], { env });
      await prepare(command);
      expect(await run()).toMatchObject({ status: 0 });
      const [, write] = proxy.writesTo(engine);
      const wanted = await state();
      await prepare(command);
      const killed = killAt(write![0], 'during');
      const running = run();
      await killed();
      await restart();
      const ran = await running;
      await unlessDamaged(async () => {
        if (ran.status !== 0) {
          expect(ran.stderr).toMatch(/^ERR_(?:ENDPOINT|STATE_UNKNOWN): .*\n +hint: .*\b(?:start|again)\b/m);
          const again = await run();
          // What was removed already is not there.
          if (!again.stderr.includes('ERR_GRAPH_NOT_FOUND')) expect(again).toMatchObject({ status: 0 });
        }
        expect(await state()).toEqual(wanted);
        expect(await leftoversOf(endpoint())).toEqual([]);
      });
    }, 300_000);
});

/** What neither is as before or as after the whole command, nor is named as a problem. */
function silentlyWrong(found: {
  readonly old: StoreState;
  readonly wanted: StoreState;
  readonly after: StoreState;
  readonly problems: readonly string[];
}): string[] {
  const { old, wanted, after, problems } = found;
  return NAMES.flatMap((graph) => {
    const lines = after.graphs[graph];
    if (lines === old.graphs[graph] || lines === wanted.graphs[graph]) return [];
    if (problems.some((problem) => problem.includes(`<${graph}>`))) return [];
    return [`<${graph}> ${lines === undefined ? 'is not there' : 'is not whole'}, and nothing says so`];
  });
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differenceOf(one: StoreState, other: StoreState): string {
  const graph = NAMES.find((name) => one.graphs[name] !== other.graphs[name]);
  return graph === undefined ? 'the records differ' : `${one.graphs[graph]} INSTEAD OF ${other.graphs[graph]}`;
}

async function load(store: GraphStore, folder: string, mode?: 'replace'): Promise<void> {
  const results = await loadCrates(store, folder, { contexts: BUNDLED, mode });
  const failed = results.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    throw new CrateError(failed.error!.code, failed.error!.message, { hint: failed.error!.hint });
}
