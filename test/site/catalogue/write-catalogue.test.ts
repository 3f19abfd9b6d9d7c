import { Readable } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { RDF_NAMES, syntaxOf, type RdfSyntax } from '../../../src/base/rdf/syntaxes.js';
import { readRdf } from '../../../src/package/open/read-rdf.js';
import { dumpCatalogue, type CatalogueKind, type CatalogueOptions, type Unsaid } from '../../../src/site/door.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { BUNDLED, crate, short } from '../../helpers/read.js';

const CONTEXT = ['https://w3id.org/ro/crate/1.1/context', { sha256: 'http://schema.org/sha256' }];
const [RAIN, BARE, ODD] = ['https://data.example/rain/', 'arcp://uuid,8e9f1b9c-7e3a-4f43-8e51-0b2f3f3f3f3f/', 'https://data.example/odd/'] as const; // prettier-ignore
const ORCID = 'https://orcid.org/0000-0002-1825-0097';
const HASH = 'ab'.repeat(32);

const rain = crate(
  [
    { '@id': ORCID, '@type': 'Person', name: 'Ada Miller' },
    { '@id': '#lab', '@type': 'Organization', name: 'Lab "of" rain\\' },
    { '@id': '#doi', '@type': 'PropertyValue', value: 'https://doi.org/10.5555/12345678' },
    { '@id': 'https://data.example/rain.zip', '@type': 'DataDownload', encodingFormat: 'application/zip', contentSize: '1200' }, // prettier-ignore
    { '@id': 'a.csv', '@type': 'File', name: 'A', encodingFormat: ['text/csv', { '@id': '#csv' }], sha256: HASH.toUpperCase(), contentSize: 5 }, // prettier-ignore
    { '@id': 'b.bin', '@type': 'File' },
  ],
  CONTEXT,
  {
    name: 'Rain',
    description: 'All the **rain** of Kiel.',
    license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
    author: [{ '@id': ORCID }, { '@id': '#lab' }],
    publisher: { '@id': '#lab' },
    identifier: { '@id': '#doi' },
    keywords: ['rain', 'Kiel'],
    version: '1.2',
    datePublished: '2024-05-01',
    dateModified: '2024-05-02T10:00Z',
    distribution: { '@id': 'https://data.example/rain.zip' },
  },
);
const odd = crate([], CONTEXT, { name: 'Odd', license: 'all mine', author: 'Cai', datePublished: 'last spring' });

let store: MemoryStore;

async function written(kind: CatalogueKind, options: CatalogueOptions = {}) {
  let unsaid: readonly Unsaid[] = [];
  let text = '';
  for await (const chunk of dumpCatalogue(store, kind, {
    contexts: BUNDLED,
    onUnsaid: (found) => (unsaid = found),
    ...options,
  }))
    // prettier-ignore
    text += chunk;
  return { text, unsaid: unsaid.map(({ message }) => message) };
}

async function parsed(text: string, syntax: RdfSyntax | undefined): Promise<Quad[]> {
  const stdin = Readable.from([Buffer.from(text)]);
  return readRdf('-', { from: syntax?.name, base: 'urn:x:/', contexts: BUNDLED, packages: { stdin } });
}

const isOf = (iri: string) => (quad: Quad) => quad.subject.value === iri;
const jsonOf = async (kind: CatalogueKind, graphs?: readonly string[]) => JSON.parse((await written(kind, { graphs })).text) as never; // prettier-ignore

beforeAll(async () => {
  store = new MemoryStore();
  for (const [document, base] of [
    [rain, RAIN],
    [crate([], CONTEXT), BARE],
    [odd, ODD],
  ] as const)
    // prettier-ignore
    await loadCrates(store, document as never, { base, contexts: BUNDLED });
});

describe('a catalogue in DCAT', () => {
  it('says of each crate what it says of itself, and nothing else', async () => {
    const { text } = await written('dcat');
    const quads = await parsed(text, syntaxOf('turtle'));
    expect(short(quads.filter(isOf(BARE)))).toHaveLength(1);
    const of = (name: string) => quads.filter(isOf(RAIN)).flatMap(({ predicate, object }) => (predicate.value.endsWith(name) ? [object] : [])); // prettier-ignore
    expect(of('title').map(({ value }) => value)).toEqual(['Rain']);
    expect(of('description').map(({ value }) => value)).toEqual(['All the rain of Kiel.']);
    expect(of('identifier').map(({ value }) => value)).toEqual(['https://doi.org/10.5555/12345678']);
    expect(of('keyword').map(({ value }) => value).sort()).toEqual(['Kiel', 'rain']); // prettier-ignore
    expect(of('landingPage').map(({ value }) => value)).toEqual(['https://doi.org/10.5555/12345678']);
    const dates = [...of('issued'), ...of('modified')].map((date) => date.termType === 'Literal' && `${date.value} ${date.datatype.value.split('#')[1]}`); // prettier-ignore
    expect(dates).toEqual(['2024-05-01 date', '2024-05-02T10:00:00Z dateTime']);
    const [download] = of('distribution');
    const form = quads.filter(({ subject }) => subject.equals(download));
    expect(form.map(({ object }) => object.value)).toEqual(
      expect.arrayContaining(['https://data.example/rain.zip', 'https://www.iana.org/assignments/media-types/application/zip', '1200']), // prettier-ignore
    );
    expect(of('creator').map(({ termType }) => termType).sort()).toEqual(['BlankNode', 'NamedNode']); // prettier-ignore
    // A date that is none is left out.
    expect(quads.filter(isOf(ODD)).some(({ predicate }) => predicate.value.endsWith('issued'))).toBe(false);
    expect(quads.filter(({ predicate }) => predicate.value.endsWith('#dataset'))).toHaveLength(3);
  });

  it.each(RDF_NAMES)('is the same as %s', async (name) => {
    const { text } = await written('dcat', { syntax: name });
    const quads = await parsed(text, syntaxOf(name));
    const turtle = await parsed((await written('dcat')).text, syntaxOf('turtle'));
    const labelled = (all: Quad[]) => short(all).map((line) => line.replace(/_:\S+/g, '_:'));
    expect(labelled(quads).sort()).toEqual(labelled(turtle).sort());
    expect(quads.length).toBeGreaterThan(30);
  });
});

