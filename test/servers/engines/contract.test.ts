import { openStore } from '../../../src/store/open-store.js';
import type { Capabilities } from '../../../src/store/capabilities.js';
import { describeGraphStore } from '../../contract/graph-store.contract.js';
import { G1, G2, named, rejects, rows, write } from '../../contract/store-kind.js';
import { describeStores } from '../helpers/describe-engines.js';
import type { EngineName } from '../helpers/engines.js';

/** What a store on any endpoint guarantees. */
const COMMON: Capabilities = {
  atomic: false,
  exactDifferences: true,
  keepsBlankLabels: true,
  keepsLexicalForms: false,
  keepsValues: true,
  durable: true,
  snapshots: false,
  noticesChanges: false,
  fullText: false,
  keepsRemovals: false,
  keepsApart: false,
};
/** Engines that give every literal back as it was written. */
const KEEP_SPELLING: ReadonlySet<EngineName> = new Set(['RDF4J', 'RDF4J in memory']);

describeStores((endpoint, name) => {
  beforeAll(() => {
    Object.assign(process.env, endpoint().engine.env);
  });
  const again = () => openStore(endpoint().engine.url, { mode: 'write', create: true });
  describeGraphStore({
    name,
    capabilities: { ...COMMON, keepsLexicalForms: KEEP_SPELLING.has(name), keepsValues: !name.startsWith('Virtuoso') },
    open: async () => {
      await endpoint().clear();
      return again();
    },
    again,
    own: async (sparql) => (await endpoint().query(sparql)).text,
  });
  test('no query sees a graph whose write was cut', async () => {
    await endpoint().clear();
    const store = await again();
    for (const [graph, text] of [[G1, 'a'], [G2, 'b']] as const) await store.put([write(graph, 'create', named(text))]); // prettier-ignore
    const kept = (pattern: string) => `GRAPH <urn:crategraph:store> { ${pattern} }`;
    const state = `?k <urn:crategraph:store#graph> <${G2}> ; <urn:crategraph:store#state> ?state`;
    const [row] = await endpoint().rows(`SELECT ?state { ${kept(state)} }`);
    const mark = /[\w-]+/.exec(row!['state']!)![0];
    await endpoint().update(`INSERT DATA { ${kept(`<urn:crategraph:store:batch:${mark}> <urn:crategraph:store#open> "${mark}"`)} }`); // prettier-ignore
    expect(await rows(store, 'SELECT ?n { ?s ?p ?n }')).toEqual([{ n: 'a' }]);
    expect(await rows(store, 'SELECT ?g { GRAPH ?g { ?s ?p ?n } }')).toEqual([{ g: G1 }]);
    expect(await rows(store, `SELECT ?n FROM <${G2}> { ?s ?p ?n }`)).toEqual([]);
    await store.close();
  });
  test('a graph of the bookkeeping or of the engine itself cannot be written', async () => {
    const store = await again();
    const own = name.startsWith('Virtuoso') ? ['http://www.w3.org/ns/ldp#'] : [];
    for (const graph of ['urn:crategraph:store', ...own])
      await rejects(store.put([write(graph, 'replace', named('a'))]), 'ERR_USAGE');
    await store.close();
  });
});
