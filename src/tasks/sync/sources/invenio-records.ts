import { isMetadataFileName, METADATA_FILE_NAMES } from '../../../crate/metadata-names.js';
import { locationArcp } from '../../../package/open/open-url.js';
import { isWebAddress } from '../../../package/package-options.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import type { JsonField } from './json-field.js';
import { conceptOf, recordIdentifier, recordsIn, type RecordSearch } from './invenio-search.js';
import { apiPage } from './paged-json.js';

/**
 * The records of a repository that runs InvenioRDM, of one of its communities, or those that a search finds
 * (https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/, “Search records”). A record has a crate if one of
 * its files is a metadata document, or else a ZIP. The source is the page of all versions of a record; of several crates
 * in one record, with the name of the file. The state is the checksum of the file: a record may change without it.
 */
export const INVENIO_RDM: SourceKind = {
  name: 'inveniordm',
  meaning: 'the records of an InvenioRDM repository, a community or a search',
  list: async (place, reading) => {
    const { site, path, search } = addressOf(place);
    const first = new URL(path, site);
    first.search = search.toString();
    return { items: cratesOf({ place, site, first }, reading), isComplete: true, isMixed: true };
  },
};

/** As {@link INVENIO_RDM}; the API of Zenodo (https://developers.zenodo.org/#records) finds communities by a parameter. */
export const ZENODO: SourceKind = {
  name: 'zenodo',
  meaning: 'the records of a community or a search of Zenodo',
  isOwn: (place) => isWebAddress(place) && HOSTS.includes(new URL(place).host),
  list: async (place, reading) => {
    const { site, path, search } = addressOf(place);
    const [, community] = /^api\/communities\/([^/]+)\/records$/.exec(path) ?? [];
    if (community !== undefined) search.set('communities', decodeURIComponent(community));
    const first = new URL('api/records', site);
    first.search = search.toString();
    return { items: cratesOf({ place, site, first }, reading), isComplete: true, isMixed: true };
  },
};

const HOSTS = ['zenodo.org', 'sandbox.zenodo.org'];

/** What a guest may have on a page (https://blog.zenodo.org/2025/11/25/2025-11-14-search-api-updates/). */
const PAGE_SIZE = 25;
/** The API that an address of a person means: that of the site, of a community or of a search. */
function addressOf(place: string): { site: string; path: string; search: URLSearchParams } {
  if (!URL.canParse(place)) throw invalidCatalogue(place, 'a repository has an address');
  const { origin, pathname, searchParams: given } = new URL(place);
  const [, api, community] = /^\/(api\/)?(?:communities\/([^/]+)(?:\/(?:records|search))?|records|search)?\/?$/.exec(pathname) ?? []; // prettier-ignore
  if (pathname !== '/' && api === undefined && community === undefined && pathname.replace(/\/$/, '') !== '/search')
    throw invalidCatalogue(place, 'it is neither a site, a community nor a search', {
      hint: `such as ${origin}/communities/name or ${origin}/api/records?q=…`,
    });
  for (const name of ['page', 'size', ...(api === undefined ? OF_PAGES : [])]) given.delete(name);
  const unknown = api === undefined ? [...given.keys()].find((name) => name !== 'q') : undefined;
  if (unknown !== undefined)
    throw invalidCatalogue(place, `what ${unknown}= selects is not known here`, {
      hint: `say it in the search: ${origin}/api/records?q=…`,
    });
  // What is added while the pages are read comes at the end.
  if (!given.has('sort')) given.set('sort', 'oldest');
  given.set('size', `${PAGE_SIZE}`);
  const path = community === undefined ? 'api/records' : `api/communities/${community}/records`;
  return { site: `${origin}/`, path, search: given };
}

/** Parameters of pages for people that select nothing. */
const OF_PAGES = ['sort', 'l', 'p', 's'];

async function* cratesOf(search: RecordSearch, reading: CatalogueReading): AsyncGenerator<CatalogueItem> {
  for await (const record of recordsIn(search, reading)) yield* cratesIn(record, search.site, reading);
}

/** A file of a record, as both APIs write it. */
interface RecordFile {
  readonly key: string;
  readonly checksum: string | undefined;
}

async function* cratesIn(record: JsonField, site: string, reading: CatalogueReading): AsyncGenerator<CatalogueItem> {
  const id = recordIdentifier(record.at('id'));
  const page = `${site}records/${conceptOf(record)}`;
  const files = await filesOf(record, `${site}api/records/${id}/files`, reading);
  const crates = crateFiles(files);
  const revision = record.at('revision').isMissing ? record.at('revision_id') : record.at('revision');
  const state = [revision, record.at('updated')].map((field) => field.optional((one) => one.name()) ?? '').join(' ');
  for (const { key, checksum } of crates) {
    const source = crates.length === 1 ? page : `${page}#${encodeURIComponent(key)}`;
    yield {
      source,
      crate: `${site}api/records/${id}/files/${encodeURIComponent(key)}/content`,
      // That of the file would be another for each version.
      base: locationArcp(new URL(source)),
      version: checksum ?? `${id} ${state}`,
    };
  }
}

/**
 * Zenodo lists files in the record; InvenioRDM in it by name, or at their own address. Neither shows guests those that
 * are restricted.
 */
async function filesOf(record: JsonField, address: string, reading: CatalogueReading): Promise<RecordFile[]> {
  const files = record.at('files');
  if (files.isMissing) return [];
  const fileOf = (field: JsonField): RecordFile => ({
    key: field.at('key').text(),
    checksum: field.at('checksum').optional((one) => one.text()),
  });
  if (files.isList) return files.items().map(fileOf);
  const entries = files.at('entries');
  const isRestricted =
    record
      .at('access')
      .at('files')
      .optional((field) => field.text()) === 'restricted';
  if (!files.at('enabled').isTrue || (entries.isMissing && isRestricted)) return [];
  const listed = entries.isMissing ? (await apiPage(address, reading)).content.at('entries') : entries;
  return listed.values().map(fileOf);
}

/** The files that are crates: the metadata document of the record, or several of other names, or else ZIP files. */
function crateFiles(files: readonly RecordFile[]): readonly RecordFile[] {
  const attached = METADATA_FILE_NAMES.map((name) => files.find(({ key }) => key === name)).find((one) => one);
  if (attached !== undefined) return [attached];
  const documents = files.filter(({ key }) => isMetadataFileName(key));
  return documents.length > 0 ? documents : files.filter(({ key }) => /\.(?:zip|eln)$/i.test(key));
}
