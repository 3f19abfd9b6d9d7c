import { JSONLD } from '../../base/rdf/syntaxes.js';
import { chunksOf } from '../../crate/json/byte-source.js';
import { CrateError } from '../../base/errors.js';
import { displayAddress, trimAddress } from '../../crate/context/context-address.js';
import { METADATA_FILE_NAMES, METADATA_NAME_PART } from '../../crate/metadata-names.js';
import { type ArchiveFormat, isArchive, detectKind, type ContentKind, readFirstBytes } from '../bytes/first-bytes.js';
import { DocumentBytes } from '../bytes/document-bytes.js';
import { readAll, type PackageLimits } from '../limits.js';
import type { HttpResponse, Hop, HttpClient, HttpTarget } from '../http/http-client.js';
import { RequestBudget } from '../http/request-budget.js';
import { conditionalHeaders, NotModified, validatorsOf, type HttpValidators } from '../http/validators.js';
import { parseLinks } from '../http/link-header.js';
import type { PageLinks } from './page-links.js';
import { cratesOfLinks, cratesOfLinkSet, CRATE_PROFILE, isSurelyCrate, linkedSets, LINK_SET_TYPES } from './signposting.js'; // prettier-ignore

/**
 * A crate that was found on the web: its metadata document, or an archive that is not read yet. `target` is the address
 * of the archive before redirects, for further requests.
 */
export type Retrieved = {
  readonly hops: readonly Hop[];
  readonly downgraded: boolean;
  readonly validators: HttpValidators | undefined;
} & (
  | { readonly kind: 'metadata'; readonly response: HttpResponse; readonly content: DocumentBytes }
  | {
      readonly kind: 'archive';
      readonly target: HttpTarget;
      readonly format: ArchiveFormat;
      readonly response: HttpResponse;
    }
);

const ACCEPT_ANY = 'application/zip, application/vnd.eln+zip, text/html;q=0.9, */*;q=0.8';
const ACCEPT_CRATE = `${JSONLD.mediaType};profile="${CRATE_PROFILE}", ${JSONLD.mediaType};q=0.9, application/json;q=0.8`;

/** Link sets that are read: a crate has one, in JSON and as text. */
const MOST_LINK_SETS = 2;
/** Bytes of a link set; one of 50,000 files has some 20 MB. */
const LINK_SET_BYTES = 1 << 25;

/** Bytes of a page that are read for its links. */
const PAGE_BYTES = 1 << 22;

/** The address that a step led to, and why it is not a crate. */
interface Attempt {
  readonly step: string;
  readonly url: string;
  readonly reason: string;
}

/**
 * Retrieves a crate from a URL (format document, section 4 and rule 5). Tries in this order: the address, after
 * redirects; its Signposting links, and those of its link sets, first of the header and then of the page; the downloads
 * that the page describes as RO-Crates in JSON-LD of schema.org; content negotiation for RO-Crate; the metadata file,
 * under each of its names, in the folder of the resolved address; the only archive among the downloads of the page; the
 * metadata file next to the address. Ignores documents without a metadata descriptor (the JSON-LD of
 * DataCite, an HTML page); if no step leads to a crate, the error lists them.
 * @param known those of the last retrieval: the crate is asked for only if it has changed since
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_LIMIT, ERR_NOT_A_CRATE with `details.attempts`; NotModified
 */
export async function retrieve(
  address: string,
  client: HttpClient,
  limits: PackageLimits,
  known?: HttpValidators,
): Promise<Retrieved> {
  const retrieval = new Retrieval(client, limits, known);
  const first = await retrieval.request('address', address, ACCEPT_ANY);
  if (first.found !== undefined) return first.found;
  if (first.response !== undefined) {
    const signposted = await retrieval.follow(address, first.response);
    if (signposted !== undefined) return signposted;
  }
  const negotiated = await retrieval.request('content negotiation', address, ACCEPT_CRATE);
  if (negotiated.found !== undefined) return negotiated.found;
  for (const [step, folder] of first.response === undefined ? [] : foldersToTry(first.response)) {
    if (step === NEXT_TO_ADDRESS) {
      const archived = await retrieval.requestArchive();
      if (archived !== undefined) return archived;
    }
    for (const name of METADATA_FILE_NAMES) {
      const { found } = await retrieval.request(
        step,
        new URL(name, folder),
        ACCEPT_CRATE,
        first.response?.credentialsOrigin,
      );
      if (found !== undefined) return found;
    }
  }
  throw retrieval.failure(address);
}

/** The last step of a retrieval. It may lead to another crate than the one that the address names. */
export const NEXT_TO_ADDRESS = 'metadata file beside the address';

/**
 * The folders that may contain the metadata file: the folder that the address names, even if the server refuses it; and
 * the folder around the address if the address is a page, perhaps that of the crate.
 */
function foldersToTry({ url, status }: HttpResponse): [step: string, folder: URL][] {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const own = new URL(url);
  if (last !== '') own.pathname += '/';
  const folders: [string, URL][] = /\.[A-Za-z]\w*$/.test(last) ? [] : [['metadata file in the folder', own]];
  if (last !== '' && status >= 200 && status <= 299) folders.push([NEXT_TO_ADDRESS, new URL('.', url)]);
  return folders;
}

