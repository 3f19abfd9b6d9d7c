import { firstOf } from '../../src/crate/context/context-source.js';
import type { JsonObject } from '../../src/crate/json/value.js';
import { openStore } from '../../src/store/open-store.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { handlesOf } from '../../src/tasks/stored/handles.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { BUNDLED } from '../helpers/read.js';
import { startServer } from '../helpers/server.js';
import { RDF } from '../../src/base/rdf/vocabulary.js';
import { scratch } from '../package/helpers/crate-forms.js';

const CONTEXT = 'https://example.org/own/context';
const BASE = 'https://example.org/own/';
/** What was there when the crate was loaded, and is not when it is served. */
const OWN = firstOf(
  { load: async (address) => (address === CONTEXT ? { gauge: `${BASE}terms#gauge` } : undefined) },
  BUNDLED,
);

let folder: string;
let place: string;
let address: string;

beforeAll(async () => {
  folder = await scratch();
  place = `${folder}/store.db`;
  const document = crate({ name: 'Own', more: { gauge: 'deep' } });
  await writeCrate(`${folder}/own`, { ...document, '@context': ['https://w3id.org/ro/crate/1.1/context', CONTEXT] });
  const store = await openStore(place, { mode: 'write', create: true });
  await loadCrates(store, `${folder}/own`, { contexts: OWN, base: BASE });
  const key = String(handlesOf((await store.graphs()).keys(), []).get(BASE));
  await store.close();
  const server = await startServer({ store: place });
  address = `${server.address}crates/${key}/`;
});

const graphOf = async (source: string, base?: string) => {
  const store = await openStore('memory:');
  await loadCrates(store, source, { contexts: OWN, base });
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.nquads(BASE)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString().split('\n').sort();
};

/** The graph of the metadata document at the address, which is written to a folder. */
async function answeredGraph(): Promise<string[]> {
  const answer = await fetch(`${address}ro-crate-metadata.json`);
  expect(answer.status).toBe(200);
  await writeCrate(`${folder}/answered`, (await answer.json()) as JsonObject);
  return graphOf(`${folder}/answered`);
}

describe('a crate whose context the server does not have', () => {
  it.each(['GET', 'HEAD'])('%s of any form answers, with the same status', async (method) => {
    for (const extension of ['ttl', 'nq', 'nt', 'trig', 'rdf']) {
      const answer = await fetch(`${address.slice(0, -1)}.${extension}`, { method });
      expect([extension, answer.status]).toEqual([extension, 200]);
      const text = await answer.text();
      if (method === 'GET') expect(text).toContain('deep');
      else expect(text).toBe('');
    }
    expect((await fetch(`${address}ro-crate-metadata.json`, { method })).status).toBe(200);
  });

  it('has its own document, with the base that gives the same IRIs', async () => {
    const document = (await (await fetch(`${address}ro-crate-metadata.json`)).json()) as { '@context': unknown[] };
    expect(document['@context']).toEqual(['https://w3id.org/ro/crate/1.1/context', CONTEXT, { '@base': `${BASE}` }]);
    expect(await answeredGraph()).toEqual(await graphOf(`${folder}/own`, BASE));
  });

  it('has a document with the same graph when it was changed', async () => {
    const store = await openStore(place, { mode: 'write' });
    await store.update('DELETE { GRAPH ?g { ?s ?p "Own" } } INSERT { GRAPH ?g { ?s ?p "Other" } } WHERE { GRAPH ?g { ?s ?p "Own" } }'); // prettier-ignore
    const wanted: Uint8Array[] = [];
    for await (const chunk of store.nquads(BASE)) wanted.push(Buffer.from(chunk));
    await store.close();
    expect(await answeredGraph()).toEqual(Buffer.concat(wanted).toString().split('\n').sort());
    expect((await fetch(`${address}ro-crate-metadata.json`, { method: 'HEAD' })).status).toBe(200);
  });
});

it('HEAD of a document that cannot be written has the status of GET', async () => {
  const roots = `${folder}/roots.db`;
  const store = await openStore(roots, { mode: 'write', create: true });
  const graph = 'https://example.org/none/';
  const root = (name: string) =>
    `<${graph}${name}/ro-crate-metadata.json> <http://schema.org/about> <${graph}${name}/> <${graph}> .\n` +
    `<${graph}${name}/> <${RDF}type> <http://schema.org/Dataset> <${graph}> .\n`;
  await store.put([{ graph, mode: 'create', nquads: [root('a') + root('b')] }]);
  const key = String(handlesOf([graph], []).get(graph));
  await store.close();
  const server = await startServer({ store: roots });
  const document = `${server.address}crates/${key}/ro-crate-metadata.json`;
  const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(document, { method })));
  expect(await get?.text()).toContain('ERR_ROOT_AMBIGUOUS');
  expect([get?.status, head?.status]).toEqual([500, 500]);
});
