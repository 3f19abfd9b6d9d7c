import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from '../cli/helpers/crates.js';
import { BUNDLED } from '../helpers/read.js';
import { listQueries } from '../../src/store/saved-queries.js';
import { loadCrates, type LoadResult } from '../../src/tasks/load/load-crates.js';
import { queryStore, type ResultTable } from '../../src/tasks/query/query-store.js';
import type { GraphStore } from '../../src/store/port.js';
import { MemoryStore } from '../../src/store/memory-store.js';

/** Each crate is loaded under the address that it states as its identifier, so that the links between crates match. */
let store: GraphStore;
const results = new Map<string, LoadResult>();

beforeAll(async () => {
  store = new MemoryStore();
  for (const name of await crateNames()) {
    const [result] = await loadCrates(store, [join(EXAMPLES, name)], { contexts: BUNDLED, base: `https://example.org/${name}/`, strict: true });
    if (result !== undefined) results.set(name, result);
  }
});
afterAll(() => store.close());

async function crateNames(): Promise<string[]> {
  return (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

describe('the example crates', () => {
  it('load with --strict, without repairs or warnings', async () => {
    expect([...results.keys()].sort()).toEqual(['coastal-atlas', 'herbarium-scans', 'rainfall-model-run', 'rainfall-survey', 'station-history']);
    for (const [name, result] of results) {
      expect({ name, ...result }).toMatchObject({ status: 'loaded', graph: `https://example.org/${name}/`, repairs: 0, dropped: 0, notes: [] });
    }
  });

  it('contain the files that they describe', async () => {
    for (const name of (await crateNames()).filter((one) => one !== 'coastal-atlas')) {
      const [file] = (await readdir(join(EXAMPLES, name))).filter((one) => one.startsWith('ro-crate-metadata.'));
      const { '@graph': graph } = JSON.parse(await readFile(join(EXAMPLES, name, file ?? ''), 'utf8')) as { '@graph': { '@id': string; '@type': string | string[] }[] };
      const files = graph.filter((entity) => [entity['@type']].flat().includes('File') && !/^[a-z]+:/.test(entity['@id']));
      expect(files.length).toBeGreaterThan(1);
      for (const entity of files) await readFile(join(EXAMPLES, name, decodeURIComponent(entity['@id'])));
    }
  });
});

describe('the saved queries', () => {
  it('all return rows for the example crates', async () => {
    const rows: Record<string, number> = {};
    const values: Record<string, string> = {
      author: 'https://orcid.org/0000-0002-1825-0097',
      entity: 'https://example.org/coastal-atlas/',
      licence: 'https://creativecommons.org/licenses/by/4.0/',
      type: 'schema:Person',
      words: 'rain*',
    };
    for (const { name, text, parameters } of await listQueries()) {
      const given = Object.fromEntries(parameters.map((parameter) => [parameter.name, values[parameter.name] ?? '']));
      rows[name] = ((await queryStore(store, text, { parameters: given })) as ResultTable).rows.length;
    }
    // Nobody in the examples has two IRIs.
    const empty = Object.entries(rows).filter(([, count]) => count === 0);
    expect(empty.map(([name]) => name)).toEqual(['identities']);
    expect(rows).toMatchObject({ crates: 5, root: 5, catalogue: 5 });
  });

  it('distinguish crates and join the entities that they share', async () => {
    const ask = async (name: string) => {
      const { text } = (await listQueries()).find((query) => query.name === name) ?? { text: '' };
      return ((await queryStore(store, text)) as ResultTable).rows;
    };
    const links = (await ask('links')).map(([crate, , , other]) => `${crate} ${other}`);
    expect(links).toContain('https://example.org/rainfall-model-run/ https://example.org/rainfall-survey/');
    expect(links).toContain('https://example.org/coastal-atlas/ https://example.org/rainfall-model-run/');
    const people = await ask('people');
    expect(people.filter(([person]) => person?.endsWith('#ada-brook'))).toHaveLength(2);
    expect(people.some(([, , crates]) => Number(crates) > 1)).toBe(true);
    expect((await ask('dangling')).some(([, , , missing]) => missing?.endsWith('#rain-book'))).toBe(true);
  });
});
