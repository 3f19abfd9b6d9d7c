import { chunksOf } from '../crate/json/byte-source.js';
import { CrateError } from '../errors.js';
import { displayAddress, trimAddress } from '../crate/context/context-address.js';
import { METADATA_FILE_NAMES, METADATA_NAME_PART } from '../crate/metadata-names.js';
import { type ArchiveFormat, isArchive, sniff, type Sniffed, peek } from '../package/bytes/first-bytes.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import type { PackageLimits } from '../package/limits.js';
import type { Answer, Hop, HttpClient, Target } from '../package/http/http-client.js';
import { Effort } from '../package/http/request-budget.js';
import { crateLinks, CRATE_PROFILE } from './signposting.js';

/**
 * A crate that was found on the web: its metadata document, or an archive that is still to be looked into. `asked` is
 * how to ask for the archive again: its address before redirects.
 */
export type Retrieved = { readonly hops: readonly Hop[]; readonly downgraded: boolean } & (
  | { readonly kind: 'metadata'; readonly answer: Answer; readonly content: DocumentBytes }
  | { readonly kind: 'archive'; readonly asked: Target; readonly format: ArchiveFormat; readonly answer: Answer }
);

const ACCEPT_ANY = 'application/zip, application/vnd.eln+zip, text/html;q=0.9, */*;q=0.8';
const ACCEPT_CRATE = `application/ld+json;profile="${CRATE_PROFILE}", application/ld+json;q=0.9, application/json;q=0.8`;

/** What a step led to, and why it was no crate. */
interface Attempt {
  readonly step: string;
  readonly url: string;
  readonly reason: string;
}

/**
 * Retrieves a crate from a URL (format document, section 4 and rule 5): what is there after redirects, a metadata
 * document or an archive; else where its Signposting links lead; else content negotiation for RO-Crate; else the
 * metadata file beside the resolved address, under each of its names. What holds no metadata descriptor (DataCite's own
 * JSON-LD, an HTML page) is passed over, and named when nothing is left.
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_LIMIT, ERR_NOT_A_CRATE with `details.attempts`
 */
export async function retrieve(address: string, client: HttpClient, limits: PackageLimits): Promise<Retrieved> {
  const search = new Search(client, limits);
  const first = await search.ask('address', address, ACCEPT_ANY);
  if (first.found !== undefined) return first.found;
  const links = first.answer === undefined ? [] : crateLinks(first.answer.headers.get('link'), first.answer.url);
  const most = client.limits.links;
  for (const link of links.slice(0, most)) {
    const { found } = await search.ask('Signposting', link, ACCEPT_CRATE, first.answer?.home);
    if (found !== undefined) return found;
  }
  if (links.length > most) search.passOver('Signposting', address, `${links.length - most} more links not followed`);
  const negotiated = await search.ask('content negotiation', address, ACCEPT_CRATE);
  if (negotiated.found !== undefined) return negotiated.found;
  for (const [step, folder] of first.answer === undefined ? [] : foldersOf(first.answer)) {
    for (const name of METADATA_FILE_NAMES) {
      const { found } = await search.ask(step, new URL(name, folder), ACCEPT_CRATE, first.answer?.home);
      if (found !== undefined) return found;
    }
  }
  throw search.failure(address);
}

/** The last step of a retrieval: what it leads to may be another crate than the address names. */
export const BESIDE = 'metadata file beside the address';

/**
 * Where the metadata file may lie: in the folder that the address names, whatever the server says of folders; and
 * beside the address when there is something that may be a page of the crate.
 */
function foldersOf({ url, status }: Answer): [step: string, folder: URL][] {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const own = new URL(url);
  if (last !== '') own.pathname += '/';
  const folders: [string, URL][] = /\.[A-Za-z]\w*$/.test(last) ? [] : [['metadata file in the folder', own]];
  if (last !== '' && status >= 200 && status <= 299) folders.push([BESIDE, new URL('.', url)]);
  return folders;
}

/** The steps that were made so far. */
class Search {
  readonly #client: HttpClient;
  readonly #limits: PackageLimits;
  readonly #effort: Effort;
  readonly #hops: Hop[] = [];
  readonly #attempts: Attempt[] = [];
  readonly #asked = new Set<string>();
  #downgraded = false;

  constructor(client: HttpClient, limits: PackageLimits) {
    this.#client = client;
    this.#limits = limits;
    this.#effort = new Effort(client.limits);
  }

