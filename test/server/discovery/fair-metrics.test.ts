import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLinks } from '../../../src/package/http/link-header.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { readHtml } from '../../site/pages/helpers/page-html.js';

// The tests of F-UJI (metrics of FAIRsFAIR, 0.8) that ask no registry: what a page offers, not what a crate lacks.

const DOI = 'https://doi.org/10.5555/12345678';
const CC = 'https://creativecommons.org/licenses/by/4.0/';
const CORE = ['creator', 'name', 'identifier', 'datePublished', 'publisher', '@type', 'description', 'keywords'];

interface Dataset extends Readonly<Record<string, unknown>> {
  readonly distribution: readonly Readonly<Record<'contentUrl' | 'encodingFormat' | 'contentSize', string>>[];
}

let address: string;
let page: Response;
let dataset: Dataset;

const get = (path: string, accept = '*/*') => fetch(new URL(path, address), { headers: { accept } });

beforeAll(async () => {
  const folder = join(await scratch(), 'rain');
  const more = {
    description: 'All the rain of Kiel, measured every hour since 1950 by many people.',
    author: { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ada Miller' },
    publisher: { '@id': 'https://ror.org/05gq02987', '@type': 'Organization', name: 'Lab' },
    datePublished: '2024-05-01',
    identifier: DOI,
    license: { '@id': CC },
    keywords: ['rain'],
    conditionsOfAccess: 'open',
    isAccessibleForFree: true,
    isBasedOn: [{ '@id': 'https://doi.org/10.5555/87654321' }, 'The notes of the lab'],
    hasPart: [{ '@id': 'rain.csv' }],
    distribution: { '@id': 'https://data.example/rain.zip' },
  };
  const entities = [
    { '@id': 'rain.csv', '@type': 'File', encodingFormat: 'text/csv', contentSize: '9' },
    {
      '@id': 'https://data.example/rain.zip',
      '@type': 'DataDownload',
      encodingFormat: 'application/zip',
      contentSize: '1234',
    },
  ];
  await writeCrate(folder, crate({ more, entities }));
  await writeFile(join(folder, 'rain.csv'), 'hour,mm\n1');
  ({ address } = await startServer({ folders: [folder] }));
  page = await get('crates/rain/', 'text/html');
  const { elements } = readHtml(await page.clone().text());
  const script = elements.find(
    ({ tagName, attrs }) => tagName === 'script' && attrs.some(({ value }) => value === 'application/ld+json'),
  );
  dataset = JSON.parse((script?.childNodes[0] as unknown as { value: string }).value) as Dataset;
});

describe('what F-UJI asks of the page of a crate', () => {
  const linked = (relation: string) =>
    parseLinks(page.headers.get('link')).flatMap(({ target, parameters }) => (parameters.get('rel') === relation ? [new URL(target, page.url).href] : [])); // prettier-ignore
  it.each<readonly [string, () => unknown]>([
    ['FsF-F1-01MD: its identifier is unique', () => expect(dataset['@id']).toBe(`${address}crates/rain/`)],
    ['FsF-F1-02MD: its persistent identifier is said', () => expect(dataset['identifier']).toBe(DOI)],
    ['FsF-F1-02MD: also as cite-as', () => expect(linked('cite-as')).toEqual([DOI])], // prettier-ignore
    ['FsF-F2-01M: the core of its metadata', () => expect(Object.keys(dataset)).toEqual(expect.arrayContaining(CORE))],
    ['FsF-F4-01M: schema.org in the page', () => expect(dataset['@type']).toBe('Dataset')],
    ['FsF-A1-01M: who may have it', () => expect(dataset).toMatchObject({ conditionsOfAccess: 'open', isAccessibleForFree: true })], // prettier-ignore
    ['FsF-I3-01M: what it is related to', () => expect(dataset['isBasedOn']).toEqual([{ '@id': 'https://doi.org/10.5555/87654321' }, { '@type': 'CreativeWork', name: 'The notes of the lab' }])], // prettier-ignore
    ['FsF-R1-01M: form and size of what it has', () => expect(dataset.distribution[0]).toMatchObject({ encodingFormat: 'application/zip', contentSize: '1234' })], // prettier-ignore
    ['FsF-R1.1-01M: its licence', () => expect(dataset['license']).toBe(CC)],
    ['FsF-R1.2-01M: who made it, and when', () => expect(dataset).toMatchObject({ creator: { name: 'Ada Miller' }, datePublished: '2024-05-01' })], // prettier-ignore
  ])('%s', (_, check) => {
    check();
  });

  it.each(['application/ld+json', 'text/turtle', 'application/rdf+xml'])('FsF-I1-01M: its metadata as %s', async (type) => {
    for (const answer of [await get('crates/rain/', type), await get(alternate(type))])
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
  }); // prettier-ignore

  it('FsF-A1-02MD and FsF-F3-01M: its data are where it says', async () => {
    const own = dataset.distribution.map(({ contentUrl }) => contentUrl).filter((href) => href.startsWith(address));
    expect(own).toContain(`${address}crates/rain.zip`);
    const items = linked('item');
    expect(items).toContain(`${address}crates/rain/rain.csv`);
    for (const href of [...own, ...items]) {
      const stated = dataset.distribution.find(({ contentUrl }) => contentUrl === href)?.encodingFormat ?? 'text/csv';
      const { status, headers } = await fetch(href, { method: 'HEAD' });
      expect([href, status, headers.get('content-type')]).toEqual([href, 200, expect.stringContaining(stated)]);
    }
  });

  it('FsF-R1.3-02D: a format that many can read', async () => {
    const file = await get('crates/rain/rain.csv');
    expect([file.headers.get('content-type'), file.headers.get('content-length')]).toEqual([
      expect.stringContaining('text/csv'),
      '9',
    ]);
  });
});

/** The address of a form of the metadata, as the distributions name it. */
function alternate(type: string): string {
  return dataset.distribution.find(({ encodingFormat }) => encodingFormat === type)?.contentUrl ?? '';
}
