import { isStore } from '../../disk/no-store.js';
import { CrateError } from '../../errors.js';
import type { CrateArgument } from '../../open/crate-argument.js';
import { withDefaults, type PackageOptions } from '../../package/package-options.js';
import { readSparqlJson } from '../../store/sparql-json.js';

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
/** More than the answer to ASK takes. */
const MOST_BYTES = 10_000;

/**
 * Finds out what the sources of a query are: a file is a store by its content; an address is an endpoint if it answers
 * ASK, which costs one request; everything else is a crate.
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
    else if (ENDPOINT.test(text)) named.endpoints.push(checkedAddress(text.replace(ENDPOINT, '')));
    else if (/^https?:/i.test(text)) {
      if (await answersAsk(text, packages)) named.endpoints.push(checkedAddress(text));
      else named.crates.push(source);
    } else if (await isStore(text)) named.stores.push(text);
    else named.crates.push(source);
  }
  return named;
}

function checkedAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) throw new CrateError('ERR_USAGE', `invalid address of an endpoint: ${address}`);
  if (url.username !== '' || url.password !== '')
    throw new CrateError('ERR_USAGE', `the address of the endpoint at ${url.host} contains a user or password`, {
      hint: 'give credentials in the environment: CRATEGRAPH_TOKEN_<HOST>, or a netrc file',
    });
  return url.href;
}

/** Whether an address answers ASK. Whatever goes wrong is reported by whoever reads it as a crate. */
async function answersAsk(address: string, packages: PackageOptions | undefined): Promise<boolean> {
  if (packages?.http?.offline === true || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.search !== '') return false; // such as the address of a download
  url.searchParams.set('query', 'ASK {}');
  try {
    const accept = 'application/sparql-results+json';
    const response = await withDefaults(packages).client.get(url, { headers: { accept }, redirects: 0 });
    if (response.status !== 200 || !/sparql-results\+json/i.test(response.headers.get('content-type') ?? '')) {
      response.cancel();
      return false;
    }
    let text = '';
    for await (const chunk of response.body) {
      text += Buffer.from(chunk).toString();
      if (text.length > MOST_BYTES) break;
    }
    return typeof readSparqlJson(text).boolean === 'boolean';
  } catch {
    return false;
  }
}
