import { CrateError } from '../../../base/errors.js';
import { withDefaults } from '../../../package/package-options.js';
import type { HttpClient } from '../../../package/http/http-client.js';
import { packagesWithSignal } from '../../../package/open/open-crate.js';
import type { DetachOptions } from './detach-options.js';
import { withRisk, type Draft } from './draft.js';

/** Requests at a time: enough to be quick, and no burden for a server. */
const AT_ONCE = 4;

/**
 * Requests each new address of a plan, and states which do not answer.
 * @returns the changes, those with such an address with a risk
 */
export async function checkLinks(drafts: readonly Draft[], options: DetachOptions): Promise<Draft[]> {
  const { client } = withDefaults(packagesWithSignal(options));
  const addresses = new Set(drafts.flatMap((draft) => addressOf(draft) ?? []));
  const problems = await problemsOfAddresses(addresses, client, options.signal);
  for (const address of problems.keys()) options.onUnreachable?.(address);
  return drafts.map((draft) => withRisk(draft, problems.get(addressOf(draft) ?? '')));
}

/** Requests addresses, a few at a time. @returns by address why it cannot be reached, in the order of the addresses */
export async function problemsOfAddresses(
  addresses: Iterable<string>,
  client: HttpClient,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const all = [...addresses];
  const found = new Map<string, string>();
  let next = 0;
  const work = async () => {
    for (let at = next++; at < all.length; at = next++) {
      const problem = await problemOfAddress(all[at] as string, client);
      signal?.throwIfAborted();
      if (problem !== undefined) found.set(all[at] as string, problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return new Map(all.flatMap((address) => (found.has(address) ? [[address, found.get(address) as string]] : [])));
}

/** The address of what a change creates or renames, without fragment; undefined if it is not on the web. */
function addressOf({ action, id, newId }: Draft): string | undefined {
  const iri = newId ?? (action === 'add' ? id : '');
  return /^https?:/i.test(iri) ? iri.replace(/#.*$/s, '') : undefined;
}

/** Requests the header of an address, and if the server refuses that, the content, of which nothing is read. */
async function problemOfAddress(address: string, client: HttpClient): Promise<string | undefined> {
  try {
    for (const method of ['HEAD', 'GET'] as const) {
      const { status, cancel } = await client.get(address, { method });
      cancel();
      if (status >= 200 && status < 300) return undefined;
      if (method === 'GET' || status === 404 || status === 410)
        return `cannot be reached: the server answers ${status}`;
    }
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    return `cannot be reached: ${String(error.details['reason'] ?? error.message)}`;
  }
  return undefined;
}
