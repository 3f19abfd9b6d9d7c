import { loadCatalogueTexts } from '../../site/door.js';
import type { DirectoryEntry } from '../discovery/crate-directory.js';
import { xmlElement } from '../discovery/xml-text.js';
import type { ServerContext } from '../server-context.js';
import { dateRange, OaiError, type OaiRequest } from './oai-arguments.js';
import { OAI_FORMATS, type OaiFormat } from './oai-formats.js';
import { UNKNOWN_TIME, type OaiItem, type OaiItems } from './oai-items.js';
import { resumedList, resumptionToken, type ResumedList } from './resumption-token.js';

/** Items of a list that are sent at once. */
const AT_ONCE = 100;
/** So many crates are read for one answer; more only where it has too few items for a page and the beginning of another. */
const MOST_READ = 500;

/** What answers are made of. */
export type OaiSources = Pick<ServerContext, 'address' | 'branding' | 'contact' | 'described'> & {
  readonly items: OaiItems;
};

/** The content of the element that is called as the verb. @throws OaiError */
export async function oaiAnswer(request: OaiRequest, sources: OaiSources): Promise<string> {
  const { verb, values } = request;
  switch (verb) {
    case 'Identify':
      return identify(sources);
    case 'ListMetadataFormats':
      return listFormats(values['identifier'], sources);
    case 'ListSets':
      throw noSets();
    case 'GetRecord': {
      const format = requireFormat(values['metadataPrefix']);
      const item = requireItem(values['identifier'] ?? '', sources);
      const [written] = await writtenItems([item], format, sources);
      if (written === undefined) throw notIn(format);
      return record(written);
    }
    case 'ListIdentifiers':
    case 'ListRecords':
      return list(request, sources);
  }
}

