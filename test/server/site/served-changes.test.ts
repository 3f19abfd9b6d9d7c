import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openHandler } from '../../../src/server/open-handler.js';
import type { OpenedHandler } from '../../../src/server/open-routes.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const ADDRESS = 'http://localhost/';
const PERSON = 'https://orcid.org/0000-0002-1825-0097';

let folder: string;
let writer: GraphStore;
let served: OpenedHandler | undefined;

const load = (number: number, name: string) =>
  loadCrates(writer, crate([{ '@id': PERSON, '@type': 'Person', name: 'Mei Chen' }], 'https://w3id.org/ro/crate/1.1/context', { name, author: { '@id': PERSON } }) as never, { base: `https://example.org/${number}/`, contexts: BUNDLED }); // prettier-ignore

beforeEach(async () => {
  folder = await scratch();
  writer = await openStore(join(folder, 'store'), { mode: 'write', create: true });
  await load(1, 'Rain in the hills');
  await load(2, 'Snow');
});

afterEach(async () => {
  await served?.close();
  served = undefined;
  await writer.close();
  await rm(folder, { recursive: true });
});

const serve = async () => (served = await openHandler({ address: ADDRESS, store: join(folder, 'store') }));

/** A page once the server has read what has changed: until then it says what is missing. */
async function page({ handler }: OpenedHandler, path: string): Promise<string> {
  for (;;) {
    const response = await handler(new Request(`${ADDRESS}${path}`));
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    if (!text.includes('still being read')) return text;
  }
}
const names = (html: string) => [...html.matchAll(/class="card-title"><a href="[^"]*">([^<]*)</g)].map(([, name]) => name).sort(); // prettier-ignore
const mentions = `mentions?iri=${encodeURIComponent(PERSON)}`;

it('list, search, mentions, statistics and completions follow what others write', async () => {
  const site = await serve();
  const all = async () => ({
    list: names(await page(site, '')),
    search: names(await page(site, '?q=chen')),
    mentions: names(await page(site, mentions)),
    classes: (JSON.parse(await page(site, 'query/terms.json')) as { classes: { uses: number }[] }).classes[0]?.uses,
    crates: /<strong>(\d+)<\/strong>\s*crates/.exec((await page(site, 'statistics')).replace(/<span>|<\/span>/g, ''))?.[1],
  }); // prettier-ignore
  const expected = (...crates: string[]) => ({
    list: crates,
    search: crates,
    mentions: crates,
    classes: crates.length,
  });
  expect(await all()).toMatchObject(expected('Rain in the hills', 'Snow'));
  await load(3, 'Wind');
  expect(await all()).toMatchObject(expected('Rain in the hills', 'Snow', 'Wind'));
  await writer.drop(['https://example.org/1/', 'https://example.org/2/']);
  expect(await all()).toMatchObject(expected('Wind'));
  expect(names(await page(site, '?q=rain'))).toEqual([]);
  await writer.update('PREFIX s: <http://schema.org/> DELETE { GRAPH ?g { ?r s:name "Wind" } } INSERT { GRAPH ?g { ?r s:name "Storm" } } WHERE { GRAPH ?g { ?r s:name "Wind" } }'); // prettier-ignore
  expect(names(await page(site, '?q=storm'))).toEqual(['Storm']);
  expect(names(await page(site, '?q=wind'))).toEqual([]);
});

it('pages that many ask for at once, while crates come and go, are each of one moment', async () => {
  const site = await serve();
  const asked = Array.from({ length: 40 }, async (_, at) => {
    if (at % 8 === 0) await load(10 + at, `Number ${at}`);
    if (at % 8 === 4) await writer.drop([`https://example.org/${10 + at - 4}/`]).catch(() => undefined);
    return page(site, ['', '?q=chen&show=entities', mentions, '?type=Person&sort=size'][at % 4] ?? '');
  });
  for (const html of await Promise.all(asked)) expect(html).toContain('</html>');
});
