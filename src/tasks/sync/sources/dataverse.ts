import { CrateError } from '../../../base/errors.js';
import { METADATA_FILE_NAMES } from '../../../crate/metadata-names.js';
import { locationArcp } from '../../../package/open/open-url.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import type { JsonField } from './json-field.js';
import { apiPage, PageCount } from './paged-json.js';

/**
 * The published datasets of a Dataverse, of one of its collections or of a search, as the Search API lists them
 * (https://guides.dataverse.org/en/latest/api/search.html). Where an exporter for RO-Crate is installed, each dataset is
 * a crate (`rocrate_json` of https://github.com/gdcc/exporter-ro-crate, or what `/api/info/exportFormats` names);
 * otherwise those that have a file `ro-crate-metadata.json`. The source is the address of the DOI or handle, the state
 * the version of the dataset, or the checksum of the file.
 */
export const DATAVERSE: SourceKind = {
  name: 'dataverse',
  meaning: 'the datasets of a Dataverse, a collection or a search',
  list: async (place, reading) => {
    const { site, search } = addressOf(place);
    const exporter = await exporterOf(site, reading);
    const items = exporter === undefined ? cratesInFiles(site, search, reading) : exported(site, search, exporter, reading); // prettier-ignore
    return { items, isComplete: true };
  },
};

/** The most that the Search API gives at once. */
const PER_PAGE = 1000;

/** The search that an address of a person means: in all of the site, in a collection, or one with its own words. */
function addressOf(place: string): { site: string; search: URLSearchParams } {
  if (!URL.canParse(place)) throw invalidCatalogue(place, 'a Dataverse has an address');
  const { origin, pathname, searchParams } = new URL(place);
  const [matched, collection, api] = /^\/(?:dataverse\/([^/]+)|(api\/(?:v1\/)?search))?\/?$/.exec(pathname) ?? [];
  const unknown = api === undefined ? [...searchParams.keys()][0] : undefined;
  if (matched === undefined || unknown !== undefined)
    throw invalidCatalogue(place, 'it is neither a site, a collection nor a search', {
      hint: `such as ${origin}/dataverse/name or ${origin}/api/search?q=…`,
    });
  for (const name of ['type', 'start', 'per_page']) searchParams.delete(name);
  if (collection !== undefined) searchParams.set('subtree', decodeURIComponent(collection));
  if (!searchParams.has('q')) searchParams.set('q', '*');
  // What is added while the pages are read comes at the end.
  if (!searchParams.has('sort')) {
    searchParams.set('sort', 'date');
    searchParams.set('order', 'asc');
  }
  return { site: `${origin}/`, search: searchParams };
}

/** The exporter for RO-Crate; undefined if there is none. Before version 6.5 a server does not tell: then as usual. */
async function exporterOf(site: string, reading: CatalogueReading): Promise<string | undefined> {
  try {
    const { content } = await apiPage(`${site}api/info/exportFormats`, reading);
    return content
      .at('data')
      .names()
      .find((name) => /^ro-?_?crate/i.test(name));
  } catch (error) {
    if (error instanceof CrateError && error.details['status'] === 404) return 'rocrate_json';
    throw error;
  }
}

async function* exported(
  site: string,
  search: URLSearchParams,
  exporter: string,
  reading: CatalogueReading,
): AsyncGenerator<CatalogueItem> {
  for await (const dataset of found(site, search, 'dataset', reading)) {
    const id = dataset.at('global_id');
    // Who has the right to see drafts gets them beside the published version; no exporter writes them.
    if (dataset.at('versionState').optional((field) => field.text()) === 'DRAFT') continue;
    const source = addressOfId(id);
    const state = ['versionId', 'updatedAt', 'published_at'].map((name) =>
      dataset.at(name).optional((one) => one.name()),
    );
    if (state.every((part) => part === undefined)) throw dataset.at('versionId').isNo('version');
    const crate = new URL('api/datasets/export', site);
    crate.searchParams.set('exporter', exporter);
    crate.searchParams.set('persistentId', id.text());
    // All exports have the same address but for the query, which is no part of a base.
    yield { source, crate: crate.href, base: locationArcp(new URL(source)), version: state.join(' ').trim() };
  }
}

async function* cratesInFiles(
  site: string,
  search: URLSearchParams,
  reading: CatalogueReading,
): AsyncGenerator<CatalogueItem> {
  const words = new URLSearchParams(search);
  const own = words.get('q');
  words.set('q', [...(own === '*' ? [] : [`(${own})`]), `"${METADATA_FILE_NAMES[0]}"`].join(' AND '));
  for await (const file of found(site, words, 'file', reading)) {
    // The search finds words in descriptions too.
    if (file.at('name').text() !== METADATA_FILE_NAMES[0]) continue;
    const dataset = addressOfId(file.at('dataset_persistent_id'));
    const id = file.at('file_id').name();
    const checksum = file.at('checksum').at('value');
    const version = (checksum.isMissing ? file.at('md5') : checksum).optional((field) => field.text());
    const crate = `${site}api/access/datafile/${encodeURIComponent(id)}`;
    yield { source: dataset, crate, base: locationArcp(new URL(dataset)), version: version ?? id };
  }
}

/** What a search finds, page after page; each begins where the one before has ended. */
async function* found(
  site: string,
  search: URLSearchParams,
  type: 'dataset' | 'file',
  reading: CatalogueReading,
): AsyncGenerator<JsonField> {
  const count = new PageCount();
  const address = new URL('api/search', site);
  for (let start = 0, total = 1; start < total;) {
    const words = new URLSearchParams(search);
    for (const [name, value] of [['type', type], ['per_page', PER_PAGE], ['start', start]] as const) words.set(name, `${value}`); // prettier-ignore
    address.search = words.toString();
    const page = await apiPage(address.href, reading);
    const data = page.content.at('data');
    total = data.at('total_count').count();
    const items = data.at('items').items();
    count.add(page, total, items.map(type === 'dataset' ? nameOfVersion : nameOfFile));
    if (items.length === 0) break;
    yield* items;
    start += items.length;
  }
  count.end(address.href);
}

function nameOfVersion(dataset: JsonField): string {
  const state = dataset.at('versionState').optional((field) => field.text()) === 'DRAFT' ? ' (draft)' : '';
  return dataset.at('global_id').text() + state;
}

function nameOfFile(file: JsonField): string {
  return file.at('file_id').name();
}

/** Where a persistent identifier is resolved; that does not depend on the version of the server. */
function addressOfId(field: JsonField): string {
  const [, scheme = '', id] = /^(doi|hdl):(\S+)$/.exec(field.text()) ?? [];
  if (id === undefined) throw field.isNo('DOI or handle');
  return new URL(encodeURI(id), scheme === 'doi' ? 'https://doi.org/' : 'https://hdl.handle.net/').href;
}
