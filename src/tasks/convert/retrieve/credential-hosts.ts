import type { FetchedFrom } from '../../../package/contexts/open-contexts.js';
import type { Plan } from '../plan.js';

/** Who may get credentials: a document names addresses, but it is the user who has the credentials. */
export interface CredentialChoice {
  /** Hosts, also with a port (`example.org:8080`), that get the credentials of the environment. Default: none. */
  readonly credentials?: readonly string[] | undefined;
  /** How the document was fetched: its own origin gets what its own request could carry. */
  readonly from?: FetchedFrom | undefined;
}

/** Whether an address that a document names may be requested with credentials. */
export function getsCredentials(address: string, { credentials = [], from }: CredentialChoice): boolean {
  if (!URL.canParse(address)) return false;
  const { host, hostname, origin } = new URL(address);
  if (from?.trusted === true && new URL(from.url).origin === origin) return true;
  return credentials.some((named) => [host, hostname].includes(named.toLowerCase()));
}

/** Whether a run sends credentials to a host of a plan. */
export function namesHost(host: string, choice: CredentialChoice): boolean {
  return ['https', 'http'].some((scheme) => getsCredentials(`${scheme}://${host}/`, choice));
}

/** The hosts that a user has named: those that get credentials, and those of a list without patterns. */
export function namedHosts({
  credentials = [],
  hosts = [],
}: Pick<CredentialChoice, 'credentials'> & { readonly hosts?: readonly string[] | undefined }): readonly string[] {
  return [...credentials, ...hosts.filter((host) => !host.includes('*'))];
}

/** The hosts among the addresses of a plan that get credentials; undefined for none. */
export function credentialHosts({ changes }: Pick<Plan, 'changes'>, choice: CredentialChoice): string[] | undefined {
  const addresses = changes
    .filter(({ action }) => action === 'retrieve' || action === 'unpack')
    .flatMap(({ url, otherUrls = [] }) => [url, ...otherUrls])
    .filter((address) => address !== undefined && getsCredentials(address, choice)) as string[];
  return addresses.length === 0 ? undefined : [...new Set(addresses.map((address) => new URL(address).host))];
}
