import { renderPage } from '../../../src/site/pages/render-page.js';
import { jsonForScript } from '../../../src/site/pages/page-head.js';
import type { PageRequest } from '../../../src/site/pages/page-request.js';
import { crate } from '../../helpers/read.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';
import { readHtml, type PageHtml } from './helpers/page-html.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const ORCID = 'https://orcid.org/0000-0002-1825-0097';

type Attributes = Readonly<Record<string, string>>;

/** The elements of a name, by their attributes. */
function named({ elements }: PageHtml, tag: string): Attributes[] {
  return elements
    .filter(({ tagName }) => tagName === tag)
    .map(({ attrs }) => Object.fromEntries(attrs.map(({ name, value }) => [name, value])));
}

function jsonLdOf({ elements }: PageHtml): unknown[] {
  return elements
    .filter(({ tagName, attrs }) => tagName === 'script' && attrs.some(({ value }) => value === 'application/ld+json'))
    .map(({ childNodes }) => JSON.parse((childNodes[0] as unknown as { readonly value: string }).value) as unknown);
}

async function siteOf(root: Record<string, unknown>, entities: Record<string, unknown>[] = []) {
  const data = await pageDataOf(crate(entities as never, CONTEXT, root as never));
  const key = data.index.crateOf(ROOT)?.key as string;
  const page = async (request: PageRequest) => readHtml((await renderPage(request, data)).body);
  return { page, home: data.address, address: `${data.address}crates/${key}/`, crate: (search = '') => page({ page: 'crate', key, search }), entity: (id: string) => page({ page: 'entity', key, id, search: '' }) }; // prettier-ignore
}

const RAIN = {
  name: 'Rain </script><script>alert(1)</script>',
  description: 'All the rain of Kiel, measured every hour since 1950 by many people.',
  license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
  author: [{ '@id': ORCID }, { '@id': '#lab' }, 'Cai', { '@id': '#nobody' }],
  creator: { '@id': ORCID },
  identifier: [{ '@id': '#doi' }, 'rain-7'],
  keywords: ['rain', 'Kiel'],
  version: '1.2',
  datePublished: '2024-05-01',
};
const PEOPLE = [
  { '@id': ORCID, '@type': 'Person', name: 'Ada' },
  { '@id': '#lab', '@type': 'Organization', name: 'Lab' },
  { '@id': '#doi', '@type': 'PropertyValue', value: 'https://doi.org/10.5555/12345678' },
];

describe('the head of the page of a crate', () => {
  it('has the crate as a dataset of schema.org', async () => {
    const site = await siteOf(RAIN, PEOPLE);
    const [dataset, ...more] = jsonLdOf(await site.crate());
    expect(more).toEqual([]);
    expect(dataset).toMatchObject({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      '@id': site.address,
      name: RAIN.name,
      description: RAIN.description,
      url: site.address,
      identifier: ['https://doi.org/10.5555/12345678', 'rain-7'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
      creator: [
        { '@type': 'Person', name: 'Ada', '@id': ORCID, sameAs: ORCID },
        { '@type': 'Organization', name: 'Lab' },
        { '@type': 'Person', name: 'Cai' },
      ],
      keywords: ['rain', 'Kiel'],
      version: '1.2',
      datePublished: '2024-05-01',
      includedInDataCatalog: { '@type': 'DataCatalog', '@id': site.home },
    });
    const { distribution } = dataset as { readonly distribution: readonly object[] };
    expect(distribution[0]).toEqual({ '@type': 'DataDownload', contentUrl: `${site.address.slice(0, -1)}.jsonld`, encodingFormat: 'application/ld+json' }); // prettier-ignore
  });

  it.each([
    ['nothing', undefined],
    ['little', 'Rain'],
    ['a novel', 'rain '.repeat(5000)],
  ])('describes it in 50 to 5000 characters where the crate says %s', async (_what, description) => {
    const site = await siteOf({ ...RAIN, description });
    const [dataset] = jsonLdOf(await site.crate()) as { readonly description: string }[];
    expect(dataset?.description.length).toBeGreaterThanOrEqual(50);
    expect(dataset?.description.length).toBeLessThanOrEqual(5000);
    if (description !== undefined) expect(dataset?.description).toMatch(/^[Rr]ain/);
  });

  it('leads to the other forms, and names its one address', async () => {
    const site = await siteOf(RAIN, PEOPLE);
    const page = await site.crate('?page=2');
    const links = named(page, 'link');
    const beside = site.address.slice(0, -1);
    expect(links).toContainEqual({ rel: 'canonical', href: site.address });
    for (const [ending, type] of [
      ['.jsonld', 'application/ld+json'],
      ['.ttl', 'text/turtle'],
      ['.nt', 'application/n-triples'],
      ['.rdf', 'application/rdf+xml'],
    ])
      expect(links).toContainEqual(expect.objectContaining({ rel: 'alternate', href: `${beside}${ending}`, type }));
    expect(links).toContainEqual({ rel: 'linkset', href: `${beside}.linkset.json`, type: 'application/linkset+json' });
    expect(named(page, 'meta')).toEqual(
      expect.arrayContaining([
        { name: 'description', content: RAIN.description },
        { property: 'og:title', content: RAIN.name },
        { property: 'og:description', content: RAIN.description },
        { property: 'og:type', content: 'website' },
        { property: 'og:url', content: site.address },
      ]),
    );
  });

  it('is that of the overview only: other views are no dataset', async () => {
    const site = await siteOf(RAIN, PEOPLE);
    for (const search of ['?view=statistics', '?type=Person']) expect(jsonLdOf(await site.crate(search))).toEqual([]);
  });
});

it('the page of an entity names its one address', async () => {
  const site = await siteOf(RAIN, PEOPLE);
  const page = await site.entity('#lab');
  expect(named(page, 'link')).toContainEqual({ rel: 'canonical', href: `${site.address}?entity=%23lab` });
  expect(jsonLdOf(page)).toEqual([]);
  expect(named(await site.entity('./'), 'link')).toContainEqual({ rel: 'canonical', href: site.address });
});

it('the list of all crates is a catalogue, and a search is none', async () => {
  const site = await siteOf(RAIN, PEOPLE);
  const list = await site.page({ page: 'crates', search: '' });
  expect(jsonLdOf(list)).toEqual([expect.objectContaining({ '@type': 'DataCatalog', '@id': site.home, dataset: { '@id': site.address } })]); // prettier-ignore
  expect(named(list, 'link')).toContainEqual({ rel: 'canonical', href: site.home });
  expect(jsonLdOf(await site.page({ page: 'crates', search: '?sort=date' }))).toEqual([]);
});

it('no text can end a script of data', () => {
  const text = '</script><!--\u2028&\u0085\ud800';
  expect(jsonForScript({ text })).toMatch(/^[\x20-\x7e]*$/);
  expect(jsonForScript({ text })).not.toMatch(/[<>&]/);
  expect(JSON.parse(jsonForScript({ text }))).toEqual({ text });
});