it('a character that XML cannot hold ends no catalogue', async () => {
  const own = store;
  store = new MemoryStore();
  await loadCrates(store, crate([], CONTEXT, { name: 'A\u0001B \ud83c\udf27' }) as never, {
    base: RAIN,
    contexts: BUNDLED,
  });
  const { text } = await written('dcat', { syntax: 'rdfxml' }).finally(() => (store = own));
  const titles = (await parsed(text, syntaxOf('rdfxml'))).filter(({ predicate }) => predicate.value.endsWith('title'));
  expect(titles.map(({ object }) => object.value)).toEqual(['A\ufffdB \ud83c\udf27']);
});

describe('the other catalogues', () => {
  it('schema: a DataCatalog with the datasets', async () => {
    const catalogue: { '@type': string; dataset: Record<string, unknown>[] } = await jsonOf('schema');
    expect(catalogue['@type']).toBe('DataCatalog');
    expect(catalogue.dataset).toHaveLength(3);
    expect(catalogue.dataset.find((one) => one['@id'] === BARE)).toEqual({ '@type': 'Dataset', '@id': BARE });
    expect(catalogue.dataset.find((one) => one['@id'] === RAIN)).toMatchObject({
      name: 'Rain',
      description: 'All the rain of Kiel.',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      distribution: [{ contentUrl: 'https://data.example/rain.zip', encodingFormat: 'application/zip' }],
    });
  });

  it('croissant: a line for each crate that has files with a media type', async () => {
    const { text, unsaid } = await written('croissant');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      '@type': 'sc:Dataset',
      conformsTo: 'http://mlcommons.org/croissant/1.0',
      name: 'Rain',
      distribution: [{ '@type': 'cr:FileObject', '@id': 'a.csv', name: 'A', contentUrl: `${RAIN}a.csv`, contentSize: '5 B', encodingFormat: 'text/csv', sha256: HASH }], // prettier-ignore
    });
    expect(unsaid).toContain('2 of 3 crates have no file that Croissant can describe, and are left out');
    expect(unsaid).toContain('1 of 2 files has no media type, and is left out');
  });

  it('datacite: a line for each crate, with authors in their order and names in parts', async () => {
    const records = (await written('datacite')).text.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    expect(records).toHaveLength(3);
    expect(records.find(({ doi }) => doi !== undefined)).toMatchObject({
      doi: '10.5555/12345678',
      creators: [
        { name: 'Miller, Ada', nameType: 'Personal', givenName: 'Ada', familyName: 'Miller', nameIdentifiers: [{ nameIdentifier: ORCID }] }, // prettier-ignore
        { name: 'Lab "of" rain\\', nameType: 'Organizational' },
      ],
      publicationYear: '2024',
      rightsList: [{ rightsIdentifier: 'CC-BY-4.0' }],
    });
    expect(records.find(({ titles }) => titles === undefined)).not.toHaveProperty('publicationYear');
  });
});

describe('what a catalogue could not say', () => {
  it('is counted, in words', async () => {
    const { unsaid } = await written('dcat');
    for (const message of [
      '1 of 3 crates has no name',
      '2 of 3 crates have no description',
      '1 of 3 crates has no licence',
      '1 of 3 crates has a licence that has no address',
      '1 of 3 crates has an author that is only text',
      '1 of 3 crates has a date that is not one of ISO 8601, which is left out',
      '1 of 3 crates has an IRI that says nothing to others, because it is not of the web',
    ])
      expect(unsaid).toContain(message);
    expect((await written('datacite')).unsaid).toContain('2 of 3 crates have less than DataCite requires to register a DOI'); // prettier-ignore
  });

  it('is only what the chosen crates lack', async () => {
    const { text, unsaid } = await written('dcat', { graphs: [RAIN] });
    expect([text.match(/dcat:dataset/g)?.length, unsaid]).toEqual([1, []]);
    expect(await written('dcat', { graphs: [] })).toMatchObject({ unsaid: [] });
  });

  it('is an error for a graph that is not there, and for a format that the catalogue has not', async () => {
    await expect(written('dcat', { graphs: ['urn:none'] })).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' });
    await expect(written('datacite', { syntax: 'turtle' })).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
  });

  it('names a crate that cannot be read, and describes the others', async () => {
    const others = new MemoryStore();
    await loadCrates(others, rain as never, { base: RAIN, contexts: BUNDLED });
    const roots = ['a', 'b'].map((name) => `<urn:x:${name}/ro-crate-metadata.json> <http://schema.org/about> <urn:x:${name}/> ; <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate/1.1> . <urn:x:${name}/> a <http://schema.org/Dataset> .`); // prettier-ignore
    await others.update(`INSERT DATA { GRAPH <urn:x:two> { ${roots.join(' ')} } }`);
    const own = store;
    store = others;
    const { text, unsaid } = await written('dcat').finally(() => (store = own));
    expect(unsaid).toEqual([expect.stringMatching(/^1 of 2 crates could not be read, and is left out: urn:x:two: /)]);
    expect(text).toContain('dcterms:title "Rain"');
  });
});
