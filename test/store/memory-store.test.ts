import { MemoryStore } from '../../src/store/memory-store.js';
import { openStore } from '../../src/store/open-store.js';
import { contents, G1, named, write, writePieces } from '../contract/store-kind.js';
import { describeGraphStore } from '../contract/graph-store.contract.js';

describeGraphStore({
  name: 'memory',
  capabilities: {
    atomic: true,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: true,
    keepsValues: true,
    durable: false,
    snapshots: true,
    noticesChanges: true,
    fullText: true,
    keepsRemovals: false,
    keepsApart: true,
  },
  open: async () => new MemoryStore(),
});

test('one commit takes any number of graphs', async () => {
  const store = new MemoryStore();
  const writes = Array.from({ length: 130_000 }, (_, i) => {
    return writePieces(`urn:g${i}`, 'create', '<urn:s> <urn:p> <urn:o> @ .');
  });
  expect(await store.put(writes)).toHaveLength(writes.length);
  await store.close();
});

test('memory stores do not share graphs', async () => {
  const [one, other] = [await openStore('memory:', { mode: 'write' }), await openStore('memory:', { mode: 'read' })];
  await one.put([write(G1, 'create', named('a'))]);
  expect(await contents(other)).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});
