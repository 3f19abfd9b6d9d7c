import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCrates } from '../../../src/tasks/check/check-crates.js';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { storeStatistics } from '../../../src/tasks/inspect/crate-statistics.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { previewUpdate } from '../../../src/tasks/query/preview-update.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { findGraphs } from '../../../src/tasks/stored/find-graph.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { writeTinyCrates } from '../../bench/generate.mjs';
import { BUNDLED } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { describeEngines } from '../helpers/describe-engines.js';
import { writeVersion } from '../helpers/fault-crates.js';
import { FaultProxy } from '../helpers/fault-proxy.js';

const OPTIONS = { contexts: BUNDLED, offline: true };
const PREFIX = 'PREFIX s: <http://schema.org/>';
const RENAME = `${PREFIX} DELETE { GRAPH ?g { ?g s:name ?n } } INSERT { GRAPH ?g { ?g s:name "Another" } } WHERE { GRAPH ?g { ?g s:name ?n } }`;
const NOTHING = `${PREFIX} DELETE { GRAPH ?g { ?p s:award ?a } } WHERE { GRAPH ?g { ?p s:award ?a } }`;

/** What a verb does with a store of so many crates, in this order, and the requests that it takes with 10 and with 500. */
const VERBS: readonly (readonly [verb: string, at10: number, at500: number, run: Verb])[] = [
  ['load', 21, 14, (store, { folder }) => loadCrates(store, folder, OPTIONS)],
  ['load again', 11, 8, (store, { folder }) => loadCrates(store, folder, OPTIONS)],
  ['list', 8, 8, (store) => listCrates(store)],
  ['query', 3, 3, (store) => queryText(store, `SELECT ?n { ?s <http://schema.org/name> ?n }`, 'text/csv')],
  ['stats', 8, 9, (store) => storeStatistics(store)],
  ['check', 12, 14, (store) => all(checkCrates([], { ...OPTIONS, store: async () => store }))],
  ['dump', 3, 4, (store) => all(dumpStore(store))],
  ['verify', 9, 10, (_, { url }) => verifyStore(url)],
  ['export', 6, 6, async (store, { graph }) => exportCrate(store, graph)],
  ['remove of an unknown name', 15, 15, (store) => findGraphs(store, ['nobody']).catch(() => undefined)],
  ['update that matches nothing', 4, 4, (store) => updateStore(store, NOTHING)],
  ['update --dry-run of all', 7, 8, (store) => previewUpdate(store, RENAME)],
  ['update of all', 11, 12, (store) => updateStore(store, RENAME)],
  ['list of changed crates', 11, 12, (store) => listCrates(store)],
  ['a name among changed crates', 18, 19, (store) => findGraphs(store, ['nobody']).catch(() => undefined)],
  ['load --mode merge', 11, 8, (store, { folder }) => loadCrates(store, folder, { ...OPTIONS, mode: 'merge' })],
  ['load of other versions', 31, 26, (store, { folder, change }) => change().then(() => loadCrates(store, folder, { ...OPTIONS, mode: 'replace' }))],
  ['push', 42, 18, async (store, { file }) => pushCrates(file, store, { mode: 'replace' })],
  ['remove of all', 16, 16, async (store) => removeCrates(store, (await store.graphs()).keys())],
  ['load of crates with addresses', 21, 14, (store, { addressed: [old] }) => loadCrates(store, old, OPTIONS)],
  ['load of their other versions from another folder', 29, 25, (store, { addressed: [, other] }) => loadCrates(store, other, { ...OPTIONS, mode: 'replace' })],
  ['load --mode merge of others', 31, 23, (store, { addressed: [old] }) => loadCrates(store, old, { ...OPTIONS, mode: 'merge' })],
]; // prettier-ignore

type Verb = (store: GraphStore, crates: Crates) => Promise<unknown>;

interface Crates {
  readonly folder: string;
  readonly url: string;
  readonly graph: string;
  readonly file: GraphStore;
  /** Folders of crates whose roots have an address: an older and a newer version of them. */
  readonly addressed: readonly [old: string, other: string];
  /** Writes another version of each crate. */
  readonly change: () => Promise<void>;
}

async function all(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

describeEngines(['Oxigraph'], (endpoint) => {
  test.each([10, 500])(
    'the requests of each verb with %d crates',
    async (count) => {
      await endpoint().clear();
      const proxy = await FaultProxy.before(endpoint().engine.url);
      const url = proxy.through(endpoint().engine.url);
      const folder = await scratch();
      writeTinyCrates(folder, count);
      const store = await openStore(url, { mode: 'write', create: true });
      const file = await openStore('memory:');
      const [first] = await loadCrates(file, folder, OPTIONS);
      const change = async () => {
        for (let at = 0; at < count; at += 1) {
          const path = join(folder, '0', String(at), 'ro-crate-metadata.json');
          await writeFile(path, (await readFile(path, 'utf8')).replace('Tiny crate', 'Small crate'));
        }
      };
      const [old, other] = await Promise.all(
        ['Old', 'New'].map(async (name) => writeVersion(await scratch(), count, name)),
      );
      const crates = { folder, url, graph: first!.graph!, file, change, addressed: [old!, other!] as const };
      const found: Record<string, number> = {};
      try {
        for (const [verb, , , run] of VERBS) {
          proxy.set();
          await run(store, crates);
          found[verb] = proxy.seen.length;
        }
      } finally {
        await store.close();
        await file.close();
        await proxy.stop();
      }
      expect(found).toEqual(
        Object.fromEntries(VERBS.map(([verb, at10, at500]) => [verb, count === 10 ? at10 : at500])),
      );
    },
    300_000,
  );
});
