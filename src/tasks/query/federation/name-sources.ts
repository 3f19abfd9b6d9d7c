import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { isStore } from '../../../base/disk/no-store.js';
import type { CrateArgument } from '../../../package/open/crate-argument.js';
import { withDefaults, type PackageOptions } from '../../../package/package-options.js';
import { endpointAddress } from '../../../store/endpoint/protocol/endpoint-address.js';
import { answersProbe, engineByHeader, PROBE } from '../../../store/endpoint/protocol/find-endpoint.js';

/** What the sources of a query are. */
export interface NamedSources {
  readonly crates: readonly CrateArgument[];
  /** Paths of store files. */
  readonly stores: readonly string[];
  /** Addresses for queries. */
  readonly endpoints: readonly string[];
}

/** Says that an address is an endpoint, as in Comunica. */
const ENDPOINT = /^sparql@(?=https?:)/i;
/** More than the answer to the probe takes. */
const MOST_BYTES = 10_000;

/**
 * Finds out what the sources of a query are: a file is a store by its content; an address is an endpoint if it answers
 * a query, which costs one request; everything else is a crate.
 * @throws CrateError ERR_USAGE for an address with a password
 */
export async function nameSources(
  sources: Iterable<CrateArgument>,
  packages: PackageOptions | undefined,
): Promise<NamedSources> {
  const named = { crates: [] as CrateArgument[], stores: [] as string[], endpoints: [] as string[] };
  for (const source of sources) {
    const text = source instanceof URL ? source.href : source;
    if (typeof text !== 'string') named.crates.push(source);
    else if (ENDPOINT.test(text)) named.endpoints.push(endpointAddress(text.replace(ENDPOINT, '')).href);
    else if (/^https?:/i.test(text)) {
      if (await isEndpoint(text, packages)) named.endpoints.push(endpointAddress(text).href);
      else named.crates.push(source);
    } else if (await isStore(text)) named.stores.push(text);
    else named.crates.push(source);
  }
  return named;
}

/**
 * Whether an address answers a query, or is the host of an engine that is known. Whatever goes wrong is reported
 * when it is read as a crate.
 */
async function isEndpoint(address: string, packages: PackageOptions | undefined): Promise<boolean> {
  if (packages?.http?.offline === true || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.search !== '') return false; // such as the address of a download
  url.searchParams.set('query', PROBE);
  try {
    const accept = SPARQL_JSON;
    const response = await withDefaults(packages).client.get(url, { headers: { accept }, redirects: 0 });
    const isHost = url.pathname === '/' && engineByHeader(response) !== undefined;
    if (isHost || response.status !== 200 || !/json/i.test(response.headers.get('content-type') ?? '')) {
      response.cancel();
      return isHost;
    }
    let text = '';
    for await (const chunk of response.body) {
      text += Buffer.from(chunk).toString();
      if (text.length > MOST_BYTES) break;
    }
    return answersProbe(text);
  } catch {
    return false;
  }
}
