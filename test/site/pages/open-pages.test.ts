import { join } from 'node:path';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openPages } from '../../../src/site/pages/open-pages.js';
import { openStore } from '../../../src/store/open-store.js';
import { shortHandle } from '../../../src/tasks/stored/handles.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const GRAPH = 'https://example.org/crate/';

it('pages come from a thread with its own connection, which sees later changes', async () => {
  const place = join(await scratch(), 'store');
  const store = await openStore(place, { mode: 'write', create: true });
  await loadCrates(store, crate([], 'https://w3id.org/ro/crate/1.1/context', { name: 'Before' }) as never, { base: GRAPH, contexts: BUNDLED }); // prettier-ignore
  const pages = openPages(place, { address: 'http://localhost/', contexts: { offline: true } });
  try {
    const page = () => pages.render({ page: 'crate', key: shortHandle(GRAPH), search: '' });
    expect((await page()).body).toContain('<h1>Before</h1>');
    await store.update(`PREFIX s: <http://schema.org/> DELETE { GRAPH ?g { ?r s:name ?n } } INSERT { GRAPH ?g { ?r s:name "After" } } WHERE { GRAPH ?g { ?r s:name ?n } }`); // prettier-ignore
    expect((await page()).body).toContain('<h1>After</h1>');
    expect((await pages.render({ page: 'crate', key: 'none', search: '' })).status).toBe(404);
  } finally {
    await pages.close();
    await store.close();
  }
});

it('pages without anybody who keeps the index find everything, as those of a store that nobody may write', async () => {
  const place = join(await scratch(), 'store');
  const store = await openStore(place, { mode: 'write', create: true });
  const person = { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Mei Chen' };
  await loadCrates(store, crate([person], 'https://w3id.org/ro/crate/1.1/context', { name: 'Rain' }) as never, { base: GRAPH, contexts: BUNDLED }); // prettier-ignore
  const pages = openPages(place, { address: 'http://localhost/', contexts: { offline: true } });
  try {
    for (const request of [
      { page: 'crates', search: '' },
      { page: 'crates', search: '?q=chen&type=Person' },
      { page: 'mentions', iri: person['@id'] },
    ] as const) {
      const { body } = await pages.render(request);
      expect(body).toMatch(/class="card-title"><a href="[^"]*">Rain</);
      expect(body).not.toContain('still being read');
    }
    expect((await pages.render({ page: 'crates', search: '?q=chen&show=entities' })).body).toContain(
      '<mark>Chen</mark>',
    );
    expect(await store.isIndexed()).toBe(false);
  } finally {
    await pages.close();
    await store.close();
  }
});

it('a thread that has died fails its pages, and the next page gets another thread', async () => {
  const place = join(await scratch(), 'store');
  const pages = openPages(place, { address: 'http://localhost/', contexts: { offline: true } });
  const list = () => pages.render({ page: 'crates', search: '' });
  try {
    await expect(Promise.all([list(), list()])).rejects.toMatchObject({ code: 'ERR_STORE_NOT_FOUND' }); // there is no store
    await (await openStore(place, { mode: 'write', create: true })).close();
    expect((await list()).status).toBe(200);
  } finally {
    await pages.close();
  }
});
