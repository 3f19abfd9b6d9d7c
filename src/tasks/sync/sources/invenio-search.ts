import type { CatalogueReading } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import type { JsonField } from './json-field.js';
import { jsonPages, PageCount } from './paged-json.js';

/** A search for records of an InvenioRDM repository. */
export interface RecordSearch {
  /** What the user has named. */
  readonly place: string;
  /** The site, with a `/` at its end. */
  readonly site: string;
  /** The first page of the search. */
  readonly first: URL;
}

/** How far a search goes: the window of OpenSearch (`index.max_result_window`). */
const MOST_RESULTS = 10_000;

/** A part of the time in which records were made, in seconds since 1970; its end is not in it. */
interface TimeSlice {
  readonly from: number;
  readonly to: number;
}

/**
 * The records of a search. More than the API lists are asked for in parts, by the time in which they
 * were made (`created`).
 * @throws CrateError ERR_HTTP, ERR_CATALOGUE_INVALID
 */
export async function* recordsIn(
  search: RecordSearch,
  reading: CatalogueReading,
  slice?: TimeSlice,
): AsyncGenerator<JsonField> {
  const count = new PageCount();
  const pages = jsonPages(addressOfSlice(search.first, slice), reading, ({ content }) =>
    content
      .at('links')
      .at('next')
      .optional((field) => field.text()),
  );
  for await (const page of pages) {
    const hits = page.content.at('hits');
    const total = hits.at('total').count();
    // A server may not count further than it lists.
    if (total >= MOST_RESULTS) return yield* recordsInHalves(search, reading, { slice, total });
    const records = hits.at('hits').items();
    count.add(page, total, records.map(conceptOf));
    yield* records;
  }
  count.end(search.place);
}

/** @throws CrateError ERR_CATALOGUE_INVALID if the parts have fewer records than the whole, or cannot be made smaller */
async function* recordsInHalves(
  search: RecordSearch,
  reading: CatalogueReading,
  { slice, total }: { readonly slice: TimeSlice | undefined; readonly total: number },
): AsyncGenerator<JsonField> {
  const { from, to } = slice ?? { from: EARLIEST, to: Math.ceil(Date.now() / 1000) + DAY };
  const middle = Math.floor((from + to) / 2);
  if (middle === from)
    throw invalidCatalogue(
      search.place,
      `it has ${total} records of one second, and the API lists only ${MOST_RESULTS}`,
    );
  let listed = 0;
  for (const half of [
    { from, to: middle },
    { from: middle, to },
  ])
    for await (const record of recordsIn(search, reading, half)) {
      listed += 1;
      yield record;
    }
  if (listed < total)
    throw invalidCatalogue(search.place, `it ends after ${listed} of ${total}`, {
      hint: 'its records were asked for by the time in which they were made (`created`); name a community or a search that has fewer',
    });
}

/** No repository has older records. */
const EARLIEST = Date.UTC(2000) / 1000;
/** Seconds: the clock of a server may be ahead. */
const DAY = 86_400;

function addressOfSlice(first: URL, slice: TimeSlice | undefined): string {
  if (slice === undefined) return first.href;
  const [from, to] = [slice.from, slice.to].map((time) => new Date(time * 1000).toISOString().slice(0, 19));
  const range = `created:[${from} TO ${to}}`;
  const asked = first.searchParams.get('q') ?? '';
  const address = new URL(first);
  address.searchParams.set('q', asked.trim() === '' ? range : `(${asked}) AND ${range}`);
  return address.href;
}

/** What all versions of a record have in common: Zenodo has it in the record. */
export function conceptOf(record: JsonField): string {
  const concept = record.at('conceptrecid');
  const id = concept.isMissing ? record.at('parent').at('id') : concept;
  return recordIdentifier(id);
}

/** An identifier, as it is in addresses. @throws CrateError ERR_CATALOGUE_INVALID */
export function recordIdentifier(field: JsonField): string {
  const id = field.name();
  if (!/^[\w.~-]+$/.test(id)) throw field.isNo('identifier of a record');
  return id;
}
