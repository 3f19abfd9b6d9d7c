import { isMetadataFileName } from '../../../crate/metadata-names.js';
import { lastSegment } from '../../../base/rdf/iri.js';
import { isWebAddress } from '../../../package/package-options.js';
import type { CatalogueItem, SourceKind, CatalogueReading, Listing } from '../catalogue.js';
import { invalidCatalogue, openSourceDocument } from '../source-document.js';
import { childText, xmlElements, type XmlElement } from '../read-xml.js';
import { settledTime } from '../settled-time.js';

/**
 * A repository with OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html). Its address may have `set`
 * and `metadataPrefix`; by default, all items as `oai_dc`, the format that all repositories have (section 3.4).
 */
export const OAI_PMH: SourceKind = {
  name: 'oai-pmh',
  meaning: 'a repository with OAI-PMH 2.0; its address may have set=…',
  async list(place, reading) {
    const harvest = new Harvest(place, reading);
    return harvest.list(await harvest.identify());
  },
};

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/';
/** Milliseconds before the last answer that are listed again: what was written meanwhile may have an earlier time. */
const OVERLAP = { day: 86_400_000, second: 3_600_000 };

/** What `Identify` says of a repository (section 4.2). */
interface Repository {
  readonly isByDay: boolean;
  readonly tellsDeleted: boolean;
}

/** An answer of the protocol, while it is read. */
interface OaiAnswer {
  date: string | undefined;
  token: XmlElement | undefined;
}

class Harvest {
  readonly #place: string;
  readonly #base: URL;
  readonly #reading: CatalogueReading;
  /** Arguments that select records. */
  readonly #selection: Readonly<Record<string, string>>;
  #next: string | undefined;

  constructor(place: string, reading: CatalogueReading) {
    if (!isWebAddress(place) || !URL.canParse(place)) throw invalidCatalogue(place, 'OAI-PMH needs an address');
    this.#place = place;
    this.#reading = reading;
    this.#base = new URL(place);
    this.#base.hash = '';
    const set = this.#base.searchParams.get('set');
    const metadataPrefix = this.#base.searchParams.get('metadataPrefix') ?? 'oai_dc';
    this.#selection = { metadataPrefix, ...(set !== null && { set }) };
    for (const name of ['verb', 'set', 'metadataPrefix']) this.#base.searchParams.delete(name);
  }

  async identify(): Promise<Repository> {
    const answer: OaiAnswer = { date: undefined, token: undefined };
    for await (const element of this.#request({ verb: 'Identify' }, ['Identify'], answer)) {
      const granularity = childText(element, 'granularity');
      const deleted = childText(element, 'deletedRecord') ?? '';
      if (granularity === undefined || !['no', 'transient', 'persistent'].includes(deleted))
        throw this.#invalid('Identify does not say its granularity and what it does with deleted records');
      return { isByDay: !granularity.includes('T'), tellsDeleted: deleted !== 'no' };
    }
    throw this.#invalid('it does not answer Identify');
  }

