import { readAll } from '../../../package/limits.js';
import type { CatalogueReading } from '../catalogue.js';
import { invalidCatalogue, openSourceDocument } from '../source-document.js';
import { JsonField } from './json-field.js';

/** One answer of an API. */
export interface JsonPage {
  readonly content: JsonField;
  /** What was asked for. */
  readonly address: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** The longest answer that is read; a page has some hundred items. */
const PAGE_BYTES = 1 << 26;

/** Asks for one answer. @throws CrateError ERR_HTTP, ERR_LIMIT, ERR_CATALOGUE_INVALID if it is not JSON */
export async function apiPage(address: string, reading: CatalogueReading): Promise<JsonPage> {
  const { body, headers, address: final } = await openSourceDocument(address, 'application/json', reading);
  const bytes = await readAll(body, PAGE_BYTES, address);
  if (final !== undefined && final.host !== new URL(address).host)
    throw invalidCatalogue(address, `it leads to ${final.host}`, { hint: `name the catalogue by its address there` });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { content: new JsonField(JSON.parse(text), address), address, headers };
  } catch (cause) {
    throw invalidCatalogue(address, 'it is not JSON', { cause });
  }
}

/**
 * Asks for page after page, each as soon as the one before has been taken.
 * @param next the address of the page after one, as the API says it; undefined after the last one
 * @throws CrateError as {@link apiPage}; ERR_CATALOGUE_INVALID for a next page on another host, and for one that was
 * there before
 */
export async function* jsonPages(
  first: string,
  reading: CatalogueReading,
  next: (page: JsonPage) => string | undefined,
): AsyncGenerator<JsonPage> {
  const { protocol, host } = new URL(first);
  const seen = new Set<string>();
  for (let address: string | undefined = first; address !== undefined;) {
    if (seen.has(address)) throw invalidCatalogue(address, 'its pages lead in a circle');
    seen.add(address);
    const page: JsonPage = await apiPage(address, reading);
    yield page;
    const link = next(page);
    if (link === undefined) return;
    if (!URL.canParse(link, address))
      throw invalidCatalogue(address, `its next page is ${JSON.stringify(link)}, which is no address`);
    const url: URL = new URL(link, address);
    if (url.host !== host) throw invalidCatalogue(address, `its next page is on another host: ${url.host}`);
    url.protocol = protocol; // a server behind a proxy may not know of its own https
    address = url.href;
  }
}

/** Counts what pages list, against what they say that there is. */
export class PageCount {
  readonly #seen = new Set<string>();
  #total = 0;

  /**
   * Counts what a page lists.
   * @param total what the page says that all pages have
   * @throws CrateError ERR_CATALOGUE_INVALID for fewer than before, and for what was there before: then the catalogue
   * has changed between two pages, and something may be on neither
   */
  add({ address }: JsonPage, total: number, names: readonly string[]): void {
    if (total < this.#total) throw changed(address, `${this.#total} have become ${total}`);
    this.#total = total;
    for (const name of names) {
      if (this.#seen.has(name)) throw changed(address, `it lists ${name} a second time`);
      this.#seen.add(name);
    }
  }

  /** @throws CrateError ERR_CATALOGUE_INVALID if pages are missing */
  end(place: string): void {
    const { size } = this.#seen;
    if (size < this.#total) throw invalidCatalogue(place, `it ends after ${size} of ${this.#total}`, AGAIN);
  }
}

const AGAIN = { hint: 'try again; if that does not help, tell who runs the server' };

function changed(address: string, reason: string): Error {
  return invalidCatalogue(address, `${reason}: it has changed while it was read`, AGAIN);
}