  /**
   * Asks one address; the failure of a first request that reached nobody ends the search.
   * @param home who gets credentials, null for nobody: that of the answer that led here. Default: that of the address
   */
  async ask(
    step: string,
    address: string | URL,
    accept: string,
    home?: string | null,
  ): Promise<{ answer?: Answer; found?: Retrieved }> {
    const first = this.#attempts.length === 0;
    const asked = typeof address === 'string' ? address : address.href;
    const key = `${accept} ${trimAddress(asked)}`;
    if (this.#asked.has(key)) return {};
    this.#asked.add(key);
    let answer: Answer;
    try {
      answer = await this.#client.get(address, { headers: { accept }, effort: this.#effort, home });
    } catch (error) {
      if (first || this.#effort.isSpent || !(error instanceof CrateError) || error.code !== 'ERR_HTTP') throw error;
      this.#attempts.push({ step, url: displayAddress(asked), reason: String(error.details['reason']) });
      return {};
    }
    this.#downgraded ||= answer.downgraded;
    for (const hop of answer.hops) this.#hops.push(hop.step === 'answer' ? { ...hop, step } : hop);
    const url = new URL(asked.trim());
    const { found, reason = '' } = await this.#look({ url, home: home === undefined ? url.origin : home }, answer);
    if (found === undefined) this.#attempts.push({ step, url: displayAddress(answer.url.href), reason });
    return { answer, ...(found === undefined ? {} : { found }) };
  }

  /** Notes a step that was not made. */
  passOver(step: string, address: string, reason: string): void {
    this.#attempts.push({ step, url: displayAddress(address), reason });
  }

  failure(address: string): CrateError {
    const attempts = this.#attempts;
    const shown = displayAddress(address);
    const said = attempts
      .map(({ step, url, reason }) => `${step}${url === shown ? '' : ` <${url}>`}: ${reason}`)
      .join('; ');
    const statuses = new Set(attempts.map(({ reason }) => /^the server answered (\d+)$/.exec(reason)?.[1]));
    const [status] = [...statuses];
    if (statuses.size === 1 && status !== undefined) {
      const hint = /^40[13]$/.test(status)
        ? 'give a token in the environment (CRATEGRAPH_TOKEN_<HOST>) or a login in ~/.netrc'
        : undefined;
      return new CrateError('ERR_HTTP', `${shown}: the server answered ${status}`, {
        details: { address: shown, status: Number(status), attempts },
        ...(hint === undefined ? {} : { hint }),
      });
    }
    return new CrateError('ERR_NOT_A_CRATE', `${shown}: no RO-Crate there (${said})`, {
      hint: 'give the address of the metadata file or of an archive',
      details: { address: shown, attempts },
    });
  }

  async #look(asked: Target, answer: Answer): Promise<{ found?: Retrieved; reason?: string }> {
    if (answer.status < 200 || answer.status > 299) {
      answer.cancel();
      return { reason: `the server answered ${answer.status}` };
    }
    const { head, body } = await peek(answer.body);
    const kind = sniff(head);
    const way = { hops: this.#hops, downgraded: this.#downgraded };
    if (isArchive(kind))
      return { found: { ...way, kind: 'archive', asked, format: kind, answer: { ...answer, body } } };
    if (kind !== 'json') {
      answer.cancel();
      return { reason: whatItIs(kind, head) };
    }
    const content = await DocumentBytes.ofStream(body, this.#limits.metadataBytes, displayAddress(answer.url.href));
    if (holdsDescriptor(content)) return { found: { ...way, kind: 'metadata', answer, content } };
    const reason = isDataCite(content) ? "DataCite's own JSON-LD, no RO-Crate" : 'JSON without a metadata descriptor';
    return { reason };
  }
}

function whatItIs(kind: Sniffed, head: Uint8Array): string {
  if (kind === 'html') return 'an HTML page';
  return head.length === 0 ? 'an empty answer' : 'neither JSON nor an archive';
}

/** Every descriptor has the metadata file name in its `@id`. */
function holdsDescriptor(content: DocumentBytes): boolean {
  const name = METADATA_NAME_PART;
  let before = '';
  for (const piece of chunksOf(content)) {
    const text = before + Buffer.from(piece).toString('latin1');
    if (text.includes(name)) return true;
    before = text.slice(-name.length);
  }
  return false;
}

function isDataCite(content: DocumentBytes): boolean {
  const start = Buffer.from(content.read(0, Math.min(content.length, 1 << 20)));
  return start.includes('schema.org') && !start.includes('@graph');
}