  list({ isByDay, tellsDeleted }: Repository): Listing {
    // One that does not tell what was deleted has to be listed as a whole.
    const from = tellsDeleted ? this.#reading.since : undefined;
    return {
      items: this.#items(from, isByDay),
      isComplete: from === undefined,
      isMixed: true,
      next: () => (tellsDeleted ? this.#next : undefined),
    };
  }

  async *#items(from: string | undefined, isByDay: boolean): AsyncGenerator<CatalogueItem> {
    const first = { verb: 'ListRecords', ...this.#selection, ...(from !== undefined && { from }) };
    const tokens = new Set<string>();
    let records = 0;
    let placed = 0;
    /** Of the whole list, as the repository says. */
    let size = 0;
    for (let query: Readonly<Record<string, string>> | undefined = first; query !== undefined;) {
      const answer: OaiAnswer = { date: undefined, token: undefined };
      let isEmpty = true;
      for await (const record of this.#request(query, ['record'], answer)) {
        isEmpty = false;
        records += 1;
        const item = this.#itemOf(record, answer.date ?? '', records);
        if (item === undefined) continue;
        placed += 1;
        yield item;
      }
      if (query === first) this.#next = this.#startOfNext(answer.date, isByDay);
      const token = answer.token?.text.trim() ?? '';
      size = Number(answer.token?.attributes.get('completeListSize') ?? size);
      if (token !== '' && isEmpty) throw this.#invalid('a part of the list has no records');
      if (token !== '' && tokens.has(token)) throw this.#invalid(`it repeats the resumption token ${token}`);
      tokens.add(token);
      if (token === '' && answer.token === undefined && query !== first && records < size)
        throw this.#invalid(`the list ends after ${records} of ${size} records`);
      query = token === '' ? undefined : { verb: 'ListRecords', resumptionToken: token };
    }
    // The few that have changed may all be of another kind.
    if (from === undefined && records > 0 && placed === 0)
      throw this.#invalid(`none of its ${records} records has an address`, {
        hint: 'another metadataPrefix in its address may have some, as ?metadataPrefix=oai_datacite',
      });
  }

  /** @param number that of the record, for errors. @returns undefined for a record without an address */
  #itemOf(record: XmlElement, now: string, number: number): CatalogueItem | undefined {
    const header = record.children.find(({ name }) => name === 'header');
    const identifier = header && childText(header, 'identifier');
    const datestamp = header && childText(header, 'datestamp');
    if (header === undefined || identifier === undefined || datestamp === undefined || Number.isNaN(Date.parse(datestamp)))
      throw this.#invalid(`record ${number} has no header with identifier and datestamp`); // prettier-ignore
    if (header.attributes.get('status') === 'deleted') return { source: '', name: identifier, isGone: true };
    const places = addressesOf(record);
    const [source] = places;
    if (source === undefined) return undefined;
    const crate = places.find((address) => isMetadataFileName(lastSegment(address)));
    return { source, crate, name: identifier, version: settledTime(datestamp, Date.parse(now)) };
  }

  #startOfNext(date: string | undefined, isByDay: boolean): string {
    const time = Date.parse(date ?? '');
    if (Number.isNaN(time)) throw this.#invalid('an answer has no responseDate');
    const start = new Date(time - (isByDay ? OVERLAP.day : OVERLAP.second)).toISOString();
    return isByDay ? start.slice(0, 10) : start.replace(/\.\d+Z$/, 'Z');
  }

  /** Elements of an answer. @throws CrateError for its errors, except that nothing matches (section 3.6) */
  async *#request(
    query: Readonly<Record<string, string>>,
    wanted: readonly string[],
    answer: OaiAnswer,
  ): AsyncGenerator<XmlElement> {
    const address = new URL(this.#base);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const { body } = await openSourceDocument(address.href, 'text/xml, application/xml;q=0.9', this.#reading);
    let isRoot = true;
    let isAnswered = false;
    for await (const element of xmlElements(body, this.#place, [
      ...wanted,
      'responseDate',
      'resumptionToken',
      'error',
    ])) {
      if (isRoot && (element.name !== 'OAI-PMH' || element.namespace !== NAMESPACE))
        throw this.#invalid(`it does not speak OAI-PMH 2.0: its answer begins with <${element.name}>`);
      if (!isRoot && element.namespace === NAMESPACE) {
        isAnswered ||= element.name !== 'responseDate';
        if (element.name === 'responseDate') answer.date = element.text.trim();
        else if (element.name === 'resumptionToken') answer.token = element;
        else if (element.name === 'error') this.#requireEmptyList(element, query);
        else yield element;
      }
      isRoot = false;
    }
    if (!isAnswered) throw this.#invalid(`its answer to ${query['verb']} is empty`);
  }

  #requireEmptyList(
    { attributes, text }: XmlElement,
    { resumptionToken, verb }: Readonly<Record<string, string>>,
  ): void {
    const code = attributes.get('code') ?? 'error';
    if (code === 'noRecordsMatch' && resumptionToken === undefined) return;
    const hint = code === 'badResumptionToken' ? { hint: 'the list has expired on the server: run sync again' } : {};
    throw this.#invalid(`${code} in answer to ${verb}${text.trim() === '' ? '' : `: ${text.trim()}`}`, hint);
  }

  #invalid(reason: string, more: { hint?: string } = {}): Error {
    return invalidCatalogue(this.#place, reason, more);
  }
}

/** Elements of Dublin Core and DataCite that may have an address, those of the item itself first. */
const ADDRESS_ELEMENTS = ['identifier', 'alternateIdentifier', 'relation', 'relatedIdentifier'];

/** The addresses in the metadata of a record. */
function addressesOf(record: XmlElement): string[] {
  const found: [rank: number, address: string][] = [];
  const waiting = record.children.filter(({ name }) => name === 'metadata');
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const rank = ADDRESS_ELEMENTS.indexOf(element.name);
    const address = rank < 0 ? undefined : addressIn(element);
    if (address !== undefined) found.push([rank, address]);
    for (const child of element.children.toReversed()) waiting.push(child);
  }
  return found.sort(([a], [b]) => a - b).map(([, address]) => address);
}

function addressIn({ text, attributes }: XmlElement): string | undefined {
  const value = text.trim();
  const type = attributes.get('identifierType') ?? attributes.get('relatedIdentifierType') ?? '';
  const [, doi] = /^(?:doi:\s*|info:doi\/)?(10\.\d{4,}(?:\.\d+)*\/\S+)$/i.exec(value) ?? [];
  if (doi !== undefined && (type === '' || type.toUpperCase() === 'DOI')) return `https://doi.org/${encodeURI(doi)}`;
  return isWebAddress(value) && URL.canParse(value) ? value : undefined;
}