/** The requests of one retrieval, and why they have not led to a crate yet. */
class Retrieval {
  readonly #client: HttpClient;
  readonly #limits: PackageLimits;
  readonly #budget: RequestBudget;
  readonly #known: HttpValidators | undefined;
  readonly #hops: Hop[] = [];
  readonly #attempts: Attempt[] = [];
  readonly #requested = new Set<string>();
  #downgraded = false;
  /** The page that the address is, with what its links may lead to. */
  #page: { readonly links: PageLinks; readonly response: HttpResponse } | undefined;
  /** What to do about the first answer that wants credentials. */
  #hint: { readonly hint?: string } = {};

  constructor(client: HttpClient, limits: PackageLimits, known?: HttpValidators) {
    this.#client = client;
    this.#known = known;
    this.#limits = limits;
    this.#budget = new RequestBudget(client.limits);
  }

  /**
   * Requests one address. A network error of the first request ends the retrieval.
   * @param credentialsOrigin the only origin that gets credentials, null for none. Default: that of the address
   */
  async request(
    step: string,
    address: string | URL,
    accept: string,
    credentialsOrigin?: string | null,
  ): Promise<{ response?: HttpResponse; found?: Retrieved }> {
    const first = this.#attempts.length === 0;
    const href = typeof address === 'string' ? address : address.href;
    const key = `${accept} ${trimAddress(href)}`;
    if (this.#requested.has(key)) return {};
    this.#requested.add(key);
    let response: HttpResponse;
    try {
      const headers = { accept, ...conditionalHeaders(URL.canParse(href) ? new URL(href).href : href, this.#known) };
      response = await this.#client.get(address, { headers, budget: this.#budget, credentialsOrigin });
    } catch (error) {
      if (first || this.#budget.isSpent || !(error instanceof CrateError) || error.code !== 'ERR_HTTP') throw error;
      this.#attempts.push({ step, url: displayAddress(href), reason: String(error.details['reason']) });
      return {};
    }
    if (response.status === 304 && this.#known !== undefined) {
      response.cancel();
      throw new NotModified(displayAddress(href));
    }
    this.#downgraded ||= response.downgraded;
    for (const hop of response.hops) this.#hops.push(hop.step === 'answer' ? { ...hop, step } : hop);
    const url = new URL(href.trim());
    const { found, reason = '' } = await this.#readResponse(
      { url, credentialsOrigin: credentialsOrigin === undefined ? url.origin : credentialsOrigin },
      response,
    );
    if (found === undefined) this.#attempts.push({ step, url: displayAddress(response.url.href), reason });
    return { response, ...(found === undefined ? {} : { found }) };
  }

  /** Follows what may lead to a crate: the links of the header of a response, those of its page, and its downloads. */
  async follow(address: string, response: HttpResponse): Promise<Retrieved | undefined> {
    const { url, headers, credentialsOrigin } = response;
    const header = parseLinks(headers.get('link'));
    let left = this.#client.limits.links;
    const tryAll = async (step: string, links: readonly URL[]): Promise<Retrieved | undefined> => {
      for (const link of links.slice(0, left)) {
        const { found } = await this.request(step, link, ACCEPT_CRATE, credentialsOrigin);
        if (found !== undefined) return found;
      }
      if (links.length > left) this.#addFailure(step, address, `${links.length - left} more links not followed`);
      left = Math.max(0, left - links.length);
      return undefined;
    };
    const { links = [], base = url, downloads = [] } = this.#page?.links ?? {};
    const found =
      (await tryAll('Signposting', cratesOfLinks(header, url))) ??
      (await tryAll('link of the page', cratesOfLinks(links, base)));
    if (found !== undefined) return found;
    const sets = [...linkedSets(header, url), ...linkedSets(links, base)];
    for (const set of sets.slice(0, MOST_LINK_SETS)) {
      if (left === 0) break;
      const pages = [url, ...(URL.canParse(address.trim()) ? [new URL(address.trim())] : [])];
      const listed = await tryAll('link set', await this.#readLinkSet(set, pages, credentialsOrigin));
      if (listed !== undefined) return listed;
    }
    return tryAll('download of the page', cratesOfLinks(downloads, url, isSurelyCrate));
  }

  /** Requests the archive that the page describes, if it is the only one: nothing else says that it is a crate. */
  async requestArchive(): Promise<Retrieved | undefined> {
    if (this.#page === undefined) return undefined;
    const { links, response } = this.#page;
    const [archive, another] = cratesOfLinks(links.downloads, response.url, (rank) => !isSurelyCrate(rank));
    if (archive === undefined || another !== undefined) return undefined;
    return (await this.request('archive of the page', archive, ACCEPT_CRATE, response.credentialsOrigin)).found;
  }

  /** The crates to which a link set leads; none if it cannot be read, which the error of the retrieval then says. */
  async #readLinkSet(set: URL, pages: readonly URL[], credentialsOrigin: string | null): Promise<URL[]> {
    const fail = (reason: string): URL[] => {
      this.#addFailure('link set', set.href, reason);
      return [];
    };
    try {
      const headers = { accept: `${LINK_SET_TYPES[0]}, ${LINK_SET_TYPES[1]};q=0.9` };
      const response = await this.#client.get(set, { headers, budget: this.#budget, credentialsOrigin });
      this.#downgraded ||= response.downgraded;
      if (response.status < 200 || response.status > 299) {
        response.cancel();
        return fail(`the server answered ${response.status}`);
      }
      const bytes = await readAll(response.body, LINK_SET_BYTES, 'the link set');
      const text = Buffer.from(bytes).toString('utf8');
      const found = cratesOfLinkSet(text, response.headers.get('content-type') ?? '', response.url, pages);
      return found.length === 0 ? fail('no link to an RO-Crate') : found;
    } catch (error) {
      if (error instanceof SyntaxError) return fail('no JSON');
      const isOver = this.#budget.isSpent || !(error instanceof CrateError);
      if (isOver || !['ERR_HTTP', 'ERR_LIMIT'].includes(error.code)) throw error;
      return fail(error.code === 'ERR_LIMIT' ? error.message : String(error.details['reason']));
    }
  }

  /** Adds a step that led to no crate. */
  #addFailure(step: string, address: string, reason: string): void {
    this.#attempts.push({ step, url: displayAddress(address), reason });
  }

  failure(address: string): CrateError {
    const attempts = this.#attempts;
    const shown = displayAddress(address);
    const steps = attempts
      .map(({ step, url, reason }) => `${step}${url === shown ? '' : ` <${url}>`}: ${reason}`)
      .join('; ');
    const statuses = new Set(attempts.map(({ reason }) => /^the server answered (\d+)$/.exec(reason)?.[1]));
    const [status] = [...statuses];
    if (statuses.size === 1 && status !== undefined) {
      return new CrateError('ERR_HTTP', `${shown}: the server answered ${status}`, {
        details: { address: shown, status: Number(status), attempts },
        ...this.#hint,
      });
    }
    return new CrateError('ERR_NOT_A_CRATE', `${shown}: no RO-Crate found (${steps})`, {
      hint: 'give the address of the metadata file or of an archive',
      ...this.#hint,
      details: { address: shown, attempts },
    });
  }

  /** Reads the crate of a response; without one, the reason. */
  async #readResponse(target: HttpTarget, response: HttpResponse): Promise<{ found?: Retrieved; reason?: string }> {
    if (response.status < 200 || response.status > 299) {
      response.cancel();
      if (this.#hint.hint === undefined) this.#hint = await this.#client.hintFor(response);
      return { reason: `the server answered ${response.status}` };
    }
    const { head, body } = await readFirstBytes(response.body);
    const kind = detectKind(head);
    const validators = validatorsOf(target.url.href, response.headers);
    const route = { hops: this.#hops, downgraded: this.#downgraded, validators };
    if (isArchive(kind))
      return { found: { ...route, kind: 'archive', target, format: kind, response: { ...response, body } } };
    if (kind !== 'json') {
      if (kind === 'html' && this.#attempts.length === 0) this.#page = { links: await linksOfPage(body, response.url), response }; // prettier-ignore
      response.cancel();
      return { reason: describeContent(kind, head) };
    }
    const content = await DocumentBytes.ofStream(body, this.#limits.metadataBytes, displayAddress(response.url.href));
    if (hasDescriptor(content)) return { found: { ...route, kind: 'metadata', response, content } };
    return {
      reason: isDataCite(content) ? 'the JSON-LD of DataCite, not an RO-Crate' : 'JSON without a metadata descriptor',
    };
  }
}

/** The links at the beginning of a page; a longer one is not read to its end. */
async function linksOfPage(body: AsyncIterable<Uint8Array>, address: URL): Promise<PageLinks> {
  const { pageLinks } = await import('./page-links.js');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    if ((size += chunk.byteLength) > PAGE_BYTES) break;
  }
  return pageLinks(new TextDecoder().decode(Buffer.concat(chunks)), address);
}

function describeContent(kind: ContentKind, head: Uint8Array): string {
  if (kind === 'html') return 'an HTML page';
  return head.length === 0 ? 'an empty response' : 'neither JSON nor an archive';
}

/** Whether the text contains the metadata file name, which is in the `@id` of every descriptor. */
function hasDescriptor(content: DocumentBytes): boolean {
  const name = METADATA_NAME_PART;
  let before = '';
  for (const chunk of chunksOf(content)) {
    const text = before + Buffer.from(chunk).toString('latin1');
    if (text.includes(name)) return true;
    before = text.slice(-name.length);
  }
  return false;
}

function isDataCite(content: DocumentBytes): boolean {
  const start = Buffer.from(content.read(0, Math.min(content.length, 1 << 20)));
  return start.includes('schema.org') && !start.includes('@graph');
}
