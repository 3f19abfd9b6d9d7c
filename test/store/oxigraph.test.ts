import { DataFactory } from 'n3';
import { openStore } from '../../src/store/open.js';
import { openMemoryStore } from '../../src/store/oxigraph.js';
import { describeGraphStore, contents, G1, named, write } from '../contract/graph-store.contract.js';

describeGraphStore('memory', openMemoryStore);

test('a large graph that is replaced in vain comes back with its blank nodes', async () => {
  const store = await openMemoryStore();
  const lines = Array.from({ length: 10_000 }, (_, i) => `_:b${i} <http://schema.org/name> "${i} é _:x" @ .`);
  await store.import([write(G1, 'create', ...lines)]);
  const before = await contents(store);
  const large = Array.from({ length: 20_000 }, (_, i) => named(`new ${i} and some more text to make it large`));
  for (const mode of ['replace', 'merge'] as const) {
    await expect(store.import([write(G1, mode, ...large, 'bad')])).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
  }
  expect(await contents(store)).toEqual(before);
  await store.close();
});

test('any number of graphs goes into one import', async () => {
  const store = await openMemoryStore();
  const writes = Array.from({ length: 130_000 }, (_, i) => {
    const graph = DataFactory.namedNode(`urn:g${i}`);
    return { graph, mode: 'create', trusted: true, nquads: [`<urn:s> <urn:p> <urn:o> <urn:g${i}> .\n`] } as const;
  });
  expect(await store.import(writes)).toHaveLength(writes.length);
  await store.close();
});

test('SERVICE and LOAD are refused, not run', async () => {
  const store = await openMemoryStore();
  const unsupported = { code: 'ERR_UNSUPPORTED' };
  await expect(store.query('SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }')).rejects.toMatchObject(
    unsupported,
  );
  await expect(store.update('LOAD <http://127.0.0.1:1/>')).rejects.toMatchObject(unsupported);
  await store.close();
});

test('openStore knows memory: and refuses endpoints for now', async () => {
  await (await openStore('memory:', { mode: 'write' })).close();
  await expect(openStore('http://localhost:3030/ds', { mode: 'read' })).rejects.toMatchObject({
    code: 'ERR_UNSUPPORTED',
  });
});