async function identify({ address, branding, contact, items }: OaiSources): Promise<string> {
  const { catalogueName } = await loadCatalogueTexts();
  return [
    xmlElement('repositoryName', catalogueName(branding, address)),
    xmlElement('baseURL', `${address}oai`),
    xmlElement('protocolVersion', '2.0'),
    // The protocol wants one; `.invalid` says that there is none (RFC 2606).
    xmlElement('adminEmail', contact ?? 'nobody@unknown.invalid'),
    xmlElement('earliestDatestamp', items.items[0]?.datestamp ?? UNKNOWN_TIME),
    // Not persistent: a store that is made anew does not know what the one before had.
    xmlElement('deletedRecord', items.knowsRemoved ? 'transient' : 'no'),
    xmlElement('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
  ].join('');
}

async function listFormats(identifier: string | undefined, sources: OaiSources): Promise<string> {
  const item = identifier === undefined ? undefined : requireItem(identifier, sources);
  const available: OaiFormat[] = [];
  for (const format of OAI_FORMATS)
    if (item === undefined || (await writtenItems([item], format, sources)).length > 0) available.push(format);
  if (available.length === 0) throw new OaiError('noMetadataFormats', 'The crate cannot be described.');
  return available
    .map(
      ({ prefix, schema, namespace }) =>
        `<metadataFormat>${xmlElement('metadataPrefix', prefix)}${xmlElement('schema', schema)}${xmlElement('metadataNamespace', namespace)}</metadataFormat>`,
    ) // prettier-ignore
    .join('');
}

async function list({ verb, values }: OaiRequest, sources: OaiSources): Promise<string> {
  const token = values['resumptionToken'];
  if (token === undefined && values['set'] !== undefined) throw noSets();
  const asked: ResumedList = token === undefined ? { metadataPrefix: values['metadataPrefix'] ?? '', ...dateRange(values), after: undefined, cursor: 0 } : resumedList(token); // prettier-ignore
  const format = requireFormat(asked.metadataPrefix, token !== undefined);
  const { all, rest } = sources.items.of(asked);
  const isHeaders = verb === 'ListIdentifiers';
  // Every crate has the first format, so only the others have to be read for a list of identifiers.
  const isKnown = isHeaders && format === OAI_FORMATS[0];
  const page = isKnown ? headersOf(rest) : await pageOf(rest, format, sources);
  if (page.written.length === 0)
    throw token === undefined ? new OaiError('noRecordsMatch', 'No crate matches.') : new OaiError('badResumptionToken', 'Nothing is left of this list.'); // prettier-ignore
  const text = page.written.map((one) => (isHeaders ? header(one.item) : record(one))).join('');
  if (page.last === undefined && token === undefined) return text;
  const next = page.last === undefined ? '' : resumptionToken({ ...asked, after: [page.last.datestamp, page.last.identifier], cursor: asked.cursor + page.written.length }); // prettier-ignore
  const size = format === OAI_FORMATS[0] ? String(all) : undefined;
  return text + xmlElement('resumptionToken', next, { completeListSize: size, cursor: String(asked.cursor) });
}

interface WrittenItem {
  readonly item: OaiItem;
  readonly metadata: string;
}

/** A part of a list. */
interface OaiPage {
  readonly written: readonly WrittenItem[];
  /** The last item; undefined at the end of the list. */
  readonly last: OaiItem | undefined;
}

function headersOf(rest: readonly OaiItem[]): OaiPage {
  const written = rest.slice(0, AT_ONCE).map((item) => ({ item, metadata: '' }));
  return { written, last: rest.length > AT_ONCE ? written.at(-1)?.item : undefined };
}

/** Reads items until one is left for the next page, so that no page is empty. */
async function pageOf(rest: readonly OaiItem[], format: OaiFormat, sources: OaiSources): Promise<OaiPage> {
  const written: WrittenItem[] = [];
  let at = 0;
  while (at < rest.length && written.length <= AT_ONCE && (at < MOST_READ || written.length < 2)) {
    const part = rest.slice(at, at + AT_ONCE + 1 - written.length);
    for (const one of await writtenItems(part, format, sources)) written.push(one);
    at += part.length;
  }
  const hasMore = written.length > AT_ONCE || at < rest.length;
  if (hasMore) written.pop();
  return { written, last: hasMore ? written.at(-1)?.item : undefined };
}

/** The items that a format can describe, in their order. What was removed has no metadata. */
async function writtenItems(
  items: readonly OaiItem[],
  { write }: OaiFormat,
  { described }: OaiSources,
): Promise<WrittenItem[]> {
  const { dataCiteRecord } = await loadCatalogueTexts();
  const metadata = new Map<DirectoryEntry, string>();
  for await (const crate of described.each(items.flatMap(({ listed }) => listed ?? []))) {
    const text = write(crate, dataCiteRecord(crate.facts, crate.page));
    if (text !== undefined) metadata.set(crate.listed, text);
  }
  return items.flatMap((item) => {
    const text = item.listed === undefined ? '' : metadata.get(item.listed);
    return text === undefined ? [] : [{ item, metadata: text }];
  });
}

function header({ identifier, datestamp, listed }: OaiItem): string {
  const status = listed === undefined ? ' status="deleted"' : '';
  return `<header${status}>${xmlElement('identifier', identifier)}${xmlElement('datestamp', datestamp)}</header>`;
}

function record({ item, metadata }: WrittenItem): string {
  return `<record>${header(item)}${item.listed === undefined ? '' : `<metadata>${metadata}</metadata>`}</record>`;
}

function requireItem(identifier: string, { items }: OaiSources): OaiItem {
  const item = items.item(identifier);
  if (item === undefined) throw new OaiError('idDoesNotExist', `There is no crate ${identifier} here.`);
  return item;
}

function requireFormat(prefix: string | undefined, isResumed = false): OaiFormat {
  const format = OAI_FORMATS.find((one) => one.prefix === prefix);
  if (format !== undefined) return format;
  if (isResumed) throw new OaiError('badResumptionToken', 'This is no resumption token of this server.');
  throw new OaiError('cannotDisseminateFormat', `There are ${OAI_FORMATS.map((one) => one.prefix).join(' and ')}.`);
}

function notIn({ prefix }: OaiFormat): OaiError {
  return new OaiError('cannotDisseminateFormat', `The crate does not say what ${prefix} needs: when it was published.`);
}

function noSets(): OaiError {
  return new OaiError('noSetHierarchy', 'There are no sets.');
}
