import { loadCrates } from '../../../../src/tasks/load/load-crates.js';
import type { CrateArgument } from '../../../../src/package/open/crate-argument.js';
import { openContexts } from '../../../../src/package/contexts/open-contexts.js';
import { ViewCache } from '../../../../src/site/pages/thread/view-cache.js';
import { MemoryStore } from '../../../../src/store/memory-store.js';

const contexts = openContexts({ offline: true });
const SMALL = 'https://example.org/small/';
const LARGE = 'https://example.org/large/';

/** A crate with so many files, of five triples each. */
function crateOf(files: number, name: string): CrateArgument {
  const parts = Array.from({ length: files }, (_, index) => ({ '@id': `f${index}.txt` }));
  const entities = parts.map((part, index) => ({ ...part, '@type': 'File', name: `${index}`, contentSize: index, description: 'x' })); // prettier-ignore
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
      { '@id': './', '@type': 'Dataset', name, hasPart: parts },
      ...entities,
    ],
  };
}

/** Has a store note the documents that are read. */
function watch(store: MemoryStore): string[] {
  const read: string[] = [];
  const open = store.snapshot.bind(store);
  store.snapshot = () => {
    const snapshot = open();
    const file = snapshot.file.bind(snapshot);
    return Object.assign(snapshot, { file: (sha256: string) => (read.push(sha256), file(sha256)) });
  };
  return read;
}

it('a large crate is ready before the first request, also after it has changed; a small one is opened when it is asked for', async () => {
  const store = new MemoryStore();
  await loadCrates(store, crateOf(1, 'small'), { base: SMALL, contexts });
  await loadCrates(store, crateOf(5000, 'large'), { base: LARGE, contexts });
  const read = watch(store);
  const views = new ViewCache(store, contexts, 1 << 28);
  const nameOf = async (graph: string) => (await views.view(graph)).root.name;

  /** Whether a document was read since the last call. */
  const hasRead = () => read.splice(0).length > 0;

  await views.warm();
  expect(hasRead()).toBe(true);
  expect(await nameOf(LARGE)).toBe('large');
  expect(hasRead()).toBe(false);
  expect(await nameOf(SMALL)).toBe('small');
  expect(hasRead()).toBe(true);

  await views.warm();
  expect(hasRead()).toBe(false);
  await loadCrates(store, crateOf(5000, 'larger'), { base: LARGE, contexts, mode: 'replace' });
  hasRead();
  await views.warm();
  expect(hasRead()).toBe(true);
  expect(await nameOf(LARGE)).toBe('larger');
  expect(hasRead()).toBe(false);
});

it('a reader of many crates leaves those that people look at in memory, and uses them', async () => {
  const store = new MemoryStore();
  await loadCrates(store, crateOf(1, 'one'), { base: SMALL, contexts });
  await loadCrates(store, crateOf(2, 'other'), { base: LARGE, contexts });
  const views = new ViewCache(store, contexts, 1 << 28);
  const shown = await views.view(SMALL);
  expect(await views.view(SMALL, false)).toBe(shown);
  const passing = await views.view(LARGE, false);
  expect(passing.root.name).toBe('other');
  expect(await views.view(LARGE)).not.toBe(passing);
});
