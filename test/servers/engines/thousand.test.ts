import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { writeTinyCrates } from '../../bench/generate.mjs';
import { chunksOf, rows } from '../../contract/store-kind.js';
import { BUNDLED } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { describeStores } from '../helpers/describe-engines.js';

/** 1,000, or fewer where time matters. */
const COUNT = Number(process.env['CRATES'] ?? 1000);
const OPTIONS = { contexts: BUNDLED, offline: true };
const NAMES = `SELECT ?name WHERE { GRAPH ?g { ?g <http://schema.org/name> ?name } } ORDER BY ?name`;

describeStores((endpoint) => {
  let folder: string;
  let store: GraphStore;
  beforeAll(async () => {
    folder = await scratch();
    writeTinyCrates(folder, COUNT);
    Object.assign(process.env, endpoint().engine.env);
    store = await openStore(endpoint().engine.url, { mode: 'write', create: true });
  });
  afterAll(() => store.close());

  const documentOf = (index: number) => join(folder, '0', String(index), 'ro-crate-metadata.json');

  test(`${COUNT} crates are loaded; the same load again changes nothing`, async () => {
    const results = await loadCrates(store, folder, OPTIONS);
    expect(results.filter(({ status }) => status === 'loaded')).toHaveLength(COUNT);
    const first = await digestOf(store);
    for (const mode of ['replace', 'merge'] as const) {
      await loadCrates(store, folder, { ...OPTIONS, mode });
      expect(await digestOf(store)).toBe(first);
    }
    expect((await loadCrates(store, folder, OPTIONS)).every(({ status }) => status === 'unchanged')).toBe(true);
  });

  test('they are queried', async () => {
    const found = (await rows(store, NAMES)).map(({ name }) => name);
    expect(found).toEqual(Array.from({ length: COUNT }, (_, index) => `Tiny crate ${index}`).sort());
  });

  test('each is exported as it was loaded, byte for byte', async () => {
    const graphs = await loadCrates(store, folder, OPTIONS);
    for (const { graph, crate } of graphs) {
      const original = await readFile(join(crate, 'ro-crate-metadata.json'), 'utf8').catch(() =>
        readFile(crate, 'utf8'),
      );
      expect(await exportCrate(store, graph!)).toBe(original);
    }
  });

  test('one is replaced, and then all are removed', async () => {
    const { writeFile } = await import('node:fs/promises');
    const text = await readFile(documentOf(7), 'utf8');
    await writeFile(documentOf(7), text.replace('Tiny crate 7', 'Another name'));
    const [result] = await loadCrates(store, documentOf(7), { ...OPTIONS, mode: 'replace' });
    expect(result).toMatchObject({ status: 'replaced' });
    const found = (await rows(store, NAMES)).map(({ name }) => name);
    expect(found).toHaveLength(COUNT);
    expect(found[0]).toBe('Another name');
    await removeCrates(store, (await store.graphs()).keys());
    expect(await store.graphs()).toEqual(new Map());
    expect(await store.records()).toEqual([]);
  });
});

/** A hash of all lines in order: the generated crates have no blank nodes, and no literals that an engine respells. */
async function digestOf(store: GraphStore): Promise<string> {
  const lines = (await chunksOf(store)).join('').split('\n').sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
